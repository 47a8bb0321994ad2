"""The student's hand, and the number pad for the next card to solve (D10) or for the warm-up before it."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from classroom.i18n import current_language, npgettext, pgettext
from classroom.i18n.speech import spoken
from classroom.presenters.student.feedback import ShownNotice
from classroom.presenters.table.card_faces import PlayingCard, card_text, playing_card
from engine import CardId, CardKind, HeldCard, SolveMode, View

FACE_DOWN = "?"
_KEPT_CARDS = 4096
_KEPT_MARKS = 4096


class ShownCard(NamedTuple):
    """A card in the student's hand."""

    id: int
    kind: str
    """"match", "wild", or "remove"."""
    face: str
    """"7 × 8", "Plus"; "?" until it is this card's turn to be solved."""
    spoken: str
    """The face in words: "7 times 8"; for a solved card with its answer."""
    speech: str
    """The text for read-aloud, never with the student's answer; "" while the card is face down."""
    card: PlayingCard | None
    """The drawing of a playing card."""
    is_chosen: bool
    answer: str | None
    """The student's answer; None if not solved yet, or if answers are given on the board."""


@dataclass(frozen=True, slots=True)
class ShownPad:
    card: int
    face: str
    spoken: str
    answers_left: int | None
    """None for no limit."""
    notice: ShownNotice | None
    """Feedback on the previous answer."""
    idempotency_key: str
    """Separate from the move form's key, because a card may be solved while a move is being sent."""

    @property
    def asks(self) -> str:
        """Return a key that differs for each question, so that a typed number belongs to one of them."""
        return f"{self.card}-{self.answers_left}"


@dataclass(frozen=True, slots=True)
class ShownWarmUp:
    """The number pad before the first answer of a game, with a number to type."""

    number: int


def shown_pad(seen: View, notice: ShownNotice | None, *, asks: int | None = None) -> ShownPad | None:
    """Return the number pad for a card; None if all are solved, or if one must be given up first.

    :param notice: feedback on the student's last answer.
    :param asks: the card that the student chose; by default the first unsolved one.
    """
    cards = _unsolved(seen)
    if not cards or seen.seat is None or (seen.turn == seen.seat and seen.forfeits_due[seen.seat]):
        return None
    card = next((one for one in cards if one.id == asks), cards[0])
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

    :param chosen: the card that stays selected.
    :param solving: the card on the number pad: the only unsolved one whose equation is shown.
    """
    hidden = {card.id for card in _unsolved(seen)} - {solving}
    language = current_language().tag
    return tuple(
        _card(card, seen.edition, language, is_chosen=card.id == chosen, is_hidden=card.id in hidden)
        for card in seen.hand
    )


def with_gaps(cards: Iterable[ShownCard], lying: Iterable[CardId | None]) -> tuple[ShownCard | None, ...]:
    """Insert an empty place, None, for each card that is not drawn yet.

    :param lying: the hand in its places (`Progress.as_laid`).
    """
    by_id = {card.id: card for card in cards}
    places = tuple(None if card is None else by_id[card] for card in lying)
    return places if None in places else (*places, None)


@lru_cache(maxsize=_KEPT_MARKS)
def hand_mark(hand: tuple[ShownCard | None, ...], coming: str | None, *, reads_aloud: bool, asks: bool) -> str:
    """Return a digest of a hand.

    :param asks: whether a face-down card can be chosen for the number pad.
    """
    cards = [card and tuple(card) for card in hand]  # without field names, which would take half of the time
    return blake2b(repr((cards, coming, reads_aloud, asks)).encode(), digest_size=6).hexdigest()


def shown_coming(seen: View) -> str | None:
    """Return the text about cards to come that replace lost ones; None if there are none."""
    due = 0 if seen.seat is None else seen.replacements_due[seen.seat]
    if not due:
        return None
    if seen.turn == seen.seat:
        return npgettext(
            "student", "You get %(num)d new card after this turn.", "You get %(num)d new cards after this turn.", due
        )
    return npgettext(
        "student",
        "You get %(num)d new card after your next turn.",
        "You get %(num)d new cards after your next turn.",
        due,
    )


@lru_cache(maxsize=_KEPT_CARDS)
def _card(card: HeldCard, edition: str, _language: str, *, is_chosen: bool, is_hidden: bool) -> ShownCard:
    drawn = playing_card(edition, card.face)
    printed = card_text(edition, card.face)
    is_problem = card.kind is CardKind.MATCH and drawn is None
    speech = "" if is_hidden else spoken(card.face) if is_problem else printed
    return ShownCard(
        id=card.id,
        kind=card.kind.value,
        face=FACE_DOWN if is_hidden else printed,
        spoken=_text(speech, card.answer),
        speech=speech,
        card=drawn,
        is_chosen=is_chosen,
        answer=card.answer,
    )


def _text(speech: str, answer: str | None) -> str:
    if answer is not None:
        return pgettext("student", "%(problem)s, answer %(answer)s", problem=speech, answer=answer)
    return speech or pgettext("student", "face down")


def _unsolved(seen: View) -> list[HeldCard]:
    if seen.rules.solve is not SolveMode.AHEAD or seen.outcome is not None:
        return []
    return [card for card in seen.hand if card.kind is CardKind.MATCH and not card.is_solved]
