"""A game's set-up as the database keeps it: the record's own fields, without events and outcome."""

from __future__ import annotations

from typing import Any

from engine import Setup, record_from_json, record_to_json

_GAME_FIELDS = ("events", "outcome")


def setup_to_json(setup: Setup) -> dict[str, Any]:
    """The fields of a record that are fixed before the first move."""
    record = record_to_json(setup, (), None)
    return {name: value for name, value in record.items() if name not in _GAME_FIELDS}


def setup_from_json(kept: dict[str, Any]) -> Setup:
    """Read what `setup_to_json` wrote."""
    return record_from_json({**kept, "events": [], "outcome": None})[0]
