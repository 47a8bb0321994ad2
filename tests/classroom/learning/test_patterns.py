"""Misconceptions of single students: named only where they explain more than chance and classmates do."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

import pytest

from classroom.learning.ledger import Channel, Observation
from classroom.learning.patterns import DAYS, ErrorLedger
from classroom.learning.readiness import Readiness
from engine.equations import Equation, ErrorPattern, describe, find
from tests.simulation.habits import simulate

DAY = date(2026, 3, 2)
SUMS = {"4 × 3": 7, "6 × 8": 14, "7 × 5": 12, "9 × 4": 13, "6 × 3": 9}
OPEN = tuple(range(1, 73))


def wrong(text: str, given: int, student: str = "ana", **changes: object) -> Observation:
    equation = find(text)
    assert equation is not None
    seen = Observation(student, equation, is_right=False, day=DAY, given=given, open_labels=OPEN)
    return seen._replace(**changes)  # type: ignore[arg-type]


def named(*seen: Observation, day: date = DAY) -> list[ErrorPattern]:
    ledger = ErrorLedger()
    for one in seen:
        ledger.observe(one)
    return [one.pattern for one in ledger.patterns(day).get("ana", ())]


def test_adding_instead_of_multiplying_is_a_habit() -> None:
    seen = [wrong(text, given) for text, given in SUMS.items()]
    assert named(*seen) == [ErrorPattern.OP_ADD]
    [found] = _ledger(seen).patterns(DAY)["ana"]
    assert (found.hits, found.chances) == (5, 5)
    assert found.expected < 1
    assert (found.examples[0].equation.text, found.examples[0].given) == ("6 × 3", 9)


@pytest.mark.nightly
def test_near_misses_of_two_students_are_no_habit() -> None:
    """In a class of two, hardly any classmate shows that near misses and slips are common."""
    rng, false = Random(6), 0
    texts = [f"{a} × {b}" for a in range(2, 11) for b in range(2, 11)]
    for _ in range(100):
        ledger, ever = ErrorLedger(), False
        for session in range(16):
            for student in ("ana", "bob"):
                for _ in range(4):
                    ledger.observe(_slip(rng, rng.choice(texts), student)._replace(day=DAY + timedelta(days=session)))
            ever |= bool(ledger.patterns(DAY + timedelta(days=session)))
        false += ever
    assert false <= 5, "of 100 classes"


def _slip(rng: Random, text: str, student: str) -> Observation:
    """Return a wrong typed number: a third are near misses, a quarter come of any common mistake."""
    seen = wrong(text, 0, student, channel=Channel.NUMBER, open_labels=())
    slips = sorted({number for numbers in seen.equation.distractors.values() for number in numbers})
    near = [seen.equation.answer + step for step in (-10, -2, -1, 1, 2, 10)]
    kind = rng.random()
    return seen._replace(given=rng.choice(slips if kind < 0.25 else near if kind < 0.58 else range(200)))


def _ledger(seen: list[Observation]) -> ErrorLedger:
    ledger = ErrorLedger()
    for one in seen:
        ledger.observe(one)
    return ledger


def test_two_answers_or_one_text_are_not_a_habit() -> None:
    seen = [wrong(text, given) for text, given in SUMS.items()]
    assert named(*seen[:2]) == []
    assert named(*[seen[0]] * 9) == []


def test_old_answers_and_right_answers_do_not_count() -> None:
    seen = [wrong(text, given) for text, given in SUMS.items()]
    assert named(*seen, day=DAY + timedelta(days=DAYS - 1)) == [ErrorPattern.OP_ADD]
    assert named(*seen, day=DAY + timedelta(days=DAYS)) == []
    assert named(*(one._replace(is_right=True) for one in seen)) == []


def test_only_open_spaces_and_logged_choices_count() -> None:
    seen = [wrong(text, given) for text, given in SUMS.items()]
    assert named(*(one._replace(open_labels=()) for one in seen)) == []
    few = [one._replace(open_labels=(one.given, 99)) for one in seen if one.given]
    assert named(*few) == []  # every second wrong space would have been the sum
    assert named(*(one._replace(open_labels=(), channel=Channel.TICKET) for one in seen)) == [ErrorPattern.OP_ADD]


def test_a_mistake_of_the_whole_class_is_not_a_habit() -> None:
    seen = [wrong(text, given) for text, given in SUMS.items()]
    others = [one._replace(student=f"s{number}") for number in range(8) for one in seen]
    assert named(*others, *seen) == []


def test_students_with_other_skills_are_not_compared_in_one() -> None:
    """Half of the wrong sums are one off, by any student; most answers are to products, where none is."""
    sums = ["28 + 15", "37 + 26", "48 + 34", "19 + 45", "56 + 27", "66 + 18", "39 + 14", "47 + 25", "58 + 33"]
    products = [
        wrong(text, 90, f"p{number % 20}", channel=Channel.NUMBER)
        for number in range(200)
        for text in ("6 × 8", "7 × 5", "9 × 4")
    ]
    added = [
        wrong(text, equation.answer + (1 if place % 2 == 0 else 17), student, channel=Channel.NUMBER)
        for student in ("ben", "eva", "kai", "ana")
        for place, (text, equation) in enumerate((text, find(text)) for text in 2 * sums)
        if equation is not None
    ]
    assert named(*products, *added) == []
    assert named(*products, *(one for one in added if one.student == "ana")) == [ErrorPattern.OFF1]


def test_adding_is_a_habit_only_with_other_operations() -> None:
    assert ErrorPattern.OP_ADD not in named(*(wrong(text, 40, open_labels=OPEN) for text in ("12 + 3", "20 + 5")))


def test_students_without_a_habit_are_given_none() -> None:
    for is_typed in (False, True):
        outcome = simulate(("times-tables", "8x8"), {}, terms=1, sessions=6, is_typed=is_typed)
        assert outcome.with_false == 0


def test_a_strong_habit_is_found_in_eight_sessions() -> None:
    outcome = simulate(("times-tables", "8x8"), {0: ErrorPattern.MUL_ADJ, 1: ErrorPattern.OP_ADD}, terms=2, sessions=8)
    assert outcome.found >= 3


SAME: Equation = describe("6 × 8", 48)


@pytest.mark.parametrize(
    ("right", "answers", "sessions", "is_ready"),
    [(40, 40, 2, True), (29, 29, 2, False), (40, 40, 1, False), (36, 40, 2, False), (115, 120, 6, True)],
)
def test_ready_students_are_found(right: int, answers: int, sessions: int, *, is_ready: bool) -> None:
    readiness = Readiness()
    for number in range(answers):
        session = str(number * sessions // answers)
        readiness.observe(Observation("ana", SAME, number < right, DAY, session=session))
    assert bool(readiness.students()) is is_ready


def ready_of(shares: list[float], rng: Random) -> set[int]:
    """Return who is ready among students with these chances of a correct answer, after four sessions of 24 cards."""
    readiness = Readiness()
    for number in range(96):
        for student, share in enumerate(shares):
            is_right, session = rng.random() < share, str(number // 24)
            readiness.observe(Observation(str(student), SAME, is_right=is_right, day=DAY, session=session))
    return {int(one.student) for one in readiness.students()}


def test_chance_alone_makes_no_one_of_equal_students_ready() -> None:
    rng = Random(4)
    classes = [ready_of([0.88] * 28, rng) for _ in range(40)]
    assert sum(map(bool, classes)) <= 0.05 * len(classes)


def test_students_who_find_the_cards_easy_are_ready() -> None:
    rng = Random(4)
    one_of_equals = [0 in ready_of([0.98, *[0.82] * 27], rng) for _ in range(20)]
    easy_for_all = [len(ready_of([0.97] * 28, rng)) for _ in range(5)]
    assert sum(one_of_equals) >= 16
    assert sum(easy_for_all) >= 0.8 * 5 * 28


def test_easy_cards_that_the_app_chose_make_no_one_ready() -> None:
    readiness = Readiness()
    for number in range(80):
        seen = Observation("ana", SAME, is_right=True, day=DAY, expected=0.82, session=str(number // 20))
        readiness.observe(seen)
    assert readiness.students() == ()


def test_two_habits_are_named_even_if_the_same_equations_invite_them() -> None:
    factors = [(a, b) for a in range(3, 9) for b in range(a + 1, 9)]
    seen = [wrong(f"{a} × {b}", given) for a, b in factors for given in (a + b, a * (b + 1))]
    assert set(named(*seen)) == {ErrorPattern.OP_ADD, ErrorPattern.MUL_ADJ}
