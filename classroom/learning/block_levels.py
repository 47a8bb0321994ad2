"""A student's levels in two periods, from answers of different kinds.

Difficulties are only estimates: of one class, no one can tell a harder skill from a weaker student. If a student solves
other skills later on, or types numbers instead of choosing spaces, this must not look like a change. So each skill, and
each way to answer, may be harder or easier than its difficulty says, by an unknown amount. What both periods share
cancels out; what only one of them has adds doubt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from classroom.learning.accuracy import success

_LEVEL_VARIANCE = 1.5**2
"""Prior variance of a level around the start level, in squared logits."""
_SKILL_VARIANCE, _CHANNEL_VARIANCE = 0.5**2, 0.5**2
"""Prior variances of how much harder a skill, or a way to answer, is than its difficulty says."""
_PERIODS, _WAYS = 2, 2
_MOST_STEPS, _NEAR, _LONGEST_STEP = 30, 1e-9, 1.0

_Matrix: TypeAlias = list[list[float]]


class Sorted(NamedTuple):
    """A first answer in one of the periods."""

    period: int
    """0 or 1."""
    skill: str
    is_typed: bool
    difficulty: float
    is_right: bool


class Levels(NamedTuple):
    """The levels in both periods, in logits."""

    earlier: float
    later: float
    variance: float
    """Of their difference."""
    offsets: Mapping[tuple[str, bool], float]
    """How much easier each kind of answer is than its difficulty says: by skill, and whether it is typed."""

    def share(self, level: float, answers: Sequence[Sorted]) -> float:
        """Return the expected proportion correct of the equations of all answers at a level."""
        chances = [success(level + self.offsets[one.skill, one.is_typed] - one.difficulty) for one in answers]
        return sum(chances) / len(chances)


def levels_of(answers: Sequence[Sorted], start: float) -> Levels:
    """Estimate the levels (posterior mode, by Newton's method).

    :param start: the prior level
    """
    skills = {skill: number for number, skill in enumerate(sorted({one.skill for one in answers}))}
    common, of_skill = [start] * _PERIODS + [0.0] * _WAYS, [0.0] * len(skills)
    inverse: _Matrix = []
    for _ in range(_MOST_STEPS):
        # Skills are linked only by levels and ways, so eliminating them leaves a 4 × 4 matrix.
        slopes, matrix = _prior(common, start)
        skill_slopes = [-offset / _SKILL_VARIANCE for offset in of_skill]
        diagonal = [1 / _SKILL_VARIANCE] * len(skills)
        border = [[0.0] * len(common) for _ in skills]
        for one in answers:
            way, at = _PERIODS + one.is_typed, skills[one.skill]
            chance = success(common[one.period] + common[way] + of_skill[at] - one.difficulty)
            slope, weight = one.is_right - chance, chance * (1 - chance)
            for place in (one.period, way):
                slopes[place] += slope
                matrix[place][place] += weight
                border[at][place] += weight
            matrix[one.period][way] += weight
            matrix[way][one.period] += weight
            skill_slopes[at] += slope
            diagonal[at] += weight
        for own, slope, edge in zip(diagonal, skill_slopes, border, strict=True):
            for row, of_row in enumerate(edge):
                slopes[row] -= of_row * slope / own
                for column, of_column in enumerate(edge):
                    matrix[row][column] -= of_row * of_column / own
        inverse = _inverse(matrix)
        steps = [sum(map(float.__mul__, row, slopes)) for row in inverse]
        scale = min(1.0, _LONGEST_STEP / max(*map(abs, steps), _NEAR))
        for at, (own, slope, edge) in enumerate(zip(diagonal, skill_slopes, border, strict=True)):
            of_skill[at] += scale * (slope - sum(map(float.__mul__, edge, steps))) / own
        common = [value + scale * step for value, step in zip(common, steps, strict=True)]
        if max(map(abs, steps)) < _NEAR:
            break
    variance = inverse[0][0] + inverse[1][1] - 2 * inverse[0][1]
    offsets = {
        (skill, is_typed): common[_PERIODS + is_typed] + of_skill[at]
        for skill, at in skills.items()
        for is_typed in (False, True)
    }
    return Levels(common[0], common[1], variance, offsets)


def _prior(common: Sequence[float], start: float) -> tuple[list[float], _Matrix]:
    variances = [_LEVEL_VARIANCE] * _PERIODS + [_CHANNEL_VARIANCE] * _WAYS
    means = [start] * _PERIODS + [0.0] * _WAYS
    slopes = [(mean - value) / variance for value, mean, variance in zip(common, means, variances, strict=True)]
    places = range(len(variances))
    return slopes, [[1 / variances[row] if row == column else 0.0 for column in places] for row in places]


def _inverse(matrix: _Matrix) -> _Matrix:
    """Invert a positive definite matrix by Gauss and Jordan's method."""
    size = len(matrix)
    rows = [[*row, *(float(column == at) for column in range(size))] for at, row in enumerate(matrix)]
    for at in range(size):
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(size):
            if other != at:
                factor = rows[other][at]
                rows[other] = [value - factor * own for value, own in zip(rows[other], rows[at], strict=True)]
    return [row[size:] for row in rows]
