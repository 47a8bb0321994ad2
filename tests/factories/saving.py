"""How factories save: at once, since a service's transaction begins by throwing away what is not committed."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, TypeVar

from classroom.database import Base, db, is_writing, new_id

if TYPE_CHECKING:
    from collections.abc import Iterator

Row = TypeVar("Row", bound=Base)
_TOGETHER = "together"
numbers = count(1)
"""For values that must be unique."""


def saved(row: Row) -> Row:
    """Add a row and commit, beside a server that writes to the same file too."""
    session = db.session()
    if _TOGETHER in session.info:
        if session.info[_TOGETHER] is not type(row):
            session.flush()  # rows that this one may refer to
        session.info[_TOGETHER] = type(row)
        _give_id(row)
        session.add(row)
        return row
    if not is_writing():
        session.commit()  # SQLite refuses to write what rests on an older reading
        session.connection(execution_options={"write": True})
    session.add(row)
    session.commit()
    return row


def _give_id(row: Base) -> None:
    """Draw the public id of a row that is not written yet, so that others can refer to it."""
    column = row.__table__.columns.get("id")
    if column is not None and column.default is not None and getattr(row, "id", None) is None:
        row.id = new_id()  # type: ignore[attr-defined]  # the column says so


@contextmanager
def together() -> Iterator[None]:
    """Save all that factories make in the block with one commit, rows of a kind at once.

    No service may be called in it, and the rows that it makes have no relationships before its end.
    """
    session = db.session()
    if is_writing() or _TOGETHER in session.info:
        yield
        return
    session.commit()
    session.connection(execution_options={"write": True})
    session.info[_TOGETHER] = None
    try:
        yield
        session.commit()
    except BaseException:
        session.rollback()
        raise
    finally:
        session.info.pop(_TOGETHER)
