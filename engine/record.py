"""The record of a game as JSON, format `sequence-record/1`: write, read, and check."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from engine.errors import IllegalMoveError, IllegalReason, IllegalRecordError, RecordError, SetupError
from engine.events import Event, JsonObject
from engine.outcome import Outcome
from engine.position import Position, start
from engine.record_fields import (
    read_board,
    read_cards,
    read_deck,
    read_events,
    read_outcome,
    read_rules,
    read_seats,
    whole_number,
)
from engine.rules import SolveMode
from engine.setup import Setup
from engine.transitions import apply_event

FORMAT = "sequence-record/1"


def record_to_json(setup: Setup, events: Iterable[Event], outcome: Outcome | None) -> JsonObject:
    """Convert a game to the JSON document that `record_from_json` reads."""
    rules, board = setup.rules, setup.board
    return {
        "format": FORMAT,
        "edition": setup.edition,
        "board": [list(row) for row in board.rows],
        "rules": {
            "hand_size": rules.hand_size,
            "sequences_to_win": rules.sequences_to_win,
            "draw": rules.draw.value,
            "tries": rules.tries,
        }
        | ({"solve": rules.solve.value} if rules.solve is SolveMode.AHEAD else {}),
        "seats": [team.value for team in setup.seats],
        "dealer": setup.dealer,
        "cards": [
            {"id": card.id, "kind": card.kind.value}
            | ({} if card.label is None else {"label": card.label})
            | {"face": card.face}
            for card in setup.cards
        ],
        "deck": list(setup.deck),
        "events": [event.to_json(board) for event in events],
        "outcome": None if outcome is None else _outcome_to_json(setup, outcome),
    }


def record_from_json(obj: object) -> tuple[Setup, tuple[Event, ...], Outcome | None]:
    """Read a record: its setup, log, and claimed outcome, which is not checked.

    :raises RecordError: if the document is not a well-formed record of a possible table
    """
    if not isinstance(obj, dict):
        raise RecordError("a record is an object")
    if obj.get("format") != FORMAT:
        raise RecordError(f"the format of a record is {FORMAT!r}")
    try:
        setup = _read_setup(obj)
    except SetupError as error:
        raise RecordError(error.detail) from None
    events = read_events(_member(obj, "events"), setup.board)
    return setup, events, read_outcome(_member(obj, "outcome"), setup.board)


def parse_record(text: str) -> object:
    """Parse the text of a record as strict JSON, without NaN, Infinity, and repeated names.

    :raises RecordError: if the text is not valid JSON
    """
    try:
        return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_object)
    except RecordError:
        raise
    except json.JSONDecodeError as error:
        raise RecordError(f"this is not JSON: line {error.lineno}, column {error.colno}") from None
    except (ValueError, RecursionError):
        # A number with thousands of digits, NaN, or lists nested too deeply.
        raise RecordError("this is no JSON that a record could be") from None


def _refuse_constant(constant: str) -> object:
    raise ValueError(constant)


def _object(pairs: list[tuple[str, Any]]) -> JsonObject:
    """Return an object whose names differ: of two equal names, readers of JSON would take different values."""
    obj = dict(pairs)
    if len(obj) < len(pairs):
        names = [name for name, _value in pairs]
        repeated = next(name for name in names if names.count(name) > 1)
        raise RecordError(f"an object has {repeated[:20]!r} twice")
    return obj


def replay(setup: Setup, events: Iterable[Event]) -> Position:
    """Apply a log from the deal on.

    :raises IllegalRecordError: at the first event that breaks a rule
    """
    position = start(setup)
    for index, event in enumerate(events):
        try:
            position = apply_event(position, event)
        except IllegalMoveError as refused:
            raise IllegalRecordError(index, event.to_json(setup.board), refused.reason) from None
    return position


def check_record(obj: object) -> Position:
    """Replay a record by the rules and return its last position.

    :raises RecordError: if the document is not a well-formed record
    :raises IllegalRecordError: at the first event that breaks a rule, or for a false outcome
    """
    setup, events, claimed = record_from_json(obj)
    position = replay(setup, events)
    if position.outcome != claimed:
        raise IllegalRecordError(len(events), None, IllegalReason.WRONG_OUTCOME)
    return position


def _read_setup(obj: JsonObject) -> Setup:
    edition = _member(obj, "edition")
    if not isinstance(edition, str):
        raise RecordError("'edition' is a text")
    return Setup(
        edition=edition,
        board=read_board(_member(obj, "board")),
        rules=read_rules(_member(obj, "rules")),
        seats=read_seats(_member(obj, "seats")),
        dealer=whole_number(_member(obj, "dealer"), "'dealer'"),
        cards=read_cards(_member(obj, "cards")),
        deck=read_deck(_member(obj, "deck")),
    )


def _member(obj: JsonObject, name: str) -> Any:  # noqa: ANN401
    if name not in obj:
        raise RecordError(f"the record has no {name!r}")
    return obj[name]


def _outcome_to_json(setup: Setup, outcome: Outcome) -> JsonObject:
    return {
        "reason": outcome.reason.value,
        "winner": None if outcome.winner is None else outcome.winner.value,
        "sequences": [
            {
                "team": sequence.team.value,
                "spaces": [setup.board.name(space) for space in sequence.spaces],
            }
            for sequence in outcome.sequences
        ],
    }
