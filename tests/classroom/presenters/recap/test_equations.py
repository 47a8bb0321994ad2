"""The hardest equations: only with evidence, and with the mistake behind the usual wrong answer."""

from __future__ import annotations

import pytest

from classroom.learning.common_answers import CommonAnswer
from classroom.presenters.recap.equations import HardEquation, hard_equations
from classroom.presenters.reports.words import error_pattern_of
from classroom.reports.equations import MOST_EQUATIONS, EquationLine, WrongAnswer, hardest
from classroom.reports.statistics import Proportion


def line(equation: str, answer: str, right: int, *wrong: tuple[str | None, int]) -> EquationLine:
    """An equation with its wrong first answers, the most common first."""
    missed = sum(count for _, count in wrong)
    return EquationLine(equation, answer, Proportion(right, right + missed), tuple(WrongAnswer(*one) for one in wrong))


def test_more_answers_rank_higher() -> None:
    lines = [line("a", "1", 1, ("2", 3)), line("b", "1", 5, ("2", 9)), line("c", "1", 40, ("2", 20))]
    assert [one.equation for one in hardest(lines)] == ["b", "a", "c"]


@pytest.mark.parametrize(("right", "missed"), [(0, 3), (1, 2), (9, 1), (9, 0)])
def test_too_little_evidence_lists_no_equation(right: int, missed: int) -> None:
    assert hardest([line("7 × 8", "56", right, ("54", missed))]) == []


def test_the_list_is_short() -> None:
    assert len(hardest([line(f"{number} + 1", "9", 1, ("8", 4)) for number in range(9)])) == MOST_EQUATIONS


COMMON = CommonAnswer("54", times=3, wrong=4, students=3, by_chance=0.004, missed_by=4)


def test_the_usual_wrong_answer_and_its_mistake() -> None:
    (shown,) = hard_equations([line("6 × 8", "48", 2, ("54", 3), ("40", 1))], {("6 × 8", "48"): COMMON})
    assert shown == HardEquation(
        "6 × 8", "48", Proportion(4, 6), "54", 3, "Maybe used the next number in the times table."
    )


@pytest.mark.parametrize("common", [COMMON._replace(students=2), COMMON._replace(by_chance=0.02)])
def test_chance_or_two_students_do_not_make_a_common_mistake(common: CommonAnswer) -> None:
    (shown,) = hard_equations([line("6 × 8", "48", 2, ("54", 3), ("40", 1))], {("6 × 8", "48"): common})
    assert (shown.usual, shown.times, shown.pattern) == ("54", 3, None)


def test_a_wrong_answer_given_once_is_not_a_pattern() -> None:
    (shown,) = hard_equations([line("6 × 8", "48", 2, ("54", 1), ("40", 1), ("42", 1))], {})
    assert (shown.usual, shown.pattern) == (None, None)


def test_a_card_traded_in_by_mistake_is_not_a_common_mistake() -> None:
    (shown,) = hard_equations([line("6 × 8", "48", 2, (None, 3))], {})
    assert (shown.usual, shown.pattern) == ("traded in by mistake", None)


@pytest.mark.parametrize(
    ("equation", "answer", "given", "words"),
    [
        ("4 × 3", "12", "7", "Maybe added instead."),
        ("14 − 6", "8", "20", "Maybe added instead."),
        ("52 − 28", "24", "36", "Maybe subtracted each smaller digit from the larger one."),
        ("52 − 28", "24", "34", "Maybe regrouped a ten but did not take it from the tens."),
        ("28 + 15", "43", "33", "Maybe forgot to add the regrouped ten."),
        ("8 + 5", "13", "12", "Maybe counted one too many or one too few."),
        ("8 × 3", "24", "42", "Maybe swapped the digits."),
        ("6 × 8", "48", "64", None),  # another number of the same table means nothing
        ("6 × 8", "48", "-48", None),
        ("a teacher's own card", "48", "49", "Maybe counted one too many or one too few."),
        ("half", "1/2", "2", None),
    ],
)
def test_common_mistakes_in_plain_words(equation: str, answer: str, given: str, words: str | None) -> None:
    assert error_pattern_of(equation, answer, given) == words
