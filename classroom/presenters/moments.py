"""Days and times as people read them, on the server's clock."""

from __future__ import annotations

from datetime import date, datetime

from classroom.clock import local_time


def day_text(day: date) -> str:
    """The day in words.

    >>> day_text(date(2026, 9, 7))
    'Mon 7 September 2026'
    """
    return f"{day:%a} {day.day} {day:%B %Y}"


def short_day_text(day: date) -> str:
    """The day in few signs, where the year is clear.

    >>> short_day_text(date(2026, 9, 7))
    '7 Sep'
    """
    return f"{day.day} {day:%b}"


def short_moment_text(moment: datetime) -> str:
    """Day and time of a moment, where the year is clear."""
    there = local_time(moment)
    return f"{there:%a} {short_day_text(there.date())}, {there:%H:%M}"


def moment_text(moment: datetime) -> str:
    """Day and time of a moment."""
    there = local_time(moment)
    return f"{day_text(there.date())}, {there:%H:%M}"
