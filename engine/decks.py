"""Decks of equations: the answers on a board, and the equations for each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import cycle, islice
from random import Random
from types import MappingProxyType

from engine.errors import SetupError, SetupReason
from engine.layouts import answers_on

BOARD_SIZES = ("6x6", "8x8", "10x10")
"""The board sizes that decks are made for."""

Faces = tuple[str, ...]
MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class Deck:
    """Answers and the equations that ask for them."""

    key: str
    title: str
    sizes: tuple[str, ...]
    """The board sizes that the deck is offered for."""
    equations: Mapping[str, tuple[Faces, ...]]
    """For each answer its equations, similar ones together. The answers for small boards come first."""

    def answers(self, size: str) -> tuple[str, ...]:
        """Return the answers for a board of this size, in increasing order.

        :raises SetupError: if the deck has too few answers, or no board has this size
        """
        needed = answers_on(size)
        if needed > len(self.equations):
            text = f"{self.title}: {len(self.equations)} answers, a {size} board needs {needed}"
            raise SetupError(SetupReason.DECK_CANNOT_FILL_BOARD, text)
        return tuple(sorted(list(self.equations)[:needed], key=int))

    def faces(self, answer: str, count: int, rng: Random) -> Faces:
        """Draw random equations for an answer, as different from each other as possible.

        If there are fewer than `count`, they repeat: a teacher may have written a single card for an answer.
        """
        kinds = [rng.sample(kind, len(kind)) for kind in self.equations[answer]]
        rng.shuffle(kinds)
        longest = max(map(len, kinds))
        in_turn = [kind[i] for i in range(longest) for kind in kinds if i < len(kind)]
        return tuple(islice(cycle(in_turn), count))


def sizes_filled(answers: int) -> tuple[str, ...]:
    """Return the board sizes that this number of answers can fill.

    >>> sizes_filled(30)
    ('6x6', '8x8')
    """
    return tuple(size for size in BOARD_SIZES if answers >= answers_on(size))


def _sums(answer: int, largest: int) -> Faces:
    """List additions of two numbers from 2 up; empty if the answer exceeds `largest`."""
    return tuple(f"{a} + {answer - a}" for a in range(2, answer - 1) if answer <= largest)


def _differences(answer: int, largest: int) -> Faces:
    return tuple(f"{answer + b} {MINUS} {b}" for b in range(2, largest - answer + 1))


def _products(answer: int) -> tuple[Faces, ...]:
    """List multiplications from the tables of 2 to 10; a × b and b × a count as similar."""
    factors = [(a, answer // a) for a in range(2, 11) if answer % a == 0]
    pairs = [(a, b) for a, b in factors if a <= b <= 10]
    return tuple(tuple(dict.fromkeys((f"{a} × {b}", f"{b} × {a}"))) for a, b in pairs)


def _quotients(answer: int) -> Faces:
    return tuple(f"{answer * b} ÷ {b}" for b in range(2, 11) if 2 <= answer <= 10)


def _add_and_subtract(answers: Iterable[int], largest: int) -> dict[str, tuple[Faces, ...]]:
    kinds = {n: (_sums(n, largest), _differences(n, largest)) for n in answers}
    return {str(n): tuple(kind for kind in kinds[n] if kind) for n in kinds}


def _all_four(answers: Iterable[int], largest: int) -> dict[str, tuple[Faces, ...]]:
    equations = {}
    for n in answers:
        products = tuple(face for faces in _products(n) for face in faces)
        kinds = (_sums(n, largest), _differences(n, largest), products, _quotients(n))
        equations[str(n)] = tuple(kind for kind in kinds if kind)
    return equations


# Products with two different multiplications each. Those with two kinds of them come first.
_TABLES = (
    *(12, 16, 18, 20, 24, 30, 36, 40, 21, 28, 32, 42, 48, 54, 56, 72),
    *(14, 15, 27, 35, 45, 63, 10, 50, 60, 70, 80, 90, 6, 8),
)
# Every number up to 100, with a stride that spreads any prefix evenly.
_SPREAD = tuple(4 + 59 * i % 96 for i in range(96))
# Numbers with multiplications or divisions, then a few that have only sums and differences.
_MIXED = (
    *(7, 8, 9, 6, 5, 4, 12, 18, 24, 30, 36, 42, 48, 56, 64, 72),
    *(3, 10, 14, 16, 20, 21, 27, 28, 32, 35, 40, 45, 54, 63),
    *(2, 15, 25, 49, 50, 60, 70, 80, 81, 90, 11, 13, 17, 19, 22, 23, 26, 29),
)

BUILT_IN_DECKS: Mapping[str, Deck] = MappingProxyType(
    {
        deck.key: deck
        for deck in (
            Deck(
                key="add-sub-20",
                title="Addition and subtraction within 20",
                sizes=("6x6",),
                equations=_add_and_subtract(range(5, 21), 20),
            ),
            Deck(
                key="times-tables",
                title="Multiplication tables",
                sizes=("6x6", "8x8"),
                equations={str(n): _products(n) for n in _TABLES},
            ),
            Deck(
                key="add-sub-100",
                title="Addition and subtraction within 100",
                sizes=("6x6", "8x8", "10x10"),
                equations=_add_and_subtract(_SPREAD, 100),
            ),
            Deck(
                key="mixed",
                title="All four operations",
                sizes=("6x6", "8x8", "10x10"),
                equations=_all_four(_MIXED, 100),
            ),
        )
    }
)
