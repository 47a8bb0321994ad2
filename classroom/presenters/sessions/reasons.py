"""Why this card: for the teacher, what led to the equations that students hold."""

from __future__ import annotations

from dataclasses import dataclass

from classroom.learning.explaining import explain
from classroom.models import Game
from classroom.services.learning.dealing import choices_of
from engine import Position, view


@dataclass(frozen=True, slots=True)
class ShownReason:
    """One card in a hand."""

    face: str
    text: str
    """Why it was chosen, and how likely a right answer was."""


def reasons_by_seat(game: Game, position: Position) -> dict[int, tuple[ShownReason, ...]]:
    """For each seat why its cards are what they are; printed cards need no reason."""
    if not position.deals_faces:
        return {}
    choices = choices_of(game_id=game.id)
    return {
        player.seat: tuple(
            ShownReason(held.face, explain(choice))
            for held in view(position, player.seat).hand
            if (choice := choices.get((player.student_id, held.id))) and choice["text"] == held.face
        )
        for player in game.players
        if player.student_id is not None and player.left_at_version is None
    }
