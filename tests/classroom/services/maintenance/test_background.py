from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from sqlalchemy import select

from classroom import clock
from classroom.database import db
from classroom.models import LoginSession, SessionState
from classroom.services.accounts import logins
from classroom.services.maintenance import background
from classroom.services.maintenance.background import BackgroundThread
from tests.factories import make_class_session, make_game

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest
    from flask import Flask
    from sqlalchemy.orm import Session, scoped_session

    from tests.factories import Cast


def work_until(app: Flask, is_done: Callable[[], bool]) -> None:
    """Run the thread until a condition is met, and stop it."""
    thread = BackgroundThread(app, every_seconds=0.01)
    thread.start()
    until = time.monotonic() + 60
    while time.monotonic() < until:
        thread.join(0.01)
        db.session.rollback()
        if is_done():
            break
    thread.stop()
    thread.join(60)
    assert not thread.is_alive()
    assert is_done()


def test_the_thread_plays_bots(app: Flask, db_session: scoped_session[Session]) -> None:
    game = make_game(students=[None, None], bot_due_at=clock.now())
    work_until(app, lambda: game.version > 0)


def test_the_thread_ends_lessons_on_schedule(app: Flask, db_session: scoped_session[Session]) -> None:
    lesson = make_class_session(state=SessionState.PLAYING, ends_at=clock.now())
    game = make_game(lesson)
    work_until(app, lambda: lesson.state == SessionState.ENDED)
    assert game.over_at is not None


def test_the_thread_tidies_up_when_it_starts(app: Flask, cast: Cast) -> None:
    logins.start_login(student_id=cast.bob.id)
    login = db.session.execute(select(LoginSession)).scalar_one()
    login.created_at = login.last_used_at = login.created_at.replace(year=2000)
    db.session.commit()
    work_until(app, lambda: db.session.execute(select(LoginSession)).first() is None)


def test_a_job_that_fails_stops_neither_the_others_nor_the_next_round(
    app: Flask,
    db_session: scoped_session[Session],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    rounds = []

    def fail() -> int:
        rounds.append(1)
        raise RuntimeError

    monkeypatch.setattr(background, "end_due_sessions", fail)
    game = make_game(students=[None, None], bot_due_at=clock.now())
    with caplog.at_level(logging.ERROR, logger=background.__name__):
        work_until(app, lambda: len(rounds) > 2 and game.version > 0)
    messages = [one.getMessage() for one in caplog.records]
    assert messages == ["ending sessions on schedule failed"], "it is logged once"
