"""The measured modes of play besides the usual game, and their setup."""

from __future__ import annotations

import socket
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy import select

from classroom.database import db
from classroom.hosting import hosted_app
from classroom.learning.plans import Dealing
from classroom.models import Game
from classroom.services.play.seats import give_seat
from classroom.services.settings import TableSettings
from engine import SolveMode
from tests.over_http.stage import fill_stage

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from tests.over_http import LiveServer
    from tests.over_http.stage import Stage

STUDENTS = 48
"""In the measured class: twelve tables of four."""
_HEARD = b"event: poke"


@dataclass(frozen=True)
class Mode:
    """What the tables play, and with whom."""

    settings: TableSettings = field(
        default_factory=lambda: TableSettings(deck="times-tables", board="8x8", table_size=4)
    )
    is_shared: bool = False
    """Whether each table shares a device. Its student is signed in there; the others watch."""
    has_bots: bool = False
    """Whether a bot holds the last seat of each table."""
    open_streams: int = 0
    """The number of students' pages with open streams, including the measured ones."""


MODES: Mapping[str, Mode] = {
    "solve ahead": Mode(TableSettings(deck="times-tables", board="8x8", table_size=4, solve=SolveMode.AHEAD)),
    "dealt equations": Mode(TableSettings(deck="times-tables", board="8x8", table_size=4, dealing=Dealing.AUTOMATIC)),
    "shared device": Mode(is_shared=True),
    "timed turns": Mode(TableSettings(deck="times-tables", board="8x8", table_size=4, turn_seconds=60)),
    "a bot at each table": Mode(has_bots=True),
    "playing cards": Mode(TableSettings(edition="classic", table_size=4)),
    "usual game, 1,000 open streams": Mode(open_streams=1000),
}


def stage_of(mode: Mode, folder: Path) -> tuple[Stage, list[str]]:
    """Fill the database of a server that has not started.

    Return the measured class, and the cookies of all students with open streams.
    """
    with hosted_app(instance_path=folder) as app, app.app_context():
        stage = fill_stage(app, students=STUDENTS, settings=mode.settings)
        games = db.session.execute(select(Game).where(Game.class_session_id == stage.class_session_id)).scalars().all()
        for game in games:
            game.is_shared = mode.is_shared
        db.session.commit()
        for game_id, last_seat in [(game.id, len(game.players) - 1) for game in games if mode.has_bots]:
            give_seat(game_id=game_id, seat=last_seat, student_id=None)
        cookies: list[str] = []
        while len(cookies) < mode.open_streams:
            cookies += [one.cookie for one in (fill_stage(app, students=STUDENTS) if cookies else stage).students]
        return stage, cookies[: mode.open_streams]


@contextmanager
def open_streams(server: LiveServer, cookies: Sequence[str]) -> Iterator[None]:
    """Open a stream for each student during the block."""
    lines: list[socket.socket] = []
    try:
        for cookie in cookies:
            line = socket.create_connection(("127.0.0.1", server.port), timeout=30)
            lines.append(line)
            line.sendall(f"GET /play/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: classroom={cookie}\r\n\r\n".encode())
            head = b""
            while _HEARD not in head:
                some = line.recv(4096)
                assert some, head
                head += some
        yield
    finally:
        for line in lines:
            line.close()
