"""The current state of the demo's school: a session in progress, a class in the lobby, and an open invitation."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import select

from classroom import clock
from classroom.clock import local_day
from classroom.database import db, transaction
from classroom.demo.building import SEED, class_named, minds_of, with_own_deck
from classroom.demo.lessons import end_lesson
from classroom.demo.people import (
    CALLED_AWAY,
    FAST_TABLE,
    FIVE_B,
    INVITED,
    NEWCOMER,
    OUT_OF_SIGHT,
    SHARED_TABLE,
    TABLES,
    TEAM_NAMES,
    THREE_A,
)
from classroom.demo.plans import LESSON, TABLES_64
from classroom.demo.school import ids_by_name
from classroom.live import presence
from classroom.models import ClassSession, Game, SessionState
from classroom.rng import seeded
from classroom.services.accounts import invitations
from classroom.services.open_sessions import open_session_of
from classroom.services.play.game_row import seats_of
from classroom.services.play.games import current_games
from classroom.services.play.positions import position_of
from classroom.services.sample.games import play_table
from classroom.services.sample.playing import moves_to_end
from classroom.services.sample.simulated_students import SimulatedStudent
from classroom.services.seating import planning, table_plans
from classroom.services.sessions import class_sessions, lobby
from classroom.services.sessions.next_games import Teams, play_again

LIVE = TABLES_64
_ALREADY_PLAYED = timedelta(minutes=12)
_WAITS_SINCE = timedelta(minutes=2)
"""What needs attention: the newcomer waits for a seat, and a table waits for the student with the closed screen."""
_JUST_NOW = timedelta(seconds=20)


def open_today(now: datetime) -> None:
    """Make sure that one session is running and another in the lobby, and end those of earlier days.

    Random numbers are seeded: the same time gives the same lesson.
    """
    left_open = select(ClassSession).where(ClassSession.state != SessionState.ENDED)
    for class_session in db.session.execute(left_open).scalars().all():
        if local_day(class_session.opened_at) != local_day(now):
            end_lesson(class_session.id, at=class_session.opened_at + LESSON)
    class_id = class_named(FIVE_B.name)
    if class_id is not None and open_session_of(class_id=class_id) is None:
        with seeded(SEED):
            _open_live_lesson(class_id, now)
    waiting_id = class_named(THREE_A.name)
    if waiting_id is not None and open_session_of(class_id=waiting_id) is None:
        _open_lobby(waiting_id, now)
    if not invitations.open_links():
        invitations.invite(label=INVITED)


def _open_live_lesson(class_id: str, now: datetime) -> None:
    """Start a session in which each table has played for some minutes, and most need attention."""
    ids, minds, since = ids_by_name(class_id), minds_of(class_id), now - _ALREADY_PLAYED
    with clock.frozen_at(since), transaction():
        session_id = class_sessions.open_session(class_id=class_id, settings=with_own_deck(LIVE)).id
        _plan_tables(session_id, ids)
        lobby.start_session(class_session_id=session_id)
    if NEWCOMER in ids:
        with clock.frozen_at(now - _WAITS_SINCE):
            class_sessions.join_session(class_session_id=session_id, student_id=ids[NEWCOMER])
    without_one = {student_id: mind for student_id, mind in minds.items() if mind.name != OUT_OF_SIGHT}
    for game in current_games(class_session_id=session_id):
        number = game.table_number
        if number == FAST_TABLE:
            pace = _pace(game, minds, _ALREADY_PLAYED - _JUST_NOW)
            play_table(session_id, number, minds, since=since, until=now, pace=pace)
            continue
        waits_since = now - _WAITS_SINCE
        play_table(session_id, number, minds, since=since, until=waits_since, leaves=ids.get(CALLED_AWAY))
        play_table(session_id, number, without_one, since=waits_since, until=now)
    if OUT_OF_SIGHT in ids:
        presence.note_gone(student_id=ids[OUT_OF_SIGHT])


def _plan_tables(session_id: str, ids: dict[str, str]) -> None:
    """Seat everyone as planned. One table shares a device, and some teams have names."""
    for number, names in enumerate(TABLES, start=1):
        here = [name for name in names if name in ids]
        for name in here:
            if number == SHARED_TABLE and name != here[0]:
                class_sessions.note_present(class_session_id=session_id, student_id=ids[name])
            else:
                class_sessions.join_session(class_session_id=session_id, student_id=ids[name])
            planning.move_to_table(class_session_id=session_id, student_id=ids[name], table_number=number)
        if number == SHARED_TABLE and here:
            table_plans.share_device(class_session_id=session_id, table_number=number, is_shared=True)
        if number <= len(TEAM_NAMES) and here:
            looks = TEAM_NAMES[number - 1]
            table_plans.choose_teams(class_session_id=session_id, table_number=number, teams=looks)


def _pace(game: Game, minds: dict[str, SimulatedStudent], lasts: timedelta) -> float:
    """Return the seconds per move at a table whose game lasts a given time."""
    at_seats = {seat: minds[student_id] for seat, student_id in seats_of(game).items() if student_id is not None}
    if len(at_seats) < len(seats_of(game)):
        return minds[next(iter(minds))].seconds
    return lasts.total_seconds() / moves_to_end(position_of(game), at_seats)


def _open_lobby(class_id: str, now: datetime) -> None:
    """Open a lobby with the tables of the last session and new partners."""
    ended = select(ClassSession.id).where(
        ClassSession.class_id == class_id,
        ClassSession.state == SessionState.ENDED,
        ~ClassSession.is_whole_class,
        ClassSession.started_at.is_not(None),
    )
    last = db.session.execute(ended.order_by(ClassSession.opened_at.desc())).scalars().first()
    if last is None:
        return
    with clock.frozen_at(now - _WAITS_SINCE), transaction():
        session_id = play_again(class_session_id=last, teams=Teams.TURNED).id
        for student_id in ids_by_name(class_id).values():
            class_sessions.join_session(class_session_id=session_id, student_id=student_id)
