"""What a response needs but a page opened at a table lacks: such a page has only what a table needs."""

from __future__ import annotations

from classroom.presenters.page_version import PageVersion
from classroom.presenters.student.page import StudentLocation, StudentPage
from classroom.presenters.student.play import TablePage
from classroom.presenters.student.shared import CoveredPage
from classroom.presenters.table.news import News


def animals_at(page: StudentPage) -> tuple[str, ...]:
    """Return the animals that a table uses; empty if the page is not a table and may use all."""
    if isinstance(page, TablePage | CoveredPage):
        return page.table.animals
    return ()


def needs_more(page: StudentPage, news: News | None) -> bool:
    """Return whether a response needs styles that a table lacks: for another page, or for a new sequence."""
    return not animals_at(page) or (news is not None and news.sequence is not None)


def has_other_faces(where: StudentLocation, shown: PageVersion | None) -> bool:
    """Return whether there may be animals that the page has not loaded: seats change with the session's version.

    :param shown: the page's version; None if the page can't apply differences.
    """
    if shown is None:
        return False
    if shown.what != where.version.what:
        return True
    is_table = where.here is not None and where.version.what == where.here.game_id
    return is_table and shown.numbers[1:2] != where.version.numbers[1:2]
