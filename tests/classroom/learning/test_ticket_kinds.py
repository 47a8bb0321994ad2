"""Tickets with alike equations: those of a deck, whatever was missed most, but not those of another one."""

from __future__ import annotations

from random import Random

import pytest

from classroom.learning.ticket_kinds import Content, content_of, kinds_of
from engine.deck_making import built_in_deck
from engine.equations import describe


def ticket(deck: str, rng: Random) -> Content:
    """Return the content of a ticket of 30 questions of a deck on 8 × 8."""
    made = built_in_deck(deck)
    assert made is not None
    faces = [(text, int(answer)) for answer in made.answers("8x8") for kind in made.equations[answer] for text in kind]
    return content_of(describe(*face) for face in rng.sample(faces, 30))


@pytest.mark.parametrize("deck", ["times-tables", "add-sub-100", "mixed", "grade-3", "grade-5"])
def test_tickets_of_a_deck_are_alike(deck: str) -> None:
    rng = Random(3)
    assert kinds_of([ticket(deck, rng) for _ in range(24)]) == [0] * 24


def test_tickets_of_other_decks_are_not() -> None:
    rng = Random(4)
    decks = ["times-tables", "add-sub-100", "times-tables", "grade-5", "add-sub-100"]
    assert kinds_of([ticket(deck, rng) for deck in decks]) == [0, 1, 0, 2, 1]


def test_other_tables_are_other_equations() -> None:
    tables = [content_of(describe(f"{by} × {number}", by * number) for number in range(2, 10)) for by in (2, 2, 8)]
    assert kinds_of(tables) == [0, 0, 1]


def test_a_ticket_without_questions_is_like_its_equals() -> None:
    assert kinds_of([]) == []
    assert kinds_of([content_of([]), content_of([]), content_of([describe("6 × 8", 48)])]) == [0, 0, 1]
