"""What has changed at a table since the version that a reader's page shows.

A table remembers little of its last versions: what stood on the board, the teams, and the players. A page says which
version it shows, and its fragment then leaves out what is alike (docs/adr/0014-difference-fragments.md).
All of it comes from the view of a spectator.
"""

from __future__ import annotations

from collections.abc import Mapping
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
    teams: tuple[ShownTeam, ...]
    players: tuple[ShownPlayer, ...]
    """By seat."""
    boards: Mapping[Team | None, ShownBoard]
    """By team, as far as they were shown."""


@dataclass(frozen=True, slots=True)
class BoardChanges:
    """Spaces that look different now, and the bands if any is new."""

    spaces: tuple[ShownSpace, ...]
    bands: tuple[Band, ...] | None
    """None: as before."""
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class TableChanges:
    """What looks different around the board."""

    has_new_teams: bool
    """Whether the teams or their sequences do."""
    seats: frozenset[Seat]
    piles: frozenset[Seat]
    """The seats whose discards do."""
    has_new_pile_size: bool
    """Whether other cards are left to draw."""


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

    def changed_seats(self, table: SharedTable, own: Seat | None) -> frozenset[Seat]:
        """Find the seats that look different now.

        :param own: the reader's, which is marked.
        """
        seats = table.changes(self.table.version).seats
        return seats if own == self.seat else seats.union(one for one in (own, self.seat) if one is not None)

    def has_digits(self, seat: Seat) -> bool:
        """Whether the page shows the keys of the number pad, if it is to show them to a seat now."""
        return self.has_unsolved and seat == self.seat

    def has_teams(self, table: SharedTable) -> bool:
        """Whether the page shows the teams as they are now."""
        return not table.changes(self.table.version).has_new_teams


def changes_between(before: EarlierTable, now: EarlierTable) -> TableChanges:
    """Compare two versions of a table, of the same version of its session: so the same players sit there."""
    players = list(zip(before.players, now.players, strict=True))
    return TableChanges(
        has_new_teams=before.teams != now.teams,
        seats=frozenset(new.seat for old, new in players if old != new),
        piles=frozenset(new.seat for old, new in players if old.discards != new.discards),
        has_new_pile_size=before.seen.pile_size != now.seen.pile_size,
    )


def board_changes(table: SharedTable, before: EarlierTable, shown_team: Team | None, team: Team | None) -> BoardChanges:
    """Tell how the board of a team differs from the one that was shown to a team; None: to a spectator."""
    earlier = before.boards.get(shown_team)
    if earlier is None:
        earlier = shown_board(before.seen, own=shown_team, last_space=before.last_space, looks=table.table.teams)
    now = table.board(team)
    pairs = zip(earlier.rows, now.rows, strict=True)
    return BoardChanges(
        spaces=tuple(
            one for old, new in pairs if old is not new for other, one in zip(old, new, strict=True) if other != one
        ),
        bands=None if now.bands == earlier.bands else now.bands,
        width=now.width,
        height=now.height,
    )


def remember(table: SharedTable, boards: Mapping[Team | None, ShownBoard]) -> EarlierTable:
    """Keep of a table what `Since` compares.

    :param boards: those that were shown of this version, or will be.
    """
    return EarlierTable(
        version=table.version,
        seen=table.seen,
        last_space=table.last_space,
        teams=table.teams,
        players=table.players,
        boards=boards,
    )
