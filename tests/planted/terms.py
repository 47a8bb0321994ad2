"""Terms of classes whose days differ.

The generator shares nothing with the models: items are harder or easier than they look, spaces can be guessed, typed
answers slip, students learn at their own pace, are absent, give few or many answers, and have better and worse days,
alone and as a class.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from random import Random
from statistics import fmean

from classroom.learning.families import review_key
from classroom.learning.ledger import Channel, Observation
from engine.equations import Equation, difficulty
from tests.simulation.planted_class import cards_of

TIMES, SUMS, MIXED = ("times-tables", "8x8"), ("add-sub-100", "6x6"), ("mixed", "8x8")
LEVEL = 1.6
"""Of a class above its cards, in logits: about 82% correct."""
_GUESSED, _SLIPS, _ABSENT = 0.03, 0.03, 0.08
_FAMILIES, _TEXTS = 0.25, 0.3
_FEWEST, _MOST, _TYPICAL = 3, 60, 2.75
"""Answers in a session, if they are uneven; the last is the mean of their logarithm."""
_WEEK = timedelta(days=7)
_CHOSEN_FROM = 40
"""Cards that the app chooses from, for an own level."""


@dataclass(frozen=True, slots=True)
class Term:
    """A class in a term of weekly sessions. All sizes are in logits."""

    size: int = 24
    sessions: int = 15
    weak: Sequence[float] = ()
    """How far the first students are below the others."""
    days: float = 0.0
    """Standard deviation of each student's days."""
    class_days: float = 0.0
    """Standard deviation of the class's days."""
    spread: float = 0.0
    """Standard deviation of the students; of their skills, it is less than half of that."""
    learning: float = 0.02
    """By which students rise from session to session; it differs among them by half of it."""
    level: float = LEVEL
    answers: int = 16
    is_uneven: bool = False
    decks: Sequence[tuple[str, str]] = (TIMES,)
    """Each for as many sessions as the others."""
    types_from: int = 1_000
    """The session from which all type their answers."""
    cost: tuple[float, float] = (0.6, 0.5)
    """How much harder typing is, and how much that differs among students."""
    is_dealt: bool = False
    """Whether the app chooses the equations."""
    drop: tuple[int, float] = (1_000, 0.0)
    """From when on the first student gets fewer correct, and by how much."""


class TermClass:
    """A class that plays the sessions of a term."""

    def __init__(self, term: Term, seed: int) -> None:
        self.term, self._rng, self._seed = term, Random(f"term {seed}"), seed
        gauss, self._students = self._rng.gauss, range(term.size)
        self._levels = [gauss(0, term.spread) + (term.weak[at] if at < len(term.weak) else 0) for at in self._students]
        self._pace = [gauss(term.learning, term.learning / 2) for _ in self._students]
        self._cost = [gauss(*term.cost) for _ in self._students]
        self._guess = [0.0] * term.size
        self.day, self.number = date(2025, 9, 1), -1

    def play(self) -> Iterator[Observation]:
        """Play the next session."""
        term, rng = self.term, self._rng
        self.number += 1
        self.day += _WEEK
        of_class, is_typed = rng.gauss(0, term.class_days), self.number >= term.types_from
        days = [of_class + rng.gauss(0, term.days) for _ in self._students]
        left = [0 if rng.random() < _ABSENT else self._answers() for _ in self._students]
        while any(left):
            for at in self._students:
                if left[at]:
                    left[at] -= 1
                    yield self._answer(at, days[at], is_typed=is_typed)

    def level(self, at: int, skill: str, session: int | None = None) -> float:
        """Return a student's level in a skill on an ordinary day, without the cost of typing."""
        session = self.number if session is None else session
        when, size = self.term.drop
        dropped = size if at == 0 and session >= when else 0.0
        profile = self._own(0.4 * self.term.spread, at, skill)
        return self.term.level + self._levels[at] + self._pace[at] * session + profile + dropped

    def share(self, at: int, skill: str) -> float:
        """Return a student's true share correct in a skill, on ordinary days in the middle of the term so far."""
        cards = [one for deck in self.term.decks for one in _cards(deck) if one.skill == skill]
        return fmean(self._chance(at, one, 0.0, is_typed=False, session=self.number // 2) for one in cards)

    def _answers(self) -> int:
        if not self.term.is_uneven:
            return self.term.answers
        return min(max(round(self._rng.lognormvariate(_TYPICAL, 0.7)), _FEWEST), _MOST)

    def _deck(self) -> tuple[str, str]:
        decks = self.term.decks
        return decks[min(self.number * len(decks) // self.term.sessions, len(decks) - 1)]

    def _own(self, spread: float, *key: object) -> float:
        return Random(f"{self._seed} {key}").gauss(0, spread) if spread else 0.0

    def _chance(self, at: int, equation: Equation, day: float, *, is_typed: bool, session: int | None = None) -> float:
        center = 0.0 if self.term.is_dealt else _center(self._deck())
        logit = center + self.level(at, equation.skill, session) + day - _asked(equation)
        if is_typed:
            return (1 - _SLIPS) / (1 + math.exp(self._cost[at] - logit))
        return _GUESSED + (1 - _GUESSED) / (1 + math.exp(-logit))

    def _answer(self, at: int, day: float, *, is_typed: bool) -> Observation:
        rng, deck, expected = self._rng, _cards(self._deck()), None
        equation = rng.choice(deck)
        if self.term.is_dealt:
            wanted = self._guess[at] - LEVEL
            equation = min(rng.sample(deck, _CHOSEN_FROM), key=lambda one: abs(difficulty(one) - wanted))
            expected = 1 / (1 + math.exp(difficulty(equation) - self._guess[at]))
        is_right = rng.random() < self._chance(at, equation, day, is_typed=is_typed)
        if expected is not None:
            self._guess[at] += 0.15 * (is_right - expected)
        channel = Channel.NUMBER if is_typed else Channel.BOARD
        return Observation(str(at), equation, is_right, self.day, channel, expected, session=str(self.number))


@cache
def _cards(deck: tuple[str, str]) -> list[Equation]:
    return cards_of(*deck)


@cache
def _asked(equation: Equation) -> float:
    """Return an item's true difficulty, which differs from the one on record."""
    of_family = Random(review_key(equation)).gauss(0, _FAMILIES)
    return difficulty(equation) + of_family + Random(equation.text).gauss(0, _TEXTS)


@cache
def _center(deck: tuple[str, str]) -> float:
    return fmean(map(_asked, _cards(deck)))
