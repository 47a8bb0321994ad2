"""A student most needs the skills with few right answers, fewer than classmates have."""

from __future__ import annotations

from random import Random

import pytest

from classroom.learning.needs import needs_of

Shares = dict[str, tuple[int, float]]
SUMS: Shares = {"add-100-carry": (24, 0.8), "sub-100-borrow": (16, 0.65), "add-10": (6, 0.9)}


def answered(rng: Random, students: dict[str, Shares]) -> dict[tuple[str, str], tuple[int, int]]:
    """Simulate answers.

    :param students: of each, the answers to each skill, and the chance that one is correct
    """
    return {
        (student, skill): (sum(rng.random() < share for _ in range(trials)), trials)
        for student, skills in students.items()
        for skill, (trials, share) in skills.items()
    }


@pytest.mark.parametrize("size", [6, 24, 35])
def test_equal_students_are_rarely_named_even_for_hard_skills(size: int) -> None:
    rng = Random(4)
    named = sum(bool(needs_of(answered(rng, {str(at): SUMS for at in range(size)})).by_student) for _ in range(100))
    assert named <= 8


def test_a_student_far_below_is_named_with_that_skill() -> None:
    rng = Random(5)
    weak = SUMS | {"add-100-carry": (24, 0.4)}
    found = [needs_of(answered(rng, {"weak": weak} | {str(at): SUMS for at in range(23)})) for _ in range(100)]
    assert sum(one.by_student.get("weak") == "add-100-carry" for one in found) >= 85


def test_a_skill_that_is_hard_for_everyone_is_reported_for_the_class() -> None:
    rng = Random(6)
    hard = {"sub-100-borrow": (16, 0.5), "add-10": (6, 0.9)}
    needs = needs_of(answered(rng, {str(at): hard for at in range(24)}))
    assert needs.of_class == "sub-100-borrow"
    assert not needs.by_student


def test_few_answers_name_no_need() -> None:
    assert needs_of({("1", "add-10"): (0, 4)}) == ({}, None)
    assert needs_of({}) == ({}, None)


def test_a_single_student_is_compared_with_usual_results() -> None:
    assert needs_of({("1", "add-10"): (4, 20)}) == ({"1": "add-10"}, "add-10")
