"""What every page with the form of a move has: a student's table, and the board of a whole class."""

from __future__ import annotations

from dataclasses import dataclass

from classroom.presenters.student.feedback import ShownNotice
from classroom.presenters.table.shared import SharedTable
from classroom.presenters.table.turn import CardAction, ShownTurn
from engine import Team


@dataclass(frozen=True, slots=True)
class MoveFormPage:
    """The part that `templates/macros/move_form.html` reads, and what is said beside it."""

    idempotency_key: str
    """New with every answer, so that a form sent twice counts once."""
    table: SharedTable
    """What everyone sees alike."""
    seat: int
    """Whose move the form makes: if it comes twice, it still means this seat."""
    team: Team
    deeds: tuple[CardAction, ...]
    turn: ShownTurn
    notice: ShownNotice | None
