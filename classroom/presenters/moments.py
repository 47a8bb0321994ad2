"""Times and durations in the reader's language."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from babel.dates import format_skeleton, format_time

from classroom import clock
from classroom.clock import local_time
from classroom.i18n import _, current_locale, ngettext


def day_text(day: date) -> str:
    """Format a date.

    >>> day_text(date(2026, 9, 7))
    'Mon, Sep 7, 2026'
    """
    return format_skeleton("yMMMEd", _noon(day), locale=current_locale())


def today_text() -> str:
    """Format the current date, which is printed on reports."""
    return day_text(clock.local_day(clock.now()))


def short_day_text(day: date) -> str:
    """Format a date without its year, where that is clear.

    >>> short_day_text(date(2026, 9, 7))
    'Sep 7'
    """
    return format_skeleton("MMMd", _noon(day), locale=current_locale())


def time_text(moment: datetime) -> str:
    """Format the time of day.

    >>> time_text(datetime(2026, 9, 7, 13, 5).astimezone())
    '1:05\u202fPM'
    """
    return format_time(local_time(moment).timetz(), "short", locale=current_locale())


def short_moment_text(moment: datetime) -> str:
    """Format day and time without the year."""
    there = local_time(moment)
    day = format_skeleton("MMMEd", _noon(there.date()), locale=current_locale())
    return _("%(day)s, %(time)s", day=day, time=time_text(moment))


def moment_text(moment: datetime) -> str:
    """Format day and time."""
    return _("%(day)s, %(time)s", day=day_text(local_time(moment).date()), time=time_text(moment))


def how_long(waited: timedelta) -> str:
    """Format a waiting time; "" if it is too short to matter.

    >>> from datetime import timedelta
    >>> [how_long(timedelta(seconds=seconds)) for seconds in (14, 44, 150, 4000)]
    ['', '30 s', '2 min', '1 h']
    """
    seconds = int(waited.total_seconds())
    if seconds < 15:
        return ""
    if seconds < 60:
        return ngettext("%(num)d s", "%(num)d s", seconds // 15 * 15)
    if seconds < 3600:
        return ngettext("%(num)d min", "%(num)d min", seconds // 60)
    return ngettext("%(num)d h", "%(num)d h", seconds // 3600)


def _noon(day: date) -> datetime:
    return datetime.combine(day, time(12))
