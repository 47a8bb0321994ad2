"""Parse a posted move form: the move of the chosen card and the pressed button."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from classroom.presenters.page_version import PageVersion
from classroom.services.errors import PlayErrorCode, ServiceError
from classroom.services.play.baselines import LEAST, MOST
from classroom.services.play.moves import SeatMove
from classroom.services.play.positions import is_active, setup_of
from engine import (
    CardKind,
    Draw,
    Exchange,
    Forfeit,
    IllegalMoveError,
    IllegalReason,
    NotationError,
    Pass,
    Place,
    Remove,
    Solve,
    number_of,
)

LONGEST_KEY = 40
_OLD_KEY = "client_key"
"""Sent by pages that were opened before an upgrade from 0.1."""


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """A move, and the page it was made on."""

    move: SeatMove
    version: int
    idempotency_key: str
    milliseconds: int | None
    """How long an answer given ahead took, according to the page; None if not measured."""


def parse_move(form: Mapping[str, str], game_id: str, seat: int) -> MoveRequest:
    """Parse the form of the play page.

    :param seat: the mover's.
    :raises ServiceError: NO_CARD_CHOSEN, NO_SPACE_CHOSEN or NO_NUMBER_TYPED if the form is incomplete; STALE if the
        page showed another game.
    :raises IllegalMoveError: CARD_NOT_IN_HAND or NO_SUCH_SPACE for an unknown card or space; NOT_YOUR_TURN if a waiting
        student chose no card.
    """
    shown, idempotency_key = PageVersion.parse(form.get("version", "")), _key(form)
    if shown is None or shown.what != game_id or not shown.numbers or not 0 < len(idempotency_key) <= LONGEST_KEY:
        raise ServiceError(PlayErrorCode.STALE)
    move = _move(form, game_id, seat)
    return MoveRequest(move, shown.numbers[0], idempotency_key, _milliseconds(form))


def move_in_other_game(form: Mapping[str, str], game_id: str) -> tuple[str, str] | None:
    """Return the game that the form's page showed, and the move's key; None if it showed this game, or none."""
    shown = PageVersion.parse(form.get("version", ""))
    return None if shown is None or shown.what == game_id else (shown.what, _key(form))


@dataclass(frozen=True, slots=True)
class TypedNumber:
    """A number typed in the warm-up."""

    number: int
    """The number that was shown."""
    typed: int | None
    """None: skipped."""
    milliseconds: int | None
    """According to the page; None if not measured."""


def typed_number(form: Mapping[str, str], game_id: str) -> TypedNumber:
    """Parse the form of the warm-up.

    :raises ServiceError: NO_NUMBER_SHOWN or NO_NUMBER_TYPED, or STALE if the page showed another game.
    """
    shown = PageVersion.parse(form.get("version", ""))
    if shown is None or shown.what != game_id:
        raise ServiceError(PlayErrorCode.STALE)
    number = form.get("number", "")
    if not _is_number(number) or not LEAST <= int(number) <= MOST:
        raise ServiceError(PlayErrorCode.NO_NUMBER_SHOWN)
    if form.get("skip"):
        return TypedNumber(int(number), None, None)
    typed = form.get("answer", "").strip()
    if not _is_number(typed):
        raise ServiceError(PlayErrorCode.NO_NUMBER_TYPED)
    return TypedNumber(int(number), int(typed), _milliseconds(form))


def holder_of(form: Mapping[str, str]) -> str:
    """Return whose hand or questions the form shows, on a table's shared device; otherwise ""."""
    return form.get("holder", "")


def tried_card(form: Mapping[str, str]) -> int | None:
    """Return the ID of the card that was to be played, if any."""
    return None if form.get("do") == Solve.do else card_of(form)


def card_of(form: Mapping[str, str]) -> int | None:
    """Return the ID of the chosen card, if any."""
    card = form.get("card", "")
    return int(card) if _is_number(card) else None


def _key(form: Mapping[str, str]) -> str:
    return form.get("idempotency_key") or form.get(_OLD_KEY, "")


def _move(form: Mapping[str, str], game_id: str, seat: int) -> SeatMove:
    do = form.get("do", "")
    if do == "pass":
        return Pass(seat)
    if do == "draw":
        return Draw(seat)
    if "card" not in form:
        if do not in {"solve", "forfeit"} and not is_active(game_id=game_id, seat=seat):
            raise IllegalMoveError(IllegalReason.NOT_YOUR_TURN)
        raise ServiceError(PlayErrorCode.NO_CARD_CHOSEN)
    card = card_of(form)
    if card is None:
        raise IllegalMoveError(IllegalReason.CARD_NOT_IN_HAND)
    if do == "solve":
        return Solve(seat, card, _answer(form.get("answer", "").strip()))
    if do == "exchange":
        return Exchange(seat, card)
    if do == "forfeit":
        return Forfeit(seat, card)
    if "space" not in form:
        raise ServiceError(PlayErrorCode.NO_SPACE_CHOSEN)
    return _on_space(form["space"], game_id, seat, card)


def _answer(text: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise ServiceError(PlayErrorCode.NO_NUMBER_TYPED)
    number = number_of(text)
    if number is None:
        raise IllegalMoveError(IllegalReason.WRONG_LENGTH)
    return number


def _on_space(name: str, game_id: str, seat: int, card: int) -> Place | Remove:
    setup = setup_of(game_id)
    try:
        space = setup.board.parse(name)
    except NotationError:
        raise IllegalMoveError(IllegalReason.NO_SUCH_SPACE) from None
    known = setup.cards_by_id.get(card)
    removes = known is not None and known.kind is CardKind.REMOVE
    return (Remove if removes else Place)(seat, card, space)


def _milliseconds(form: Mapping[str, str]) -> int | None:
    measured = form.get("ms", "")
    return int(measured) if _is_number(measured) else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10
