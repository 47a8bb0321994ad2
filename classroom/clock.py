"""The only module that reads the time, so tests and the demo can run in another week.

The system's clock can jump: someone sets it, or a computer without a battery learns the time late. Sign-ins, lock-outs,
and turns must not end by that, so the app's clock goes on by the time that has really passed. It follows the system's
clock again once no one is signed in (`services.maintenance.background`).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime, timedelta

log = logging.getLogger(__name__)

JUMP = timedelta(minutes=1)
"""A larger step of the system's clock is a jump."""

_frozen: ContextVar[datetime | None] = ContextVar("frozen_clock", default=None)
# One that goes on while the computer sleeps: BOOTTIME on Linux, MONOTONIC on macOS; Python's own on Windows.
_RUNNING = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
_JUMP_SECONDS = JUMP.total_seconds()


def _system_seconds() -> float:
    return time.time()


def _running_seconds() -> float:
    return time.monotonic() if _RUNNING is None else time.clock_gettime(_RUNNING)


class _OwnTime:
    """How far the system's clock is ahead of the time that passes."""

    def __init__(self) -> None:
        self.ahead = _system_seconds() - _running_seconds()
        self.has_told = False

    def seconds(self) -> float:
        """Give the system's time, or the app's own after a jump."""
        own = _running_seconds() + self.ahead
        step = _system_seconds() - own
        if abs(step) < _JUMP_SECONDS:
            self.ahead += step
            return own + step
        if not self.has_told:
            self.has_told = True
            log.warning(
                "the system's clock jumped by %s; the app keeps its own time until no one is signed in",
                timedelta(seconds=round(step)),
            )
        return own

    def follow(self) -> None:
        """Take over the system's time."""
        self.ahead = _system_seconds() - _running_seconds()
        self.has_told = False


_own = _OwnTime()


def now() -> datetime:
    """Return the current moment, in UTC and aware."""
    return _frozen.get() or datetime.fromtimestamp(_own.seconds(), UTC)


def has_jumped() -> bool:
    """Whether the system's clock shows another time than the app's, since it jumped."""
    return abs(_system_seconds() - _own.seconds()) >= _JUMP_SECONDS


def follow_system() -> None:
    """Take over the time of the system's clock after a jump. What was noted before counts as so much older or newer."""
    _own.follow()


def local_time(moment: datetime) -> datetime:
    """Convert a moment to the server's local time, which should be the school's."""
    return moment.astimezone()


def local_day(moment: datetime) -> date:
    """Return the school day of a moment."""
    return local_time(moment).date()


@contextmanager
def frozen_at(moment: datetime) -> Iterator[None]:
    """Let :func:`now` give ``moment`` (aware) within the block, in this context only."""
    token = _frozen.set(moment)
    try:
        yield
    finally:
        _frozen.reset(token)
