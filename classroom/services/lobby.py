"""Before the games begin: who sits at which table, the rules, and the start."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from classroom import clock
from classroom.database import transaction
from classroom.models import Attendance, ClassSession, SessionState
from classroom.services.class_sessions import attendances_of, locked_session, note_change
from classroom.services.decks.choosing import with_copy
from classroom.services.game_log import chance, poke
from classroom.services.games import deal_game
from classroom.services.problems import Problem, ProblemError
from classroom.services.settings import TableSettings
from classroom.services.tables import deal_into_tables, is_table_size

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy.orm import Session

MAX_TABLES = 50


def change_settings(*, class_session_id: str, settings: TableSettings) -> None:
    """Change deck, board and rules before the start.

    :raises ProblemError: SESSION_NOT_IN_LOBBY, or the settings cannot be played.
    """
    with transaction() as session:
        class_session = _in_lobby(session, class_session_id)
        kept = TableSettings.from_json(class_session.settings)
        settings = with_copy(settings, teacher_id=class_session.school_class.teacher_id, kept=kept)
        settings.check()
        class_session.settings = settings.to_json()
        note_change(class_session)


def arrange_tables(*, class_session_id: str) -> None:
    """Form tables at random from whoever has joined.

    :raises ProblemError: SESSION_NOT_IN_LOBBY or NOBODY_PRESENT.
    """
    with transaction() as session:
        class_session = _in_lobby(session, class_session_id)
        present = attendances_of(class_session_id=class_session_id)
        if not present:
            raise ProblemError(Problem.NOBODY_PRESENT)
        chance.shuffle(present)
        _plan(present, class_session, first_table=1)
        note_change(class_session)


def move_to_table(*, class_session_id: str, student_id: str, table_number: int | None) -> None:
    """Put a student at another table of the plan, at its last place; None takes the student off the plan.

    :raises ProblemError: SESSION_NOT_IN_LOBBY, NOT_PRESENT or NO_SUCH_TABLE.
    """
    if table_number is not None and not 1 <= table_number <= MAX_TABLES:
        raise ProblemError(Problem.NO_SUCH_TABLE)
    with transaction() as session:
        class_session = _in_lobby(session, class_session_id)
        attendance = _attendance(session, class_session_id, student_id)
        if attendance.table_number == table_number:
            return
        present = attendances_of(class_session_id=class_session_id)
        places = [one.place or 0 for one in present if one.table_number == table_number]
        attendance.table_number = table_number
        attendance.place = None if table_number is None else 1 + max(places, default=-1)
        note_change(class_session)


def split_table(*, class_session_id: str, table_number: int) -> None:
    """Make tables that can play of one that cannot: five become three and two.

    :raises ProblemError: SESSION_NOT_IN_LOBBY or NO_SUCH_TABLE.
    """
    with transaction() as session:
        class_session = _in_lobby(session, class_session_id)
        tables = planned_tables(attendances_of(class_session_id=class_session_id))
        if table_number not in tables:
            raise ProblemError(Problem.NO_SUCH_TABLE)
        people = tables.pop(table_number)
        settings = TableSettings.from_json(class_session.settings)
        others = max(tables, default=0)
        for index, table in enumerate(deal_into_tables(people, settings.table_size, settings.table_sizes)):
            _sit(table, table_number if index == 0 else max(others, table_number) + index)
        note_change(class_session)


def leave_session(*, class_session_id: str, student_id: str) -> None:
    """Forget that a student joined. Whoever still has a page open joins again by it.

    :raises ProblemError: SESSION_NOT_IN_LOBBY or NOT_PRESENT.
    """
    with transaction() as session:
        class_session = _in_lobby(session, class_session_id)
        session.delete(_attendance(session, class_session_id, student_id))
        session.flush()
        note_change(class_session)
        poke(class_session_id, [student_id])


def planned_tables(present: Iterable[Attendance]) -> dict[int, list[Attendance]]:
    """The tables planned in the lobby, by number, their students in seat order."""
    tables: dict[int, list[Attendance]] = defaultdict(list)
    for attendance in present:
        if attendance.table_number is not None:
            tables[attendance.table_number].append(attendance)
    return {number: sorted(tables[number], key=lambda one: one.place or 0) for number in sorted(tables)}


def start_session(*, class_session_id: str) -> None:
    """Deal at every table. Whoever is not on the plan gets a place; one alone gets a bot as partner.

    :raises ProblemError: SESSION_NOT_IN_LOBBY, NOBODY_PRESENT, or TABLE_SIZE with ``table`` and ``players``.
    """
    with transaction() as session:
        class_session = _in_lobby(session, class_session_id)
        _plan_the_rest(class_session)
        tables = planned_tables(attendances_of(class_session_id=class_session_id))
        if not tables:
            raise ProblemError(Problem.NOBODY_PRESENT)
        sizes = TableSettings.from_json(class_session.settings).table_sizes
        for number, people in tables.items():
            if not is_table_size(len(people), sizes):
                raise ProblemError(Problem.TABLE_SIZE, table=number, players=len(people), sizes=sizes)
        for number, people in tables.items():
            students = [one.student_id for one in people]
            deal_game(session, class_session, table_number=number, students=students)
        class_session.state = SessionState.PLAYING
        class_session.started_at = clock.now()
        note_change(class_session)


def _in_lobby(session: Session, class_session_id: str) -> ClassSession:
    class_session = locked_session(session, class_session_id)
    if class_session.state != SessionState.LOBBY:
        raise ProblemError(Problem.SESSION_NOT_IN_LOBBY)
    return class_session


def _attendance(session: Session, class_session_id: str, student_id: str) -> Attendance:
    attendance = session.get(Attendance, (class_session_id, student_id))
    if attendance is None:
        raise ProblemError(Problem.NOT_PRESENT)
    return attendance


def _plan_the_rest(class_session: ClassSession) -> None:
    """Give whoever is not on the plan a place at further tables."""
    everybody = attendances_of(class_session_id=class_session.id)
    unplanned = [one for one in everybody if one.table_number is None]
    if unplanned:
        chance.shuffle(unplanned)
        _plan(unplanned, class_session, first_table=1 + max(one.table_number or 0 for one in everybody))


def _plan(people: list[Attendance], class_session: ClassSession, *, first_table: int) -> None:
    settings = TableSettings.from_json(class_session.settings)
    tables = deal_into_tables(people, settings.table_size, settings.table_sizes)
    for number, table in enumerate(tables, start=first_table):
        _sit(table, number)


def _sit(people: list[Attendance], table_number: int) -> None:
    for place, attendance in enumerate(people):
        attendance.table_number, attendance.place = table_number, place
