"""The board as a page shows it: spaces, chips, and the bands under completed sequences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from classroom.i18n import current_language
from classroom.presenters.table.faces import PlayingCard, face_text, playing_card
from classroom.presenters.table.families import families
from classroom.presenters.table.teams import TeamStyles, team_name
from engine import Board, CompletedSequence, Space, Team, View

_SPACES = 8192
_ROWS = 4096
"""How many spaces and rows are kept: of a board only the row of a new chip changes with a move."""


@dataclass(frozen=True, slots=True)
class ShownSpace:
    """One space. Nothing in it depends on any card, so it cannot tell a right space from a wrong one."""

    name: str
    """"C4", as in a record."""
    label: str
    """What is printed there; empty on a free corner."""
    card: PlayingCard | None
    """The playing card that is printed there instead of a number."""
    family: int
    """0 … 9: its tint (`families`)."""
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


@dataclass(frozen=True, slots=True, eq=False)
class ShownRow:
    """A row of a board. One that stays as it was is the same object, so that its markup is found at once."""

    spaces: tuple[ShownSpace, ...]

    def __iter__(self) -> Iterator[ShownSpace]:
        return iter(self.spaces)

    def __len__(self) -> int:
        return len(self.spaces)


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

    rows: tuple[ShownRow, ...]
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
    language = current_language().tag
    printed = _printed(view.board, view.edition, language)
    width, size = view.board.width, view.board.size
    locked = sum(1 << space for space in {space for sequence in view.sequences for space in sequence.spaces})
    names = tuple(team_name(looks, team.value) for team in view.seats[: len(view.chips)])
    teams = view.seats[: len(view.chips)]
    line = (1 << width) - 1
    return ShownBoard(
        rows=tuple(
            _shown_row(
                printed[start : start + width],
                tuple((chips & ~view.board.free_mask) >> start & line for chips in view.chips),
                (teams, names, own),
                language=language,
                locked=locked >> start & line,
                last=None if last_space is None or not start <= last_space < start + width else last_space - start,
            )
            for start in range(0, size, width)
        ),
        bands=tuple(shown_band(sequence, width) for sequence in view.sequences),
    )


def shown_band(sequence: CompletedSequence, width: int) -> Band:
    """Draw the band of a sequence on a board so many spaces wide."""
    (y1, x1), (y2, x2) = (divmod(space, width) for space in (sequence.spaces[0], sequence.spaces[-1]))
    return Band(sequence.team.value, x1 + 0.5, y1 + 0.5, x2 + 0.5, y2 + 0.5)


@lru_cache(maxsize=_ROWS)
def _shown_row(
    printed: tuple[_Printed, ...],
    chips: tuple[int, ...],
    sides: tuple[tuple[Team, ...], tuple[str, ...], Team | None],
    *,
    language: str,
    locked: int,
    last: int | None,
) -> ShownRow:
    """Show a row.

    :param chips: of each team, as bits of the row.
    :param sides: the teams, their names, and the viewer's.
    :param language: of the accessible names.
    :param locked: the spaces in sequences, as bits.
    :param last: the column of the last move.
    """
    teams, names, own = sides
    shown = []
    for column, space in enumerate(printed):
        index = next((one for one, mask in enumerate(chips) if mask >> column & 1), None)
        team = None if index is None else teams[index]
        shown.append(
            _shown_space(
                space,
                None if team is None else team.value,
                None if index is None else names[index],
                language,
                is_locked=bool(locked >> column & 1),
                is_last=column == last,
                is_own=team is not None and team is own,
            )
        )
    return ShownRow(tuple(shown))


@lru_cache(maxsize=_SPACES)
def _shown_space(
    printed: _Printed,
    team: str | None,
    team_name: str | None,
    _language: str,
    *,
    is_locked: bool,
    is_last: bool,
    is_own: bool,
) -> ShownSpace:
    spoken = [printed.place, f"taken by {team_name}" if team else "open" if printed.label else "free corner"]
    if is_locked:
        spoken.append("in a sequence")
    if is_last:
        spoken.append("last move")
    return ShownSpace(
        name=printed.name,
        label=printed.label,
        card=printed.card,
        family=printed.family,
        team=team,
        is_locked=is_locked,
        is_last=is_last,
        is_closed=not printed.label or is_locked or is_own,
        spoken=", ".join(spoken),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Printed:
    """What stays the same on a space all game long."""

    name: str
    label: str
    card: PlayingCard | None
    family: int
    place: str
    """The start of its accessible name."""


@lru_cache(maxsize=128)
def _printed(board: Board, edition: str, _language: str) -> tuple[_Printed, ...]:
    printed = []
    labels = ["" if board.free_mask >> space & 1 else text for space, text in enumerate(board.labels)]
    for space, (label, family) in enumerate(zip(labels, families(labels), strict=True)):
        row, column = divmod(space, board.width)
        place = f"Row {row + 1}, column {column + 1}" + (f", {face_text(edition, label)}" if label else "")
        printed.append(_Printed(board.name(space), label, playing_card(edition, label), family, place))
    return tuple(printed)
