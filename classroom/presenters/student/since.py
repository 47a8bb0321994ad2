"""What a student's page shows of a table already: that need not be sent again, and what is new may be seen arriving."""

from __future__ import annotations

from classroom.presenters.page_version import PageVersion
from classroom.presenters.student.page import StudentLocation
from classroom.presenters.table.changes import Since
from classroom.presenters.table.news import News, news_for
from engine import Seat, Solve


def shown_since(where: StudentLocation, shown: PageVersion | None) -> Since | None:
    """Find what a page of that version shows of the table; None: not known, so send the whole.

    What changes with the session (seats, names, pauses) changes every part. Within one version of it only moves
    change the table.

    :param shown: as the page says. A page that shows something else can only spoil its own view.
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
    """Find what is new on the table for a page of that version; None: the page shows something else, or it is too old.

    :param shown: as the page says; None: it is only being opened.
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
    """Whether a seat that has a card to solve had one at an earlier version too.

    New cards come only with moves of the seat, and a student who solved a card had one.
    """
    own = (
        one.event for one in where.table.logged if one.version > version and getattr(one.event, "seat", None) == seat
    )
    return isinstance(next(own, None), Solve | None)
