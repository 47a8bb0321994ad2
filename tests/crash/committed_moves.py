"""Plays moves and commits each of them, in a process that test_power_loss.py runs under `strace`.

It writes to the file given as an argument twice: when it begins, and at the end, with the number of write transactions
committed in between. The trace shows both writes.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import event

from classroom.database import db
from classroom.hosting import hosted_app
from tests.classroom.random_lesson import play_random_lesson
from tests.factories import make_school_class

if TYPE_CHECKING:
    from sqlalchemy import Connection


def main(folder: Path, answer: Path) -> None:
    """Play a short lesson."""
    from classroom.services.settings import TableSettings

    committed = 0

    def note(connection: Connection) -> None:
        nonlocal committed
        committed += bool(connection.get_execution_options().get("write"))

    with hosted_app(instance_path=folder) as app, app.app_context():
        school_class = make_school_class()
        event.listen(db.engine, "commit", note)
        answer.write_text("begin", encoding="utf-8")
        play_random_lesson(school_class, TableSettings(table_size=2), present=2, seed=1)
        answer.write_text(str(committed), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
