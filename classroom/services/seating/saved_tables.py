"""Earlier tables of a class: those saved under a name, and those of the last session with games."""

from __future__ import annotations

from sqlalchemy import Select, exists, func, select
from sqlalchemy.exc import IntegrityError

from classroom.database import db, transaction
from classroom.models import ClassSession, Game, Player, SavedTables
from classroom.services.attendance import attendances_of
from classroom.services.errors import SeatingErrorCode, ServiceError
from classroom.services.locks import locked_row
from classroom.services.names import clean_name
from classroom.services.seating.planning import planned_tables
from classroom.services.seating.swapping import Tables

MAX_SAVED_TABLES = 30


def save_tables(*, class_session_id: str, name: str) -> None:
    """Save a lobby's planned tables under a name.

    :raises ServiceError: NAME_…, NO_TABLES, SAVED_TABLES_NAME_TAKEN or SAVED_TABLES_FULL.
    """
    name = clean_name(name)
    try:
        with transaction() as session:
            class_id = session.get_one(ClassSession, class_session_id).class_id
            planned = planned_tables(attendances_of(class_session_id=class_session_id))
            if not planned:
                raise ServiceError(SeatingErrorCode.NO_TABLES)
            if len(saved_tables_of(class_id=class_id)) >= MAX_SAVED_TABLES:
                raise ServiceError(SeatingErrorCode.SAVED_TABLES_FULL, longest=MAX_SAVED_TABLES)
            tables = [[one.student_id for one in people] for people in planned.values()]
            session.add(SavedTables(class_id=class_id, name=name, plan={"tables": tables}))
    except IntegrityError as error:
        raise ServiceError(SeatingErrorCode.SAVED_TABLES_NAME_TAKEN, name=name) from error


def delete_saved_tables(*, class_id: str, saved_id: int) -> None:
    """Delete saved tables. Idempotent; ignores those of another class."""
    with transaction() as session:
        saved = locked_row(session, SavedTables, saved_id)
        if saved is not None and saved.class_id == class_id:
            session.delete(saved)


def saved_tables_of(*, class_id: str) -> list[SavedTables]:
    """Return the saved tables of a class, by name."""
    saved = db.session.execute(select(SavedTables).where(SavedTables.class_id == class_id)).scalars()
    return sorted(saved, key=lambda one: one.name.casefold())


def saved_tables(*, class_id: str, saved_id: int) -> Tables:
    """Return the students of the saved tables.

    :raises ServiceError: NO_SUCH_SAVED_TABLES.
    """
    saved = db.session.get(SavedTables, saved_id)
    if saved is None or saved.class_id != class_id:
        raise ServiceError(SeatingErrorCode.NO_SUCH_SAVED_TABLES)
    return [list(table) for table in saved.plan["tables"]]


def last_tables(*, class_id: str) -> Tables:
    """Return the tables at the end of the class's last session with games; empty without one."""
    class_session_id = db.session.execute(_last_session(class_id)).scalar_one_or_none()
    latest = (
        select(Game.table_number, func.max(Game.round).label("round"))
        .where(Game.class_session_id == class_session_id)
        .group_by(Game.table_number)
        .subquery()
    )
    sat = (
        select(Game.table_number, Player.student_id)
        .select_from(Player)
        .join(Game)
        .join(latest, (latest.c.table_number == Game.table_number) & (latest.c.round == Game.round))
        .where(
            Game.class_session_id == class_session_id,
            Player.left_at_version.is_(None),
        )
        .order_by(Game.table_number, Player.seat)
    )
    tables: dict[int, list[str]] = {}
    for number, student_id in db.session.execute(sat):
        if student_id is not None:  # otherwise a bot's seat
            tables.setdefault(number, []).append(student_id)
    return list(tables.values())


def _last_session(class_id: str) -> Select[str]:
    return (
        select(ClassSession.id)
        .where(
            ClassSession.class_id == class_id,
            ~ClassSession.is_practice,
            ~ClassSession.is_whole_class,
            exists().where(Game.class_session_id == ClassSession.id),
        )
        .order_by(ClassSession.opened_at.desc())
        .limit(1)
    )
