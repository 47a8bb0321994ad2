"""What an answer brings that a page lacks which was opened at a table: it has what a table needs, and no more."""

from __future__ import annotations

from classroom.presenters.page_version import PageVersion
from classroom.presenters.student.page import StudentLocation, StudentPage
from classroom.presenters.student.play import TablePage
from classroom.presenters.student.shared import CoveredPage
from classroom.presenters.table.news import News


def animals_at(page: StudentPage) -> tuple[str, ...]:
    """Name the animals that a table draws; empty: this page is none, and may draw all."""
    if isinstance(page, TablePage | CoveredPage):
        return page.table.animals
    return ()


def needs_more(page: StudentPage, news: News | None) -> bool:
    """Tell whether an answer shows what a table has no styles for: another page, or the moment of a sequence."""
    return not animals_at(page) or (news is not None and news.sequence is not None)


def has_other_faces(where: StudentLocation, shown: PageVersion | None) -> bool:
    """Tell whether there may be animals that the page has not drawn yet: people change seats with the session.

    :param shown: the version of the page; None: it names none, so it is not one that puts answers together.
    """
    if shown is None:
        return False
    if shown.what != where.version.what:
        return True
    is_table = where.here is not None and where.version.what == where.here.game_id
    return is_table and shown.numbers[1:2] != where.version.numbers[1:2]
