"""A server that kills itself during a move: FAIL_POINT names the step, FAIL_MOVES the number of moves before that.

While the file named by FULL_WHILE exists, its SQLite file can't grow, as on a full disk.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from sqlalchemy import Connection, event
from sqlalchemy.engine import Engine

from classroom.cli import main
from tests.crash.fail_points import arm, point_called

if name := os.environ.get("FAIL_POINT"):
    arm(
        point_called(name),
        lambda: os.kill(os.getpid(), signal.SIGKILL),
        skip=int(os.environ.get("FAIL_MOVES", "0")),
    )

if "FULL_WHILE" in os.environ:
    mark = Path(os.environ["FULL_WHILE"])

    @event.listens_for(Engine, "begin")
    def _limit(connection: Connection) -> None:
        pages = 1 if mark.exists() else 1073741823
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")


if __name__ == "__main__":
    sys.exit(main(["serve", *sys.argv[1:]]))
