"""Run the current session: simulated students play for everyone who is not signed in."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from functools import partial

from flask import Flask
from sqlalchemy import select

from classroom import clock
from classroom.database import db
from classroom.demo.building import minds_of
from classroom.demo.people import OUT_OF_SIGHT
from classroom.models import ClassSession, Game, SessionState
from classroom.services.attendance import attendances_of
from classroom.services.errors import ServiceError
from classroom.services.play.game_row import seats_of
from classroom.services.sample.live import act_at, act_at_each, note_presence, signed_in_students
from classroom.services.sample.simulated_students import SimulatedStudent
from classroom.services.sample.tickets import answer_due
from classroom.services.sessions import class_sessions
from classroom.services.sessions.next_games import deal_next_game

log = logging.getLogger(__name__)

PAUSE = timedelta(minutes=3)
"""Pause between two games at a table: enough to see the end page, and for a teacher to start the next one."""
_PRESENCE_ROUNDS = 15


class PretendClass(threading.Thread):
    """The background thread of the demo's server."""

    def __init__(self, app: Flask, *, every_seconds: float = 0.7) -> None:
        super().__init__(name="pretend-class", daemon=True)
        self._app = app
        self._every = every_seconds
        self._stopped = threading.Event()

    def run(self) -> None:
        """Work until stopped. Errors are logged, and the next round tries again."""
        rounds = 0
        while not self._stopped.wait(self._every):
            try:
                with self._app.app_context():
                    play_round(show_presence=rounds % _PRESENCE_ROUNDS == 0)
            except Exception:
                log.exception("the round of the simulated students failed")
            rounds += 1

    def stop(self) -> None:
        """End the thread after the current round."""
        self._stopped.set()


def play_round(*, show_presence: bool = False) -> None:
    """Let the simulated students act in every open session."""
    open_sessions = select(ClassSession.id, ClassSession.class_id, ClassSession.state).where(
        ClassSession.state != SessionState.ENDED
    )
    real = signed_in_students()
    for session_id, class_id, state in db.session.execute(open_sessions).all():
        minds = {one: mind for one, mind in minds_of(class_id).items() if one not in real}
        attendances = attendances_of(class_session_id=session_id)
        gone = {one.student_id for one in attendances if one.student.name == OUT_OF_SIGHT and one.seen_at is None}
        minds = {one: mind for one, mind in minds.items() if one not in gone}
        if state == SessionState.LOBBY:
            _join(session_id, minds.keys() - {one.student_id for one in attendances})
        elif state == SessionState.PLAYING:
            act_at_each(session_id, partial(_act_at, minds=minds))
        elif state == SessionState.TICKET:
            answer_due(session_id, minds)
        if show_presence:
            note_presence(session_id, minds)


def _join(session_id: str, missing: set[str]) -> None:
    """Let one more student join the lobby."""
    if missing:
        class_sessions.join_session(class_session_id=session_id, student_id=min(missing))


def _act_at(game_id: str, minds: Mapping[str, SimulatedStudent]) -> None:
    """Make the next move at a table, or deal the next game. Do nothing if a real player was first."""
    game = db.session.get(Game, game_id)
    if game is None or game.over_at is None:
        act_at(game_id, minds)
        return
    with suppress(ServiceError):
        if clock.now() - game.over_at > PAUSE and any(one in minds for one in seats_of(game).values()):
            deal_next_game(game_id=game.id)
