"""Faces of cards and labels of spaces: playing cards are drawn, and called by their names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine import CLASSIC

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_RANKS: Mapping[str, tuple[str, str]] = {
    "2": ("2", "two"),
    "3": ("3", "three"),
    "4": ("4", "four"),
    "5": ("5", "five"),
    "6": ("6", "six"),
    "7": ("7", "seven"),
    "8": ("8", "eight"),
    "9": ("9", "nine"),
    "T": ("10", "ten"),
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


def playing_card(edition: str, face: str) -> PlayingCard | None:
    """The playing card of a face or label like "TH"; None for a number, an equation, a free corner."""
    if edition != CLASSIC.key or len(face) != 2:
        return None
    return PlayingCard(_RANKS[face[0]][0], _SUITS[face[1]])


def face_text(edition: str, face: str) -> str:
    """A face or a label in words: "seven of hearts"; numbers and equations as they are printed."""
    if playing_card(edition, face) is None:
        return face
    return f"{_RANKS[face[0]][1]} of {_SUITS[face[1]]}"


def face_texts(edition: str, faces: Iterable[str]) -> tuple[str, ...]:
    """Several faces in words."""
    return tuple(face_text(edition, face) for face in faces)
