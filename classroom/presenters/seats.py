"""Who sits at a table, as a teacher sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from classroom.live import presence
from classroom.presenters.reports.words import list_text
from classroom.presenters.words import isolated

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from classroom.models import Attendance, Game, Player
    from engine import View

BOT = "Bot"


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """A seat and who holds it now."""

    seat: int
    team: str
    name: str
    """The student's, or "Bot"."""
    student_id: str | None
    """None for a bot."""
    is_connected: bool
    """Whether the student has a page open; a bot always is."""
    is_on_turn: bool

    @property
    def is_bot(self) -> bool:
        """Whether nobody sits there."""
        return self.student_id is None


def connections(present: Iterable[Attendance]) -> dict[str, bool]:
    """By student id: whether they have a page open."""
    return {one.student_id: presence.is_connected(one.seen_at) for one in present}


def shown_seats(game: Game, view: View, connected: Mapping[str, bool]) -> tuple[ShownSeat, ...]:
    """The seats of a table, clockwise, with whoever holds them now."""
    is_over = view.outcome is not None
    return tuple(
        ShownSeat(
            seat=player.seat,
            team=view.seats[player.seat].value,
            name=name_of(player),
            student_id=player.student_id,
            is_connected=player.student_id is None or connected.get(player.student_id, False),
            is_on_turn=player.seat == view.turn and not is_over,
        )
        for player in game.players
        if player.left_at_version is None
    )


def name_of(player: Player) -> str:
    """The name of whoever holds, or held, a seat."""
    return player.student.name if player.student else BOT


def team_names(game: Game, teams: tuple[str, ...], team: str) -> str:
    """The members of a team at the end of a game: "Ana and Ben"."""
    return list_text([isolated(name_of(player)) for player in game.players_at_end if teams[player.seat] == team])
