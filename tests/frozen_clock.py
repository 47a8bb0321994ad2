"""A clock that stops until a test moves it."""

from __future__ import annotations

from contextlib import AbstractContextManager, ExitStack
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Self

from classroom import clock

if TYPE_CHECKING:
    from types import TracebackType

MONDAY_NOON = datetime(2026, 9, 7, 12, 0).astimezone(UTC)


class FrozenClock(AbstractContextManager["FrozenClock"]):
    """Stop `classroom.clock` at `now` within a ``with`` block, in this thread."""

    def __init__(self, now: datetime = MONDAY_NOON) -> None:
        self.now = now
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        self._stack.enter_context(clock.frozen_at(self.now))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def move_on(self, **duration: float) -> None:
        """Advance the clock: ``move_on(minutes=15)``. The arguments are those of `timedelta`."""
        self.now += timedelta(**duration)
        self._stack.enter_context(clock.frozen_at(self.now))
