"""Moments and lengths of time in words."""

from __future__ import annotations

from datetime import date, datetime, timedelta

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


def how_long(time: timedelta) -> str:
    """A waiting time; nothing while it is too short to matter.

    >>> from datetime import timedelta
    >>> [how_long(timedelta(seconds=seconds)) for seconds in (14, 44, 150, 4000)]
    ['', '30 s', '2 min', '1 h']
    """
    seconds = int(time.total_seconds())
    if seconds < 15:
        return ""
    if seconds < 60:
        return f"{seconds // 15 * 15} s"
    return f"{seconds // 60} min" if seconds < 3600 else f"{seconds // 3600} h"
