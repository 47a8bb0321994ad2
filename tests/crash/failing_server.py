"""The server, which kills itself at a step of some move: FAIL_POINT says at which, FAIL_MOVES how many pass before."""

from __future__ import annotations

import os
import signal
import sys

from classroom.cli import main
from tests.crash.fail_points import arm, point_called

if name := os.environ.get("FAIL_POINT"):
    arm(
        point_called(name),
        lambda: os.kill(os.getpid(), signal.SIGKILL),
        passing=int(os.environ.get("FAIL_MOVES", "0")),
    )

if __name__ == "__main__":
    sys.exit(main(["serve", *sys.argv[1:]]))
