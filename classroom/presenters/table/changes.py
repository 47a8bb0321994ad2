"""Changes at a table since the version that a page shows.

A table remembers a few earlier versions: the board, the teams, and the players. A page reports its version, and its
fragment then omits what is unchanged (docs/adr/0014-difference-fragments.md). Everything comes from the view of a
spectator.
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
"""The number of earlier versions to remember: enough for a round with misses, or for others solving cards."""


@dataclass(frozen=True, slots=True)
class EarlierTable:
    """An earlier version of a table, within the same version of its session."""

    version: int
    seen: View
    last_space: Space | None
    teams: tuple[ShownTeam, ...]
    players: tuple[ShownPlayer, ...]
    """By seat."""
    boards: Mapping[Team | None, ShownBoard]
    """By team, as far as they were rendered."""


@dataclass(frozen=True, slots=True)
class BoardChanges:
    """Spaces that changed, and all bands if any is new."""

    spaces: tuple[ShownSpace, ...]
    bands: tuple[Band, ...] | None
    """None if unchanged."""
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class TableChanges:
    """Changes around the board."""

    has_new_teams: bool
    """Whether the teams or their sequences changed."""
    seats: frozenset[Seat]
    piles: Mapping[Seat, int | None]
    """How many cards were discarded, by seat; None if the discards changed in another way. Only seats with changes."""
    has_new_pile_size: bool
    """Whether the number of cards left to draw changed."""


@dataclass(frozen=True, slots=True)
class Since:
    """What the reader's page already shows of a table."""

    version: PageVersion
    """The page's version: only a page with this version can apply the difference."""
    table: EarlierTable
    seat: Seat | None
    """The seat whose hand it shows, with the board for that seat; None for no hand and a noninteractive board."""
    has_unsolved: bool = False
    """Whether that hand already had a card to solve, if it has one now."""

    @property
    def team(self) -> Team | None:
        """Return the team whose board it shows; None for a spectator's."""
        return None if self.seat is None else self.table.seen.seats[self.seat]

    def changed_seats(self, table: SharedTable, own: Seat | None) -> frozenset[Seat]:
        """Return the seats that changed.

        :param own: the reader's seat, which is marked.
        """
        seats = table.changes(self.table.version).seats
        return seats if own == self.seat else seats.union(one for one in (own, self.seat) if one is not None)

    def has_digits(self, seat: Seat) -> bool:
        """Return whether the page already shows the number pad's keys, if it needs them for a seat."""
        return self.has_unsolved and seat == self.seat

    def has_teams(self, table: SharedTable) -> bool:
        """Return whether the page already shows the current teams."""
        return not table.changes(self.table.version).has_new_teams


def changes_between(before: EarlierTable, now: EarlierTable) -> TableChanges:
    """Compare two versions of a table within the same version of its session, so with the same players."""
    players = list(zip(before.players, now.players, strict=True))
    return TableChanges(
        has_new_teams=before.teams != now.teams,
        seats=frozenset(new.seat for old, new in players if old != new),
        piles={new.seat: _discarded(old, new) for old, new in players if old.discards != new.discards},
        has_new_pile_size=before.seen.pile_size != now.seen.pile_size,
    )


def _discarded(old: ShownPlayer, new: ShownPlayer) -> int | None:
    """Return how many cards lie on a player's earlier discards; None if those are gone, or if there were none."""
    more = len(new.discards) - len(old.discards)
    return more if old.discards and more > 0 and new.discards[more:] == old.discards else None


def board_changes(table: SharedTable, before: EarlierTable, shown_team: Team | None, team: Team | None) -> BoardChanges:
    """Return the difference between a team's board and the board shown before to a team; None for a spectator."""
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
    """Extract from a table what `Since` compares.

    :param boards: the boards rendered for this version.
    """
    return EarlierTable(
        version=table.version,
        seen=table.seen,
        last_space=table.last_space,
        teams=table.teams,
        players=table.players,
        boards=boards,
    )
