"""How factories save: at once, since a service's transaction begins by throwing away what is not committed."""

from __future__ import annotations

from itertools import count
from typing import TypeVar

from classroom.database import Base, db, is_writing

Row = TypeVar("Row", bound=Base)
numbers = count(1)
"""For values that must be unique."""


def saved(row: Row) -> Row:
    """Add a row and commit, beside a server that writes to the same file too."""
    session = db.session()
    if not is_writing():
        session.commit()  # SQLite refuses to write what rests on an older reading
        session.connection(execution_options={"write": True})
    session.add(row)
    session.commit()
    return row
