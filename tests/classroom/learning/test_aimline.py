"""The statements of the aimline, and their error rates."""

from __future__ import annotations

from math import exp, log
from random import Random
from statistics import median

import pytest

from classroom.learning.aimline import MIN_WEEKS, Aimline, Course, judge

LINE = Aimline(8, 14, 30)


def rates(line: Aimline, weeks: int, rng: Random, *, noise: float = 0.17) -> list[float]:
    """Return noisy rates of a student who follows a line, as exit tickets vary."""
    return [exp(log(line.at(week) + 1) + rng.gauss(0, noise)) - 1 for week in range(weeks)]


def courses(line: Aimline, weeks: int, students: int = 300) -> list[Course]:
    rng = Random(1)
    return [judge(LINE, range(weeks), rates(line, weeks, rng)).course for _ in range(students)]


def test_an_aimline_leads_from_the_start_to_the_goal() -> None:
    assert LINE.at(0) == pytest.approx(8)
    assert LINE.at(30) == pytest.approx(14)
    assert LINE.at(15) == pytest.approx(10.6, abs=0.1)


@pytest.mark.parametrize(("weeks", "judged"), [(10, 10), (13, 10), (14, 14), (17, 14), (18, 18)])
def test_judgements_come_at_week_ten_and_every_four_weeks(weeks: int, judged: int) -> None:
    assert judge(LINE, range(weeks), [9.0] * weeks).weeks == judged


def test_there_is_no_judgement_before_ten_weeks() -> None:
    flat = [8.0] * (MIN_WEEKS - 1)
    assert judge(LINE, range(MIN_WEEKS - 1), flat) == (Course.TOO_FEW, MIN_WEEKS - 1)
    assert judge(LINE, range(30), [8.0] * 30).course is Course.BELOW
    assert judge(LINE, range(30), [8.0 + week for week in range(30)]).course is Course.ABOVE


@pytest.mark.parametrize("weeks", [10, 18, 30])
def test_students_on_their_line_are_rarely_judged_below_it(weeks: int) -> None:
    found = courses(LINE, weeks)
    assert found.count(Course.BELOW) / len(found) <= 0.07
    assert found.count(Course.ABOVE) / len(found) <= 0.07


@pytest.mark.parametrize("weeks", [10, 18])
def test_slow_students_on_their_line_are_rarely_judged_either(weeks: int) -> None:
    """The rates of slow students vary more: two or three answers in a minute."""
    slow, rng = Aimline(2, 4, 30), Random(1)
    found = [judge(slow, range(weeks), rates(slow, weeks, rng, noise=0.32)).course for _ in range(600)]
    assert found.count(Course.BELOW) / len(found) <= 0.06
    assert found.count(Course.ABOVE) / len(found) <= 0.06


def test_students_who_do_not_grow_are_found_in_time() -> None:
    flat = Aimline(8, 8, 30)
    assert courses(flat, 30).count(Course.BELOW) / 300 >= 0.95
    assert courses(flat, 18).count(Course.BELOW) / 300 >= 0.4


def test_a_lucky_or_unlucky_start_of_the_aimline_does_not_decide() -> None:
    """The aimline starts at the median of three tickets. All students reach the goal, or grow half as much."""
    rng, found, slow = Random(2), [], []
    for _ in range(300):
        line = Aimline(median(rates(LINE, 1, rng)[0] for _ in range(3)), 14, 30)
        found.append(judge(line, range(22), rates(LINE, 22, rng)).course)
        slow.append(judge(line, range(22), rates(Aimline(8, 10.6, 30), 22, rng)).course)
    assert found.count(Course.BELOW) <= 0.08 * len(found)
    assert found.count(Course.ABOVE) <= 0.08 * len(found)
    assert slow.count(Course.BELOW) >= 0.6 * len(slow)


@pytest.mark.parametrize("others", [4.0, 16.0], ids=["harder", "easier"])
def test_other_equations_are_no_progress(others: float) -> None:
    """A student is exactly on the line, but the class has another deck from the seventh week on."""
    rng, found = Random(6), []
    for _ in range(200):
        seen, kinds = rates(LINE, 14, rng), [int(week >= 6) for week in range(14)]
        moved = [rate * others / 8 if kind else rate for rate, kind in zip(seen, kinds, strict=True)]
        found.append(judge(LINE, range(14), moved, kinds).course)
    assert found.count(Course.BELOW) <= 20
    assert found.count(Course.ABOVE) <= 20
    assert judge(LINE, range(12), [8.0] * 12, range(12)).course is Course.OPEN, "nothing to compare"
