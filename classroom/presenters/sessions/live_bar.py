"""The bar above the live tables: counts, and actions for all tables."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from classroom.i18n import _, ngettext
from classroom.presenters.ending import ShownEnding
from classroom.presenters.sessions.live_tables import ShownTable

_MINUTE = 60


class LiveBar(NamedTuple):
    is_paused: bool
    tables: int
    to_check: int
    """The number of tables that need attention."""
    tells_misses: bool
    """Whether some need it for a reason that students should not read."""
    games_over: int
    can_deal: bool
    """Whether the next game can start at a table."""
    ends_at: str | None
    """When the games end by schedule: "10:42 AM"; None without a schedule."""
    ends: str
    """A sentence with that time and the minutes left; "" without a schedule."""


def live_bar(tables: Sequence[ShownTable], ending: ShownEnding | None, *, is_paused: bool) -> LiveBar:
    reasons = [table.reason for table in tables]
    return LiveBar(
        is_paused=is_paused,
        tables=len(tables),
        to_check=sum(reason is not None for reason in reasons),
        tells_misses=any(reason is not None and reason.is_private for reason in reasons),
        games_over=sum(table.outcome is not None for table in tables),
        can_deal=any(table.can_deal for table in tables),
        ends_at=None if ending is None else ending.at,
        ends="" if ending is None else _ends(ending),
    )


def _ends(ending: ShownEnding) -> str:
    if ending.seconds < _MINUTE:
        return _("Ends at %(time)s, in less than a minute", time=ending.at)
    minutes = ceil(ending.seconds / _MINUTE)
    return ngettext(
        "Ends at %(time)s, in %(num)d minute", "Ends at %(time)s, in %(num)d minutes", minutes, time=ending.at
    )
