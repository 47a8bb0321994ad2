"""Simulated students in open sessions: they join, move after thinking, and take exit tickets."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from random import Random

from sqlalchemy import select

from classroom import clock
from classroom.database import db
from classroom.live import presence
from classroom.models import ClassSession, Game, LoginSession, SchoolClass, SessionState
from classroom.services.accounts.logins import STUDENT_IDLE
from classroom.services.attendance import attendances_of
from classroom.services.each import work_on_each
from classroom.services.errors import ServiceError
from classroom.services.play.games import current_games
from classroom.services.play.positions import position_of
from classroom.services.sample.playing import act_seconds, move_for, next_player
from classroom.services.sample.sample_class import join_sample, minds_of_sample
from classroom.services.sample.simulated_students import SimulatedStudent
from classroom.services.sample.tickets import answer_due
from engine import IllegalMoveError

log = logging.getLogger(__name__)

HASTE = 0.6
"""Slightly faster than real students, for teachers who watch."""


def play_sample_classes(*, shows_presence: bool = False) -> None:
    """Let the simulated students of all sample classes act in open sessions.

    :param shows_presence: whether to record heartbeats of their pages, as for real students
    """
    open_sessions = (
        select(ClassSession.id, ClassSession.class_id, ClassSession.state)
        .join(SchoolClass)
        .where(SchoolClass.is_sample, ClassSession.state != SessionState.ENDED, ~ClassSession.is_practice)
    )
    found = db.session.execute(open_sessions).all()
    real = signed_in_students() if found else set()
    for session_id, class_id, state in found:
        minds = {one: mind for one, mind in minds_of_sample(class_id=class_id).items() if one not in real}
        if state == SessionState.LOBBY:
            join_sample(class_session_id=session_id, class_id=class_id, besides=real)
        elif state == SessionState.PLAYING:
            act_at_each(session_id, partial(act_at, minds=minds))
        elif state == SessionState.TICKET:
            answer_due(session_id, minds)
        if shows_presence:
            note_presence(session_id, minds)


def act_at_each(session_id: str, act: Callable[[str], object]) -> None:
    """Let simulated students act at each table of a session. An error at one table does not stop the others."""
    game_ids = [game.id for game in current_games(class_session_id=session_id)]
    work_on_each(game_ids, act, failure="the simulated student in game %s could not play")


def note_presence(session_id: str, minds: Mapping[str, SimulatedStudent]) -> None:
    for attendance in attendances_of(class_session_id=session_id):
        if attendance.student_id in minds and attendance.has_device:
            presence.note_seen(class_session_id=session_id, student_id=attendance.student_id)


def signed_in_students() -> set[str]:
    """Return students with a real person signed in: the simulation leaves their seats alone."""
    holding = LoginSession.last_used_at > clock.now() - STUDENT_IDLE
    found = db.session.execute(select(LoginSession.student_id).where(LoginSession.student_id.is_not(None), holding))
    return {student_id for student_id in found.scalars() if student_id is not None}


def act_at(game_id: str, minds: Mapping[str, SimulatedStudent]) -> None:
    """Make the next move at a table once the student has thought long enough.

    Do nothing if a real player was first, or the game was deleted.
    """
    game = db.session.get(Game, game_id)
    if game is None or game.over_at is not None:
        return
    try:
        found = next_player(game, minds)
        if found is None:
            return
        seat, student_id = found
        rng = Random(f"{game.id} {game.version}")
        thinks = act_seconds(position_of(game), seat, minds[student_id], rng)
        if clock.now() - game.moved_at > HASTE * timedelta(seconds=thinks):
            move_for(game, seat=seat, student_id=student_id, mind=minds[student_id])
    except (ServiceError, IllegalMoveError) as refusal:
        log.info("a simulated student was refused: %s", refusal)
