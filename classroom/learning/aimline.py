"""A student's aimline: from the initial rate on exit tickets to a goal, and whether the student will reach the goal.

Trends need many points. The usual four-point rule would misjudge simulated students who are exactly on their line as
below it in half of all school years, so it is not used. After 10 weeks with a ticket, then after every fourth, the
trend of the weekly rates is extended to the goal's date. Comparing its slope with that of the aimline would be worse:
the aimline starts at the median of three tickets, so chance may make it too steep for a student who reaches the goal.
Decision rules on trend lines beat those on single points, and need at least ten weekly points: Christ and others 2013;
Van Norman and Christ 2016; Van Norman, Christ and Newell 2017, doi 10.17105/SPR-2017-0065.V46-3.
`tests/classroom/learning/test_aimline.py` measures how often it errs.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from math import exp, hypot, log, pi, sqrt
from typing import NamedTuple

from classroom.learning.growth import line_of_rates, slope_within_kinds
from classroom.learning.statistics import Interval, t_quantile

MIN_WEEKS = 10
"""Minimum weeks with a ticket before the first judgment."""
WEEKS_BETWEEN = 4
"""Weeks with a ticket between two judgments."""
TICKETS_OF_START = 3
"""The aimline starts at the median of this number of recent tickets."""
_SURE = 0.90


class Course(StrEnum):
    """Whether the trend of the weekly rates ends below or above the goal."""

    TOO_FEW = "too-few"
    BELOW = "below"
    ABOVE = "above"
    OPEN = "open"
    """Too early to tell."""


class Aimline(NamedTuple):
    """A line between two rates, in correct answers per minute. Straight on the scale used for growth."""

    start: float
    goal: float
    weeks: float
    """Weeks from one to the other."""

    @property
    def slope(self) -> float:
        """Return the growth per week of the logarithm of the rate plus one."""
        return (log(self.goal + 1) - log(self.start + 1)) / self.weeks

    def at(self, week: float) -> float:
        """Return the expected rate in a week."""
        return exp(log(self.start + 1) + self.slope * week) - 1


class Judgement(NamedTuple):
    """A judgment of a student's progress."""

    course: Course
    weeks: int
    """Weeks with a ticket that it is based on; if too few, the current number."""


def judge(line: Aimline, weeks: Sequence[int], rates: Sequence[float], kinds: Sequence[int] | None = None) -> Judgement:
    """Extend the trend of weekly rates to the goal's date, and compare it with the goal.

    Where tickets ask for different equations, only the slope within each kind can be compared.

    :param weeks: numbers of the weeks with a ticket since the goal was set, ascending; unique for each kind
    :param rates: the mean rate in each week
    :param kinds: the same number for tickets with alike equations (`ticket_kinds.py`); None: all are alike
    """
    kinds = kinds or [0] * len(weeks)
    every = sorted(set(weeks))
    if len(every) < MIN_WEEKS:
        return Judgement(Course.TOO_FEW, len(every))
    judged = len(every) - (len(every) - MIN_WEEKS) % WEEKS_BETWEEN
    some = sum(week <= every[judged - 1] for week in weeks)
    if len(set(kinds[:some])) == 1:
        low, high = line_of_rates(weeks[:some], rates[:some]).band(line.weeks, _SURE)
        wanted = log(line.goal + 1)
    else:
        slope = _slope(line, weeks[:some], rates[:some], kinds[:some])
        if slope is None:
            return Judgement(Course.OPEN, judged)
        (low, high), wanted = slope, line.slope
    course = Course.BELOW if high < wanted else Course.ABOVE if low > wanted else Course.OPEN
    return Judgement(course, judged)


def _slope(line: Aimline, weeks: Sequence[int], rates: Sequence[float], kinds: Sequence[int]) -> Interval | None:
    """Return the interval of the slope, given that chance affected the start of the aimline, too."""
    found = slope_within_kinds(weeks, rates, kinds)
    if found is None:
        return None
    of_start = found.deviation * sqrt(pi / 2 / TICKETS_OF_START) / line.weeks
    error = hypot(found.deviation / sqrt(found.spread), of_start)
    reach = t_quantile((1 + _SURE) / 2, found.points - 2) * error
    return Interval(found.slope - reach, found.slope + reach)
