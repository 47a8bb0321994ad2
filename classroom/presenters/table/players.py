"""Who sits at a table, or sat there: what they are called, and how a list of them shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from classroom.presenters.table.faces import ShownFace, shown_faces
from classroom.presenters.table.teams import team_name
from classroom.presenters.words import all_of, isolated
from engine import Team

if TYPE_CHECKING:
    from classroom.models import Game, Player
    from engine import Seat, View

BOT = "Bot"


@dataclass(frozen=True, slots=True)
class ShownPlayer:
    """Someone at the table."""

    name: str
    team: str
    is_me: bool
    is_on_turn: bool
    cards: int
    discards: tuple[ShownFace, ...]
    """Faces on the own discard pile, the top one first."""
    hand: tuple[ShownFace, ...] | None = None
    """Faces of the cards held, where this list shows them."""


def name_of(player: Player) -> str:
    """The name of whoever holds, or held, a seat; that of the team where the whole class plays together."""
    if player.student is not None:
        return player.student.name
    game = player.game
    if all(one.student_id is None for one in game.players) and game.class_session.is_whole_class:
        return team_name(game.teams, tuple(Team)[player.seat].value)
    return BOT


def team_names(game: Game, teams: tuple[str, ...], team: str) -> str:
    """The members of a team at the end of a game: "Ana and Ben"."""
    return all_of([isolated(name_of(player)) for player in game.players_at_end if teams[player.seat] == team])


def shown_players(
    players: Iterable[Player],
    seen: View,
    student_id: str | None,
    *,
    hands: Mapping[Seat, tuple[ShownFace, ...]] | None = None,
) -> tuple[ShownPlayer, ...]:
    """Show those who sit at a table, in the order given.

    :param student_id: who looks at the list; None: nobody of them.
    :param hands: for each seat whose hand is shown the faces in it.
    """
    return tuple(
        ShownPlayer(
            name=name_of(player),
            team=seen.seats[player.seat].value,
            is_me=student_id is not None and player.student_id == student_id,
            is_on_turn=seen.outcome is None and player.seat == seen.turn,
            cards=seen.hand_sizes[player.seat],
            discards=shown_faces(seen.edition, reversed(seen.discards[player.seat])),
            hand=hands.get(player.seat) if hands else None,
        )
        for player in players
    )
