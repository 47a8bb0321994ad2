from __future__ import annotations

from random import Random

import pytest

from classroom.services.sample.mistakes import read_equation, wrong_answer
from engine import BUILT_IN_DECKS

LABELS = [str(number) for number in range(1, 101)]


def answers(face: str, right: str) -> set[str]:
    rng = Random(1)
    return {wrong_answer(face, right, LABELS, [], rng) for _ in range(200)}


@pytest.mark.parametrize(
    ("face", "right", "usual"),
    [
        ("7 × 8", "56", {"48", "63", "49", "64"}),
        ("52 − 28", "24", {"36", "34"}),
        ("28 + 15", "43", {"33"}),
        ("25% of 60", "15", {"35"}),
    ],
)
def test_common_mistakes_are_made(face: str, right: str, usual: set[str]) -> None:
    assert usual <= answers(face, right)


@pytest.mark.parametrize("deck", list(BUILT_IN_DECKS))
def test_every_equation_has_only_wrong_answers(deck: str) -> None:
    rng = Random(1)
    labels = list(BUILT_IN_DECKS[deck].equations)
    for answer, kinds in BUILT_IN_DECKS[deck].equations.items():
        for face in (face for kind in kinds for face in kind):
            wrong = wrong_answer(face, answer, labels, [], rng)
            assert wrong in labels
            assert wrong != answer


def test_a_wrong_answer_is_not_given_twice() -> None:
    rng = Random(1)
    assert all(wrong_answer("7 × 8", "56", ["54", "56", "63"], ["63"], rng) == "54" for _ in range(20))


def test_the_answer_is_right_if_no_wrong_one_is_left() -> None:
    assert wrong_answer("7 × 8", "56", ["56", "54"], ["54"], Random(1)) == "56"


def test_equations_are_parsed() -> None:
    assert read_equation("42 ÷ 7") == (42, "÷", 7)
    assert read_equation("6 × ? = 48") is None
    assert read_equation("half of 48") is None
