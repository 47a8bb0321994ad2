"""How factories save: at once, since a service's transaction begins by throwing away what is not committed."""

from __future__ import annotations

from itertools import count
from typing import TypeVar

from classroom.database import Base, db

Row = TypeVar("Row", bound=Base)
numbers = count(1)
"""For values that must be unique."""


def saved(row: Row) -> Row:
    """Add a row and commit."""
    db.session.add(row)
    db.session.commit()
    return row
