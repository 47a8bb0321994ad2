"""The list of decks, and what is said of a deck in a line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from classroom.models import Deck, DeckKind
from classroom.presenters.words import all_of, count, isolated
from classroom.services.settings import TableSettings
from engine import BUILT_IN_DECKS
from engine import Deck as PlayableDeck
from engine.deck_making import grade_decks
from engine.decks import sizes_filled


@dataclass(frozen=True, slots=True)
class DeckTile:
    """A deck in a list."""

    key: str
    title: str
    facts: str
    """"Own cards, 34 cards with 16 answers"; of a built-in deck its description."""
    boards: str
    """"Fills 6 × 6 and 8 × 8"."""
    is_shared: bool = False
    teacher: str | None = None
    """Who shares it, if somebody else does."""


@dataclass(frozen=True, slots=True)
class DecksPage:
    """All decks that a teacher sees."""

    own: tuple[DeckTile, ...]
    archived: tuple[DeckTile, ...]
    shared: tuple[DeckTile, ...]
    built_in: tuple[DeckTile, ...]
    grades: tuple[DeckTile, ...]


def decks_page(own: Iterable[Deck], shared: Iterable[Deck]) -> DecksPage:
    """The page with every deck."""
    kept = list(own)
    return DecksPage(
        own=tuple(deck_tile(deck) for deck in kept if deck.archived_at is None),
        archived=tuple(deck_tile(deck) for deck in kept if deck.archived_at is not None),
        shared=tuple(deck_tile(deck, teacher=deck.teacher.name) for deck in shared),
        built_in=tuple(map(built_in_tile, BUILT_IN_DECKS.values())),
        grades=tuple(map(built_in_tile, grade_decks())),
    )


def deck_tile(deck: Deck, *, teacher: str | None = None) -> DeckTile:
    """A teacher's deck in a list."""
    kind = {DeckKind.SKILLS: "Skills", DeckKind.CARDS: "Own cards"}[DeckKind(deck.kind)]
    facts = f"{kind}: {count(deck.cards, 'card')} with {count(deck.answers, 'answer')}"
    return DeckTile(deck.id, deck.title, facts, boards_text(sizes_filled(deck.answers)), deck.is_shared, teacher)


def built_in_tile(deck: PlayableDeck) -> DeckTile:
    """A deck of the program in a list."""
    return DeckTile(deck.key, deck.title, deck.description, boards_text(deck.sizes))


def deck_name(settings: TableSettings) -> str:
    """The deck of a session within a sentence: a teacher's title may be of any script."""
    return isolated(settings.deck_title) if settings.deck_copy else settings.deck_title


def boards_text(sizes: Iterable[str]) -> str:
    """Which boards a deck fills, in words."""
    names = [size_text(size) for size in sizes]
    return f"Fills {all_of(names)}" if names else "Fills no board yet"


def size_text(size: str) -> str:
    """A size as it is printed, kept on one line.

    >>> size_text("6x6").split()
    ['6', '×', '6']
    """
    return size.replace("x", "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}")
