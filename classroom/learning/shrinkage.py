"""Estimates of the students of a class, shrunk towards its median: among equal students, someone always looks lowest.

They are shrunk more if they are less certain, and if the students differ less. The prior is a mixture, because some
students are far from all others: only an estimate that ordinary differences can hardly explain is shrunk little.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, sqrt
from statistics import median, median_high
from typing import NamedTuple

from classroom.learning.accuracy import NormalEstimate
from classroom.learning.statistics import normal_probability

_LEAST_SPREAD = 0.35
"""Minimum standard deviation of the students of a class, in logits."""
_WIDE_SPREAD, _WIDE_SHARE = 1.6, 0.2
"""The part of the prior for students who are far from the others."""
_AS_NORMAL = 1.4826
"""Converts the median absolute deviation, which outliers hardly affect, to a standard deviation."""


class _Part(NamedTuple):
    """A normal part of a mixture."""

    weight: float
    center: float
    deviation: float


class ShrunkLevel(tuple[_Part, ...]):
    """What is known of a student's level, as a mixture of normal distributions."""

    __slots__ = ()

    def below(self, level: float) -> float:
        return sum(one.weight * normal_probability((level - one.center) / one.deviation) for one in self)


class ShrunkLevels(NamedTuple):
    middle: float
    """Their median."""
    of: Mapping[str, ShrunkLevel]
    """By student."""


def shrunk_levels(levels: Mapping[str, NormalEstimate]) -> ShrunkLevels:
    """Shrink estimates towards their median.

    >>> usual = {str(number): (0.0, 0.1) for number in range(9)}
    >>> shrunk = shrunk_levels(usual | {"unlucky": (-1.0, 0.3), "weak": (-2.5, 0.1)}).of
    >>> [round(shrunk[one].below(-0.75), 2) for one in ("0", "unlucky", "weak")]
    [0.0, 0.17, 1.0]
    """
    middle = median_high(level for level, _ in levels.values())
    distance = _AS_NORMAL * median(abs(level - middle) for level, _ in levels.values())
    by_luck = median(variance for _, variance in levels.values())
    spread = max(_LEAST_SPREAD**2, distance**2 - by_luck)
    prior = (spread, 1 - _WIDE_SHARE), (max(spread, _WIDE_SPREAD**2), _WIDE_SHARE)
    return ShrunkLevels(middle, {student: _shrunk(one, middle, prior) for student, one in levels.items()})


def without_prior(one: NormalEstimate, prior: float) -> NormalEstimate:
    """Return what the answers alone say of a level, so that it is shrunk only once.

    :param prior: the variance of the normal prior around 0 that the estimate contains

    >>> [round(value, 6) for value in without_prior((-0.8, 0.16), 0.8)]
    [-1.0, 0.2]
    """
    level, variance = one
    precision = 1 / variance - 1 / prior
    return level / variance / precision, 1 / precision


def _shrunk(one: NormalEstimate, middle: float, prior: tuple[tuple[float, float], ...]) -> ShrunkLevel:
    level, variance = one
    parts = []
    for width, share in prior:
        around, trust = width + variance, width / (width + variance)
        likelihood = share * exp(-((level - middle) ** 2) / (2 * around)) / sqrt(around)
        parts.append(_Part(likelihood, middle + trust * (level - middle), sqrt(trust * variance)))
    total = sum(part.weight for part in parts)
    return ShrunkLevel(part._replace(weight=part.weight / total) for part in parts)
