from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom.reports.statistics import Proportion, mean_percent


@pytest.mark.parametrize(
    ("right", "trials", "interval"),
    [(3, 3, (44, 100)), (5, 5, (57, 100)), (8, 10, (49, 94)), (18, 20, (70, 97)), (36, 40, (77, 96)), (0, 0, (0, 100))],
)
def test_interval_equals_published_tables(right: int, trials: int, interval: tuple[int, int]) -> None:
    assert Proportion(right, trials).interval == interval


@pytest.mark.parametrize(("right", "trials", "percent"), [(1, 8, 13), (1, 3, 33), (2, 3, 67), (0, 5, 0), (5, 5, 100)])
def test_percent_is_rounded_half_up(right: int, trials: int, percent: int) -> None:
    assert Proportion(right, trials).percent == percent


def test_a_proportion_needs_answers() -> None:
    assert Proportion().percent is None
    assert not Proportion().has_enough_answers


def test_four_answers_are_not_enough_and_five_are() -> None:
    assert not Proportion(4, 4).has_enough_answers
    assert Proportion(4, 5).has_enough_answers


@given(st.integers(1, 500).flatmap(lambda trials: st.tuples(st.integers(0, trials), st.just(trials))))
def test_interval_contains_the_proportion_and_shrinks_with_answers(counts: tuple[int, int]) -> None:
    share, more = Proportion(*counts), Proportion(4 * counts[0], 4 * counts[1])
    low, high = share.interval
    assert 0 <= low <= (share.percent or 0) <= high <= 100
    assert more.interval[1] - more.interval[0] <= high - low


def test_proportions_can_be_added() -> None:
    assert Proportion(1, 2) + Proportion(3, 4) == Proportion(4, 6)


def test_mean_is_over_students_with_enough_answers() -> None:
    assert mean_percent([Proportion(5, 5), Proportion(50, 100), Proportion(0, 4)]) == 75
    assert mean_percent([Proportion(0, 4)]) is None
