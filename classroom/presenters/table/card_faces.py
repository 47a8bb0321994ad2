"""Faces of cards and labels of spaces; playing cards are drawn, and named in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

from classroom.i18n import current_language, lazy_gettext, lazy_pgettext
from classroom.presenters.words import isolated_equation
from engine import CLASSIC

# As drawn. For speech input, names contain the visible text.
_RANKS: Mapping[str, str] = {**{rank: rank for rank in "23456789JQKA"}, "T": "10"}
_SUITS: Mapping[str, str] = {"S": "spades", "C": "clubs", "D": "diamonds", "H": "hearts"}
_SUIT_NAMES: Mapping[str, str] = {
    "S": lazy_pgettext("suit of cards", "spades"),
    "C": lazy_pgettext("suit of cards", "clubs"),
    "D": lazy_pgettext("suit of cards", "diamonds"),
    "H": lazy_pgettext("suit of cards", "hearts"),
}
_COURT: Mapping[str, str] = {
    "J": lazy_gettext("jack of %(suit)s"),
    "Q": lazy_gettext("queen of %(suit)s"),
    "K": lazy_gettext("king of %(suit)s"),
    "A": lazy_gettext("ace of %(suit)s"),
}
_COURT_IN_SENTENCE: Mapping[str, str] = {
    "J": lazy_gettext("the jack of %(suit)s"),
    "Q": lazy_gettext("the queen of %(suit)s"),
    "K": lazy_gettext("the king of %(suit)s"),
    "A": lazy_gettext("the ace of %(suit)s"),
}
# Translators: the wild card, and the card that removes a chip.
_SPECIAL: Mapping[str, str] = {"Plus": lazy_pgettext("card", "Plus"), "Minus": lazy_pgettext("card", "Minus")}
_SPECIAL_IN_SENTENCE: Mapping[str, str] = {
    "Plus": lazy_pgettext("card", "a Plus card"),
    "Minus": lazy_pgettext("card", "a Minus card"),
}


@dataclass(frozen=True, slots=True)
class PlayingCard:
    """A playing card, as drawn."""

    rank: str
    """"10", "Q"."""
    suit: str
    """"hearts": also the name of its image."""


@dataclass(frozen=True, slots=True)
class ShownFace:
    """The face of a card in a list: drawn for a playing card, otherwise printed."""

    text: str
    """"7 × 8", "queen of hearts"."""
    card: PlayingCard | None

    @property
    def mark(self) -> str:
        """Return a key for element IDs that differs between faces."""
        return f"{crc32(self.text.encode()):x}"


def playing_card(edition: str, face: str) -> PlayingCard | None:
    """Return the playing card of a face or label like "TH"; None for anything else."""
    if edition != CLASSIC.key or len(face) != 2:
        return None
    return PlayingCard(_RANKS[face[0]], _SUITS[face[1]])


def card_text(edition: str, face: str) -> str:
    """Return a face or label in words: "7 of hearts", "Plus"; numbers and equations as printed."""
    is_drawn = playing_card(edition, face) is not None
    return _playing_card_text(face, current_language().tag) if is_drawn else str(_SPECIAL.get(face, face))


def card_in_sentence(edition: str, face: str) -> str:
    """Return a face or label for a sentence: "the 7 of hearts", "a Plus card", an isolated equation."""
    if playing_card(edition, face) is not None:
        return _playing_card_in_sentence(face, current_language().tag)
    if face in _SPECIAL_IN_SENTENCE:
        return str(_SPECIAL_IN_SENTENCE[face])
    return face if face.isdecimal() else isolated_equation(face)


@lru_cache
def _playing_card_text(face: str, _language: str) -> str:
    return _named(face, _COURT, lazy_gettext("%(rank)s of %(suit)s"))


@lru_cache
def _playing_card_in_sentence(face: str, _language: str) -> str:
    return _named(face, _COURT_IN_SENTENCE, lazy_gettext("the %(rank)s of %(suit)s"))


def _named(face: str, court: Mapping[str, str], number: str) -> str:
    rank, suit = face[0], face[1]
    return str(court.get(rank, number)) % {"rank": _RANKS[rank], "suit": str(_SUIT_NAMES[suit])}


def shown_faces(edition: str, faces: Iterable[str]) -> tuple[ShownFace, ...]:
    """Build the faces in a list of cards: a hand, a pile. Equal lists are the same object."""
    return _shown_faces(edition, tuple(faces), current_language().tag)


@lru_cache(maxsize=4096)
def _shown_faces(edition: str, faces: tuple[str, ...], language: str) -> tuple[ShownFace, ...]:
    return tuple(_shown_face(edition, face, language) for face in faces)


@lru_cache(maxsize=4096)
def _shown_face(edition: str, face: str, _language: str) -> ShownFace:
    return ShownFace(card_text(edition, face), playing_card(edition, face))
