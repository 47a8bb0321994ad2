"""Classes of equal students that answer every card alike, unlike what difficulties say: nothing may be said of them.

The generator knows no difficulties: each answer has the same chance, which only varies from day to day.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import date, timedelta
from random import Random

import pytest

from classroom.learning.findings import findings
from classroom.learning.knowledge import start_level
from classroom.learning.ledger import Ledger, Observation
from classroom.learning.readiness import Readiness
from tests.simulation.planted_class import cards_of

STUDENTS, SESSIONS = 24, 12
TIMES, MIXED = ("times-tables", "8x8"), ("mixed", "8x8")


def session(rng: Random, deck: tuple[str, str], number: int, share: float, days: float = 0.0) -> Iterator[Observation]:
    """Return the answers of a weekly session, 12 of each student.

    :param days: the standard deviation of each student's days, in logits
    """
    cards, day = cards_of(*deck), date(2026, 1, 5) + timedelta(weeks=number)
    for student in range(STUDENTS):
        chance = 1 / (1 + math.exp(-math.log(share / (1 - share)) - rng.gauss(0, days)))
        for _ in range(12):
            yield Observation(str(student), rng.choice(cards), rng.random() < chance, day, session=str(number))


def classes_told_to_reteach(deck: tuple[str, str], share: float, classes: int) -> int:
    """Count the classes that are ever told to learn a fact or skill again, in a term of weekly looks."""
    told = 0
    for seed in range(classes):
        rng, ledger, is_told = Random(f"{deck} {share} {seed}"), Ledger(start=start_level(3)), False
        for number in range(SESSIONS):
            answers = list(session(rng, deck, number, share))
            for seen in answers:
                ledger.observe(seen)
            is_told |= any(not one.subject.student for one in findings(ledger, answers[0].day))
        told += is_told
    return told


def classes_with_ready(share: float, days: float, classes: int) -> int:
    """Count the classes that ever name a student who is ready for more, in a term of weekly looks."""
    named = 0
    for seed in range(classes):
        rng, readiness, is_named = Random(f"{share} {days} {seed}"), Readiness(), False
        for number in range(SESSIONS):
            for seen in session(rng, TIMES, number, share, days):
                readiness.observe(seen)
            is_named |= bool(readiness.students())
        named += is_named
    return named


def test_easy_facts_that_are_as_hard_as_others_are_not_taught_again() -> None:
    assert classes_told_to_reteach(TIMES, 0.85, 2) == 0


@pytest.mark.nightly
@pytest.mark.parametrize("share", [0.75, 0.85])
@pytest.mark.parametrize("deck", [TIMES, MIXED])
def test_no_class_is_told_to_reteach_what_it_answers_like_all_else(deck: tuple[str, str], share: float) -> None:
    assert classes_told_to_reteach(deck, share, 20) <= 2


def test_better_days_make_no_one_ready() -> None:
    assert classes_with_ready(0.86, 0.4, 20) <= 2


@pytest.mark.nightly
@pytest.mark.parametrize("days", [0.0, 0.4])
def test_few_of_equal_students_are_ever_ready(days: float) -> None:
    assert classes_with_ready(0.86, days, 60) <= 7
