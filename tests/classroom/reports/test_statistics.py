from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom.reports.statistics import Share, mean_percent


@pytest.mark.parametrize(
    ("right", "tried", "interval"),
    [(3, 3, (44, 100)), (5, 5, (57, 100)), (8, 10, (49, 94)), (18, 20, (70, 97)), (36, 40, (77, 96)), (0, 0, (0, 100))],
)
def test_interval_is_the_one_of_the_tables(right: int, tried: int, interval: tuple[int, int]) -> None:
    assert Share(right, tried).interval == interval


@pytest.mark.parametrize(("right", "tried", "percent"), [(1, 8, 13), (1, 3, 33), (2, 3, 67), (0, 5, 0), (5, 5, 100)])
def test_percent_is_rounded_half_up(right: int, tried: int, percent: int) -> None:
    assert Share(right, tried).percent == percent


def test_nothing_tried_is_no_share() -> None:
    assert Share().percent is None
    assert not Share().is_enough


def test_four_answers_are_not_enough_and_five_are() -> None:
    assert not Share(4, 4).is_enough
    assert Share(4, 5).is_enough


@given(st.integers(1, 500).flatmap(lambda tried: st.tuples(st.integers(0, tried), st.just(tried))))
def test_interval_holds_the_share_and_more_answers_make_it_shorter(counts: tuple[int, int]) -> None:
    share, more = Share(*counts), Share(4 * counts[0], 4 * counts[1])
    low, high = share.interval
    assert 0 <= low <= (share.percent or 0) <= high <= 100
    assert more.interval[1] - more.interval[0] <= high - low


def test_shares_add_up() -> None:
    assert Share(1, 2) + Share(3, 4) == Share(4, 6)


def test_mean_is_of_students_not_of_answers_and_of_those_with_enough() -> None:
    assert mean_percent([Share(5, 5), Share(50, 100), Share(0, 4)]) == 75
    assert mean_percent([Share(0, 4)]) is None
