"""A choice of an equation and all that is needed to say why."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from classroom.learning.attempts import BOARD
from engine.equations import SKILLS, Equation, Selection

VERSION = 4
"""Of the policy: it is logged with every choice, and changes whenever the choices do."""
GOAL, GENTLE_GOAL = 0.82, 0.88
"""Share of right first attempts to reach: for most; for the young, the anxious and each beginning."""


class Why(StrEnum):
    """Why this card."""

    ONLY = "only"
    """The value has no other equation left."""
    NEAREST = "nearest"
    """None lies within the band of difficulty; this one is nearest."""
    ENCOURAGING = "encouraging"
    """Two answers in a row were wrong: an easy one."""
    OWED = "owed"
    """The last answer to the number family was wrong."""
    BY_LOT = "by_lot"
    """Chosen at random among those that fit."""
    DUE = "due"
    """The number family may soon be forgotten."""
    NEW = "new"
    """The number family has not been practiced yet."""
    FOCUS = "focus"
    """The skill is in focus."""
    BREADTH = "breadth"
    """The skill has had few answers lately."""
    FITTING = "fitting"
    """The best mixture of all that counts."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a teacher wants for one student."""

    selection: Selection
    """The skills that may be dealt."""
    focus: frozenset[str] = frozenset()
    goal: float = GOAL
    form: str = BOARD
    has_other_grades: bool = False
    """Whether easier and harder grades may help out where all of these are too hard, or too easy, or just asked."""

    @property
    def grades(self) -> range:
        """From the lowest grade of the skills to the highest; empty where there are none."""
        every = [SKILLS[key].grade for key in self.selection]
        return range(min(every), max(every) + 1) if every else range(0)


class Prediction(NamedTuple):
    """What was aimed at and predicted when an equation was chosen."""

    goal: float
    expected: float
    """The chance of a right first attempt."""
    skill: str = ""
    """That it was chosen from; empty in choices of early versions, which did not keep it."""
    policy: int | None = None
    """Version of the policy that chose it; None where it was not kept."""


class Weighed(NamedTuple):
    """One equation that could be dealt."""

    equation: Equation
    chance: float
    """Of a right first attempt."""
    recall: float | None
    """Chance that its number family is remembered; None where it is new."""
    score: float


class Deal(NamedTuple):
    """A choice, and all that is needed to say why."""

    equation: Equation
    chance: float
    recall: float | None
    goal: float
    target: float
    why: Why
    weighed: int
    """How many equations there were."""
    fitting: int
    """How many of them lay within the band of difficulty."""
    best: tuple[Weighed, ...]
    """Those with the highest scores, best first."""
    grades_off: int = 0
    """How many grades the skill lies above those of the plan, or, below 0, under them."""

    def to_json(self) -> dict[str, Any]:
        """Return the entry of the log."""
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
