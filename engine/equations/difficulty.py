"""Prior difficulty of an equation. Answers update it later."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from engine.equations.bank import equations_of
from engine.equations.catalog import SKILLS
from engine.equations.equation import Equation

WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "tie": -0.5,
        "one": -2.0,
        "two": -0.4,
        "five": -0.7,
        "ten": -2.0,
        "plus_one": -0.4,
        "make_ten": -0.4,
        "carry": 0.7,
        "borrow": 0.7,
        "zero": 0.5,
        "inverse": 0.5,
        "negative": 0.0,
        "bracket": 0.0,
    }
)
"""In logits; higher is harder. Two features serve only as labels."""
PER_UNIT = 0.03
LARGEST_COUNTED = 100
"""Above this, larger numbers add no difficulty."""
PER_LEVEL = 0.4
WIDEST = 3.0


def difficulty(equation: Equation) -> float:
    """Return an equation's difficulty on the scale of student levels, in logits, from −3 to 3.

    Numbers and features set it apart from the rest of its skill; the skill's mean stays as in the catalog.
    """
    skill = SKILLS.get(equation.skill)
    if skill is None:
        return 0.0
    return max(-WIDEST, min(WIDEST, skill.difficulty + _within(equation) - _mean(skill.key)))


def _within(equation: Equation) -> float:
    weights = sum(map(WEIGHTS.__getitem__, equation.features))
    return PER_UNIT * min(equation.size, LARGEST_COUNTED) + PER_LEVEL * equation.level + weights


@cache
def _mean(skill: str) -> float:
    every = [_within(equation) for some in equations_of(skill).values() for equation in some]
    return sum(every) / len(every)
