"""The result of each card that a student answered."""

from __future__ import annotations

import pytest

from classroom.clock import now
from classroom.models import Attempt, AttemptKind
from classroom.services.play.card_results import CardOutcome, card_results, first_tries

FIRST, LATER, SHOWN = CardOutcome.FIRST_TRY, CardOutcome.LATER_TRY, CardOutcome.SHOWN


def attempt(equation: str, try_number: int, *, is_right: bool) -> Attempt:
    """Return an answer to a card as read from the database."""
    return Attempt(
        kind=AttemptKind.PLACE,
        equation=equation,
        answer="48",
        given="48" if is_right else "40",
        try_number=try_number,
        is_right=is_right,
        at=now(),
    )


def outcomes(*answers: tuple[str, int, bool]) -> list[tuple[str, int, CardOutcome]]:
    results = card_results(attempt(equation, number, is_right=right) for equation, number, right in answers)
    return [(one.equation, one.tries, one.outcome) for one in results]


@pytest.mark.parametrize(
    ("answers", "result"),
    [
        ([True], (1, FIRST)),
        ([False, True], (2, LATER)),
        ([False, False, True], (3, LATER)),
        ([False], (1, SHOWN)),
        ([False, False], (2, SHOWN)),
    ],
)
def test_a_card_counts_once_however_often_it_was_answered(answers: list[bool], result: tuple[int, CardOutcome]) -> None:
    tries = [("6 × 8", number, right) for number, right in enumerate(answers, start=1)]
    assert outcomes(*tries) == [("6 × 8", *result)]


def test_repeated_misses_count_once_per_card() -> None:
    tries = [(f"{number} × 8", one, False) for number in range(5) for one in (1, 2)]
    assert [outcome for *_, outcome in outcomes(*tries)] == [SHOWN] * 5


def test_a_card_can_be_tried_again_after_another() -> None:
    found = outcomes(("6 × 8", 1, False), ("7 × 7", 1, True), ("6 × 8", 2, True))
    assert found == [("6 × 8", 2, LATER), ("7 × 7", 1, FIRST)]


def test_a_card_that_is_drawn_again_counts_separately() -> None:
    found = outcomes(("6 × 8", 1, True), ("6 × 8", 1, False), ("6 × 8", 2, True), ("6 × 8", 1, False))
    assert [outcome for *_, outcome in found] == [FIRST, LATER, SHOWN]


def test_first_tries_equal_first_answers() -> None:
    results = card_results([attempt("6 × 8", 1, is_right=True), attempt("7 × 7", 1, is_right=False)])
    assert first_tries(results) == 1
