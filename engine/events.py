"""Events of a game: moves that a player chooses, and events that only the log contains.

Every event converts itself to a JSON object of a record; `event_from_json` reads it back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from engine.board import Board
from engine.cards import LONGEST_FACE, LONGEST_NUMBER, CardId, is_answer, is_face, number_of
from engine.errors import NotationError
from engine.lines import Space
from engine.seats import Seat, Team

JsonObject: TypeAlias = dict[str, Any]


class _Printed:
    """Serialization shared by all events: their fields, with spaces by name."""

    __slots__ = ()
    do: ClassVar[str]

    def to_json(self, board: Board) -> JsonObject:
        """Return the event as a JSON object of a record."""
        printed: JsonObject = {"do": self.do}
        for name in self.__dataclass_fields__:  # type: ignore[attr-defined]
            value = getattr(self, name)
            if name == "space" and value is not None:
                value = board.name(value)
            printed[name] = list(value) if isinstance(value, tuple) else value
        return printed


@dataclass(frozen=True, slots=True)
class Place(_Printed):
    """Play a match or wild card: place a chip."""

    do = "place"
    seat: Seat
    card: CardId
    space: Space


@dataclass(frozen=True, slots=True)
class Remove(_Printed):
    """Play a removal card: remove an opponent's chip."""

    do = "remove"
    seat: Seat
    card: CardId
    space: Space


@dataclass(frozen=True, slots=True)
class Exchange(_Printed):
    """Trade in a dead card; the replacement is drawn at once."""

    do = "exchange"
    seat: Seat
    card: CardId


@dataclass(frozen=True, slots=True)
class Pass(_Printed):
    """Pass, with nothing to play (D3)."""

    do = "pass"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Draw(_Printed):
    """Draw the oldest card that the seat is owed (D5)."""

    do = "draw"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Penalty(_Printed):
    """Table talk: each member of the team must give up a card (D6)."""

    do = "penalty"
    team: Team


@dataclass(frozen=True, slots=True)
class Forfeit(_Printed):
    """Give up a card for table talk (D6)."""

    do = "forfeit"
    seat: Seat
    card: CardId


@dataclass(frozen=True, slots=True)
class Stop(_Printed):
    """The host ends the game."""

    do = "stop"


@dataclass(frozen=True, slots=True)
class Miss(_Printed):
    """A wrong answer: a wrong open space, or (None) a card wrongly traded in as dead."""

    do = "miss"
    seat: Seat
    card: CardId
    space: Space | None


@dataclass(frozen=True, slots=True)
class Reshuffle(_Printed):
    """The discards become the new draw pile, in this order (D4)."""

    do = "reshuffle"
    deck: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Solve(_Printed):
    """The number that a card's holder gives for it, right or wrong (D10)."""

    do = "solve"
    seat: Seat
    card: CardId
    answer: int


@dataclass(frozen=True, slots=True)
class Face(_Printed):
    """The equation that this holder sees on a card just drawn. Does not change the game."""

    do = "face"
    seat: Seat
    card: CardId
    face: str


Play: TypeAlias = Place | Remove
"""Events that use up a turn by playing a card."""
Move: TypeAlias = Place | Remove | Exchange | Pass | Draw | Penalty | Forfeit | Stop | Solve
"""Events that a player may choose."""
Event: TypeAlias = Move | Miss | Reshuffle | Face
"""Events that a log may contain."""

_KINDS: Mapping[str, type[Event]] = {
    kind.do: kind
    for kind in (Place, Remove, Exchange, Pass, Draw, Penalty, Forfeit, Stop, Miss, Reshuffle, Solve, Face)
}


def event_from_json(obj: object, board: Board) -> Event:
    """Parse an event from a JSON object of a record. Ignores unknown fields.

    :raises NotationError: if the object is not an event on this board
    """
    if not isinstance(obj, dict):
        raise NotationError("an event is an object")
    do = obj.get("do")
    kind = _KINDS.get(do) if isinstance(do, str) else None
    if kind is None:
        raise NotationError(f"no event is called {str(do)[:20]!r}")
    fields = kind.__dataclass_fields__
    missing = [name for name in fields if name not in obj]
    if missing:
        raise NotationError(f"a {do} needs {missing[0]!r}")
    return kind(**{name: _field(kind, name, obj[name], board) for name in fields})


def _field(kind: type[Event], name: str, value: object, board: Board) -> Any:  # noqa: ANN401
    """Parse one field. A field has the same format in every event."""
    if name == "space":
        return _space(kind, value, board)
    if name == "team":
        if isinstance(value, str) and value in tuple(Team):
            return Team(value)
        raise NotationError("'team' is blue, green or red")
    if name == "deck":
        if isinstance(value, list) and all(type(card) is int for card in value):
            return tuple(value)
        raise NotationError("'deck' is a list of card ids")
    if name == "answer":
        return _answer(value)
    if name == "face":
        if isinstance(value, str) and is_face(value):
            return value
        raise NotationError(f"'face' is a text of 1 to {LONGEST_FACE} characters")
    if type(value) is int:
        return value
    raise NotationError(f"{name!r} is a whole number")


def _answer(value: object) -> int:
    """Parse the number given for a card; its digits may also be a string."""
    if type(value) is int and is_answer(value):
        return value
    number = number_of(value) if isinstance(value, str) else None
    if number is None:
        raise NotationError(f"'answer' is a whole number of at most {LONGEST_NUMBER} digits")
    return number


def _space(kind: type[Event], value: object, board: Board) -> Space | None:
    if value is None and kind is Miss:
        return None
    if isinstance(value, str):
        return board.parse(value)
    raise NotationError("'space' is the name of a space")
