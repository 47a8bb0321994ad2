"""Layer C: when a number family is due again, by the spaced-repetition model FSRS-6.

One card for each student and family, all its forms together. It moves at most once a day, by the
day's first attempt. What it gives sets the priority of review; whether an answer will be right is
layer A's business.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import NamedTuple

from fsrs import Card, Rating, Scheduler, State

# No chance, and no steps within a day: a day's further answers are not reviews.
_SCHEDULER = Scheduler(enable_fuzzing=False, learning_steps=(), relearning_steps=())
_DECAY = -_SCHEDULER.parameters[20]
_FACTOR = 0.9 ** (1 / _DECAY) - 1
SLOW, FAST = 1.5, 0.7
"""Beyond these shares of a student's own usual time a right answer was hard, or easy."""


class Memory(NamedTuple):
    """How well a family is remembered."""

    stability: float
    """Days until 9 in 10 would still know it."""
    difficulty: float
    """From 1 to 10."""
    day: date
    """Of the last review."""


def review(memory: Memory | None, day: date, *, is_right: bool, pace: float | None = None) -> Memory:
    """Move a memory by the first attempt of a day; an attempt on the same day as the last one changes nothing.

    :param pace: its time as a share of the student's own usual time, where both are known
    """
    if memory is not None and day <= memory.day:
        return memory
    card, _ = _SCHEDULER.review_card(_card(memory), _rating(is_right=is_right, pace=pace), _instant(day))
    # A reviewed card has both.
    return Memory(card.stability or 0.0, card.difficulty or 0.0, day)


def recall(memory: Memory, day: date) -> float:
    """Return the probability that a family is remembered on a day.

    The library's forgetting curve, without its cards: dealing asks for dozens of them at a time.
    """
    days = max(0, (day - memory.day).days)
    return float((1 + _FACTOR * days / memory.stability) ** _DECAY)


def _rating(*, is_right: bool, pace: float | None) -> Rating:
    if not is_right:
        return Rating.Again
    if pace is None:
        return Rating.Good
    return Rating.Hard if pace > SLOW else Rating.Easy if pace < FAST else Rating.Good


def _card(memory: Memory | None) -> Card:
    """Return the library's card. Without an id and a due time given, it would take them from the clock."""
    if memory is None:
        return Card(card_id=0, due=_instant(date.min))
    instant = _instant(memory.day)
    stability, difficulty, _ = memory
    return Card(0, State.Review, None, stability, difficulty, due=instant, last_review=instant)


def _instant(day: date) -> datetime:
    """Midnight: the library counts full days of 24 hours, a class counts by the calendar."""
    return datetime.combine(day, time.min, UTC)
