"""What a session keeps of a teacher's deck, so that it stays playable whatever becomes of the deck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from classroom.services.decks.content import Content, SkillChoice, WrittenCards, deck_of_chosen
from engine import Deck as PlayableDeck
from engine.deck_making import deck_of_cards
from engine.equations.reading import ReadCard


@dataclass(frozen=True, slots=True)
class DeckCopy:
    """A deck as it was when it was chosen: its skills, or its cards."""

    title: str
    skills: SkillChoice | None = None
    cards: tuple[tuple[str, int], ...] = ()
    """Texts and answers of cards that were written."""

    @classmethod
    def of(cls, title: str, content: Content) -> DeckCopy:
        """Copy a deck."""
        if isinstance(content, WrittenCards):
            return cls(title, cards=tuple((card.text, card.answer) for card in content.cards))
        return cls(title, skills=content)

    @classmethod
    def from_json(cls, kept: Mapping[str, Any] | None) -> DeckCopy | None:
        """As read from the database; None for a deck that comes with the program."""
        if kept is None:
            return None
        skills = SkillChoice.from_json(kept["skills"]) if kept["skills"] else None
        return cls(kept["title"], skills, tuple((text, answer) for text, answer in kept["cards"]))

    def deck(self, key: str) -> PlayableDeck:
        """The engine's deck of it."""
        if self.skills is not None:
            return deck_of_chosen(self.skills, key, self.title)
        return _deck_of_written(self, key)


@lru_cache(maxsize=64)
def _deck_of_written(copy: DeckCopy, key: str) -> PlayableDeck:
    return deck_of_cards(key, copy.title, (ReadCard(text, answer) for text, answer in copy.cards))
