"""What is counted of one student: by skill, by number family, and how well dealing meets its goal."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from statistics import median

from classroom.learning.memory import Memory

KEPT_TIMES = 20
ENOUGH_TIMES = 8
"""With fewer times a median says nothing."""
HALF_LIFE = 7
"""Days after which an answer counts half in `Recent`."""
LEAST_TARGET, LARGEST_TARGET = 0.60, 0.90
"""Between which probabilities of success dealing may aim."""
PATIENCE = 0.05
"""Part of the surplus that each answer takes off the target: the limits are reached within about three games."""


@dataclass(slots=True)
class Times:
    """The latest times of right first attempts, in seconds."""

    seconds: tuple[float, ...] = ()
    """No more than `KEPT_TIMES`. A tuple, as most are empty: one for each student and number family."""

    def add(self, seconds: float) -> None:
        """Count one more; the oldest goes."""
        self.seconds = (*self.seconds, seconds)[-KEPT_TIMES:]

    def usual(self, least: int = ENOUGH_TIMES) -> float | None:
        """Return the median; None while there are too few."""
        return median(self.seconds) if len(self.seconds) >= least else None


@dataclass(slots=True)
class Recent:
    """How much was answered lately: a count that fades with the days."""

    count: float = 0.0
    day: date = date.min

    def on(self, day: date) -> float:
        """Return what is left of the count on a day."""
        return self.count * 0.5 ** ((day - self.day).days / HALF_LIFE) if self.count else 0.0

    def add(self, day: date) -> None:
        self.count, self.day = self.on(day) + 1, day


@dataclass(slots=True)
class SkillRecord:
    """First attempts in one skill."""

    answers: int = 0
    right: int = 0
    information: float = 0.0
    """Σ p(1 − p) of the predictions: how much the answers tell about the level."""
    last_day: date = date.min
    recent: Recent = field(default_factory=Recent)
    times: Times = field(default_factory=Times)


@dataclass(slots=True)
class FamilyRecord:
    """First attempts at one number family."""

    answers: int = 0
    right: int = 0
    right_days: int = 0
    """On how many different days there was a right one."""
    last_right_day: date = date.min
    in_a_row: int = 0
    """Right ones since the last wrong one."""
    missed_in: int | None = None
    """If the last answer was wrong, in which of the student's games, counted from 1."""
    memory: Memory | None = None
    times: Times = field(default_factory=Times)


@dataclass(slots=True)
class TargetController:
    """How far the target of dealing must lie from its goal, so that the goal is met.

    Predictions lag behind someone who learns or tires, so what is achieved differs from what was aimed
    at; the difference is worked off little by little.
    """

    lead: float = 0.0
    """Target less goal."""
    surplus: float = 0.0
    """How far success lies above its goal, over about the last 20 answers."""

    def target(self, goal: float) -> float:
        """Return the probability of success to aim at."""
        return min(max(goal + self.lead, LEAST_TARGET), LARGEST_TARGET)

    def observe(self, goal: float, *, is_right: bool) -> None:
        """Count one answer to a card that was chosen for a goal."""
        self.surplus += (is_right - goal - self.surplus) * 2 / 21
        lead = self.lead - PATIENCE * self.surplus
        # No further than a target can follow: what cannot be met must not pile up.
        self.lead = min(max(lead, LEAST_TARGET - goal), LARGEST_TARGET - goal)
