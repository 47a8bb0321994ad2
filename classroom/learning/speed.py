"""Layer B: how fast right first attempts come, on the log scale.

``log seconds = item + student + student in skill + noise``: running means, shrunk towards zero by
counting each as if three answers at the mean had come before. It is kept apart from accuracy, and
nothing rewards speed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

SHRINK = 3
"""Answers at the mean that every running mean starts with."""
FASTEST, SLOWEST = 0.2, 20.0
"""Seconds; what lies beyond is cut off."""


@dataclass(slots=True)
class RunningMean:
    """A mean that starts at zero and is held there by `SHRINK` answers."""

    total: float = 0.0
    count: int = 0

    @property
    def value(self) -> float:
        return self.total / (self.count + SHRINK)

    def add(self, value: float) -> None:
        self.total += value
        self.count += 1


@dataclass(slots=True)
class Pace:
    """How much faster or slower one student is than others, in logs of seconds."""

    overall: RunningMean = field(default_factory=RunningMean)
    skills: dict[str, RunningMean] = field(default_factory=dict)
    """Beyond the overall pace."""


@dataclass(slots=True)
class ItemTimes:
    """The mean log time of each item over all students, as a difference from that of everything."""

    everything: RunningMean = field(default_factory=RunningMean)
    items: dict[str, RunningMean] = field(default_factory=dict)

    def of(self, item: str) -> float:
        """Return the log of the seconds that an item takes a middling student."""
        known = self.items.get(item)
        return self.everything.value + (known.value if known else 0.0)

    def add(self, item: str, seconds: float) -> None:
        """Count one right first attempt."""
        value = log_seconds(seconds)
        self.items.setdefault(item, RunningMean()).add(value - self.everything.value)
        self.everything.add(value)


def expected_log_seconds(pace: Pace, times: ItemTimes, item: str, skill: str) -> float:
    """Return the log of the seconds in which this student would answer this item rightly."""
    known = pace.skills.get(skill)
    return times.of(item) + pace.overall.value + (known.value if known else 0.0)


def observe_time(pace: Pace, times: ItemTimes, item: str, skill: str, seconds: float) -> None:
    """Move a student's pace by one right first attempt; the item's own time is `ItemTimes.add`."""
    residual = log_seconds(seconds) - times.of(item)
    pace.skills.setdefault(skill, RunningMean()).add(residual - pace.overall.value)
    pace.overall.add(residual)


def log_seconds(seconds: float) -> float:
    """Return the log of a time, cut to what can be thinking."""
    return math.log(min(max(seconds, FASTEST), SLOWEST))
