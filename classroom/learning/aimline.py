"""The aimline of a student: from the rate on exit tickets at the start to a goal, and whether the student keeps to it.

A trend says little for long. Simulated students exactly on their line are said to be below it by the usual rule of four
points in half of all school years, so that rule is not used. The slope of the weekly rates is judged after 10 weeks
with a ticket, and then after every fourth. Decision rules on trend lines beat those on single points, and need at least
ten weekly points: Christ and others 2013; Van Norman and Christ 2016; Van Norman, Christ and Newell 2017,
doi 10.17105/SPR-2017-0065.V46-3. `tests/classroom/learning/test_aimline.py` measures how often it errs.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from math import exp, log
from typing import NamedTuple

from classroom.learning.growth import line_of_rates

MIN_WEEKS = 10
"""Weeks with a ticket before anything is said."""
WEEKS_BETWEEN = 4
"""Weeks with a ticket from one judgement to the next."""


class Course(StrEnum):
    """How the weekly rates go beside the aimline."""

    TOO_FEW = "too-few"
    BELOW = "below"
    ABOVE = "above"
    OPEN = "open"
    """Nothing can be told yet."""


class Aimline(NamedTuple):
    """From a rate to another, in correct answers per minute. Straight on the scale on which growth is judged."""

    start: float
    goal: float
    weeks: float
    """From one to the other."""

    @property
    def slope(self) -> float:
        """Growth of the logarithm of the rate plus one, per week."""
        return (log(self.goal + 1) - log(self.start + 1)) / self.weeks

    def at(self, week: float) -> float:
        """Return the rate that it leads to in a week."""
        return exp(log(self.start + 1) + self.slope * week) - 1


class Judgement(NamedTuple):
    """What may be said of a student's course."""

    course: Course
    weeks: int
    """Weeks with a ticket that it rests on; with too few, those there are."""


def judge(line: Aimline, weeks: Sequence[int], rates: Sequence[float]) -> Judgement:
    """Compare the slope of weekly rates with that of the aimline.

    :param weeks: numbers of the weeks with a ticket since the goal was set, each once and in order
    :param rates: the mean rate in each
    """
    if len(weeks) < MIN_WEEKS:
        return Judgement(Course.TOO_FEW, len(weeks))
    judged = len(weeks) - (len(weeks) - MIN_WEEKS) % WEEKS_BETWEEN
    low, high = line_of_rates(weeks[:judged], rates[:judged]).slope_interval(0.90)
    course = Course.BELOW if high < line.slope else Course.ABOVE if low > line.slope else Course.OPEN
    return Judgement(course, judged)
