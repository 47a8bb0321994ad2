"""Who gets fewer correct than usual, against the app's own predictions."""

from __future__ import annotations

from datetime import date
from random import Random

from classroom.learning.drops import FIRST_ANSWERS, Drop, DropWatch
from classroom.learning.ledger import Observation
from engine.equations import describe

EQUATION = describe("6 × 8", 48)


def watched(*right: bool, expected: float | None = 0.8) -> tuple[Drop, ...]:
    watch = DropWatch()
    for number, is_right in enumerate(right):
        seen = Observation("ana", EQUATION, is_right, date(2026, 3, 2), expected=expected, session=str(number // 18))
        watch.observe(seen)
    return watch.drops()


def test_a_drop_is_seen_and_said_with_its_last_two_sessions() -> None:
    [found] = watched(*[True, True, True, True, False] * 11, *[False, True] * 18)
    assert found.student == "ana"
    assert 18 <= found.answers <= 36
    assert found.right < found.expected_right


def test_what_is_usual_is_no_drop_and_neither_are_the_first_answers() -> None:
    assert watched(*[True, True, True, True, False] * 40) == ()
    assert watched(*[False] * FIRST_ANSWERS) == ()
    assert watched(*[False] * 90, expected=None) == ()


def test_by_chance_few_are_named() -> None:
    rng, named = Random(1), 0
    for _ in range(60):
        named += bool(watched(*(rng.random() < 0.8 for _ in range(180))))
    assert named <= 3


def test_a_drop_of_two_logits_is_mostly_seen_in_four_sessions() -> None:
    rng, named = Random(2), 0
    for _ in range(40):
        usual, dropped = (rng.random() < 0.8 for _ in range(72)), (rng.random() < 0.35 for _ in range(72))
        named += bool(watched(*usual, *dropped))
    assert named >= 36
