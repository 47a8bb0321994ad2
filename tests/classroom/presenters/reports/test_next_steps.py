from __future__ import annotations

import re

import pytest

from classroom.presenters.reports.next_steps import steps_for_class, steps_for_student
from classroom.reports.equations import EquationLine, WrongAnswer
from classroom.reports.statistics import Proportion
from classroom.reports.students import StudentLine


def student(name: str, right: int, tried: int) -> StudentLine:
    return StudentLine(name, name, (), Proportion(right, tried), Proportion())


def equation(right: int, tried: int, *wrong: WrongAnswer) -> EquationLine:
    return EquationLine("7 × 8", "56", Proportion(right, tried), wrong)


def plain(steps: tuple[str, ...]) -> list[str]:
    """The sentences without the marks that keep names of all directions apart."""
    return [
        re.sub("[\N{FIRST STRONG ISOLATE}\N{LEFT-TO-RIGHT ISOLATE}\N{POP DIRECTIONAL ISOLATE}]", "", step)
        for step in steps
    ]


FINE = [student("Ana", 17, 20), student("Bo", 17, 20)]


def test_an_equation_missed_often_is_to_be_taught_again_with_its_usual_wrong_answer() -> None:
    lines = [equation(5, 14, WrongAnswer("54", 6), WrongAnswer("48", 3))]
    assert plain(steps_for_class(FINE, lines)) == [
        "Reteach 7 × 8: 9 of 14 first answers were incorrect, most often 54."
    ]


def test_a_wrong_answer_given_once_is_not_called_usual() -> None:
    lines = [equation(2, 4, WrongAnswer("54", 1), WrongAnswer(None, 1))]
    assert plain(steps_for_class(FINE, lines)) == ["Reteach 7 × 8: 2 of 4 first answers were incorrect."]


@pytest.mark.parametrize(("right", "tried"), [(1, 3), (3, 4), (9, 12)])
def test_few_tries_or_few_misses_are_no_reason_to_teach_again(right: int, tried: int) -> None:
    wrong = WrongAnswer("54", tried - right)
    assert plain(steps_for_class(FINE, [equation(right, tried, wrong)])) == [
        "No clear pattern yet. Use this deck again and check after the next session."
    ]


def test_whoever_is_beyond_chance_below_the_class_is_named_by_name_and_three_at_most() -> None:
    others = [student(f"S{number}", 19, 20) for number in range(12)]
    low = [student(name, right, 20) for name, right in (("Ana", 9), ("Bo", 4), ("Cy", 8), ("Di", 7))]
    assert plain(steps_for_class(low + others, [])) == [
        "Meet with Bo, Cy, and Di: their first-try accuracy is below the class average."
    ]


def test_whoever_has_too_few_answers_should_play_more() -> None:
    assert plain(steps_for_class([*FINE, student("Cy", 0, 4), student("Di", 0, 0)], [])) == [
        "Have Cy and Di play more: 5 first answers are needed."
    ]
    many = [student(f"S{number}", 0, 1) for number in range(4)]
    assert plain(steps_for_class([*FINE, *many], []))[0].startswith("Have 4 students play more")
    assert plain(steps_for_class(many, []))[0].startswith("Have the class play more")


def test_a_class_that_knows_nearly_everything_gets_something_harder() -> None:
    steps = steps_for_class([student("Ana", 20, 20), student("Bo", 19, 20)], [])
    assert plain(steps) == ["Nearly all first answers are correct. Try another deck or a larger board."]


@pytest.mark.parametrize(
    ("line", "equations", "sentence"),
    [
        (student("Ana", 4, 4), [], "Have Ana play another game: 5 first answers are needed."),
        (
            student("Ana", 3, 9),
            [equation(1, 4, WrongAnswer("54", 3))],
            "Ask Ana to show you how to solve 7 × 8 (missed 3 of 4 times).",
        ),
        (
            student("Ana", 8, 9),
            [equation(1, 2, WrongAnswer("54", 1))],
            "No equation was missed twice. Have Ana keep playing, then check again.",
        ),
        (student("Ana", 9, 9), [], "Every first answer was correct. Give Ana another deck or a larger board."),
    ],
)
def test_what_to_do_with_one_student(line: StudentLine, equations: list[EquationLine], sentence: str) -> None:
    assert plain(steps_for_student(line, equations)) == [sentence]


def test_a_name_of_another_direction_is_kept_apart() -> None:
    assert "\N{FIRST STRONG ISOLATE}ليلى\N{POP DIRECTIONAL ISOLATE}" in steps_for_student(student("ليلى", 9, 9), [])[0]
