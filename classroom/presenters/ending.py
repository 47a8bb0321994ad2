"""When the games of a lesson end by themselves, in words for everybody."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from classroom import clock
from classroom.models import UNDER_WAY, SessionState
from classroom.presenters.moments import time_text


class Timed(Protocol):
    """A session as a page read it."""

    @property
    def state(self) -> SessionState: ...

    @property
    def ends_at(self) -> datetime | None: ...


@dataclass(frozen=True, slots=True)
class ShownEnding:
    """An end that is set."""

    at: str
    """On the clock of the school: "10:42"."""
    left: str
    """"in 4 minutes": changes seldom."""
    seconds: int = field(repr=False)
    """The same exactly; a page does not count as changed by it."""


def shown_ending(class_session: Timed | None) -> ShownEnding | None:
    """Say when the games of a session end; None: when the teacher ends them."""
    if class_session is None or class_session.ends_at is None:
        return None
    if class_session.state not in UNDER_WAY:
        return None
    seconds = max(0, int((class_session.ends_at - clock.now()).total_seconds()))
    return ShownEnding(time_text(class_session.ends_at), in_time(seconds), seconds)


def in_time(seconds: int) -> str:
    """A time ahead, in whole minutes.

    >>> in_time(300), in_time(61), in_time(60), in_time(59)
    ('in 5 minutes', 'in 2 minutes', 'in 1 minute', 'in less than a minute')
    """
    if seconds < 60:
        return "in less than a minute"
    minutes = -(-seconds // 60)
    return f"in {minutes} minute{'s' if minutes > 1 else ''}"
