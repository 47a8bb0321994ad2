from __future__ import annotations

import math

import pytest

from classroom.learning.speed import ItemTimes, Pace, expected_log_seconds, log_seconds, observe_time


def test_the_default_is_one_second() -> None:
    assert expected_log_seconds(Pace(), ItemTimes(), "6 × 8", "mul-tables") == 0


def test_a_slow_student_is_expected_to_be_slow_and_shrunk() -> None:
    pace, times = Pace(), ItemTimes()
    for _ in range(50):
        times.add("6 × 8", 2.0)
    for _ in range(3):
        observe_time(pace, times, "6 × 8", "mul-tables", 6.0)
    expected = expected_log_seconds(pace, times, "6 × 8", "mul-tables")
    assert math.log(2.0) < expected < math.log(6.0)
    elsewhere = expected_log_seconds(pace, times, "7 + 5", "add-20")
    assert times.everything.value < elsewhere < expected


def test_items_differ() -> None:
    times = ItemTimes()
    for _ in range(20):
        times.add("2 × 3", 1.0)
        times.add("6 × 8", 4.0)
    assert times.of("2 × 3") < times.of("never asked") < times.of("6 × 8")


@pytest.mark.parametrize(("seconds", "counted"), [(0.01, 0.2), (3.0, 3.0), (500.0, 20.0)])
def test_times_are_limited_to_plausible_values(seconds: float, counted: float) -> None:
    assert log_seconds(seconds) == pytest.approx(math.log(counted))
