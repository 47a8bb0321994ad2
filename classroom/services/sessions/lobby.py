"""The lobby: attendance, forming tables, settings, and the start of games."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy.orm import Session

from classroom import clock
from classroom.database import transaction
from classroom.models import Attendance, ClassSession, SessionState
from classroom.rng import rng
from classroom.services.attendance import attendances_of
from classroom.services.decks.choosing import with_copy
from classroom.services.errors import SeatingErrorCode, ServiceError, SessionErrorCode
from classroom.services.locks import locked_session
from classroom.services.notifications import note_change, notify
from classroom.services.play.games import deal_game
from classroom.services.seating.forming import Goal, SeatingRules, form_tables
from classroom.services.seating.levels import seat_levels
from classroom.services.seating.planning import attendance_of, in_lobby, planned_tables, sit
from classroom.services.seating.refitting import adapt_to_attendance
from classroom.services.seating.rules import read_rules, rules_of
from classroom.services.seating.saved_tables import last_tables, saved_tables
from classroom.services.seating.sizes import Fit, is_table_size, table_sizes
from classroom.services.seating.swapping import Tables
from classroom.services.seating.table_plans import forget_other_tables
from classroom.services.sessions.class_sessions import end_session, keep_settings
from classroom.services.sessions.whole_class import deal_to_teams
from classroom.services.settings import TableSettings


class FormingMethod(StrEnum):
    """How to form tables."""

    RANDOM = "random"
    SIMILAR = "similar"
    MIXED = "mixed"
    LAST = "last"
    """As at the end of the class's last session with games."""
    SAVED = "saved"


@dataclass(frozen=True, slots=True)
class Forming:
    """A method for forming tables, and its options."""

    method: FormingMethod = FormingMethod.RANDOM
    saved_id: int = 0
    fit: Fit = Fit.NEAREST
    """The sizes to use if the number doesn't fit; earlier and saved tables keep their own."""


def change_settings(*, class_session_id: str, settings: TableSettings, teacher_id: str | None = None) -> None:
    """Change deck, board, and rules before the start.

    :param teacher_id: whose decks can be used; None for those of the class's owner.
    :raises ServiceError: SESSION_NOT_IN_LOBBY, or a code for invalid settings.
    """
    with transaction() as session:
        class_session = in_lobby(session, class_session_id)
        kept = TableSettings.from_json(class_session.settings)
        settings = with_copy(settings, teacher_id=teacher_id or class_session.school_class.teacher_id, kept=kept)
        settings.check()
        keep_settings(class_session, settings)
        note_change(class_session)


def arrange_tables(*, class_session_id: str, forming: Forming | None = None) -> None:
    """Form tables of everyone who has joined; randomly by default.

    :raises ServiceError: SESSION_NOT_IN_LOBBY, NO_STUDENT_WAITING, NO_LAST_TABLES or NO_SUCH_SAVED_TABLES.
    """
    forming = forming or Forming()
    with transaction() as session:
        class_session = in_lobby(session, class_session_id)
        present = attendances_of(class_session_id=class_session_id)
        if not present:
            raise ServiceError(SessionErrorCode.NO_STUDENT_WAITING)
        _plan(present, class_session, forming, first_table=1)
        class_session.seats = None  # cancel reserved seats
        note_change(class_session)


def leave_session(*, class_session_id: str, student_id: str) -> None:
    """Remove a student's attendance. An open page of the student joins again.

    :raises ServiceError: SESSION_NOT_IN_LOBBY or NOT_PRESENT.
    """
    with transaction() as session:
        class_session = in_lobby(session, class_session_id)
        session.delete(attendance_of(session, class_session_id, student_id))
        session.flush()
        note_change(class_session)
        notify(class_session_id, [student_id])


def close_session(*, class_session_id: str) -> None:
    """Close a session that was opened by mistake. Idempotent.

    :raises ServiceError: SESSION_NOT_IN_LOBBY if games have begun.
    """
    with transaction() as session:
        if locked_session(session, class_session_id).started_at is not None:
            raise ServiceError(SessionErrorCode.SESSION_NOT_IN_LOBBY)
        end_session(class_session_id=class_session_id)


def start_session(*, class_session_id: str, forming: Forming | None = None) -> None:
    """Deal at every table. Students without a planned seat get one; a single student gets a bot as partner.

    A whole-class game needs no one to have joined.

    :param forming: how to form tables for students who are not on the plan; None for randomly.
    :raises ServiceError: SESSION_NOT_IN_LOBBY, NO_STUDENT_WAITING, or TABLE_SIZE with ``table`` and ``players``.
    """
    with transaction() as session:
        class_session = in_lobby(session, class_session_id)
        if class_session.is_whole_class:
            deal_to_teams(session, class_session)
        else:
            _deal_to_tables(session, class_session, forming or Forming())
        class_session.state = SessionState.PLAYING
        class_session.started_at = clock.now()
        note_change(class_session)


def _deal_to_tables(session: Session, class_session: ClassSession, forming: Forming) -> None:
    _plan_the_rest(class_session, forming)
    tables = planned_tables(attendances_of(class_session_id=class_session.id))
    if not tables:
        raise ServiceError(SessionErrorCode.NO_STUDENT_WAITING)
    sizes = TableSettings.from_json(class_session.settings).table_sizes
    for number, people in tables.items():
        if not is_table_size(len(people), sizes):
            raise ServiceError(SessionErrorCode.TABLE_SIZE, table=number, players=len(people), sizes=sizes)
    forget_other_tables(session, class_session, tables)
    for number, people in tables.items():
        students = [one.student_id for one in people]
        deal_game(session, class_session, table_number=number, students=students)


def _plan_the_rest(class_session: ClassSession, forming: Forming) -> None:
    """Plan further tables for students who are not on the plan."""
    everyone = attendances_of(class_session_id=class_session.id)
    unplanned = [one for one in everyone if one.table_number is None]
    if unplanned:
        first_table = 1 + max(one.table_number or 0 for one in everyone)
        _plan(unplanned, class_session, forming, first_table=first_table)


def _plan(people: list[Attendance], class_session: ClassSession, forming: Forming, *, first_table: int) -> None:
    tables = _formed([one.student_id for one in people], class_session, forming)
    by_id = {one.student_id: one for one in people}
    for number, table in enumerate(tables, start=first_table):
        sit([by_id[one] for one in table], number)


def _formed(ids: list[str], class_session: ClassSession, forming: Forming) -> Tables:
    settings = TableSettings.from_json(class_session.settings)
    preferred, allowed, class_id = settings.table_size, settings.table_sizes, class_session.class_id
    if forming.method is FormingMethod.SAVED:  # exactly as the teacher saved them
        saved = saved_tables(class_id=class_id, saved_id=forming.saved_id)
        return adapt_to_attendance(saved, ids, preferred, allowed)
    rules = read_rules(rules_of(class_id=class_id))
    if forming.method is FormingMethod.LAST:
        last = last_tables(class_id=class_id)
        if not last:
            raise ServiceError(SeatingErrorCode.NO_LAST_TABLES)
        fitted = adapt_to_attendance(last, ids, preferred, allowed)
        ids = [one for table in fitted for one in table]
        return _by_goal(ids, [len(table) for table in fitted], Goal.KEPT, rules, settings)
    goal = Goal(forming.method.value)
    return _by_goal(ids, table_sizes(len(ids), preferred, allowed, forming.fit), goal, rules, settings)


def _by_goal(ids: list[str], sizes: list[int], goal: Goal, rules: SeatingRules, settings: TableSettings) -> Tables:
    levels = seat_levels(student_ids=ids) if goal in {Goal.SIMILAR, Goal.MIXED} else {}
    return form_tables(ids, sizes, goal=goal, rules=rules, levels=levels, teams_for=settings.teams_for, chance=rng)
