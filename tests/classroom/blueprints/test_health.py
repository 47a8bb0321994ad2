"""The health check for monitoring programs."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from classroom.database import db
from classroom.services.maintenance import pulse
from classroom.services.maintenance.background import BackgroundThread
from tests.conftest import ON_POSTGRES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask
    from sqlalchemy.orm import Session, scoped_session

LATE = 0.3


@pytest.fixture(autouse=True)
def version_of_database(db_session: scoped_session[Session]) -> Iterator[None]:
    """The table of migrations, which the test database lacks."""
    db.session.execute(text("CREATE TABLE alembic_version (version_num TEXT)"))
    db.session.execute(text("INSERT INTO alembic_version VALUES ('0001')"))
    db.session.commit()
    yield
    db.session.execute(text("DROP TABLE alembic_version"))
    db.session.commit()


@pytest.fixture
def thread(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[BackgroundThread]:
    """A background thread that must report often."""
    monkeypatch.setattr(pulse, "LATE_SECONDS", LATE)
    one = BackgroundThread(app, every_seconds=0.01)
    monkeypatch.setitem(app.extensions, "pulse", one.pulse)
    one.start()
    yield one
    one.stop()
    one.join(60)


def asked(app: Flask) -> tuple[int, str]:
    answer = app.test_client().get("/ready")
    return answer.status_code, answer.text


def test_not_ready_without_a_background_thread(app: Flask) -> None:
    assert asked(app) == (503, "not ready: the background thread was never started\n")


def test_ready_while_it_works(app: Flask, thread: BackgroundThread) -> None:
    time.sleep(LATE)
    until = time.monotonic() + 30
    while asked(app) != (200, "ready\n"):  # on a busy machine a round may be late
        assert time.monotonic() < until
        time.sleep(0.02)


def test_not_ready_after_the_thread_ended(app: Flask, thread: BackgroundThread) -> None:
    thread.stop()
    thread.join(60)
    time.sleep(LATE + 0.1)
    status, text = asked(app)
    assert status == 503
    assert "the background thread has not finished a round for" in text
    assert "the database has accepted no writes" in text


@pytest.mark.skipif(ON_POSTGRES, reason="makes SQLite read-only; see tests/crash/test_standby.py")
def test_a_read_only_database_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(pulse, "time", SimpleNamespace(monotonic=lambda: now))
    one = pulse.Pulse()
    one.test_write()
    assert one.faults() == []
    db.session.execute(text("PRAGMA query_only = ON"))
    try:
        now = 1 + pulse.LATE_SECONDS
        one.note_round()
        with pytest.raises(OperationalError, match="readonly"):
            one.test_write()
    finally:
        db.session.execute(text("PRAGMA query_only = OFF"))
    assert [said.split(" for ")[0] for said in one.faults()] == ["the database has accepted no writes"]
