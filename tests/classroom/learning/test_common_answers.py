"""The most common wrong answer: how common it is, and whether that exceeds chance."""

from __future__ import annotations

import pytest

from classroom.learning.common_answers import WrongAnswer, common_answer


def given(text: str, chance: float | None = None) -> list[WrongAnswer]:
    """Answers as "student:answer"."""
    answers = (one.split(":") for one in text.split())
    return [WrongAnswer(student, answer, chance) for student, answer in answers]


def test_several_students_who_give_the_same_answer_are_no_chance() -> None:
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
def test_what_few_students_give_or_the_open_spaces_explain_is_not_sure(answers: str, chance: float | None) -> None:
    found = common_answer(given(answers, chance))
    assert found is not None
    assert not found.is_sure


def test_without_a_wrong_answer_none_is_common() -> None:
    assert common_answer([]) is None
