"""Students who are ready for more, where cards and attendance differ from session to session."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from random import Random

from classroom.learning.ledger import Observation
from classroom.learning.readiness import Readiness
from engine.equations import find

DAY = date(2026, 9, 7)
CARD = find("6 × 7")
EASY, HARD = 0.95, 0.75


def ready_after(
    sessions: int, *, shares: Callable[[int, int], float | None], rng: Random, students: int = 24
) -> set[int]:
    """Return who is ready after some sessions of 16 cards.

    :param shares: a student's chance of a correct answer in a session; None if absent
    """
    assert CARD is not None
    readiness = Readiness()
    for session in range(sessions):
        for student in range(students):
            share = shares(student, session)
            for _ in range(16 if share is not None else 0):
                is_right = rng.random() < (share or 0.0)
                readiness.observe(Observation(str(student), CARD, is_right, DAY, session=str(session)))
    return {int(one.student) for one in readiness.students()}


def test_students_who_only_had_easy_cards_are_not_ready() -> None:
    """All students are alike; six of them come only when the cards are easy."""

    def shares(student: int, session: int) -> float | None:
        if session % 2:
            return None if student < 6 else HARD
        return EASY

    rng = Random(1)
    named = [bool(ready_after(8, shares=shares, rng=rng)) for _ in range(50)]
    assert sum(named) <= 4


def test_old_answers_to_easier_cards_do_not_count() -> None:
    """The class has had harder cards for eight sessions, and six students were absent since."""

    def shares(student: int, session: int) -> float | None:
        if session >= 4:
            return None if student < 6 else HARD
        return 0.99

    rng = Random(2)
    assert not any(ready_after(12, shares=shares, rng=rng) for _ in range(20))


def test_a_student_who_is_often_absent_can_be_ready() -> None:
    def shares(student: int, session: int) -> float | None:
        if student == 0:
            return 0.98 if session % 2 else None
        return 0.8

    rng = Random(3)
    found = [ready_after(8, shares=shares, rng=rng) for _ in range(20)]
    assert sum(0 in one for one in found) >= 12
    assert not any(one - {0} for one in found)


def test_no_one_is_ready_for_more_because_of_cards_that_were_easier() -> None:
    """Most get nearly all of the easy cards right. Then the class gets harder ones, and everyone gets fewer right."""
    rng = Random(4)
    for later in (1, 2):
        named = [
            ready_after(6 + later, shares=lambda _, session: 0.97 if session < 6 else 0.8, rng=rng) for _ in range(10)
        ]
        assert not any(named)


def test_one_worse_day_of_a_class_hides_few_who_are_ready() -> None:
    def shares(student: int, session: int) -> float | None:
        return 0.98 if student < 4 else 0.78 if session == 7 else 0.83

    rng = Random(5)
    named = [ready_after(8, shares=shares, rng=rng) for _ in range(20)]
    assert sum(len(one) for one in named) >= 50
    assert not any(one - {0, 1, 2, 3} for one in named)
