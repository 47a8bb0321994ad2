"""How long a thread may compute before another one gets a turn: shorter while something long is computed.

Python runs one thread at a time. A thread that computes keeps its turn for 5 ms whenever another one asks for it, and
a move asks a few dozen times: each time it returns from the database.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

USUAL = sys.getswitchinterval()
"""Seconds. Requests of about equal length are best answered with few switches between them."""
SHORT = 0.0005

_lock = threading.Lock()
_users = 0


@contextmanager
def short_turns() -> Iterator[None]:
    """Let threads take short turns during the block, which computes for long: a report, a file, a snapshot."""
    _count(1)
    try:
        yield
    finally:
        _count(-1)


def _count(change: int) -> None:
    global _users  # noqa: PLW0603  of the process, like the interval
    with _lock:
        _users += change
        sys.setswitchinterval(SHORT if _users else USUAL)
