"""The cast in a database file, created once. Copying the file takes a tenth of the time of creating the cast."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy.orm import make_transient_to_detached

from classroom.database import db
from tests.factories.cast import Cast, make_cast
from tests.repeatable import values_of_their_own

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask


class KeptCast(NamedTuple):
    """A file with the cast, and what identifies its rows."""

    file: Path
    keys: dict[str, tuple[type[Any], str]]

    def rows(self) -> Cast:
        """Return the rows in a copy of the file, as they are after a commit: SQLAlchemy reads them when used."""
        return Cast(**{name: _unread(kind, key) for name, (kind, key) in self.keys.items()})


def _unread(kind: type[Any], key: str) -> Any:
    row = kind(id=key)
    make_transient_to_detached(row)
    db.session.add(row)
    return row


def keep_cast(app: Flask, database: Path, file: Path) -> KeptCast:
    """Create the cast in an app's empty database, then move the database to a file."""
    with app.app_context(), values_of_their_own("cast"):
        keys = {name: (type(row), row.id) for name, row in vars(make_cast()).items()}
        db.session.remove()
        db.engine.dispose()  # the last connection to close deletes the write-ahead log
    database.replace(file)
    return KeptCast(file, keys)
