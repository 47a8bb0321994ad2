"""The app's `migrate` command in a process that kills itself (kill -9) at a given step.

A step is a statement to the database, or a file that is opened, copied, renamed, or deleted in the instance folder.
`python -m tests.crash.killed_upgrade STEP` dies before it, and prints how many there were if there are fewer.
"""

from __future__ import annotations

import os
import signal
import sys

from sqlalchemy import event
from sqlalchemy.engine import Engine

from classroom.cli import main

_FILES = ("open", "os.rename", "os.remove", "os.mkdir", "os.chmod", "shutil.copyfile", "sqlite3.connect")


class Steps:
    """Counts the steps of this process."""

    def __init__(self, last: int) -> None:
        self.last, self.done = last, 0
        self._folder = os.environ["CLASSROOM_INSTANCE"]

    def take(self) -> None:
        """Count a step; die at the chosen one."""
        if self.done == self.last:
            os.kill(os.getpid(), signal.SIGKILL)
        self.done += 1

    def look(self, name: str, arguments: tuple[object, ...]) -> None:
        """Count Python's audit events about the instance folder."""
        if name in _FILES and self._folder in str(arguments[0]):
            self.take()


if __name__ == "__main__":
    steps = Steps(int(sys.argv[1]))
    sys.addaudithook(steps.look)
    event.listen(Engine, "before_cursor_execute", lambda *_: steps.take())
    status = main(["migrate"])
    print(f"steps: {steps.done}")
    sys.exit(status)
