"""A game again, from its setup and its log."""

from __future__ import annotations

from collections.abc import Iterable

from engine.errors import BrokenRecord, Refused
from engine.events import Event
from engine.position import Position, start
from engine.setup import Setup
from engine.transitions import apply_event


def replay(setup: Setup, events: Iterable[Event]) -> Position:
    """Play a log from the deal on.

    :raises BrokenRecord: at the first event that breaks a rule
    """
    position = start(setup)
    for index, event in enumerate(events):
        try:
            position = apply_event(position, event)
        except Refused as refused:
            raise BrokenRecord(index, event.to_json(setup.board), refused.reason) from None
    return position
