"""Equations with unusual results: found where many students miss them, and never among ordinary ones."""

from __future__ import annotations

from random import Random

import pytest

from classroom.learning.common_answers import CommonAnswer, concentrated
from classroom.learning.items import MIN_ANSWERS, odd_items
from classroom.learning.ledger import ItemTally
from engine.equations import Equation, equations_of

BANK = [one for some in equations_of("mul-tables").values() for one in some]


def tally(equation: Equation, right: int, answers: int, *, expected: float = 0.82, students: int = 12) -> ItemTally:
    return ItemTally(equation, answers, right, expected * answers, set(range(students)))


@pytest.mark.parametrize(("right", "is_hard"), [(8, True), (40, False)])
def test_an_equation_far_from_expected_is_listed(right: int, is_hard: bool) -> None:
    expected = 0.82 if is_hard else 0.3
    found = odd_items([tally(BANK[0], right, 42, expected=expected), tally(BANK[1], 34, 42)])
    assert [(one.equation, one.is_hard) for one in found] == [(BANK[0], is_hard)]
    assert found[0].interval[0] < right / 42 < found[0].interval[1]


def test_too_few_answers_or_students_list_nothing() -> None:
    assert odd_items([tally(BANK[0], 0, MIN_ANSWERS - 1), tally(BANK[1], 0, 60, students=4)]) == ()


def test_ordinary_equations_are_not_listed() -> None:
    rng = Random(1)
    named = 0
    for _ in range(40):
        shares = [min(max(rng.gauss(0.82, 0.06), 0.5), 0.97) for _ in BANK[:60]]
        named += len(
            odd_items(
                tally(equation, sum(rng.random() < share for _ in range(60)), 60)
                for equation, share in zip(BANK, shares, strict=False)
            )
        )
    assert named <= 2  # of 2,400


def test_wrong_answers_are_called_the_same_only_with_a_bound_on_false_discoveries() -> None:
    same = CommonAnswer("54", times=9, wrong=12, students=6, by_chance=1e-6, missed_by=8)
    chance = CommonAnswer("42", times=4, wrong=12, students=4, by_chance=0.03, missed_by=8)
    few = CommonAnswer("42", times=9, wrong=9, students=9, by_chance=1e-9, missed_by=9)
    half = CommonAnswer("42", times=5, wrong=12, students=5, by_chance=0.004, missed_by=8)
    others = {f"chance {number}": chance for number in range(20)}
    found = concentrated([("same", same), ("few", few), ("half", half), *others.items()])
    assert found == [("same", same)]
