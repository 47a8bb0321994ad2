"""The exit ticket of a session, or a student's tickets: correct and wrong answers, and the rate per minute."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from classroom.clock import local_time
from classroom.i18n import _, ngettext
from classroom.presenters.moments import day_text
from classroom.presenters.words import all_of, decimal_text
from classroom.reports.statistics import Proportion
from classroom.reports.tickets import TicketLine

BINS = 20
_WIDTHS = (1, 2, 3, 5, 10)
"""Possible widths of a bin, in correct answers per minute."""


@dataclass(frozen=True, slots=True)
class Bin:
    """The number of students in a range of values."""

    low: int
    high: int
    count: int


@dataclass(frozen=True, slots=True)
class RatePicture:
    """A histogram of students by rate."""

    bins: tuple[Bin, ...]
    top: int
    """The maximum of the scale."""
    median: float
    words: str
    """The same in words, for screen readers."""


@dataclass(frozen=True, slots=True)
class TicketRow:
    who: str
    """The student's name; in the student's own report, the date."""
    right: int
    wrong: int
    rate: str
    """Correct answers per minute; "–" if the time was too short."""


@dataclass(frozen=True, slots=True)
class ClassTicket:
    rows: tuple[TicketRow, ...]
    """By name."""
    not_written: tuple[str, ...]
    """Students who were there and did not start."""
    answers: Proportion
    picture: RatePicture | None


def class_ticket(lines: Sequence[TicketLine], answers: Proportion, present: Sequence[tuple[str, str]]) -> ClassTicket:
    """Build a class's results.

    :param present: IDs and names of the students who were there
    """
    written = {line.student_id for line in lines}
    rates = [line.per_minute for line in lines if line.per_minute is not None]
    return ClassTicket(
        rows=tuple(_row(line, line.name) for line in lines),
        not_written=tuple(name for student_id, name in present if student_id not in written),
        answers=answers,
        picture=rate_picture(rates) if rates else None,
    )


def student_tickets(lines: Sequence[TicketLine]) -> tuple[TicketRow, ...]:
    """Build a student's tickets, newest first."""
    return tuple(_row(line, day_text(local_time(line.opened_at).date())) for line in lines)


def rate_picture(rates: Sequence[float]) -> RatePicture:
    """Build a histogram, with bins as narrow as the scale allows.

    >>> shown = rate_picture([0.0, 12.0, 12.9])
    >>> shown.top, [(one.low, one.high, one.count) for one in shown.bins if one.count], shown.median
    (20, [(0, 1, 1), (12, 13, 2)], 12.0)
    """
    width = next((width for width in _WIDTHS if width * BINS > max(rates)), _WIDTHS[-1])
    counts = [0] * BINS
    for rate in rates:
        counts[min(BINS - 1, int(rate / width))] += 1
    bins = tuple(Bin(width * at, width * (at + 1), number) for at, number in enumerate(counts))
    words = _(
        "Correct answers per minute: %(students)s", students=all_of([_bin_text(one) for one in bins if one.count])
    )
    return RatePicture(bins, width * BINS, median(rates), words)


def rate_text(rate: float | None) -> str:
    """Format a rate.

    >>> rate_text(12.345), rate_text(None)
    ('12.3', '–')
    """
    return "–" if rate is None else decimal_text(rate)


def _bin_text(one: Bin) -> str:
    return ngettext(
        "%(num)d student with %(low)s to %(high)s",
        "%(num)d students with %(low)s to %(high)s",
        one.count,
        low=one.low,
        high=one.high,
    )


def _row(line: TicketLine, who: str) -> TicketRow:
    return TicketRow(who, line.answers.right, line.answers.missed, rate_text(line.per_minute))
