"""Change the plan of tables in a lobby manually: move or swap students, split tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from collections.abc import Sequence as Seq

from sqlalchemy.orm import Session

from classroom.database import transaction
from classroom.models import Attendance, ClassSession, SessionState
from classroom.services.attendance import attendances_of
from classroom.services.errors import SeatingErrorCode, ServiceError, SessionErrorCode
from classroom.services.locks import locked_session
from classroom.services.notifications import note_change
from classroom.services.seating.sizes import deal_into_tables
from classroom.services.settings import TableSettings

MAX_TABLES = 50


def planned_tables(present: Iterable[Attendance]) -> dict[int, list[Attendance]]:
    """Return the planned tables by number, with their students in seat order."""
    tables: dict[int, list[Attendance]] = defaultdict(list)
    for attendance in present:
        if attendance.table_number is not None:
            tables[attendance.table_number].append(attendance)
    return {number: sorted(tables[number], key=lambda one: one.place or 0) for number in sorted(tables)}


def move_to_table(*, class_session_id: str, student_id: str, table_number: int | None) -> None:
    """Move a student to another planned table, as the last one there; None removes the student from the plan.

    :raises ServiceError: SESSION_NOT_IN_LOBBY, NOT_PRESENT or NO_SUCH_TABLE.
    """
    if table_number is not None and not 1 <= table_number <= MAX_TABLES:
        raise ServiceError(SeatingErrorCode.NO_SUCH_TABLE)
    with transaction() as session:
        class_session = in_lobby(session, class_session_id)
        attendance = attendance_of(session, class_session_id, student_id)
        if attendance.table_number == table_number:
            return
        present = attendances_of(class_session_id=class_session_id)
        places = [one.place or 0 for one in present if one.table_number == table_number]
        attendance.table_number = table_number
        attendance.place = None if table_number is None else 1 + max(places, default=-1)
        note_change(class_session)


def seat_alone(*, class_session_id: str, student_id: str) -> None:
    """Give a student a separate table with a bot as partner. Idempotent.

    :raises ServiceError: SESSION_NOT_IN_LOBBY, NOT_PRESENT or NO_SUCH_TABLE (there are too many).
    """
    with transaction() as session:
        in_lobby(session, class_session_id)
        tables = planned_tables(attendances_of(class_session_id=class_session_id))
        if any([one.student_id for one in people] == [student_id] for people in tables.values()):
            return
        number = 1 + max(tables, default=0)
        move_to_table(class_session_id=class_session_id, student_id=student_id, table_number=number)


def swap_places(*, class_session_id: str, student_id: str, other_id: str) -> None:
    """Swap two students, at one table or between two. At one table, this changes their teams.

    :raises ServiceError: SESSION_NOT_IN_LOBBY or NOT_PRESENT.
    """
    with transaction() as session:
        class_session = in_lobby(session, class_session_id)
        one = attendance_of(session, class_session_id, student_id)
        other = attendance_of(session, class_session_id, other_id)
        one.table_number, other.table_number = other.table_number, one.table_number
        one.place, other.place = other.place, one.place
        note_change(class_session)


def split_table(*, class_session_id: str, table_number: int) -> None:
    """Split a table that can't play into tables that can: five become three and two.

    :raises ServiceError: SESSION_NOT_IN_LOBBY or NO_SUCH_TABLE.
    """
    with transaction() as session:
        class_session = in_lobby(session, class_session_id)
        tables = planned_tables(attendances_of(class_session_id=class_session_id))
        if table_number not in tables:
            raise ServiceError(SeatingErrorCode.NO_SUCH_TABLE)
        people = tables.pop(table_number)
        settings = TableSettings.from_json(class_session.settings)
        others = max(tables, default=0)
        for index, table in enumerate(deal_into_tables(people, settings.table_size, settings.table_sizes)):
            sit(table, table_number if index == 0 else max(others, table_number) + index)
        note_change(class_session)


def in_lobby(session: Session, class_session_id: str) -> ClassSession:
    """Lock and return the session.

    :raises ServiceError: SESSION_NOT_IN_LOBBY, or SESSION_ENDED.
    """
    class_session = locked_session(session, class_session_id)
    if class_session.state == SessionState.ENDED:
        raise ServiceError(SessionErrorCode.SESSION_ENDED)
    if class_session.state != SessionState.LOBBY:
        raise ServiceError(SessionErrorCode.SESSION_NOT_IN_LOBBY)
    return class_session


def attendance_of(session: Session, class_session_id: str, student_id: str) -> Attendance:
    """Return a student's attendance.

    :raises ServiceError: NOT_PRESENT.
    """
    attendance = session.get(Attendance, (class_session_id, student_id))
    if attendance is None:
        raise ServiceError(SessionErrorCode.NOT_PRESENT)
    return attendance


def sit(people: Seq[Attendance], table_number: int) -> None:
    """Seat people at a table in this order."""
    for place, attendance in enumerate(people):
        attendance.table_number, attendance.place = table_number, place
