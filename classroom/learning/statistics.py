"""Statistics for reports in pure Python, so that an installation needs no numerical library.

The tests compare every function with values that SciPy computed (`tests/data/statistics.csv`).

Sources: the incomplete beta function by its continued fraction (Abramowitz and Stegun, *Handbook of Mathematical
Functions*, 26.5.8; evaluated by the method of Lentz, 1976), and by it Student's t (26.7.1) and the binomial tail
(26.5.24); the chi-square distribution by the series of the incomplete gamma function (6.5.29); the score interval of
Wilson (1927); least squares with its t interval; false discoveries by Benjamini and Hochberg (1995). Normal quantiles
are those of the standard library (Wichura 1988, AS 241).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, lgamma, log, log1p, sqrt
from statistics import NormalDist, fmean
from typing import NamedTuple

_NORMAL = NormalDist()
_EPSILON, _TINY, _MOST_STEPS = 1e-14, 1e-300, 400
_CLOSE = 1e-12
_LEAST_PRIOR = 0.01
"""Prior weight of one answer, so nothing is ever certain."""


class Interval(NamedTuple):
    low: float
    high: float

    def with_share(self, share: float) -> Interval:
        """Extend an interval that was shrunk toward a prior to the observed share.

        Otherwise, a page with both would puzzle its reader. A wider interval covers the truth no less often.

        >>> Interval(0.02, 0.12).with_share(0.0)
        Interval(low=0.0, high=0.12)
        """
        return Interval(min(self.low, share), max(self.high, share))


class Line(NamedTuple):
    """A least-squares line through points."""

    slope: float
    intercept: float
    deviation: float
    """Standard deviation of the points around the line."""
    spread: float
    """Sum of squared deviations of the places from their mean."""
    mean: float
    """Mean of the places."""
    points: int

    def at(self, place: float) -> float:
        """Return the line's height at a place."""
        return self.intercept + self.slope * place

    def band(self, place: float, level: float = 0.90) -> Interval:
        """Return the interval of the line's height at a place."""
        doubt = self.deviation * sqrt(1 / self.points + (place - self.mean) ** 2 / self.spread)
        reach = t_quantile((1 + level) / 2, self.points - 2) * doubt
        return Interval(self.at(place) - reach, self.at(place) + reach)


def normal_quantile(probability: float) -> float:
    """Return the quantile of the standard normal distribution.

    >>> round(normal_quantile(0.975), 6)
    1.959964
    """
    return _NORMAL.inv_cdf(probability)


def beta_probability(x: float, a: float, b: float) -> float:
    """Return P(X ≤ x) for X ~ Beta(a, b): the regularized incomplete beta function.

    >>> round(beta_probability(0.5, 2, 3), 4)
    0.6875
    """
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _continued_fraction(x, a, b) / a
    return 1 - front * _continued_fraction(1 - x, b, a) / b


def beta_quantile(probability: float, a: float, b: float) -> float:
    """Return the quantile of the Beta(a, b) distribution.

    >>> round(beta_quantile(0.05, 8.4, 2.6), 3)
    0.536
    """
    low, high, x = 0.0, 1.0, a / (a + b)
    scale = lgamma(a + b) - lgamma(a) - lgamma(b)
    for _ in range(200):
        missing = beta_probability(x, a, b) - probability
        low, high = (low, x) if missing > 0 else (x, high)
        density = exp(scale + (a - 1) * log(x) + (b - 1) * log1p(-x))
        better = x - missing / density if density else -1.0
        if not low < better < high:  # Newton's step leaves the bracket: bisect instead
            better = (low + high) / 2
        if abs(better - x) <= _CLOSE * x:
            break
        x = better
    return x


def beta_interval(right: float, trials: float, *, prior: float, weight: float) -> Interval:
    """Return the 90% credible interval of a probability after some answers.

    :param prior: the prior expectation
    :param weight: the prior's weight in answers
    """
    prior = min(max(prior, _LEAST_PRIOR), 1 - _LEAST_PRIOR)
    a, b = right + prior * weight, trials - right + (1 - prior) * weight
    return Interval(beta_quantile(0.05, a, b), beta_quantile(0.95, a, b))


def wilson_interval(right: float, trials: float, level: float = 0.95) -> Interval:
    if not trials:
        return Interval(0.0, 1.0)
    z = normal_quantile((1 + level) / 2)
    share, weight = right / trials, z * z / trials
    middle = share + weight / 2
    reach = z * sqrt(share * (1 - share) / trials + weight / (4 * trials))
    return Interval(max(0.0, (middle - reach) / (1 + weight)), min(1.0, (middle + reach) / (1 + weight)))


def normal_probability(value: float) -> float:
    """Return P(X ≤ value) for a standard normal X."""
    return _NORMAL.cdf(value)


def chi_square_tail(distance: float, freedom: int) -> float:
    """Return the probability of at least this chi-square statistic by chance.

    >>> round(chi_square_tail(11.345, 3), 4)
    0.01
    """
    if distance <= 0:
        return 1.0
    half, place = distance / 2, freedom / 2
    first, term, total = place, 1.0, 1.0
    while term > _EPSILON * total:
        place += 1
        term *= half / place
        total += term
    return max(0.0, 1 - total * exp(first * log(half) - half - lgamma(first + 1)))


def binomial_tail(times: float, trials: float, chance: float) -> float:
    """Return the probability of at least this many successes. Answers that are alike may count as parts of one.

    >>> round(binomial_tail(5, 9, 0.1), 6), binomial_tail(0, 9, 0.1)
    (0.000891, 1.0)
    """
    return beta_probability(chance, times, trials - times + 1) if times else 1.0


def discoveries(probabilities: Sequence[float], most_false: float) -> int:
    """Return how many of the smallest probabilities to select, given the maximum false discovery rate.

    >>> discoveries([0.001, 0.03, 0.9, 0.04], 0.1)
    3
    """
    ranked = enumerate(sorted(probabilities), 1)
    return max((rank for rank, one in ranked if one <= most_false * rank / len(probabilities)), default=0)


@lru_cache(maxsize=256)
def t_quantile(probability: float, freedom: float) -> float:
    """Return the quantile of Student's t distribution.

    >>> round(t_quantile(0.95, 8), 4)
    1.8595
    """
    if probability <= 0.5:
        return -t_quantile(1 - probability, freedom) if probability < 0.5 else 0.0
    share = beta_quantile(2 * (1 - probability), freedom / 2, 0.5)  # the degrees of freedom in (freedom + t²)
    return sqrt(freedom * (1 - share) / share)


def least_squares(
    places: Sequence[float],
    heights: Sequence[float],
    *,
    usual_variance: float = 0.0,
    usual_weight: float = 0.0,
    lost: int = 0,
) -> Line:
    """Fit a line to at least three points.

    :param usual_variance: prior variance around such lines, because few points say little about it
    :param usual_weight: the prior's weight in points
    :param lost: degrees of freedom that other means have taken
    """
    count = len(places)
    mean, height = fmean(places), fmean(heights)
    spread = sum((place - mean) ** 2 for place in places)
    slope = sum((x - mean) * (y - height) for x, y in zip(places, heights, strict=True)) / spread
    intercept = height - slope * mean
    residual = sum((y - intercept - slope * x) ** 2 for x, y in zip(places, heights, strict=True))
    variance = (residual + usual_weight * usual_variance) / (count - 2 - lost + usual_weight)
    return Line(slope, intercept, sqrt(variance), spread, mean, count - lost)


def _continued_fraction(x: float, a: float, b: float) -> float:
    c, d = 1.0, 1 / _not_zero(1 - (a + b) * x / (a + 1))
    result = d
    for m in range(1, _MOST_STEPS):
        for step in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _not_zero(1 + step * d)
            c = _not_zero(1 + step / c)
            result *= c * d
        if abs(c * d - 1) < _EPSILON:
            break
    return result


def _not_zero(number: float) -> float:
    return number if abs(number) > _TINY else _TINY
