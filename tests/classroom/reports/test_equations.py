from __future__ import annotations

import pytest

from classroom.reports.equations import EquationKind, EquationLine, WrongAnswer, equation_lines, shares_by_kind
from classroom.reports.spans import DateRange
from classroom.reports.statistics import Proportion
from engine.equations import describe, equations_of
from tests.classroom.reports.lesson import WRONG_DEAD_CLAIM, Lesson
from tests.factories import Cast, make_student


def test_wrong_answers_are_those_of_the_first_try_with_the_most_given_first(cast: Cast) -> None:
    lesson = Lesson(cast.class_7b)
    ana = make_student("Ana", school_class=cast.class_7b)
    for student, given in ((cast.bob, "54"), (ana, "54"), (ana, "48"), (ana, None), (cast.bob, WRONG_DEAD_CLAIM)):
        lesson.answer(student, "7 × 8", "56", given)
    for _ in range(3):
        lesson.answer(ana, "7 × 8", "56", "63", try_number=2)

    assert equation_lines(DateRange(cast.class_7b.id)) == [
        EquationLine(
            *("7 × 8", "56", Proportion(1, 5), (WrongAnswer("54", 2), WrongAnswer("48", 1), WrongAnswer(None, 1))),
            skill="mul-tables",
        )
    ]


def test_a_dead_card_traded_in_is_a_correct_answer(cast: Cast) -> None:
    lesson = Lesson(cast.class_7b)
    lesson.answer(cast.bob, "7 × 8", "56")
    lesson.answer(cast.bob, "7 × 8", "56", None)

    assert [line.first for line in equation_lines(DateRange(cast.class_7b.id))] == [Proportion(2, 2)]


def test_an_equation_counts_for_the_skill_that_it_was_dealt_from(cast: Cast) -> None:
    lesson = Lesson(cast.class_7b)
    for skill in ("order", "order", "mul-tables"):
        lesson.answer(cast.bob, "7 × 8", "56", skill=skill)

    assert [(line.skill, line.kind) for line in equation_lines(DateRange(cast.class_7b.id))] == [
        ("order", EquationKind.OTHER)
    ]


def test_the_most_missed_equations_come_first(cast: Cast) -> None:
    lesson = Lesson(cast.class_7b)
    for equation, answer, missed, right in (("a", "1", 1, 3), ("b", "2", 2, 5), ("c", "3", 2, 0), ("d", "4", 0, 1)):
        for _ in range(missed):
            lesson.answer(cast.bob, equation, answer, "9")
        for _ in range(right):
            lesson.answer(cast.bob, equation, answer)

    assert [line.equation for line in equation_lines(DateRange(cast.class_7b.id))] == ["c", "b", "a", "d"]


def test_a_students_lines_hold_that_students_answers_alone(cast: Cast) -> None:
    lesson = Lesson(cast.class_7b)
    ana = make_student("Ana", school_class=cast.class_7b)
    lesson.answer(cast.bob, "7 × 8", "56", "54")
    lesson.answer(ana, "7 × 8", "56")

    lines = equation_lines(DateRange(cast.class_7b.id), student_id=ana.id)
    assert [(line.first, line.wrong) for line in lines] == [(Proportion(1, 1), ())]


@pytest.mark.parametrize(
    ("equation", "kind"),
    [
        ("7 + 8 = 15", EquationKind.ADDITION),
        ("? + 8 = 15: 7", EquationKind.ADDITION),
        ("17 − 8 = 9", EquationKind.SUBTRACTION),
        ("7 × 8 = 56", EquationKind.MULTIPLICATION),
        ("56 ÷ 8 = 7", EquationKind.DIVISION),
        ("√49 = 7", EquationKind.OTHER),
        ("2 + 3 × 4 = 14", EquationKind.OTHER),  # the order of operations
        ("413 + 298 = 711", EquationKind.ADDITION),  # on a teacher's own card
        ("6 × 7 − 2 = 40", EquationKind.OTHER),
        ("half of a dozen = 6", EquationKind.OTHER),
    ],
)
def test_the_skill_determines_the_kind(equation: str, kind: EquationKind) -> None:
    text, _, answer = equation.rpartition(": " if ":" in equation else " = ")
    assert EquationLine(text, answer, Proportion(), ()).kind == kind


@pytest.mark.parametrize("skill", ["money", "order", "percent", "integers", "one-step", "units"])
def test_equations_with_several_operations_are_their_own_kind(skill: str) -> None:
    every = [one for some in equations_of(skill).values() for one in some]
    lines = [EquationLine(one.text, str(one.answer), Proportion(), ()) for one in every]
    own = {line.kind for line, one in zip(lines, every, strict=True) if describe(one.text, one.answer).skill == skill}
    assert own == {EquationKind.OTHER}


def test_kinds_are_added_up_in_the_order_of_learning() -> None:
    lines = [
        EquationLine("7 × 8", "56", Proportion(1, 4), ()),
        EquationLine("7 + 8", "15", Proportion(1, 1), ()),
        EquationLine("6 × 8", "48", Proportion(2, 2), ()),
    ]
    assert shares_by_kind(lines) == [
        (EquationKind.ADDITION, Proportion(1, 1)),
        (EquationKind.MULTIPLICATION, Proportion(3, 6)),
    ]
