"""The choice of an equation, with everything needed to explain it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from classroom.learning.attempts import BOARD
from engine.equations import SKILLS, Equation, Selection

VERSION = 4
"""Version of the policy, logged with every choice. Increase it whenever choices change."""
GOAL, GENTLE_GOAL = 0.82, 0.88
"""Target success rates: for most students; and for young or anxious students and at the start of games."""


class Why(StrEnum):
    """Why this equation was chosen."""

    ONLY = "only"
    """The value has no other equation left."""
    NEAREST = "nearest"
    """No equation is within the band of difficulty; this one is nearest."""
    ENCOURAGING = "encouraging"
    """After two wrong answers in a row: an easy one."""
    OWED = "owed"
    """The last answer to the fact family was wrong."""
    BY_LOT = "by_lot"
    """Chosen at random among suitable ones."""
    DUE = "due"
    """The fact family may soon be forgotten."""
    NEW = "new"
    """The fact family is new to the student."""
    FOCUS = "focus"
    """The skill is in focus."""
    BREADTH = "breadth"
    """The skill has few recent answers."""
    FITTING = "fitting"
    """The best overall score."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A teacher's plan for a student."""

    selection: Selection
    """The skills that may be dealt."""
    focus: frozenset[str] = frozenset()
    goal: float = GOAL
    form: str = BOARD
    has_other_grades: bool = False
    """Whether to use easier and harder grades if all of these are too hard, too easy, or recent."""

    @property
    def grades(self) -> range:
        """Return the range of grades of the skills; empty without any."""
        every = [SKILLS[key].grade for key in self.selection]
        return range(min(every), max(every) + 1) if every else range(0)


class Prediction(NamedTuple):
    """The target and the prediction when an equation was chosen."""

    goal: float
    expected: float
    """The probability of a correct first attempt."""
    skill: str = ""
    """The skill of the choice; "" in choices of early versions, which did not store it."""
    policy: int | None = None
    """The policy's version; None if it was not stored."""


class Weighed(NamedTuple):
    """A candidate equation."""

    equation: Equation
    chance: float
    """Probability of a correct first attempt."""
    recall: float | None
    """Probability that its fact family is remembered; None if new."""
    score: float


class Deal(NamedTuple):
    """A choice, with everything needed to explain it."""

    equation: Equation
    chance: float
    recall: float | None
    goal: float
    target: float
    why: Why
    weighed: int
    """The number of equations."""
    fitting: int
    """The number of them within the band of difficulty."""
    best: tuple[Weighed, ...]
    """The best candidates by score."""
    grades_off: int = 0
    """How many grades the skill is above the plan's (negative: below)."""

    def to_json(self) -> dict[str, Any]:
        """Return the entry for the log."""
        best = [[one.equation.text, *map(_rounded, one[1:])] for one in self.best]
        return {
            "version": VERSION,
            "text": self.equation.text,
            "skill": self.equation.skill,
            "p": _rounded(self.chance),
            "r": _rounded(self.recall),
            "goal": self.goal,
            "target": _rounded(self.target),
            "why": self.why.value,
            "weighed": self.weighed,
            "fitting": self.fitting,
            "best": best,
            "grades_off": self.grades_off,
        }


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 3)
