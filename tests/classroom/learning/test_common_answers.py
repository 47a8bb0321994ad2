"""The most common wrong answer: how common it is, and whether that exceeds chance."""

from __future__ import annotations

import pytest

from classroom.learning.common_answers import CommonAnswer, WrongAnswer, common_answer, surely_common


def given(text: str, chance: float | None = None) -> list[WrongAnswer]:
    """Answers as "student:answer"."""
    answers = (one.split(":") for one in text.split())
    return [WrongAnswer(student, answer, chance) for student, answer in answers]


def test_the_same_answer_by_several_students_exceeds_chance() -> None:
    found = common_answer(given("a:54 b:54 c:54 d:54 d:42"))
    assert found is not None
    assert (found.given, found.times, found.wrong, found.students) == ("54", 4, 5, 4)
    assert found.is_sure


@pytest.mark.parametrize(
    ("answers", "chance"),
    [
        ("a:54 a:54 a:54 b:54 b:54", None),  # two students
        ("a:54 b:54 c:54 d:42 e:40 f:49 g:63 h:64 i:45", None),  # three of nine
        ("a:54 b:54 c:54 d:54 e:42", 0.5),  # half of the open spaces
    ],
)
def test_few_students_or_open_spaces_make_an_answer_uncertain(answers: str, chance: float | None) -> None:
    found = common_answer(given(answers, chance))
    assert found is not None
    assert not found.is_sure


def test_there_is_no_common_answer_without_wrong_answers() -> None:
    assert common_answer([]) is None


def listed_beside(others: str) -> list[str]:
    """Return which equations are listed: one that three of four students answer alike, and 40 others."""
    every = {"6 × 8": "a:54 b:54 c:54 d:42"} | {f"{number} + 1": others for number in range(40)}
    found: list[tuple[str, CommonAnswer]] = []
    for equation, answers in every.items():
        one = common_answer(given(answers))
        assert one is not None
        found.append((equation, one))
    return [equation for equation, _one in surely_common(found)]


def test_of_many_equations_one_has_a_frequent_answer_by_chance() -> None:
    assert listed_beside("a:1 b:2 c:3 d:4") == []
    assert listed_beside("a:1 b:2") == ["6 × 8"]  # too few students for any statement
