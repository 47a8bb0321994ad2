"""The time that is left for a turn: for the student who has it, and for nobody else."""

from __future__ import annotations

from dataclasses import dataclass

from classroom import clock
from classroom.presenters.table.shared import SharedTable
from classroom.services.play.location import Location
from classroom.services.play.turn_clock import seconds_of_turn


@dataclass(frozen=True, slots=True)
class ShownTurnTime:
    """A bar that runs down."""

    turn_number: int
    seconds: int
    """The whole time of the turn."""
    left: int
    """Seconds."""


def shown_turn_time(table: SharedTable, here: Location, *, seat: int) -> ShownTurnTime | None:
    """The time left for the student's turn; None: it is another's, or turns are not timed."""
    if here.turn_due_at is None or table.position.turn != seat:
        return None
    seconds = seconds_of_turn(table.table, table.position)
    if seconds is None:
        return None
    whole = round(seconds)
    left = round((here.turn_due_at - clock.now()).total_seconds())
    return ShownTurnTime(table.position.turn_number, whole, min(max(left, 0), whole))
