"""What a posted form wants: the move that the chosen card and the pressed button stand for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from classroom.services.play.baselines import LEAST, MOST
from classroom.services.play.moves import SeatMove
from classroom.services.play.positions import setup_of
from classroom.services.problems import Problem, ProblemError
from classroom.web.sentences import sentence_of, status_of
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

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

LONGEST_KEY = 40
TYPE_A_NUMBER = "Type a number, then press OK."


class IncompleteError(Exception):
    """The form lacks something; the text says what."""


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """A move, and the page it was made on."""

    move: SeatMove
    version: int
    idempotency_key: str
    milliseconds: int | None
    """How long an answer given ahead took, as the page says; None: not measured."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why nothing was done."""

    text: str
    status: int


def refusal_of(deed: Callable[[], object]) -> Refusal | None:
    """Do it; gives the reason in words if it is refused, or if the form lacks something."""
    try:
        deed()
    except (ProblemError, IllegalMoveError) as error:
        return Refusal(sentence_of(error), status_of(error))
    except IncompleteError as error:
        return Refusal(str(error), 422)
    return None


def parse_move(form: Mapping[str, str], game_id: str, seat: int) -> MoveRequest:
    """Read a form of the page for play.

    :param seat: the mover's.
    :raises IncompleteError: if no card or no space was chosen.
    :raises ProblemError: STALE if the page showed another game.
    :raises IllegalMoveError: CARD_NOT_IN_HAND or NO_SUCH_SPACE for what is on no card and on no board.
    """
    shown_id, _, rest = form.get("version", "").partition(".")
    version, _, _ = rest.partition(".")
    idempotency_key = form.get("idempotency_key", "")
    if shown_id != game_id or not _is_number(version) or not 0 < len(idempotency_key) <= LONGEST_KEY:
        raise ProblemError(Problem.STALE)
    move = _move(form, game_id, seat)
    return MoveRequest(move, int(version), idempotency_key, _milliseconds(form))


@dataclass(frozen=True, slots=True)
class TypedNumber:
    """What was typed in the warm-up."""

    number: int
    """The one that was shown."""
    typed: int | None
    """None: skipped."""
    milliseconds: int | None
    """As the page says; None: not measured."""


def typed_number(form: Mapping[str, str], game_id: str) -> TypedNumber:
    """Read the form of the warm-up.

    :raises IncompleteError: if no number was shown or none was typed.
    :raises ProblemError: STALE if the page showed another game.
    """
    if form.get("version", "").partition(".")[0] != game_id:
        raise ProblemError(Problem.STALE)
    number = form.get("number", "")
    if not _is_number(number) or not LEAST <= int(number) <= MOST:
        raise IncompleteError("This page does not say which number it showed. Open the page again.")
    if form.get("skip"):
        return TypedNumber(int(number), None, None)
    typed = form.get("answer", "").strip()
    if not _is_number(typed):
        raise IncompleteError(TYPE_A_NUMBER)
    return TypedNumber(int(number), int(typed), _milliseconds(form))


def holder_of(form: Mapping[str, str]) -> str:
    """Whose hand or questions the form shows, on the one device of a table; else empty."""
    return form.get("holder", "")


def tried_card(form: Mapping[str, str]) -> int | None:
    """The card that was to go somewhere, if any."""
    return None if form.get("do") == Solve.do else card_of(form)


def card_of(form: Mapping[str, str]) -> int | None:
    """The card that was chosen, if any."""
    card = form.get("card", "")
    return int(card) if _is_number(card) else None


def _move(form: Mapping[str, str], game_id: str, seat: int) -> SeatMove:
    do = form.get("do", "")
    if do == "pass":
        return Pass(seat)
    if do == "draw":
        return Draw(seat)
    if "card" not in form:
        raise IncompleteError("First choose one of your cards.")
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
        raise IncompleteError("Now choose a space on the board.")
    return _on_space(form["space"], game_id, seat, card)


def _answer(text: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise IncompleteError(TYPE_A_NUMBER)
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
