"""Students with fewer correct answers than before, where the app chooses the equations."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest

from classroom.learning.accuracy import success
from classroom.learning.drops import FIRST_ANSWERS, Drop, DropWatch
from classroom.learning.ledger import Channel, Observation
from engine.equations import describe

EQUATION = describe("6 × 8", 48)
OTHER = EQUATION._replace(skill="powers")  # about as hard
A_SESSION = 18


def watched(*right: bool, expected: float | None = 0.8) -> tuple[Drop, ...]:
    watch = DropWatch()
    for number, is_right in enumerate(right):
        session = str(number // A_SESSION)
        watch.observe(Observation("ana", EQUATION, is_right, date(2026, 3, 2), expected=expected, session=session))
    return watch.drops()


def test_a_drop_is_found_and_reports_the_last_sessions() -> None:
    [found] = watched(*[True, True, True, True, False] * 18, *[False, True, False] * 24)
    assert (found.student, found.right, found.answers) == ("ana", 24, 72)
    assert 56 < found.expected_right < 59  # four of five


def test_ordinary_variation_and_first_answers_are_not_drops() -> None:
    assert watched(*[True, True, True, True, False] * 40) == ()
    assert watched(*[True] * (FIRST_ANSWERS - 1), *[False] * 72) != ()
    assert watched(*[True] * A_SESSION, *[False] * 72) == ()
    assert watched(*[False] * 90) == ()
    assert watched(*[True] * 90, *[False] * 72, expected=None) == ()


def test_one_bad_session_is_not_a_drop() -> None:
    assert watched(*[True, True, True, True, False] * 36, *[False] * 6) == ()


def test_a_worst_day_and_an_ordinary_one_are_not_a_drop() -> None:
    usual = [True, True, True, True, False]
    assert watched(*usual * 18, *[False] * A_SESSION, *usual * 3, True, True, False) == ()
    assert watched(*usual * 18, *[False] * A_SESSION, *[False, True] * 27) != ()


@pytest.mark.nightly
def test_better_and_worse_days_are_seldom_drops_in_a_term_of_weekly_looks() -> None:
    """Days of equal students differ by 0.5 logits."""
    named = 0
    for seed in range(8):
        rng, watch, is_named = Random(seed), DropWatch(), False
        for number in range(16):
            for student in range(24):
                share = success(1.4 + rng.gauss(0, 0.5))
                for _ in range(14):
                    seen = Observation(str(student), EQUATION, rng.random() < share, date(2026, 3, 2), expected=0.8)
                    watch.observe(seen._replace(session=str(number)))
            is_named |= bool(watch.drops())
        named += is_named
    assert named <= 3


@pytest.mark.parametrize("typed", [False, True], ids=["another skill", "typed numbers"])
def test_other_kinds_of_answers_are_less_certain(*, typed: bool) -> None:
    """A student may be weaker in a skill, or slower to type, than in what was asked before."""
    usual, then = [True, True, True, True, False] * 18, [False, True, False, True, False] * 14
    assert watched(*usual, *then) != ()
    watch = DropWatch()
    for number, is_right in enumerate([*usual, *then]):
        is_later = number >= len(usual)
        watch.observe(
            Observation(
                *("ana", OTHER if is_later and not typed else EQUATION, is_right, date(2026, 3, 2)),
                channel=Channel.NUMBER if is_later and typed else Channel.BOARD,
                expected=0.8,
                session=str(number // A_SESSION),
            )
        )
    assert watch.drops() == ()


@pytest.mark.nightly
def test_students_for_whom_typing_is_harder_than_for_others_have_not_dropped() -> None:
    """A class begins to type. That costs .6 logits, and differs among students by .5."""
    named = 0
    for seed in range(10):
        rng, watch, is_named = Random(seed), DropWatch(), False
        costs = [rng.gauss(0.6, 0.5) for _ in range(24)]
        for number in range(15):
            is_typed = number >= 7
            for student, cost in enumerate(costs):
                for _ in range(16):
                    is_right = rng.random() < success(1.5 - cost * is_typed)
                    seen = Observation(str(student), EQUATION, is_right, date(2026, 3, 2), expected=0.8)
                    channel = Channel.NUMBER if is_typed else Channel.BOARD
                    watch.observe(seen._replace(session=str(number), channel=channel))
            is_named |= bool(watch.drops())
        named += is_named
    assert named <= 1


def test_drops_of_typed_answers_are_found_once_there_are_earlier_ones() -> None:
    watch = DropWatch()
    for number in range(14):
        for at in range(A_SESSION):
            is_right = at % 5 != 0 if number < 10 else at % 3 == 0
            seen = Observation("ana", EQUATION, is_right, date(2026, 3, 2), expected=0.8, session=str(number))
            watch.observe(seen._replace(channel=Channel.NUMBER if number >= 6 else Channel.BOARD))
    assert [drop.student for drop in watch.drops()] == ["ana"]


def test_some_misses_of_cards_that_should_be_easy_are_no_drop() -> None:
    """After 80% of hard cards, 20 easy ones: 98% expected. Slips are as frequent with easy cards."""
    easy = describe("2 × 2", 4)._replace(skill=EQUATION.skill)
    watch = DropWatch()
    for number in range(90 + 20):
        is_later = number >= 90
        seen = Observation("ana", easy if is_later else EQUATION, number % 5 != 0, date(2026, 3, 2), expected=0.8)
        watch.observe(seen._replace(session=f"later {number // 5}" if is_later else str(number // A_SESSION)))
    assert watch.drops() == ()


def test_past_drops_are_not_reported() -> None:
    usual = [True, True, True, True, False]
    assert watched(*usual * 18, *[False, True, False] * 24, *usual * 18) == ()


def test_few_drops_are_found_by_chance() -> None:
    rng, named = Random(1), 0
    for _ in range(60):
        named += bool(watched(*(rng.random() < 0.8 for _ in range(180))))
    assert named <= 1


def test_a_drop_of_two_logits_is_mostly_found_in_four_sessions() -> None:
    rng, named = Random(2), 0
    for _ in range(40):
        usual, dropped = (rng.random() < 0.8 for _ in range(72)), (rng.random() < 0.35 for _ in range(72))
        named += bool(watched(*usual, *dropped))
    assert named >= 36


@pytest.mark.nightly
def test_harder_cards_for_everyone_are_no_drop() -> None:
    """From the fifth session on, the cards are harder by 0.8 logits than they seem, or are answered in another way."""
    rng, named, found = Random(3), 0, 0
    for _ in range(50):
        watch = DropWatch()
        for number in range(8 * A_SESSION):
            session, is_later = number // A_SESSION, number >= 4 * A_SESSION
            for student in range(24):
                share = 0.8 if not is_later else 0.2 if student == 0 else 0.64
                seen = Observation(str(student), EQUATION, rng.random() < share, date(2026, 3, 2), expected=0.8)
                watch.observe(seen._replace(session=str(session)))
        drops = {drop.student for drop in watch.drops()}
        named += bool(drops - {"0"})
        found += "0" in drops
    assert named <= 8
    assert found >= 40


def test_harder_cards_for_a_small_class_are_no_drop() -> None:
    rng, named = Random(6), 0
    for _ in range(60):
        watch = DropWatch()
        for number in range(8 * A_SESSION):
            for student in range(4):
                share = 0.8 if number < 4 * A_SESSION else 0.6
                seen = Observation(str(student), EQUATION, rng.random() < share, date(2026, 3, 2), expected=0.8)
                watch.observe(seen._replace(session=str(number // A_SESSION)))
        named += bool(watch.drops())
    assert named <= 4
