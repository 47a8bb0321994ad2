"""End servers whose test run is gone: fixtures end their own, but a run that is killed has no time for that.

A small process per worker waits at a pipe that closes when the worker ends, however that happens.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from functools import cache
from typing import IO

PATIENCE = 10.0
"""Seconds that a server has to stop before it is killed."""


def watch(pid: int, *, folder: str | None = None) -> None:
    """End a process when this one ends, and remove its folder."""
    _watched.add(pid)
    _tell({"pid": pid, "folder": folder})


def forget(pid: int) -> None:
    """Leave a process alone from now on: its fixture has ended it."""
    _watched.discard(pid)
    _tell({"gone": pid})


def watched() -> frozenset[int]:
    """Give the processes that would be ended."""
    return frozenset(_watched)


def _tell(message: dict[str, int | str | None]) -> None:
    pipe = _pipe()
    pipe.write(json.dumps(message) + "\n")
    pipe.flush()


@cache
def _pipe() -> IO[str]:
    # A session of its own: Ctrl+C in the terminal is not meant for it.
    reaper = subprocess.Popen(
        [sys.executable, "-I", "-S", __file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    assert reaper.stdin is not None
    _kept.append(reaper)
    return reaper.stdin


_kept: list[subprocess.Popen[str]] = []
_watched: set[int] = set()


def main() -> None:
    """Note what is started and ended until the pipe closes, then end what is left."""
    left: dict[int, str | None] = {}
    for line in sys.stdin:
        message = json.loads(line)
        if "gone" in message:
            left.pop(message["gone"], None)
        else:
            left[message["pid"]] = message["folder"]
    for pid in left:
        _send(pid, signal.SIGINT)  # PostgreSQL then waits for no client, and our own server stops as by Ctrl+C
    deadline = time.monotonic() + PATIENCE
    while any(map(_is_there, left)) and time.monotonic() < deadline:
        time.sleep(0.05)
    for pid, folder in left.items():
        _send(pid, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)


def _send(pid: int, number: int) -> None:
    with suppress(OSError):
        os.kill(pid, number)


def _is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


if __name__ == "__main__":
    main()
