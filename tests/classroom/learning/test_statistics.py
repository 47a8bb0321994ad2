"""Compared with SciPy: tests/data/statistics.csv, whose source is in the README beside it."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from itertools import groupby
from math import sqrt
from pathlib import Path

import pytest

from classroom.learning import statistics
from classroom.learning.statistics import least_squares

VALUES = Path(__file__).parents[2] / "data" / "statistics.csv"


def _line(points: Sequence[float]) -> statistics.Line:
    half = len(points) // 2
    return least_squares(points[:half], points[half:])


def _low_slope(line: statistics.Line) -> float:
    """Return the lower end of the 90% interval of the slope: the uncertainty of a line depends on all its parts."""
    return line.slope - statistics.t_quantile(0.95, line.points - 2) * line.deviation / sqrt(line.spread)


FUNCTIONS: dict[str, Callable[..., float]] = {
    "normal_quantile": statistics.normal_quantile,
    "normal_probability": statistics.normal_probability,
    "beta_probability": statistics.beta_probability,
    "beta_quantile": statistics.beta_quantile,
    "t_quantile": statistics.t_quantile,
    "wilson_low": lambda *given: statistics.wilson_interval(*given).low,
    "wilson_high": lambda *given: statistics.wilson_interval(*given).high,
    "binomial_tail": lambda times, trials, chance: statistics.binomial_tail(int(times), int(trials), chance),
    "chi_square_tail": lambda distance, freedom: statistics.chi_square_tail(distance, int(freedom)),
    "discoveries": lambda most_false, *probabilities: statistics.discoveries(probabilities, most_false),
    "slope": lambda *points: _line(points).slope,
    "intercept": lambda *points: _line(points).intercept,
    "slope_low": lambda *points: _low_slope(_line(points)),
}


def test_values_equal_those_of_scipy() -> None:
    with VALUES.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {name for name, _ in groupby(rows, key=lambda row: row["function"])} == set(FUNCTIONS)
    for row in rows:
        given = [float(one) for one in row["arguments"].split()]
        found = FUNCTIONS[row["function"]](*given)
        assert found == pytest.approx(float(row["value"]), rel=1e-8, abs=1e-9), row


def test_prior_knowledge_makes_few_points_less_certain() -> None:
    places, heights = [0.0, 1.0, 2.0], [1.0, 2.0, 3.0]
    assert least_squares(places, heights).deviation == pytest.approx(0)
    assert least_squares(places, heights, usual_variance=0.04, usual_weight=4).deviation == pytest.approx(0.4 / 5**0.5)


def test_more_answers_and_a_stronger_prior_make_an_interval_shorter() -> None:
    few = statistics.beta_interval(4, 5, prior=0.8, weight=4)
    many = statistics.beta_interval(40, 50, prior=0.8, weight=4)
    assert few.low < many.low < 0.8 < many.high < few.high
    assert statistics.beta_interval(8.5, 10, prior=0.85, weight=4) != few


def test_the_band_of_a_line_is_narrowest_in_the_middle() -> None:
    line = least_squares([0, 1, 2, 3, 4], [1, 2, 2, 4, 4])
    wide, narrow = line.band(0), line.band(2)
    assert wide.high - wide.low > narrow.high - narrow.low
