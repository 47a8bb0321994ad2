"""How long something lasts, in words that change seldom: a page is drawn anew when they do."""

from __future__ import annotations

from datetime import timedelta


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
