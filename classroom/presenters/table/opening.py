"""What is told of a game before anybody has moved: in classic, how the players cut for the deal (D11)."""

from __future__ import annotations

from collections.abc import Iterable

from classroom.presenters.table.faces import face_text
from classroom.presenters.table.log import DEALT
from classroom.presenters.table.players import name_of
from classroom.presenters.words import all_of, isolated
from classroom.services.play.tables import Table
from engine import CLASSIC


def opening(table: Table, *, reader: str | None = None) -> str:
    """Tell who deals and why, or only that the cards are dealt: the deal moves on with each further game.

    :param reader: the student who reads: "You" instead of the name
    """
    if table.cut is None:
        return DEALT
    rounds: list[dict[str, str]] = table.cut["rounds"]
    ties = [f"{_names(table, again)} tied for the lowest card and cut again." for again in rounds[1:]]
    dealer = str(table.cut["dealer"])
    card = face_text(CLASSIC.key, rounds[-1][dealer])
    holder = table.first_holder(int(dealer))
    is_own = bool(reader) and holder.student_id == reader
    who, deals = ("You", "deal") if is_own else (isolated(name_of(table, holder)), "deals")
    return " ".join([*ties, f"{who} cut the {card}, the lowest card, and {deals}."])


def _names(table: Table, seats: Iterable[str]) -> str:
    return all_of([isolated(name_of(table, table.first_holder(int(seat)))) for seat in seats])
