from __future__ import annotations

import pytest

from classroom.reports.counts import Counted, counted_answers
from classroom.reports.facts import (
    Fact,
    FactState,
    Operation,
    fact_of,
    facts_by_student,
    facts_of_all,
    state_of,
    texts_of,
)
from classroom.reports.spans import DateRange
from classroom.reports.statistics import Proportion
from tests.classroom.reports.lesson import Lesson
from tests.factories import Cast, make_student


@pytest.mark.parametrize(
    ("equation", "answer", "fact"),
    [
        ("8 × 7", "56", Fact(Operation.TIMES, 8, 7)),
        ("7 × ? = 56", "8", Fact(Operation.TIMES, 7, 8)),
        ("56 ÷ 8", "7", Fact(Operation.DIVIDED, 8, 7)),
        ("? ÷ 7 = 8", "56", Fact(Operation.DIVIDED, 7, 8)),
        ("9 + 4", "13", Fact(Operation.PLUS, 9, 4)),
        ("9 + ? = 13", "4", Fact(Operation.PLUS, 9, 4)),
        ("13 − 4", "9", Fact(Operation.MINUS, 4, 9)),
        ("? − 4 = 9", "13", Fact(Operation.MINUS, 4, 9)),
        ("7 × 0", "0", Fact(Operation.TIMES, 7, 0)),
        ("47 + 38", "85", None),
        ("52 − 28", "24", None),
        ("4 × 20", "80", None),
        ("2 + 3 × 4", "14", None),
        ("10 quarters", "250", None),
    ],
)
def test_equations_are_placed_in_the_matrix(equation: str, answer: str, fact: Fact | None) -> None:
    assert fact_of(equation, answer) == fact


def test_texts_of_a_fact_have_its_place() -> None:
    both = texts_of(Fact(Operation.DIVIDED, 7, 8), is_merged=True)
    one = texts_of(Fact(Operation.DIVIDED, 8, 7), is_merged=False)
    assert {"56 ÷ 7", "56 ÷ 8", "? ÷ 7 = 8"} <= both
    assert {"56 ÷ 8"} <= one < both
    assert "56 ÷ 7" not in one


@pytest.mark.parametrize(
    ("right", "trials", "state"),
    [
        (2, 2, FactState.TOO_FEW),
        (3, 3, FactState.MOSTLY),
        (17, 20, FactState.MOSTLY),
        (16, 20, FactState.SOMETIMES),
        (5, 10, FactState.SOMETIMES),
        (1, 3, FactState.NOT_YET),
    ],
)
def test_the_state_of_a_fact(right: int, trials: int, state: FactState) -> None:
    assert state_of(Proportion(right, trials)) is state


def test_both_orders_are_one_fact_unless_they_are_asked_for() -> None:
    counted = [Counted("a", "7 × 8", "56", 3, 1), Counted("a", "8 × 7", "56", 2, 2), Counted("b", "8 × 7", "56", 1, 0)]
    merged = facts_by_student(counted, is_merged=True)
    assert merged["a"] == {Fact(Operation.TIMES, 7, 8): Proportion(3, 5)}
    assert facts_of_all(merged) == {Fact(Operation.TIMES, 7, 8): Proportion(3, 6)}
    apart = facts_by_student(counted, is_merged=False)
    assert apart["a"] == {Fact(Operation.TIMES, 7, 8): Proportion(1, 3), Fact(Operation.TIMES, 8, 7): Proportion(2, 2)}


def test_first_answers_are_counted_by_student_and_equation(cast: Cast) -> None:
    lesson = Lesson(cast.class_7b)
    ana = make_student("Ana", school_class=cast.class_7b)
    lesson.answer(cast.bob, "7 × 8", "56", "54")
    lesson.answer(cast.bob, "7 × 8", "56", try_number=2)
    lesson.answer(cast.bob, "7 × 8", "56")
    lesson.answer(ana, "2 + 3", "5")
    Lesson(cast.class_8c).answer(cast.charlie, "7 × 8", "56")

    assert {tuple(one) for one in counted_answers(DateRange(cast.class_7b.id))} == {
        (cast.bob.id, "7 × 8", "56", 2, 1),
        (ana.id, "2 + 3", "5", 1, 1),
    }
    assert len(counted_answers(DateRange(cast.class_7b.id), student_id=ana.id)) == 1
    assert len(counted_answers(DateRange(cast.class_7b.id), texts=["7 × 8"])) == 1
