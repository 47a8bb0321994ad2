"""What a student's page already shows of a table, so it need not be sent; and what is new, so it can be animated."""

from __future__ import annotations

from classroom.presenters.page_version import PageVersion
from classroom.presenters.student.page import StudentLocation
from classroom.presenters.table.changes import Since
from classroom.presenters.table.news import News, news_for
from engine import Seat, Solve


def shown_since(where: StudentLocation, shown: PageVersion | None) -> Since | None:
    """Return what a page of this version shows of the table; None if unknown, so everything must be sent.

    Changes of the session (seats, names, pauses) affect every part. Within a version of the session, only moves change
    the table.

    :param shown: as reported by the page; a false value only affects its own view.
    """
    here = where.here
    if here is None or here.game_id is None or here.is_over or where.ticket is not None:
        return None
    if shown is None or shown.what != here.game_id or len(shown.numbers) != len(where.version.numbers):
        return None
    version, session_version, _, *cover = shown.numbers
    earlier = where.table.as_of(version)
    if session_version != here.session_version or earlier is None:
        return None
    is_covered = bool(cover) and not cover[0] % 2
    seat = None if is_covered else earlier.seen.turn if cover else here.seat
    return Since(version=shown, table=earlier, seat=seat, has_unsolved=_had_unsolved(where, seat, version))


def shown_news(where: StudentLocation, shown: PageVersion | None) -> News | None:
    """Return what is new for a page of this version; None if it shows something else or is too old.

    :param shown: as reported by the page; None if it is being opened.
    """
    here = where.here
    if here is None or here.game_id is None or where.ticket is not None:
        return None
    if shown is None or shown.what != here.game_id or not shown.numbers:
        return None
    version, table = shown.numbers[0], where.table
    news = table.news(version)
    if news is None or here.is_shared:
        return news
    own = (one.event for one in table.logged if one.version > version and where.student_id == one.student_id)
    return news_for(news, own, table.position.hands[here.seat], seat=here.seat)


def _had_unsolved(where: StudentLocation, seat: Seat | None, version: int) -> bool:
    """Return whether a seat with a card to solve also had one at an earlier version.

    New cards come only with the seat's moves, and a student who solved a card had one.
    """
    own = (
        one.event for one in where.table.logged if one.version > version and getattr(one.event, "seat", None) == seat
    )
    return isinstance(next(own, None), Solve | None)
