"""Choosing a deck for a session, and the copy that the session keeps."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from classroom.database import db
from classroom.models import Deck
from classroom.services.decks.content import DeckCopy
from classroom.services.decks.keeping import content_of, decks_of, decks_shared_with
from classroom.services.settings import TableSettings
from engine import BUILT_IN_DECKS
from engine import Deck as PlayableDeck
from engine.deck_making import built_in_deck, grade_decks
from engine.decks import sizes_filled


class DeckGroup(StrEnum):
    """Where an offered deck comes from."""

    OWN = "own"
    BUILT_IN = "built-in"
    GRADE = "grade"
    SHARED = "shared"
    KEPT = "kept"
    """The session's own copy of a deck that is no longer available."""


@dataclass(frozen=True, slots=True)
class OfferedDeck:
    """A deck that can be played, with the board sizes that it fills."""

    key: str
    """The key of a built-in deck, or the ID of a teacher's deck."""
    title: str
    sizes: tuple[str, ...]
    group: DeckGroup
    cards: int | None = None
    """The number of cards of a teacher's deck."""
    teacher: str | None = None
    """The teacher who shares it."""
    description: str = ""
    """Of a built-in deck, in the reader's language, once a presenter has added it."""


def offered_decks(*, teacher_id: str, kept: TableSettings | None = None) -> list[OfferedDeck]:
    """Return all decks that this teacher can use: own, built-in, grade, and shared ones.

    :param kept: settings whose deck stays available even if it was deleted.
    """
    own = [deck for deck in decks_of(teacher_id=teacher_id) if deck.archived_at is None]
    offers = [_of_teacher(deck, DeckGroup.OWN) for deck in own]
    offers += [_built_in(deck, DeckGroup.BUILT_IN) for deck in BUILT_IN_DECKS.values()]
    offers += [_built_in(deck, DeckGroup.GRADE) for deck in grade_decks()]
    offers += [_of_teacher(deck, DeckGroup.SHARED) for deck in decks_shared_with(teacher_id=teacher_id)]
    if kept is not None and kept.deck_copy is not None and kept.deck not in {offer.key for offer in offers}:
        deck = kept.deck_copy.deck(kept.deck)
        offers.insert(0, OfferedDeck(deck.key, deck.title, deck.sizes, DeckGroup.KEPT))
    return [offer for offer in offers if offer.sizes]


def with_copy(settings: TableSettings, *, teacher_id: str, kept: TableSettings | None = None) -> TableSettings:
    """Return the settings with a copy of their deck, if it is available.

    :param kept: settings whose copy is used if the deck was deleted.
    """
    if built_in_deck(settings.deck) is not None:
        return replace(settings, deck_copy=None)
    deck = db.session.get(Deck, settings.deck)
    if deck is not None and deck.archived_at is None and (deck.is_shared or deck.teacher_id == teacher_id):
        return replace(settings, deck_copy=DeckCopy.of(deck.title, content_of(deck)))
    copy = kept.deck_copy if kept is not None and kept.deck == settings.deck else None
    return replace(settings, deck_copy=copy)


def _built_in(deck: PlayableDeck, group: DeckGroup) -> OfferedDeck:
    return OfferedDeck(deck.key, deck.title, deck.sizes, group)


def _of_teacher(deck: Deck, group: DeckGroup) -> OfferedDeck:
    teacher = deck.teacher.name if group is DeckGroup.SHARED else None
    return OfferedDeck(deck.id, deck.title, sizes_filled(deck.answers), group, deck.cards, teacher)
