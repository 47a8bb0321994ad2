"""Expensive database setups: built for the first test that needs one, and copied for all others."""

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
    """An instance folder as ``make`` leaves it, and the plain values that ``make`` returned."""

    def __init__(self, make: Callable[[], Told]) -> None:
        self._make = make
        self._made: tuple[Path, Told] | None = None

    def put(self, app: Flask) -> Told:
        """Copy it into the instance folder of the app, whose context is open, replacing the contents."""
        if ON_POSTGRES:  # where the rows are not in a file
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
        """Close the database: the last connection deletes the write-ahead log."""
        db.session.remove()
        db.engine.dispose()
