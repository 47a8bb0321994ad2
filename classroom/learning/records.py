"""Records of one student: by skill, by fact family, and the controller of dealing."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from statistics import median

from classroom.learning.memory import Memory
from classroom.learning.speed import UsualTime, usual_time

KEPT_TIMES = 20
ENOUGH_TIMES = 8
"""Minimum number of times for a median."""
HALF_LIFE = 7
"""Half-life in days of an answer in `Recent`."""
LEAST_TARGET, LARGEST_TARGET = 0.60, 0.90
"""Limits of the target probability of success."""
PATIENCE = 0.05
"""Each answer moves the target by this fraction of the surplus: the limits are reached within about three games."""


@dataclass(slots=True)
class Times:
    """The latest times of correct first attempts, in seconds."""

    seconds: tuple[float, ...] = ()
    """At most `KEPT_TIMES`. A tuple, because most are empty: there is one for each student and fact family."""

    def add(self, seconds: float) -> None:
        """Add a time, dropping the oldest."""
        self.seconds = (*self.seconds, seconds)[-KEPT_TIMES:]

    def usual(self, least: int = ENOUGH_TIMES) -> float | None:
        """Return the median; None with too few times."""
        return median(self.seconds) if len(self.seconds) >= least else None

    def usual_time(self, least: int = ENOUGH_TIMES) -> UsualTime | None:
        """Return the median and its standard error; None with too few times."""
        return usual_time(self.seconds) if len(self.seconds) >= least else None


@dataclass(slots=True)
class Recent:
    """A decaying count of recent answers."""

    count: float = 0.0
    day: date = date.min

    def on(self, day: date) -> float:
        """Return the decayed count on a day."""
        return self.count * 0.5 ** ((day - self.day).days / HALF_LIFE) if self.count else 0.0

    def add(self, day: date) -> None:
        self.count, self.day = self.on(day) + 1, day


@dataclass(slots=True)
class SkillRecord:
    answers: int = 0
    right: int = 0
    information: float = 0.0
    """Σ p(1 − p) of the predictions: the information about the level."""
    last_day: date = date.min
    recent: Recent = field(default_factory=Recent)
    times: Times = field(default_factory=Times)

    def copy(self) -> SkillRecord:
        recent, times = Recent(self.recent.count, self.recent.day), Times(self.times.seconds)
        return SkillRecord(self.answers, self.right, self.information, self.last_day, recent, times)


@dataclass(slots=True)
class FamilyRecord:
    """First attempts at one fact family."""

    answers: int = 0
    right: int = 0
    right_days: int = 0
    """The number of days with a correct answer."""
    last_right_day: date = date.min
    in_a_row: int = 0
    """Correct answers since the last wrong one."""
    missed_in: int | None = None
    """If the last answer was wrong, the number of its game, from 1."""
    memory: Memory | None = None
    times: Times = field(default_factory=Times)

    def copy(self) -> FamilyRecord:
        counts = self.answers, self.right, self.right_days, self.last_right_day, self.in_a_row
        return FamilyRecord(*counts, self.missed_in, self.memory, Times(self.times.seconds))


@dataclass(slots=True)
class TargetController:
    """Integral controller that shifts the target so that success meets the goal.

    Predictions lag behind a student who learns or tires, so the success rate differs from the target; the controller
    corrects the difference gradually.
    """

    lead: float = 0.0
    """Target minus goal."""
    surplus: float = 0.0
    """How far success is above its goal, over about the last 20 answers."""

    def target(self, goal: float) -> float:
        """Return the target probability of success."""
        return min(max(goal + self.lead, LEAST_TARGET), LARGEST_TARGET)

    def observe(self, goal: float, *, is_right: bool) -> None:
        """Count an answer to a card that was chosen for a goal."""
        self.surplus += (is_right - goal - self.surplus) * 2 / 21
        lead = self.lead - PATIENCE * self.surplus
        # Limit the integral to what the target can follow (anti-windup).
        self.lead = min(max(lead, LEAST_TARGET - goal), LARGEST_TARGET - goal)
