"""Simulation S5: students with and without error patterns, to count false detections."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from random import Random
from typing import NamedTuple

from classroom.learning.ledger import Channel, Observation
from classroom.learning.patterns import ErrorLedger
from engine.equations import Equation, ErrorPattern, difficulty
from tests.simulation.planted_class import START, cards_of

_DAYS_BETWEEN = 5
_STUDENTS = 24
_LEVEL, _SPREAD = 1.6, 0.8
_ORDINARY_SLIPS, _NEAR = 0.2, 0.33
"""Proportions of wrong answers from a random error pattern, and from a nearby number."""
_MISSED, _BY_HABIT = 0.55, 0.85
"""How often a student with a habit misses an equation that invites it, and how often because of it."""
_FULL, _BUSY = 0.15, 0.75
"""Maximum proportion of covered spaces at the start and end of a game."""


class Terms(NamedTuple):
    """Detections over many class-terms."""

    terms: int
    with_false: int
    """Terms with a false detection."""
    found: int
    """Students with a habit that was detected after the last session."""
    planted: int


def simulate(
    deck: tuple[str, str],
    habits: Mapping[int, ErrorPattern],
    *,
    terms: int,
    sessions: int = 24,
    answers: int = 20,
    is_typed: bool = False,
) -> Terms:
    """Let classes play, and detect patterns after each session.

    :param habits: habits of students, by number
    :param is_typed: whether answers are typed, so that any number can be given
    """
    board, with_false, found = _board(*deck), 0, 0
    for term in range(terms):
        rng = Random(f"{deck} {term} {is_typed}")
        levels = [rng.gauss(_LEVEL, _SPREAD) for _ in range(_STUDENTS)]
        ledger, day, has_false = ErrorLedger(), START, False
        given: Mapping[str, set[ErrorPattern]] = {}
        for _ in range(sessions):
            day += timedelta(days=_DAYS_BETWEEN)
            for student, level in enumerate(levels):
                for _ in range(answers):
                    seen = _answer(rng, board, level, habits.get(student), is_typed=is_typed)
                    if seen is not None:
                        ledger.observe(seen._replace(student=str(student), day=day))
            given = {one: {found.pattern for found in some} for one, some in ledger.patterns(day).items()}
            has_false = has_false or any(patterns - {habits.get(int(one))} for one, patterns in given.items())
        with_false += has_false
        found += sum(habits[student] in given.get(str(student), set()) for student in habits)
    return Terms(terms, with_false, found, terms * len(habits))


class _Board(NamedTuple):
    """A deck on a board."""

    cards: Sequence[Equation]
    spaces: tuple[int, ...]
    center: float
    """Mean difficulty of the cards."""


@cache
def _board(deck: str, size: str) -> _Board:
    cards = cards_of(deck, size)
    numbers = sorted({one.answer for one in cards})
    return _Board(cards, (*numbers, *numbers), sum(map(difficulty, cards)) / len(cards))


def _answer(
    rng: Random, board: _Board, level: float, habit: ErrorPattern | None, *, is_typed: bool
) -> Observation | None:
    """Simulate a student's answer; None if correct."""
    card = rng.choice(board.cards)
    is_missed = rng.random() > 1 / (1 + math.exp(difficulty(card) - board.center - level))
    is_tempted = habit is not None and rng.random() < _MISSED and rng.random() < _BY_HABIT
    if not is_missed and not is_tempted:
        return None
    share = rng.uniform(_FULL, _BUSY)
    spaces = tuple(number for number in board.spaces if number != card.answer and rng.random() > share)
    could = sorted(card.distractors.get(habit, ())) if habit else []
    could = [number for number in could if is_typed or number in spaces]
    if could and is_tempted:
        given = rng.choice(could)
    elif not is_missed or not spaces:
        return None
    else:
        given = _slip(rng, card, spaces, is_typed=is_typed)
    channel = Channel.NUMBER if is_typed else Channel.BOARD
    return Observation(
        "", card, is_right=False, day=date.min, channel=channel, given=given, open_labels=() if is_typed else spaces
    )


def _slip(rng: Random, card: Equation, spaces: Sequence[int], *, is_typed: bool) -> int:
    near = sorted({card.answer + step for step in (-10, -2, -1, 1, 2, 10) if card.answer + step >= 0})
    slips = sorted({number for numbers in card.distractors.values() for number in numbers})
    kind = rng.random()
    wanted = slips if kind < _ORDINARY_SLIPS else near if kind < _ORDINARY_SLIPS + _NEAR else []
    can = [number for number in wanted if is_typed or number in spaces]
    if can:
        return rng.choice(can)
    return rng.randint(0, 2 * card.answer + 5) if is_typed else rng.choice(spaces)
