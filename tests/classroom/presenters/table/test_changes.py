"""What is new around the board since the version that a page shows."""

from __future__ import annotations

import random

import pytest

from classroom.presenters.table.card_faces import ShownFace
from classroom.presenters.table.changes import EarlierTable, changes_between
from classroom.presenters.table.players import ShownPlayer
from classroom.services.settings import TableSettings
from engine import start, view

SEEN = view(start(TableSettings(deck="times-tables", board="8x8").new_setup(2, random.Random(7))), None)


def with_discards(*piles: str) -> EarlierTable:
    """A table where each seat has discarded these cards, top card first."""
    players = tuple(
        ShownPlayer(
            *(seat, f"P{seat}", None, "blue"),
            is_active=False,
            cards=5,
            discards=tuple(ShownFace(face, None) for face in pile.split()),
        )
        for seat, pile in enumerate(piles)
    )
    return EarlierTable(version=1, seen=SEEN, last_space=None, teams=(), players=players, boards={})


@pytest.mark.parametrize(
    ("before", "now", "more"),
    [
        ("a", "b a", 1),
        ("a", "c b a", 2),
        ("a a", "a a a", 1),
        ("", "a", None),  # the page shows a text instead of cards
        ("b a", "", None),  # shuffled
        ("b a", "c", None),  # shuffled, and another card discarded
        ("b a", "e d c", None),
        ("b a", "c b", None),  # shuffled, and as many discarded by chance
    ],
)
def test_only_cards_on_top_of_known_ones_are_new(before: str, now: str, more: int | None) -> None:
    assert changes_between(with_discards("x", before), with_discards("x", now)).piles == {1: more}
