"""`make flat`: does a move cost more with many tables, or after many past moves? Ratios within one run.

Three schools play in turn: one with few tables and no past moves, one with many tables, and one with many past moves.
All tables of a school are active: each has opened a page and made a move, and is shown again right before measuring, so
that dropped caches don't affect the comparison.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import select

from classroom.database import db
from classroom.hosting import hosted_app
from classroom.models import Game
from classroom.services.learning.evidence import save_evidence
from classroom.services.learning.knowledge import save_knowledge
from classroom.services.play.positions import position_of
from tests.benchmarks.crowd.school import open_classes
from tests.benchmarks.processes import cpu_of, cpu_of_database, memory_of, postgres
from tests.benchmarks.tables import Table
from tests.over_http import LiveServer
from tests.over_http.stage import cookie_of
from tests.postgres import address_of, new_database

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

FEW = int(os.environ.get("FLAT_FEW", "100"))
MANY = int(os.environ.get("FLAT_TABLES", "2500"))
PAST = int(os.environ.get("FLAT_PAST", "1000000"))
DATABASES = os.environ.get("FLAT_DATABASES", "sqlite postgresql").split()
ROUNDS = int(os.environ.get("FLAT_ROUNDS", "10"))
MOVES = 40
"""In a round, in each school."""
BAR = 1.1
"""Moves per round in each school."""
_PATIENCE = 300.0
_SEATS = 4


@dataclass(frozen=True)
class School:
    """One of the three schools, with its server."""

    name: str
    server: LiveServer
    database: str | None
    tables: list[Table]
    """The tables that play in the rounds."""
    others: list[Table]

    def spent(self) -> tuple[float, float]:
        """Return the CPU seconds of the server and the database so far."""
        return cpu_of(self.server.pid), 0.0 if self.database is None else cpu_of_database(self.database)

    def show_all(self) -> None:
        """Request the page of every table, including those that play in the rounds."""
        for table in random.Random(0).sample([*self.tables, *self.others], len(self.tables) + len(self.others)):
            table.open_pages()
            _hang_up(table)

    def play(self, number: int) -> tuple[float, float]:
        """Make the moves of a round, each followed by the other screens' requests; return CPU-ms per move."""
        began = self.spent()
        for at in range(number * MOVES, (number + 1) * MOVES):
            table = self.tables[at % len(self.tables)]
            mover = table.mover
            table.move()
            for seat in table.browsers:
                if seat != mover:
                    table.fetch(seat)
            _hang_up(table)
        server, database = (1000 * (now - then) / MOVES for now, then in zip(self.spent(), began, strict=True))
        return server, database


def main() -> None:
    """Measure on each database, and print a table for each."""
    for kind in DATABASES:
        with ExitStack() as stack:
            cluster = stack.enter_context(postgres()) if kind == "postgresql" else None
            schools = [
                stack.enter_context(_open(f"{tables:,} tables, {past:,} past moves", tables, past, cluster))
                for tables, past in (
                    (FEW, PAST),
                    (MANY, 0),
                    (FEW, 0),
                )  # the baseline is fresh
            ][::-1]
            for school in schools:
                _wait_until_at_rest(school)
                school.show_all()
            rounds = [_round(schools, number) for number in range(ROUNDS)]
            print(f"\n{kind}\n| school | server | database | both, × the first | bar | MB |\n|---|---|---|---|---|---|")
            for at, school in enumerate(schools):
                server, database = (statistics.median(costs[at][part] for costs in rounds) for part in (0, 1))
                ratio = statistics.median(sum(costs[at]) / sum(costs[0]) for costs in rounds)
                verdict = f"≤ {BAR:g}: {'met' if ratio <= BAR else 'not met'}" if at else "–"
                memory = memory_of(school.server.pid)
                cells = (school.name, f"{server:.2f} CPU-ms", f"{database:.2f} CPU-ms", f"{ratio:.2f}", verdict)
                print(f"| {' | '.join(cells)} | {memory:.0f} |", flush=True)


def _round(schools: list[School], number: int) -> list[tuple[float, float]]:
    """Let the schools play in a different order each time; return the costs in their own order."""
    order = random.Random(number).sample(range(len(schools)), len(schools))
    costs = {at: schools[at].play(number) for at in order}
    return [costs[at] for at in range(len(schools))]


@contextmanager
def _open(name: str, tables: int, past: int, cluster: str | None) -> Iterator[School]:
    """Fill a database, start its server, and let each table make a move."""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder_name:
        folder = Path(folder_name)
        database = None if cluster is None else address_of(cluster, new_database(cluster))
        server = LiveServer(folder, database=database)
        settings = {} if database is None else {"SQLALCHEMY_DATABASE_URI": database.replace("://", "+psycopg://", 1)}
        with hosted_app(settings, instance_path=folder) as app, app.app_context():
            open_classes(students=_SEATS * tables, past=past)
            db.session.connection().exec_driver_sql("ANALYZE")
            db.session.commit()
            save_knowledge()
            save_evidence()
            games = db.session.scalars(select(Game).where(Game.over_at.is_(None)).order_by(Game.id)).all()
            playing = set(range(0, tables, max(1, tables // (ROUNDS * MOVES)))[: ROUNDS * MOVES])
            opened = [_table(app, server, game, is_whole=at in playing) for at, game in enumerate(games)]
        server.start()
        try:
            begun: list[Table] = []
            for at, table in enumerate(opened):
                table.open_pages()
                # Few tables play several times in the rounds, so the many tables start further into their games.
                for _ in range(1 + (len(begun) // FEW if at in playing else 0)):
                    table.move()
                _hang_up(table)
                begun += [table] if at in playing else []
            print(f"{name}: ready after {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
            yield School(name, server, database, begun, [one for at, one in enumerate(opened) if at not in playing])
        finally:
            server.stop()
        server.assert_no_faults()


def _table(app: Flask, server: LiveServer, game: Game, *, is_whole: bool) -> Table:
    """Sign students in.

    :param is_whole: whether to sign in all of its students rather than the active one.
    """
    turn = position_of(game).turn
    signed_in = [one for one in game.players if is_whole or one.seat == turn]
    return Table(game, {one.seat: server.browser(cookie_of(app, student_id=one.student_id)) for one in signed_in})


def _hang_up(table: Table) -> None:
    """Close the connections, so that each school's next requests open new ones, whatever its number of tables."""
    for browser in table.browsers.values():
        browser.close()


def _wait_until_at_rest(school: School) -> None:
    """Wait for the server's own work after a start."""
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        before = sum(school.spent())
        time.sleep(2)
        if sum(school.spent()) - before < 0.1:
            return
    print(f"{school.name}: the server does not come to rest", file=sys.stderr)


if __name__ == "__main__":
    main()
