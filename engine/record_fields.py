"""The fields of a record, each parsed strictly: a wrong type is an error."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, TypeVar

from engine.board import LARGEST_SIDE, Board
from engine.cards import Card, CardId, CardKind, is_encodable
from engine.errors import NotationError, RecordError
from engine.events import Event, event_from_json
from engine.lines import LINE_LENGTH
from engine.outcome import Outcome, OutcomeReason
from engine.rules import DrawMode, Rules, SolveMode
from engine.seats import Team
from engine.sequences import CompletedSequence

MOST_CARDS, MOST_EVENTS, MOST_SEATS, MOST_SEQUENCES = 1_000, 100_000, 12, 100
"""The maximum length of a list; no game has longer ones."""

E = TypeVar("E", bound=StrEnum)


def read_board(value: object) -> Board:
    """Parse the rows of labels."""
    rows = [_list(row, "a row of the board", LARGEST_SIDE) for row in _list(value, "'board'", LARGEST_SIDE)]
    return Board([_text(label, "a label on the board") for label in row] for row in rows)


def read_rules(value: object) -> Rules:
    """Parse the table's settings."""
    rules = _object(value, "'rules'")
    tries = _member(rules, "tries", "'rules'")
    return Rules(
        hand_size=whole_number(_member(rules, "hand_size", "'rules'"), "'hand_size'"),
        sequences_to_win=whole_number(_member(rules, "sequences_to_win", "'rules'"), "'sequences_to_win'"),
        draw=_word(_member(rules, "draw", "'rules'"), DrawMode, "'draw'"),
        tries=None if tries is None else whole_number(tries, "'tries'"),
        solve=_word(rules.get("solve", SolveMode.BOARD), SolveMode, "'solve'"),
    )


def read_seats(value: object) -> tuple[Team, ...]:
    """Parse each seat's team."""
    return tuple(_word(team, Team, "a seat's team") for team in _list(value, "'seats'", MOST_SEATS))


def read_cards(value: object) -> tuple[Card, ...]:
    """Parse all cards of the game."""
    return tuple(_card(card, f"card {number}") for number, card in enumerate(_list(value, "'cards'", MOST_CARDS)))


def read_deck(value: object) -> tuple[CardId, ...]:
    """Parse the drawing order."""
    return tuple(whole_number(card, "a card in 'deck'") for card in _list(value, "'deck'", MOST_CARDS))


def read_events(value: object, board: Board) -> tuple[Event, ...]:
    """Parse the log."""
    events = []
    for index, event in enumerate(_list(value, "'events'", MOST_EVENTS)):
        try:
            events.append(event_from_json(event, board))
        except NotationError as error:
            raise RecordError(f"event {index}: {error}") from None
    return tuple(events)


def read_outcome(value: object, board: Board) -> Outcome | None:
    """Parse the claimed outcome; None if the game is unfinished."""
    if value is None:
        return None
    outcome = _object(value, "'outcome'")
    winner = _member(outcome, "winner", "'outcome'")
    sequences = _list(_member(outcome, "sequences", "'outcome'"), "'sequences'", MOST_SEQUENCES)
    return Outcome(
        reason=_word(_member(outcome, "reason", "'outcome'"), OutcomeReason, "'reason'"),
        winner=None if winner is None else _word(winner, Team, "'winner'"),
        sequences=tuple(_sequence(sequence, board) for sequence in sequences),
    )


def whole_number(value: object, what: str) -> int:
    """Parse a whole number; rejects true and 1.0."""
    if type(value) is not int:
        raise RecordError(f"{what} is a whole number")
    return value


def _card(value: object, what: str) -> Card:
    card = _object(value, what)
    return Card(
        id=whole_number(_member(card, "id", what), f"the id of {what}"),
        kind=_word(_member(card, "kind", what), CardKind, f"the kind of {what}"),
        face=_text(_member(card, "face", what), f"the face of {what}"),
        label=_text(card["label"], f"the label of {what}") if "label" in card else None,
    )


def _sequence(value: object, board: Board) -> CompletedSequence:
    sequence = _object(value, "a sequence")
    names = _list(_member(sequence, "spaces", "a sequence"), "'spaces'", LINE_LENGTH)
    try:
        spaces = sorted(board.parse(_text(name, "the name of a space")) for name in names)
    except NotationError as error:
        raise RecordError(str(error)) from None
    return CompletedSequence(_word(_member(sequence, "team", "a sequence"), Team, "'team'"), tuple(spaces))


def _object(value: object, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RecordError(f"{what} is an object")
    return value


def _list(value: object, what: str, longest: int) -> list[Any]:
    if not isinstance(value, list):
        raise RecordError(f"{what} is a list")
    if len(value) > longest:
        raise RecordError(f"{what} is longer than {longest}")
    return value


def _member(obj: dict[str, Any], name: str, what: str) -> Any:  # noqa: ANN401
    if name not in obj:
        raise RecordError(f"{what} lacks {name!r}")
    return obj[name]


def _text(value: object, what: str) -> str:
    if not isinstance(value, str) or not is_encodable(value):
        raise RecordError(f"{what} is a text")
    return value


def _word(value: object, words: type[E], what: str) -> E:
    if isinstance(value, str) and value in tuple(words):
        return words(value)
    raise RecordError(f"{what} is {' or '.join(words)}")
