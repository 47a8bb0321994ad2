"""Build positions for tests: a game with chosen hands and chips."""

from __future__ import annotations

import random
from typing import Any

from .referee import Referee
from .tables import Table

WILDS = range(900, 930)
"""IDs of wild cards in a test's deck beyond its usual cards, initially out of play."""


def game(**settings: Any) -> Referee:
    """Return a game that seat 0 starts, by default at a 10×10 table for two."""
    record = Table(**{"size": (10, 10), "to_win": 9, **settings}).record(random.Random(5))
    record["dealer"] = len(record["seats"]) - 1
    record["cards"] += [{"id": number, "kind": "wild", "face": "Plus"} for number in WILDS]
    return Referee(record)


def place_all(referee: Referee, spaces: str) -> list[int]:
    """Let seat 0 place wild cards one by one. Return the number of sequences after each."""
    counts = []
    for card, space in zip(WILDS, spaces.split(), strict=False):
        referee.turn = 0
        referee.hands[0][0] = card
        referee.apply({"do": "place", "seat": 0, "card": card, "space": space})
        counts.append(len(referee.sequences))
    return counts


def give(referee: Referee, seat: int, kind: str, label: str | None = None) -> int:
    """Move a card of a kind (and label) from the pile into a hand. Return its ID."""
    card = next(
        number
        for number in referee.pile
        if referee.cards[number]["kind"] == kind and (label is None or referee.cards[number]["label"] == label)
    )
    referee.pile.remove(card)
    referee.pile.append(referee.hands[seat].pop())
    referee.hands[seat].append(card)
    return card


def objection(referee: Referee, **event: Any) -> str | None:
    return referee.objection(event)


def two_spaces(referee: Referee, card: int) -> list[str]:
    label = referee.cards[card]["label"]
    return [space for space in referee.labels if referee.labels[space] == label]
