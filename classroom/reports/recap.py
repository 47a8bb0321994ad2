"""What stands out in one session: the equations that were hardest, as far as the answers show it."""

from __future__ import annotations

from collections.abc import Iterable

from classroom.reports.equations import MIN_ANSWERS_FOR_CLASS, EquationLine
from classroom.reports.statistics import Proportion

MOST_EQUATIONS = 5
LEAST_MISSED = 2
"""One miss alone says nothing about an equation."""


def hardest(lines: Iterable[EquationLine]) -> list[EquationLine]:
    """The few equations that were missed most surely: by the lower end of the interval of the share that was missed.

    9 of 14 missed comes before 3 of 4: more answers say it.
    """
    enough = [
        line for line in lines if line.first.trials >= MIN_ANSWERS_FOR_CLASS and line.first.missed >= LEAST_MISSED
    ]
    ordered = sorted(enough, key=lambda line: (-missed(line).interval[0], -line.first.missed, line.equation))
    return ordered[:MOST_EQUATIONS]


def missed(line: EquationLine) -> Proportion:
    """The share of first answers that was wrong."""
    return Proportion(line.first.missed, line.first.trials)
