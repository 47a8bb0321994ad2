"""What takes long to arrange in a database: made for the first test that asks for it, copied for all others."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from classroom.database import db
from tests.conftest import ON_POSTGRES
from tests.memory import forget_everything

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

Told = TypeVar("Told")


class Arrangement(Generic[Told]):
    """An instance folder as ``make`` leaves it, and what ``make`` tells of it: plain values, no rows."""

    def __init__(self, make: Callable[[], Told]) -> None:
        self._make = make
        self._made: tuple[Path, Told] | None = None

    def put(self, app: Flask) -> Told:
        """Have it in the app's instance folder, whose app context is open, in place of what is there."""
        if ON_POSTGRES:  # where the rows are in no file
            return self._make()
        folder = Path(app.instance_path)
        if self._made is None:
            told = self._make()
            self._let_go()
            kept = Path(tempfile.mkdtemp(prefix="arrangement-"))
            weakref.finalize(self, shutil.rmtree, kept, ignore_errors=True)
            shutil.copytree(folder, kept, dirs_exist_ok=True)
            self._made = kept, told
            return told
        kept, told = self._made
        self._let_go()
        shutil.rmtree(folder)
        shutil.copytree(kept, folder)
        forget_everything()
        return told

    def _let_go(self) -> None:
        """Close the database: the last connection takes the write-ahead log with it."""
        db.session.remove()
        db.engine.dispose()
