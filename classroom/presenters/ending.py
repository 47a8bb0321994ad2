"""The scheduled end of a session's games, in words for everyone."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from classroom import clock
from classroom.i18n import _, ngettext
from classroom.models import UNDER_WAY, SessionState
from classroom.presenters.moments import time_text


class Timed(Protocol):
    """A session, as read by a page."""

    @property
    def state(self) -> SessionState: ...

    @property
    def ends_at(self) -> datetime | None: ...


@dataclass(frozen=True, slots=True)
class ShownEnding:
    at: str
    """The time on the school's clock: "10:42 AM"."""
    left: str
    """"4 minutes left", which rarely changes."""
    countdown: tuple[str, ...] = field(repr=False)
    """Texts for 0, 1, 2, … minutes left, up to now, because scripts have no texts of their own."""
    seconds: int = field(repr=False)
    """The exact time left; excluded from the page's version."""


def shown_ending(class_session: Timed | None) -> ShownEnding | None:
    """Return when the games of a session end; None if the teacher ends them."""
    if class_session is None or class_session.ends_at is None:
        return None
    if class_session.state not in UNDER_WAY:
        return None
    seconds = max(0, int((class_session.ends_at - clock.now()).total_seconds()))
    minutes = -(-seconds // 60) if seconds >= 60 else 0
    countdown = tuple(time_left(number) for number in range(minutes + 1))
    return ShownEnding(time_text(class_session.ends_at), countdown[-1], countdown, seconds)


def time_left(minutes: int) -> str:
    """Return how much time is left, rounded up to minutes.

    >>> [time_left(minutes) for minutes in (5, 1, 0)]
    ['5 minutes left', '1 minute left', 'less than 1 minute left']
    """
    if minutes == 0:
        return _("less than 1 minute left")
    return ngettext("%(num)d minute left", "%(num)d minutes left", minutes)
