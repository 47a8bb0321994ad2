from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from fsrs import Card, Scheduler, State

from classroom.learning.memory import Memory, recall, review

START = date(2025, 9, 1)


def after(days: int) -> date:
    return START + timedelta(days=days)


@pytest.mark.parametrize(
    ("is_right", "pace", "stability", "in_a_week"),
    [(True, None, 2.3, 0.81), (True, 0.5, 8.3, 0.91), (True, 2.0, 1.3, 0.76), (False, None, 0.21, 0.58)],
)
def test_first_reviews(is_right: bool, pace: float | None, stability: float, in_a_week: float) -> None:
    memory = review(None, START, is_right=is_right, pace=pace)
    assert memory.stability == pytest.approx(stability, abs=0.05)
    assert recall(memory, START) == 1
    assert recall(memory, after(7)) == pytest.approx(in_a_week, abs=0.02)


@pytest.mark.parametrize("days", [0, 1, 7, 400])
def test_forgetting_equals_that_of_the_library(days: int) -> None:
    memory = review(None, START, is_right=True)
    midnight = datetime(START.year, START.month, START.day, tzinfo=UTC)
    card = Card(0, State.Review, None, memory.stability, memory.difficulty, due=midnight, last_review=midnight)
    library = Scheduler().get_card_retrievability(card, midnight + timedelta(days=days))
    assert recall(memory, after(days)) == pytest.approx(library)


def test_spaced_right_answers_last_longer() -> None:
    memory: Memory | None = None
    for days in (0, 3, 10):
        memory = review(memory, after(days), is_right=True)
    assert memory is not None
    assert memory.stability == pytest.approx(39, abs=1)


def test_a_day_counts_once() -> None:
    first = review(None, START, is_right=False)
    assert review(first, START, is_right=True) == first
    assert review(first, after(-3), is_right=True) == first  # the server's clock was set back
    assert review(first, after(1), is_right=True) != first


def test_days_are_those_of_the_calendar() -> None:
    memory = review(None, START, is_right=True)
    assert recall(memory, after(1)) < recall(memory, START)


def test_forgetting_affects_predictions() -> None:
    known = review(review(None, START, is_right=True), after(3), is_right=True)
    assert review(known, after(10), is_right=False).stability < known.stability
