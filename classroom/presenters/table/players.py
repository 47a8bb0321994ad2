"""Current and former players of a table: their names, and their entries in lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from classroom.i18n import lazy_gettext
from classroom.models import Face
from classroom.presenters.table.card_faces import ShownFace, shown_faces
from classroom.presenters.table.teams import team_name
from classroom.presenters.words import all_of, isolated
from classroom.services.play.game_row import MovingGame
from classroom.services.play.tables import Table, Tenure, table_of
from engine import Seat, Team, View

BOT = lazy_gettext("Bot")


@dataclass(frozen=True, slots=True)
class ShownPlayer:
    seat: int
    name: str
    face: Face | None
    """A bot has the robot. None for a team of the whole class."""
    team: str
    is_active: bool
    cards: int
    discards: tuple[ShownFace, ...]
    """Faces in the player's discard pile, top card first."""
    hand: tuple[ShownFace, ...] | None = None
    """Faces of the held cards, if the list shows them."""

    @property
    def beside_board(self) -> ShownPlayer:
        """Return the player with only the top of the discard pile, as shown beside the board."""
        discards = self.discards[:1]
        return ShownPlayer(self.seat, self.name, self.face, self.team, self.is_active, self.cards, discards, self.hand)


def name_of(table: Table, tenure: Tenure) -> str:
    """Return the name of a current or former player; in a whole-class game, of the team."""
    if tenure.student_name is not None:
        return tenure.student_name
    if table.seats_teams:
        return team_name(table.teams, tuple(Team)[tenure.seat].value)
    return str(BOT)


def names_at_end(game: MovingGame) -> dict[Seat, str]:
    """Return the isolated names of a finished game's players, by seat."""
    table = table_of(game)
    # A seat given after the last event belongs to the next game.
    return {one.seat: isolated(name_of(table, one)) for one in table.tenures if one.from_version < game.version}


def team_names(game: MovingGame, teams: tuple[str, ...], team: str) -> str:
    """Return the list of a team's members at the end of a game: "Ana and Ben"."""
    return all_of([name for seat, name in names_at_end(game).items() if teams[seat] == team])


def shown_players(
    table: Table,
    players: Iterable[Tenure],
    seen: View,
    *,
    hands: Mapping[Seat, tuple[ShownFace, ...]] | None = None,
) -> tuple[ShownPlayer, ...]:
    """Build the players of a table, in the given order.

    :param hands: the faces in each hand that is shown, by seat.
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
