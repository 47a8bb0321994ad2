"""A student's growth: accuracy at equal difficulty over blocks of four weeks, and the rate on exit tickets.

Both need long periods: judged weekly, half of the students without any change would get a false report. Students have
better and worse days, in some classes more than in others: how much is estimated from the class. docs/reports.md has
the simulated error rates of the accuracy at equal difficulty, and how much growth it detects. Tickets are compared by
ranks, so the rate of false reports is the same for all students, however much their rates vary: at most 5% in each
direction, although teachers look after every ticket (docs/exit-ticket.md, "Growth").
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from enum import StrEnum
from math import exp, log, log2, sqrt
from statistics import fmean
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from classroom.learning.block_levels import Levels, Sorted, levels_of
from classroom.learning.day_effects import Days, ExpectedDay, day_variance_beside, share_of_a_day
from classroom.learning.statistics import Interval, Line, least_squares, normal_quantile, t_quantile
from classroom.learning.unusual_days import ClassDay, DayVariance, class_day_variance, unusual_days

BLOCK_DAYS = 28
MIN_ANSWERS_FOR_BLOCK = 60
CHANCE = 0.05
"""The probability that chance alone improves a student this much from block to block, or makes one as much worse."""
MIN_TICKETS = 8
_SURELY_AT_FIRST, _MORE_WHEN_DOUBLED = 2.3, 0.25
"""The same for the ranks of `MIN_TICKETS` tickets, and the increase whenever their number doubles: tickets are checked
after each one, so that chance has more opportunities."""
_SECONDS_ALIKE = 30
"""Tickets are of equal length if their seconds differ by less."""
_USUAL_DEVIATION, _USUAL_POINTS = 0.17, 4
"""Typical standard deviation of log rates around their line in other classes, and its weight in points."""
_DEVIATION_OF_COUNTS = 0.6
"""The same for few answers, to be divided by the root of the rate plus one: slow students' rates vary more."""


class Change(StrEnum):
    """The change between two blocks, or over a series of tickets."""

    TOO_FEW = "too-few"
    SAME = "same"
    UP = "up"
    DOWN = "down"


class Answered(NamedTuple):
    """A first answer."""

    day: date
    skill: str
    is_typed: bool
    """Whether a number was typed. Spaces on the board are easier to guess."""
    difficulty: float
    """In logits, by the current estimate: the same for both blocks."""
    is_right: bool


class Growth(NamedTuple):
    """A comparison of two finished blocks."""

    change: Change
    earlier: float | None
    """Expected proportion correct on the same equations; None with too few answers."""
    later: float | None
    interval: Interval | None
    """90% interval of the difference."""
    answers: tuple[int, int]
    """First answers in the earlier and the later block."""
    left_out: tuple[date, ...] = ()
    """Days on which the whole class got unusually few or many correct; their answers are not compared."""


_ClassDays: TypeAlias = Mapping[date, tuple[int, int]]
"""The numbers of the classmates' correct answers and of their answers on each day."""


def block_of(day: date) -> int:
    """Return the number of a day's four-week block."""
    return day.toordinal() // BLOCK_DAYS


def last_day_of_blocks(today: date) -> date:
    """Return the last day of the last finished block."""
    return date.fromordinal(block_of(today) * BLOCK_DAYS - 1)


def growth_of(
    answers: Sequence[Answered],
    *,
    today: date,
    start: float,
    of_class: Iterable[Sequence[ExpectedDay]] = (),
    classmates: _ClassDays = MappingProxyType({}),
) -> Growth:
    """Compare the last two finished blocks.

    :param start: the prior level for the student's grade
    :param of_class: the days of each student of the class in each of these blocks, beside those of the classmates:
        they tell how much days differ
    :param classmates: what they got right on each day, if known
    """
    last = block_of(today) - 1
    blocks = [[one for one in answers if block_of(one.day) == last - 1 + period] for period in (0, 1)]
    counts = len(blocks[0]), len(blocks[1])
    if min(counts) < MIN_ANSWERS_FOR_BLOCK:
        return Growth(Change.TOO_FEW, None, None, None, counts)
    both = _sorted(blocks)
    levels = levels_of(both, start)
    class_days = [_class_days(block, levels, classmates) for block in blocks]
    unusual = unusual_days(class_days)
    if unusual:
        blocks = [[one for one in block if one.day not in unusual] for block in blocks]
        counts, both = (len(blocks[0]), len(blocks[1])), _sorted(blocks)
        levels = levels_of(both, start)
    of_days = sum(share_of_a_day(_days_of(block)) for block in blocks)
    usual_days = [[one for day, one in days.items() if day not in unusual] for days in class_days]
    shared, freedom = class_day_variance(usual_days) if classmates else DayVariance(0.0, 1.0)
    variance = levels.variance + (day_variance_beside(of_class) + shared) * of_days
    reach = sqrt(variance) * _quantile(variance, shared * of_days, freedom)
    difference = levels.later - levels.earlier
    change = Change.UP if difference >= reach else Change.DOWN if difference <= -reach else Change.SAME
    before, after = (levels.share(level, both) for level in (levels.earlier, levels.later))
    low, high = (levels.share(levels.later + side * reach, both) - before for side in (-1, 1))
    return Growth(change, before, after, Interval(low, high), counts, tuple(sorted(unusual)))


def _quantile(variance: float, uncertain: float, freedom: float) -> float:
    """Return the deviation that chance exceeds in one of 20 cases, in standard errors.

    Student's t with the degrees of freedom of Welch and Satterthwaite: a class has few days, so they hardly tell how
    much these differ.

    :param uncertain: the part of the variance that was estimated with these degrees of freedom
    """
    return t_quantile(1 - CHANCE, freedom * (variance / uncertain) ** 2) if uncertain else normal_quantile(1 - CHANCE)


def _sorted(blocks: Iterable[Iterable[Answered]]) -> list[Sorted]:
    return [Sorted(period, *one[1:]) for period, block in enumerate(blocks) for one in block]


def _class_days(block: Iterable[Answered], levels: Levels, classmates: _ClassDays) -> dict[date, ClassDay]:
    """Return what the class got right on the days of a block, given the student's cards."""
    asked: defaultdict[date, list[float]] = defaultdict(list)
    for one in block:
        asked[one.day].append(one.difficulty - levels.offsets[one.skill, one.is_typed])
    return {day: ClassDay(*classmates[day], of_day) for day, of_day in asked.items() if day in classmates}


def _days_of(answers: Iterable[Answered]) -> Days:
    days: defaultdict[date, list[bool]] = defaultdict(list)
    for one in answers:
        days[one.day].append(one.is_right)
    return [(sum(some), len(some)) for some in days.values()]


class TicketGrowth(NamedTuple):
    """Correct answers per minute over a series of tickets."""

    change: Change
    line: Line | None
    """Line through the logarithm of the rate plus one, over weeks; None with too few tickets, or of several kinds."""
    tickets: int
    """The number of tickets, without those that nothing can be compared with."""
    is_mixed: bool = False
    """Whether tickets ask for different equations, and only those of the same kind were compared."""

    def band(self, week: float) -> tuple[float, float, float]:
        """Return the rate on the line in a week, with its 90% band."""
        assert self.line is not None  # noqa: S101  asked for where there is one
        low, high = self.line.band(week)
        return exp(self.line.at(week)) - 1, exp(low) - 1, exp(high) - 1


def ticket_growth(
    weeks: Sequence[float], rates: Sequence[float], limits: Sequence[float], kinds: Sequence[int] | None = None
) -> TicketGrowth:
    """Evaluate tickets, oldest first.

    :param limits: the seconds allowed for each ticket
    :param kinds: the same number for tickets with alike equations (`ticket_kinds.py`); None: all are alike
    """
    kinds = kinds or [0] * len(rates)
    alike = list(zip(kinds, (round(seconds / _SECONDS_ALIKE) for seconds in limits), strict=True))
    is_mixed, of_kind = len(set(kinds)) > 1, Counter(kinds)
    compared = sum(count for count in of_kind.values() if count > 1) if is_mixed else len(rates)
    if compared < MIN_TICKETS or len(set(weeks)) < 2:
        return TicketGrowth(Change.TOO_FEW, None, compared, is_mixed)
    line = None if is_mixed else line_of_rates(weeks, rates)
    deviation = _rank_deviation(rates, alike)
    surely = _SURELY_AT_FIRST + _MORE_WHEN_DOUBLED * log2(compared / MIN_TICKETS)
    change = Change.UP if deviation >= surely else Change.DOWN if deviation <= -surely else Change.SAME
    if line is not None and (line.slope <= 0 if change is Change.UP else line.slope >= 0):
        change = Change.SAME  # the picture would contradict it
    return TicketGrowth(change, line, compared, is_mixed)


def line_of_rates(weeks: Sequence[float], rates: Sequence[float]) -> Line:
    """Fit a line to log(rate + 1)."""
    return _line(weeks, [log(rate + 1) for rate in rates], rates)


def slope_within_kinds(weeks: Sequence[float], rates: Sequence[float], kinds: Sequence[int]) -> Line | None:
    """Fit lines of the same slope to log(rate + 1) for each kind of tickets; None if no kind has tickets of two weeks.

    Its height is meaningless.
    """
    places, heights = list(weeks), [log(rate + 1) for rate in rates]
    for kind in set(kinds):
        its = [at for at, one in enumerate(kinds) if one == kind]
        for values in (places, heights):
            middle = fmean(values[at] for at in its)
            for at in its:
                values[at] -= middle
    lost = len(set(kinds)) - 1
    return _line(places, heights, rates, lost) if any(places) and len(rates) - lost > 2 else None


def _line(places: Sequence[float], heights: Sequence[float], rates: Sequence[float], lost: int = 0) -> Line:
    usual = max(_USUAL_DEVIATION, _DEVIATION_OF_COUNTS / sqrt(fmean(rates) + 1))
    return least_squares(places, heights, usual_variance=usual**2, usual_weight=_USUAL_POINTS, lost=lost)


def _rank_deviation(rates: Sequence[float], kinds: Sequence[tuple[int, int]]) -> float:
    """Return how much later rates exceed earlier ones on tickets of the same kind, in standard errors.

    This is Mann and Kendall's statistic, with its correction for ties, added up over the kinds (Hirsch, Slack and
    Smith 1982). Short tickets count slow students' unfinished questions more, so other lengths cannot be compared.

    :param kinds: by equations and length
    """
    score, variance = 0, 0.0
    for kind in set(kinds):
        some = [rate for rate, its_kind in zip(rates, kinds, strict=True) if its_kind == kind]
        score += sum((later > earlier) - (later < earlier) for at, later in enumerate(some) for earlier in some[:at])
        variance += _rank_variance(len(some)) - sum(map(_rank_variance, Counter(some).values()))
    return (score - (score > 0) + (score < 0)) / sqrt(variance) if variance > 0 else 0.0


def _rank_variance(count: int) -> float:
    return count * (count - 1) * (2 * count + 5) / 18
