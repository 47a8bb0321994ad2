"""The own hand, and the number pad for the card that is to be solved next (D10) or for the warm-up before it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from classroom.presenters.student.feedback import ShownNotice
from classroom.presenters.table.faces import PlayingCard, face_text, playing_card
from classroom.presenters.words import count
from engine import CardKind, HeldCard, SolveMode, View
from engine.equations import spoken

FACE_DOWN = "?"


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card in the own hand."""

    id: int
    kind: str
    """"match", "wild" or "remove"."""
    face: str
    """"7 × 8", "Plus"; of a card that is to be solved later only "?"."""
    spoken: str
    """The face as one says it: "7 times 8"; of a card that is solved with its number."""
    speech: str
    """The face as it is read aloud: never with a number that was worked out. Empty while it is face down."""
    card: PlayingCard | None
    """How a playing card is drawn."""
    is_chosen: bool
    answer: str | None
    """What the holder worked out; None: nothing yet, or answers are given on the board."""


@dataclass(frozen=True, slots=True)
class ShownPad:
    """The number pad, with one equation."""

    card: int
    face: str
    spoken: str
    answers_left: int | None
    """None: any number."""
    notice: ShownNotice | None
    """How the answer before was."""
    idempotency_key: str
    """Of its own: a card is solved while another is on its way to the board."""

    @property
    def asks(self) -> str:
        """What tells one question from the next: what was typed belongs to one of them."""
        return f"{self.card}-{self.answers_left}"


@dataclass(frozen=True, slots=True)
class ShownWarmUp:
    """The number pad before the first answer of a game: a number to type as it is."""

    number: int


def shown_pad(seen: View, notice: ShownNotice | None) -> ShownPad | None:
    """Ask for the first card of the hand that is not solved; None if there is none, or a card is to be given up first.

    :param notice: what the student is told about the own last answer.
    """
    cards = _unsolved(seen)
    if not cards or seen.seat is None or (seen.turn == seen.seat and seen.forfeits_due[seen.seat]):
        return None
    card = cards[0]
    return ShownPad(
        card=card.id,
        face=card.face,
        spoken=spoken(card.face),
        answers_left=card.tries_left,
        notice=notice if notice and notice.is_of_pad else None,
        idempotency_key=secrets.token_urlsafe(12),
    )


def shown_hand(seen: View, *, chosen: int | None, solving: int | None) -> tuple[ShownCard, ...]:
    """Show the viewer's own cards.

    :param chosen: the card that stays chosen.
    :param solving: the card on the number pad: of those not solved, the only one whose equation is shown.
    """
    hidden = {card.id for card in _unsolved(seen)} - {solving}
    return tuple(_card(card, seen.edition, chosen, is_hidden=card.id in hidden) for card in seen.hand)


def shown_coming(seen: View) -> str | None:
    """Say which cards come for those that the viewer could not solve; None: none."""
    due = 0 if seen.seat is None else seen.replacements_due[seen.seat]
    if not due:
        return None
    turn = "this" if seen.turn == seen.seat else "your next"
    return f"At the end of {turn} turn you get {count(due, 'new card')}."


def _card(card: HeldCard, edition: str, chosen: int | None, *, is_hidden: bool) -> ShownCard:
    drawn = playing_card(edition, card.face)
    face = FACE_DOWN if is_hidden else card.face
    speech = "" if is_hidden else face_text(edition, card.face) if drawn else spoken(card.face)
    text = speech or "face down"
    if card.answer is not None:
        text = f"{speech} is {card.answer}"
    return ShownCard(
        card.id, card.kind.value, face, text, speech, drawn, is_chosen=card.id == chosen, answer=card.answer
    )


def _unsolved(seen: View) -> list[HeldCard]:
    if seen.rules.solve is not SolveMode.AHEAD or seen.outcome is not None:
        return []
    return [card for card in seen.hand if card.kind is CardKind.MATCH and not card.is_solved]
