"""Groups contain students who need a skill, beyond chance, and who are behind most of the class."""

from __future__ import annotations

from math import exp, sqrt
from random import Random

import pytest

from classroom.learning.day_effects import day_variance
from classroom.learning.grouping import MOST_STUDENTS, NeedGroup, SkillEstimate, shared_needs

GOOD, LOW, LOWER = SkillEstimate(0.85, 12, 90), SkillEstimate(0.45, 20, 90), SkillEstimate(0.35, 20, 90)
CLASS = {f"good {number}": {"mul": GOOD, "div": GOOD} for number in range(15)}


def test_the_skill_with_the_most_need_comes_first_and_no_one_is_twice() -> None:
    few = {
        "a": {"mul": LOW, "div": LOWER},
        "b": {"mul": LOW, "div": LOW},
        "c": {"div": LOWER},
        "d": {"div": LOW, "mul": GOOD},
        "e": {"add": LOWER},
    }
    assert shared_needs(CLASS | few) == [NeedGroup("div", ("a", "c", "b", "d"))]


def test_a_group_has_five_at_most_and_the_others_make_the_next() -> None:
    many = {str(number): {"mul": LOWER} for number in range(MOST_STUDENTS + 2)}
    assert [len(group.students) for group in shared_needs(CLASS | many)] == [5, 2]


def test_fewer_answers_are_less_certain() -> None:
    unsure = SkillEstimate(0.5, 0.5, 5)
    assert shared_needs(CLASS | {"a": {"mul": LOWER}, "b": {"mul": unsure}}) == []


def test_those_whose_answers_show_no_difference_are_left_out() -> None:
    weak = {"a": {"mul": LOW}, "b": {"mul": LOW}, "bad day": {"mul": LOW}}
    [group] = shared_needs(CLASS | weak, {("bad day", "mul"): False, ("a", "div"): False, ("b", "mul"): True})
    assert group == NeedGroup("mul", ("a", "b"))
    assert shared_needs(CLASS | weak, {("bad day", "mul"): False, ("a", "mul"): False}) == []


@pytest.mark.parametrize("size", [6, 24, 35])
def test_an_unlucky_student_is_not_grouped_with_a_weak_one(size: int) -> None:
    rng, named = Random(3), 0
    for _ in range(100):
        alike = {str(at): {"mul": estimate(rng, 0.81)} for at in range(size)}
        named += bool(shared_needs(alike | {"weak": {"mul": estimate(rng, 0.45)}}))
    assert named <= 5


def test_better_and_worse_days_are_no_need() -> None:
    """Estimates of equal students vary by their answers and, as they follow the latest days, by .39 logits more."""
    rng, information, named = Random(3), 25, 0
    for _ in range(200):
        levels = [rng.gauss(1.1, sqrt(1 / (1 + information) + 0.15)) for _ in range(24)]
        named += bool(
            shared_needs(
                {
                    str(at): {"mul": SkillEstimate(1 / (1 + exp(-one)), information, 200)}
                    for at, one in enumerate(levels)
                }
            )
        )
    assert named <= 8


@pytest.mark.parametrize(("days", "most"), [([(13, 16)] * 8, 110), ([(16, 16), (6, 16)] * 4, 6)])
def test_where_days_differ_much_estimates_that_follow_the_latest_ones_say_less(
    days: list[tuple[int, int]], most: int
) -> None:
    """Estimates of equal students vary by .55 logits, a part of the variance of their days.

    No counts tell who is below: the app chooses the cards.
    """
    rng, information, named = Random(3), 8, 0
    for _ in range(200):
        levels = [rng.gauss(1.1, sqrt(1 / (1 + information) + 0.15 + 0.3)) for _ in range(24)]
        estimates = {
            str(at): {"mul": SkillEstimate(1 / (1 + exp(-one)), information, 60)} for at, one in enumerate(levels)
        }
        named += bool(
            shared_needs(estimates, days=dict.fromkeys(estimates, days), day_variance=day_variance([days] * 24))
        )
    assert named <= most


def test_students_with_enough_counts_are_grouped_although_days_differ() -> None:
    weak = {"a": {"mul": SkillEstimate(0.5, 20, 90)}, "b": {"mul": SkillEstimate(0.5, 20, 90)}}
    days = dict.fromkeys(CLASS | weak, [(16, 16), (6, 16)] * 4)
    variance = day_variance(days.values())
    assert shared_needs(CLASS | weak, days=days, day_variance=variance) == []
    [group] = shared_needs(CLASS | weak, {("a", "mul"): True, ("b", "mul"): True}, days, variance)
    assert group == NeedGroup("mul", ("a", "b"))


def test_two_students_far_below_are_grouped_although_their_days_differ() -> None:
    rng, information, found = Random(5), 12, 0
    for _ in range(100):
        centers = [-0.9] * 2 + [1.5] * 22
        levels = [rng.gauss(center, sqrt(1 / (1 + information) + 0.12)) for center in centers]
        groups = shared_needs(
            {str(at): {"mul": SkillEstimate(1 / (1 + exp(-level)), information, 60)} for at, level in enumerate(levels)}
        )
        found += [set(group.students) for group in groups] == [{"0", "1"}]
    assert found >= 75


def test_a_skill_that_is_hard_for_everyone_forms_no_group() -> None:
    rng = Random(4)
    assert shared_needs({str(at): {"div": estimate(rng, 0.5), "mul": estimate(rng, 0.85)} for at in range(24)}) == []


def estimate(rng: Random, share: float, answers: int = 64) -> SkillEstimate:
    """Simulate a student's answers, and estimate from them."""
    right = sum(rng.random() < share for _ in range(answers))
    chance = (right + 0.82 * 4) / (answers + 4)
    return SkillEstimate(chance, answers * chance * (1 - chance), answers)
