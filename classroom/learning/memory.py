"""Layer C: when a fact family is due for review, by the spaced-repetition model FSRS-6.

Each student has one memory per family, for all its forms. It is updated at most once a day, by the day's first attempt.
It determines the priority of review; layer A predicts whether an answer will be correct.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import NamedTuple

from fsrs import Card, Rating, Scheduler, State

# No randomness, and no steps within a day: further answers on a day are not reviews.
_SCHEDULER = Scheduler(enable_fuzzing=False, learning_steps=(), relearning_steps=())
_DECAY = -_SCHEDULER.parameters[20]
_FACTOR = 0.9 ** (1 / _DECAY) - 1
SLOW, FAST = 1.5, 0.7
"""A correct answer is hard or easy beyond these multiples of the student's usual time."""


class Memory(NamedTuple):
    """How well a family is remembered."""

    stability: float
    """Days until the probability of recall falls to 90%."""
    difficulty: float
    """From 1 to 10."""
    day: date
    """The day of the last review."""


def review(memory: Memory | None, day: date, *, is_right: bool, pace: float | None = None) -> Memory:
    """Update a memory with a day's first attempt; further attempts on that day change nothing.

    :param pace: its time relative to the student's usual time, if both are known
    """
    if memory is not None and day <= memory.day:
        return memory
    card, _ = _SCHEDULER.review_card(_card(memory), _rating(is_right=is_right, pace=pace), _instant(day))
    # A reviewed card has both.
    return Memory(card.stability or 0.0, card.difficulty or 0.0, day)


def recall(memory: Memory, day: date) -> float:
    """Return the probability that a family is remembered on a day.

    The library's forgetting curve without its cards, because dealing computes dozens at a time.
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
    """Return the library's card. Pass an ID and a due time; otherwise it would use the clock."""
    if memory is None:
        return Card(card_id=0, due=_instant(date.min))
    instant = _instant(memory.day)
    stability, difficulty, _ = memory
    return Card(0, State.Review, None, stability, difficulty, due=instant, last_review=instant)


def _instant(day: date) -> datetime:
    """Return midnight: the library counts full 24-hour days, a class counts by the calendar."""
    return datetime.combine(day, time.min, UTC)
