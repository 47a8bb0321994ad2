"""The players of a table, now and before: their names, and how a list shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from classroom.i18n import lazy_gettext
from classroom.models import Face
from classroom.presenters.table.faces import ShownFace, shown_faces
from classroom.presenters.table.teams import team_name
from classroom.presenters.words import all_of, isolated
from classroom.services.play.game_row import MovingGame
from classroom.services.play.tables import Table, Tenure, table_of
from engine import Seat, Team, View

BOT = lazy_gettext("Bot")


@dataclass(frozen=True, slots=True)
class ShownPlayer:
    """Someone at the table."""

    seat: int
    name: str
    face: Face | None
    """A bot has the robot. None: a team of the whole class."""
    team: str
    is_active: bool
    cards: int
    discards: tuple[ShownFace, ...]
    """Faces on the player's discard pile, the top one first."""
    hand: tuple[ShownFace, ...] | None = None
    """Faces of the cards held, where this list shows them."""

    @property
    def sitter(self) -> ShownPlayer:
        """The player with no more than the top card of the discard pile: all that a seat beside the board shows."""
        return replace(self, discards=self.discards[:1])


def name_of(table: Table, tenure: Tenure) -> str:
    """Name a present or former player; if the whole class plays together, the team."""
    if tenure.student_name is not None:
        return tenure.student_name
    if table.seats_teams:
        return team_name(table.teams, tuple(Team)[tenure.seat].value)
    return str(BOT)


def names_at_end(game: MovingGame) -> dict[Seat, str]:
    """Find the isolated names of those who played a finished game to its end, by seat."""
    table = table_of(game)
    # A seat given after the last event counts from the next game on.
    return {one.seat: isolated(name_of(table, one)) for one in table.tenures if one.from_version < game.version}


def team_names(game: MovingGame, teams: tuple[str, ...], team: str) -> str:
    """List the members of a team at the end of a game: "Ana and Ben"."""
    return all_of([name for seat, name in names_at_end(game).items() if teams[seat] == team])


def shown_players(
    table: Table,
    players: Iterable[Tenure],
    seen: View,
    *,
    hands: Mapping[Seat, tuple[ShownFace, ...]] | None = None,
) -> tuple[ShownPlayer, ...]:
    """Show those who sit at a table, in the order given.

    :param hands: for each seat whose hand is shown the faces in it.
    """
    return tuple(
        ShownPlayer(
            seat=player.seat,
            name=name_of(table, player),
            face=table.faces.get(player.id),
            team=seen.seats[player.seat].value,
            is_active=seen.outcome is None and player.seat == seen.turn,
            cards=seen.hand_sizes[player.seat],
            discards=shown_faces(seen.edition, reversed(seen.discards[player.seat])),
            hand=hands.get(player.seat) if hands else None,
        )
        for player in players
    )
