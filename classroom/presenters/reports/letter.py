"""The letter to a family: strengths first, then three things to practice, without comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from classroom.i18n import _
from classroom.learning.growth import Change
from classroom.presenters.moments import day_text
from classroom.presenters.reports.choice import ShownTime, show_time
from classroom.presenters.reports.rated_tickets import RatedTicket, growth_of_rates, rates_of
from classroom.presenters.reports.student_page import SURE_AFTER
from classroom.presenters.words import decimal_text, number_text
from classroom.reports.equations import EquationLine
from classroom.reports.spans import DateRange, SessionLine
from classroom.reports.students import StudentLine
from classroom.reports.tickets import TicketLine

MOST_STRENGTHS, MOST_NEXT = 6, 3


@dataclass(frozen=True, slots=True)
class Letter:
    time: ShownTime
    name: str
    dates: str
    """The first and the last day with answers; empty without any."""
    answers: int
    right: int
    days: int
    strengths: tuple[EquationLine, ...]
    """Correct each time, at least four times."""
    next: tuple[EquationLine, ...]
    """The most missed equations."""
    faster: str
    """That exit tickets got faster, from all tickets so far; "" if that isn't sure."""
    has_enough_answers: bool


def show_letter(
    span: DateRange,
    sessions: Sequence[SessionLine],
    line: StudentLine,
    equations: Sequence[EquationLine],
    tickets: Sequence[TicketLine],
) -> Letter:
    """Build the letter.

    :param tickets: all of the student's, newest first
    """
    sure = [one for one in equations if not one.first.missed and one.first.trials >= SURE_AFTER]
    return Letter(
        time=show_time(span, sessions),
        name=line.name,
        dates=_dates([day for day, _share in line.days]),
        answers=line.first.trials,
        right=line.first.right,
        days=len(line.days),
        strengths=tuple(sorted(sure, key=lambda one: -one.first.trials)[:MOST_STRENGTHS]),
        next=tuple(one for one in equations if one.first.missed)[:MOST_NEXT],
        faster=_faster(rates_of(tickets)),
        has_enough_answers=line.first.has_enough_answers,
    )


def _faster(rated: Sequence[RatedTicket]) -> str:
    """Say that the student got faster, where the student's report says so: on at least 8 tickets, and surely.

    A letter says nothing of slower ones: it is about strengths and practice.
    """
    if not rated:
        return ""
    weeks, growth = growth_of_rates(rated)
    if growth.change is not Change.UP:
        return ""
    if growth.line is None:
        return _("Getting faster on %(count)s short quizzes (%(dates)s).", count=growth.tickets, dates=_dates_of(rated))
    before, after = (growth.band(week)[0] for week in (weeks[0], weeks[-1]))
    if after - before >= 1:
        shown = number_text(round(before)), number_text(round(after))
    else:
        shown = decimal_text(before), decimal_text(after)
    return _(
        "Getting faster: about %(before)s correct answers per minute at first, about %(after)s now, on %(count)s short "
        "quizzes (%(dates)s).",
        before=shown[0],
        after=shown[1],
        count=len(rated),
        dates=_dates_of(rated),
    )


def _dates_of(rated: Sequence[RatedTicket]) -> str:
    return _dates([rated[0].day, rated[-1].day])


def _dates(days: Sequence[date]) -> str:
    if len(days) < 2:
        return "".join(map(day_text, days))
    return _("%(first)s to %(last)s", first=day_text(days[0]), last=day_text(days[-1]))
