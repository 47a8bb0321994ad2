"""How factories save: at once, since a service's transaction begins by throwing away what is not committed."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, TypeVar

from classroom.database import Base, db, is_writing

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
        session.add(row)
        session.flush()
        return row
    if not is_writing():
        session.commit()  # SQLite refuses to write what rests on an older reading
        session.connection(execution_options={"write": True})
    session.add(row)
    session.commit()
    return row


@contextmanager
def together() -> Iterator[None]:
    """Save all that factories make in the block with one commit. No service may be called in it."""
    session = db.session()
    if is_writing() or _TOGETHER in session.info:
        yield
        return
    session.commit()
    session.connection(execution_options={"write": True})
    session.info[_TOGETHER] = True
    try:
        yield
        session.commit()
    except BaseException:
        session.rollback()
        raise
    finally:
        session.info.pop(_TOGETHER)
