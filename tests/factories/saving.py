"""Save rows from factories. They are committed at once, because a service's transaction discards pending changes."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, TypeVar

from classroom.database import Base, db, is_writing, new_id

if TYPE_CHECKING:
    from collections.abc import Iterator

Row = TypeVar("Row", bound=Base)
_IN_BATCH = "together"
numbers = count(1)
"""Numbers for values that must be unique."""


def save(row: Row) -> Row:
    """Add a row, commit, and return the row. A server may write to the same file."""
    session = db.session()
    if _IN_BATCH in session.info:
        if session.info[_IN_BATCH] is not type(row):
            session.flush()  # this row may refer to earlier rows of another kind
        session.info[_IN_BATCH] = type(row)
        _set_id(row)
        session.add(row)
        return row
    if not is_writing():
        session.commit()  # SQLite can't start to write in a transaction that has read an older state
        session.connection(execution_options={"write": True})
    session.add(row)
    session.commit()
    return row


def _set_id(row: Base) -> None:
    """Set the public ID of a row before it is written, so that others can refer to it."""
    column = row.__table__.columns.get("id")
    if column is not None and column.default is not None and getattr(row, "id", None) is None:
        row.id = new_id()  # type: ignore[attr-defined]  # the column says so


@contextmanager
def together() -> Iterator[None]:
    """Save all rows that factories create in the block with one commit, rows of a kind at once.

    Don't call services in the block. Relationships of the new rows can be used after it.
    """
    session = db.session()
    if is_writing() or _IN_BATCH in session.info:
        yield
        return
    session.commit()
    session.connection(execution_options={"write": True})
    session.info[_IN_BATCH] = None
    try:
        yield
        session.commit()
    except BaseException:
        session.rollback()
        raise
    finally:
        session.info.pop(_IN_BATCH)
