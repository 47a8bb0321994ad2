"""What has changed at a table since the version that a reader's page shows.

A table remembers little of its last versions: what stood on the board, and a hash of each further part. A page says
which version it shows, and its fragment then leaves out what is alike (docs/adr/0014-difference-fragments.md).
All of it comes from the view of a spectator.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from classroom.presenters.page_version import PageVersion
from classroom.presenters.table.board import Band, ShownBoard, ShownSpace, shown_board
from classroom.presenters.table.players import ShownPlayer
from classroom.presenters.table.teams import ShownTeam
from engine import Seat, Space, Team, View

if TYPE_CHECKING:
    from classroom.presenters.table.shared import SharedTable

REMEMBERED = 8
"""How many earlier versions of each table are remembered: a round with misses, or cards that the others solve."""


@dataclass(frozen=True, slots=True)
class EarlierTable:
    """An earlier version of a table, of the same version of its session."""

    version: int
    seen: View
    last_space: Space | None
    teams: int
    """A hash, as of the parts below."""
    players: tuple[int, ...]
    piles: tuple[int, ...]
    pile_size: int


@dataclass(frozen=True, slots=True)
class BoardChanges:
    """Spaces that look different now, and the bands if any is new."""

    spaces: tuple[ShownSpace, ...]
    bands: tuple[Band, ...] | None
    """None: as before."""
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Since:
    """What the reader's page shows of a table."""

    version: PageVersion
    """Of the page: only what shows this version can be completed."""
    table: EarlierTable
    seat: Seat | None
    """Whose hand it shows, and the board as that seat plays on it; None: no hand, and the board as a picture."""
    has_unsolved: bool = False
    """Whether that hand holds a card to be solved there, if it holds one now."""

    @property
    def team(self) -> Team | None:
        """Whose board it shows; None: a spectator's."""
        return None if self.seat is None else self.table.seen.seats[self.seat]

    def board(self, table: SharedTable, team: Team | None) -> BoardChanges:
        """Tell how the board of a team differs from the one shown."""
        seen = self.table.seen
        before = shown_board(seen, own=self.team, last_space=self.table.last_space, looks=table.table.teams)
        now = table.board(team)
        pairs = zip(_spaces(before), _spaces(now), strict=True)
        return BoardChanges(
            spaces=tuple(one for other, one in pairs if other != one),
            bands=None if now.bands == before.bands else now.bands,
            width=now.width,
            height=now.height,
        )

    def has_digits(self, seat: Seat) -> bool:
        """Whether the page shows the keys of the number pad, if it is to show them to a seat now."""
        return self.has_unsolved and seat == self.seat

    def has_teams(self, teams: tuple[ShownTeam, ...]) -> bool:
        """Whether the page shows the teams like this."""
        return hash(teams) == self.table.teams

    def has_player(self, index: int, player: ShownPlayer, *, is_own: bool) -> bool:
        """Whether the page shows a player's row like this."""
        return hash(player) == self.table.players[index] and is_own == (player.seat == self.seat)

    def has_pile(self, index: int, player: ShownPlayer) -> bool:
        """Whether the page shows a player's discards like this."""
        return hash(player.discards) == self.table.piles[index]


def remember(table: SharedTable) -> EarlierTable:
    """Keep of a table what `Since` compares."""
    return EarlierTable(
        version=table.version,
        seen=table.seen,
        last_space=table.last_space,
        teams=hash(table.teams),
        players=tuple(hash(player) for player in table.players),
        piles=tuple(hash(player.discards) for player in table.players),
        pile_size=table.pile_size,
    )


def _spaces(board: ShownBoard) -> list[ShownSpace]:
    return [space for row in board.rows for space in row]
