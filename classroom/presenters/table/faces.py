"""Faces of cards and labels of spaces: playing cards are drawn, and called by their names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine import CLASSIC

# As drawn, and in words: what can be seen is part of what is said, for whoever speaks to the page.
_RANKS: Mapping[str, tuple[str, str]] = {
    "2": ("2", "2"),
    "3": ("3", "3"),
    "4": ("4", "4"),
    "5": ("5", "5"),
    "6": ("6", "6"),
    "7": ("7", "7"),
    "8": ("8", "8"),
    "9": ("9", "9"),
    "T": ("10", "10"),
    "J": ("J", "jack"),
    "Q": ("Q", "queen"),
    "K": ("K", "king"),
    "A": ("A", "ace"),
}
_SUITS: Mapping[str, str] = {"S": "spades", "C": "clubs", "D": "diamonds", "H": "hearts"}


@dataclass(frozen=True, slots=True)
class PlayingCard:
    """A playing card as it is drawn."""

    rank: str
    """"10", "Q"."""
    suit: str
    """"hearts": also the name of its drawing."""


@dataclass(frozen=True, slots=True)
class ShownFace:
    """The face of a card in a list: drawn if it is a playing card, else printed."""

    text: str
    """"7 × 8", "queen of hearts"."""
    card: PlayingCard | None


def playing_card(edition: str, face: str) -> PlayingCard | None:
    """The playing card of a face or label like "TH"; None for a number, an equation, a free corner."""
    if edition != CLASSIC.key or len(face) != 2:
        return None
    return PlayingCard(_RANKS[face[0]][0], _SUITS[face[1]])


def face_text(edition: str, face: str) -> str:
    """A face or a label in words: "7 of hearts"; numbers and equations as they are printed."""
    if playing_card(edition, face) is None:
        return face
    return f"{_RANKS[face[0]][1]} of {_SUITS[face[1]]}"


def shown_faces(edition: str, faces: Iterable[str]) -> tuple[ShownFace, ...]:
    """Several faces for a list of cards: a hand, a pile."""
    return tuple(ShownFace(face_text(edition, face), playing_card(edition, face)) for face in faces)
