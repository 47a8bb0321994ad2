"""The one place that reads the time, so that tests and the demo can live in another week."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime

_frozen: ContextVar[datetime | None] = ContextVar("frozen_clock", default=None)


def now() -> datetime:
    """Return the present moment, in UTC and aware."""
    return _frozen.get() or datetime.now(UTC)


def local_time(moment: datetime) -> datetime:
    """Return a moment on the clock of the server, which stands in the school or is set to its time zone."""
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
