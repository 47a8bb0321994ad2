"""The board as a page shows it: spaces, chips, and the bands under completed sequences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from classroom.presenters.table.faces import PlayingCard, face_text, playing_card
from classroom.presenters.table.teams import TeamStyles, team_name
from engine import Board, CompletedSequence, Space, Team, View

TENS = 6
"""How many tints and marks there are; the sixties share that of the ones."""

_Printed: TypeAlias = tuple[str, str, PlayingCard | None, int, str]
"""A space's name, label, playing card, ten, and the start of its accessible name."""


@dataclass(frozen=True, slots=True)
class ShownSpace:
    """One space. Nothing in it depends on any card, so it cannot tell a right space from a wrong one."""

    name: str
    """"C4", as in a record."""
    label: str
    """What is printed there; empty on a free corner."""
    card: PlayingCard | None
    """The playing card that is printed there instead of a number."""
    tens: int
    """0 … 5: numbers of one ten share a tint and a mark."""
    team: str | None
    """Whose chip lies there."""
    is_locked: bool
    """Whether it belongs to a completed sequence."""
    is_last: bool
    """Whether the last move was made here."""
    is_closed: bool
    """Whether no card at all can do anything here for this viewer: a corner, an own or a locked chip."""
    spoken: str
    """Its accessible name: "Row 3, column 7, 42, taken by Blue"."""

    @property
    def is_corner(self) -> bool:
        """Whether it is one of the four free spaces."""
        return not self.label


@dataclass(frozen=True, slots=True)
class Band:
    """The line under a sequence, from the middle of its first space to that of its last; one space is one unit."""

    team: str
    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """The whole board, row by row from the top."""

    rows: tuple[tuple[ShownSpace, ...], ...]
    bands: tuple[Band, ...]

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)


def shown_board(
    view: View, *, own: Team | None = None, last_space: Space | None = None, looks: TeamStyles = None
) -> ShownBoard:
    """Show a board. For a spectator only corners and locked spaces are closed.

    :param own: the viewer's team; None: a spectator.
    :param last_space: where the last chip was placed or taken off.
    :param looks: what the teams are called, where a teacher chose that.
    """
    board, printed = view.board, _printed(view.board, view.edition)
    in_sequences = {space for sequence in view.sequences for space in sequence.spaces}
    names = {team: team_name(looks, team.value) for team in view.seats[: len(view.chips)]}
    spaces = [
        _shown_space(
            printed[space],
            view.chip_on(space),
            own,
            names,
            is_locked=space in in_sequences,
            is_last=space == last_space,
        )
        for space in range(board.size)
    ]
    return ShownBoard(
        rows=tuple(tuple(spaces[start : start + board.width]) for start in range(0, board.size, board.width)),
        bands=tuple(shown_band(sequence, board.width) for sequence in view.sequences),
    )


def shown_band(sequence: CompletedSequence, width: int) -> Band:
    """Draw the band of a sequence on a board so many spaces wide."""
    (y1, x1), (y2, x2) = (divmod(space, width) for space in (sequence.spaces[0], sequence.spaces[-1]))
    return Band(sequence.team.value, x1 + 0.5, y1 + 0.5, x2 + 0.5, y2 + 0.5)


def _shown_space(
    printed: _Printed,
    team: Team | None,
    own: Team | None,
    names: Mapping[Team, str],
    *,
    is_locked: bool,
    is_last: bool,
) -> ShownSpace:
    name, label, card, tens, place = printed
    spoken = [place, f"taken by {names[team]}" if team else "open" if label else "free corner"]
    if is_locked:
        spoken.append("in a sequence")
    if is_last:
        spoken.append("last move")
    return ShownSpace(
        name=name,
        label=label,
        card=card,
        tens=tens,
        team=team.value if team else None,
        is_locked=is_locked,
        is_last=is_last,
        is_closed=not label or is_locked or (team is not None and team is own),
        spoken=", ".join(spoken),
    )


@lru_cache(maxsize=128)
def _printed(board: Board, edition: str) -> tuple[_Printed, ...]:
    """What stays the same on every space all game long."""
    printed = []
    for space, text in enumerate(board.labels):
        row, column = divmod(space, board.width)
        label = "" if board.free_mask >> space & 1 else text
        place = f"Row {row + 1}, column {column + 1}" + (f", {face_text(edition, label)}" if label else "")
        printed.append((board.name(space), label, playing_card(edition, label), _tens(label), place))
    return tuple(printed)


def _tens(label: str) -> int:
    """Numbers that belong together share a tint; other labels get the first."""
    return int(label) // 10 % TENS if label.isdecimal() else 0
