"""What is told of a game before anybody has moved: in classic, how the players cut for the deal (D11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from classroom.presenters.table.faces import face_text
from classroom.presenters.table.log import DEALT
from classroom.presenters.table.players import name_of
from classroom.presenters.words import all_of, isolated
from engine import CLASSIC

if TYPE_CHECKING:
    from collections.abc import Iterable

    from classroom.models import Game, Player


def opening(game: Game, *, reader: str | None = None) -> str:
    """Tell who deals and why, or only that the cards are dealt: the deal moves on with each further game.

    :param reader: the student who reads: "You" instead of the name
    """
    if game.cut is None:
        return DEALT
    rounds: list[dict[str, str]] = game.cut["rounds"]
    ties = [f"{_names(game, again)} tied for the lowest card and cut again." for again in rounds[1:]]
    dealer = str(game.cut["dealer"])
    card = face_text(CLASSIC.key, rounds[-1][dealer])
    player = _first_holder(game, dealer)
    is_own = reader is not None and player.student_id == reader
    who, deals = ("You", "deal") if is_own else (isolated(name_of(player)), "deals")
    return " ".join([*ties, f"{who} cut the {card}, the lowest card, and {deals}."])


def _names(game: Game, seats: Iterable[str]) -> str:
    return all_of([isolated(name_of(_first_holder(game, seat))) for seat in seats])


def _first_holder(game: Game, seat: str) -> Player:
    """Whoever held the seat when the cards were dealt."""
    return min((player for player in game.players if player.seat == int(seat)), key=lambda player: player.id)
