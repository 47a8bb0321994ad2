from __future__ import annotations

import pytest

from engine.equations import SKILLS, Equation, describe, difficulty, equations_of, find
from engine.equations.difficulty import WEIGHTS


def of(text: str) -> float:
    equation = find(text)
    assert equation is not None, text
    return difficulty(equation)


@pytest.mark.parametrize("skill", SKILLS)
def test_the_mean_difficulty_of_a_skill_is_that_of_the_catalog(skill: str) -> None:
    every = [difficulty(one) for some in equations_of(skill).values() for one in some]
    assert sum(every) / len(every) == pytest.approx(SKILLS[skill].difficulty, abs=0.4)  # 3 at most either way
    assert all(-3 <= one <= 3 for one in every)


def test_every_mark_has_a_weight() -> None:
    marks = {mark for skill in SKILLS for some in equations_of(skill).values() for one in some for mark in one.features}
    assert marks == set(WEIGHTS)


def test_equations_known_to_be_hard_are_harder() -> None:
    assert of("6 × 7") > of("7 × 7") > of("5 × 7") > of("10 × 7")
    assert of("7 × 8") > of("3 × 4")
    assert of("48 ÷ 6") > of("6 × 8")
    assert of("52 − 28") > of("58 − 22")
    assert of("50 − 28") > of("52 − 28")
    assert of("3/4 of 32") > of("1/4 of 32")


def test_a_teachers_card_has_medium_difficulty() -> None:
    assert difficulty(describe("legs of 6 dogs", 24)) == 0


def test_difficulty_correlates_with_measured_accuracy() -> None:
    # Measured accuracy for 12 facts in tests/data: the hardest six have large numbers.
    large = ["6 × 7", "6 × 8", "6 × 9", "7 × 8", "7 × 9", "8 × 9"]
    small = ["2 × 3", "2 × 4", "2 × 5", "3 × 4", "3 × 5", "4 × 5"]
    assert min(map(of, large)) > max(map(of, small))


def test_unknown_skills_have_the_default_difficulty() -> None:
    assert difficulty(Equation("2 + 2", 4, "elsewhere", "x", 4)) == 0
