"""Layer B: the speed of correct first attempts, on a log scale.

``log seconds = item + student + student in skill + noise``: running means, shrunk towards zero as if three answers at
the mean had come before. It is separate from accuracy, and nothing rewards speed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean, median
from typing import NamedTuple

SHRINK = 3
"""Prior answers at the mean in every running mean."""
FASTEST, SLOWEST = 0.2, 20.0
"""Limits in seconds; times beyond are clipped."""
_USUAL_DEVIATION, _USUAL_WEIGHT = 0.4, 8
"""Prior standard deviation of one student's log seconds, and its weight in times."""
_OF_MEDIAN = math.sqrt(math.pi / 2)
"""The standard error of a median, relative to that of a mean."""


@dataclass(slots=True)
class RunningMean:
    """A running mean with prior 0, weighted like `SHRINK` answers."""

    total: float = 0.0
    count: int = 0

    @property
    def value(self) -> float:
        return self.total / (self.count + SHRINK)

    def add(self, value: float) -> None:
        self.total += value
        self.count += 1

    def copy(self) -> RunningMean:
        return RunningMean(self.total, self.count)


@dataclass(slots=True)
class Pace:
    """How much faster or slower a student is than others, in log seconds."""

    overall: RunningMean = field(default_factory=RunningMean)
    skills: dict[str, RunningMean] = field(default_factory=dict)
    """In addition to the overall pace."""

    def copy(self) -> Pace:
        return Pace(self.overall.copy(), {key: one.copy() for key, one in self.skills.items()})


@dataclass(slots=True)
class ItemTimes:
    """Mean log time of each item over all students, relative to the overall mean."""

    everything: RunningMean = field(default_factory=RunningMean)
    items: dict[str, RunningMean] = field(default_factory=dict)

    def copy(self) -> ItemTimes:
        return ItemTimes(self.everything.copy(), {key: one.copy() for key, one in self.items.items()})

    def of(self, item: str) -> float:
        """Return an average student's log seconds for an item."""
        known = self.items.get(item)
        return self.everything.value + (known.value if known else 0.0)

    def add(self, item: str, seconds: float) -> None:
        """Count a correct first attempt."""
        value = log_seconds(seconds)
        self.items.setdefault(item, RunningMean()).add(value - self.everything.value)
        self.everything.add(value)


def expected_log_seconds(pace: Pace, times: ItemTimes, item: str, skill: str) -> float:
    """Return this student's expected log seconds for a correct answer to this item."""
    known = pace.skills.get(skill)
    return times.of(item) + pace.overall.value + (known.value if known else 0.0)


def observe_time(pace: Pace, times: ItemTimes, item: str, skill: str, seconds: float) -> None:
    """Update a student's pace with a correct first attempt; `ItemTimes.add` updates the item."""
    residual = log_seconds(seconds) - times.of(item)
    pace.skills.setdefault(skill, RunningMean()).add(residual - pace.overall.value)
    pace.overall.add(residual)


def log_seconds(seconds: float) -> float:
    """Return the log of a time, clipped to plausible values."""
    return math.log(min(max(seconds, FASTEST), SLOWEST))


class UsualTime(NamedTuple):
    """The median of some times, in seconds."""

    seconds: float
    error: float
    """Its standard error."""


def usual_time(times: Sequence[float]) -> UsualTime:
    """Return the median of some times and how certain it is.

    >>> [round(one, 2) for one in usual_time([2.0, 3.0, 2.5])], [round(one, 2) for one in usual_time([2.5] * 20)]
    ([2.5, 0.67], [2.5, 0.15])
    """
    logs = list(map(log_seconds, times))
    mean, usual = fmean(logs), median(times)
    squares = sum((one - mean) ** 2 for one in logs) + _USUAL_WEIGHT * _USUAL_DEVIATION**2
    return UsualTime(usual, usual * _OF_MEDIAN * math.sqrt(squares / (len(logs) - 1 + _USUAL_WEIGHT) / len(logs)))
