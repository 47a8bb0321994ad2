"""Expensive database setups: built for the first test that needs one, and copied for each later test."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from classroom.database import db
from tests.conftest import ON_POSTGRES
from tests.process_caches import clear_process_caches

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

Result = TypeVar("Result")


class DatabaseSnapshot(Generic[Result]):
    """A copy of the instance folder that ``make`` fills, with the plain values that ``make`` returns."""

    def __init__(self, make: Callable[[], Result]) -> None:
        self._make = make
        self._made: tuple[Path, Result] | None = None

    def restore(self, app: Flask) -> Result:
        """Replace the app's instance folder with the copy, and return the values. Needs an app context."""
        if ON_POSTGRES:  # the rows are not in the folder
            return self._make()
        folder = Path(app.instance_path)
        if self._made is None:
            result = self._make()
            self._close_database()
            copy = Path(tempfile.mkdtemp(prefix="snapshot-"))
            weakref.finalize(self, shutil.rmtree, copy, ignore_errors=True)
            shutil.copytree(folder, copy, dirs_exist_ok=True)
            self._made = copy, result
            return result
        copy, result = self._made
        self._close_database()
        shutil.rmtree(folder)
        shutil.copytree(copy, folder)
        clear_process_caches()
        return result

    def _close_database(self) -> None:
        """Close the database. The last connection deletes the write-ahead log."""
        db.session.remove()
        db.engine.dispose()
