"""Stop servers whose test run was killed: their fixtures, which would stop them, never end.

A small process per worker reads a pipe that closes when the worker ends, however that happens.
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

STOP_TIMEOUT = 10.0
"""Seconds to wait for a server to stop before it is killed."""


def watch(pid: int, *, folder: str | None = None) -> None:
    """Stop a process and delete its folder when this process ends."""
    _watched.add(pid)
    _send_message({"pid": pid, "folder": folder})


def forget(pid: int) -> None:
    """Stop watching a process, which its fixture has stopped."""
    _watched.discard(pid)
    _send_message({"gone": pid})


def watched() -> frozenset[int]:
    """Return the watched processes."""
    return frozenset(_watched)


def _send_message(message: dict[str, int | str | None]) -> None:
    pipe = _pipe()
    pipe.write(json.dumps(message) + "\n")
    pipe.flush()


@cache
def _pipe() -> IO[str]:
    # In its own session, so that Ctrl+C in the terminal does not reach it.
    reaper = subprocess.Popen(
        [sys.executable, "-I", "-S", __file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    assert reaper.stdin is not None
    _reapers.append(reaper)
    return reaper.stdin


_reapers: list[subprocess.Popen[str]] = []
_watched: set[int] = set()


def main() -> None:
    """Keep a list of running processes until the pipe closes, then stop those that are left."""
    left: dict[int, str | None] = {}
    for line in sys.stdin:
        message = json.loads(line)
        if "gone" in message:
            left.pop(message["gone"], None)
        else:
            left[message["pid"]] = message["folder"]
    for pid in left:
        _send_signal(
            pid, signal.SIGINT
        )  # PostgreSQL stops without waiting for clients, and our own server as with Ctrl+C
    deadline = time.monotonic() + STOP_TIMEOUT
    while any(map(_is_running, left)) and time.monotonic() < deadline:
        time.sleep(0.05)
    for pid, folder in left.items():
        _send_signal(pid, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)


def _send_signal(pid: int, number: int) -> None:
    with suppress(OSError):
        os.kill(pid, number)


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


if __name__ == "__main__":
    main()
