"""The board on a page: spaces, chips, and bands under completed sequences."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_uppercase

from classroom.i18n import _, current_language
from classroom.presenters.table.card_faces import PlayingCard, card_text, playing_card
from classroom.presenters.table.families import families
from classroom.presenters.table.teams import TeamStyles, chip_name, team_name
from classroom.presenters.table.with_board import kept_with_board
from engine import Board, CompletedSequence, Space, Team, View

_SPACES = 8192
_ROWS = 4096
"""Cache sizes of spaces and rows: after a move, only the row of the new chip changes."""


@dataclass(frozen=True, slots=True)
class ShownSpace:
    """A space. Nothing in it depends on cards, so it can't reveal a correct space."""

    name: str
    """"C4", as in a record."""
    label: str
    """The printed label; "" on a free corner."""
    card: PlayingCard | None
    """The playing card printed there instead of a number."""
    family: int
    """Its tint, 0 to 9 (`families`)."""
    team: str | None
    """The team whose chip is there."""
    is_locked: bool
    """Whether it is part of a completed sequence."""
    is_last: bool
    """Whether the last move was here."""
    is_closed: bool
    """Whether this viewer can do nothing here with any card: a corner, their team's chip, or a locked chip."""
    spoken: str
    """Its accessible name: "Row 3, column 7, 42, taken by Blue circle"."""

    @property
    def is_corner(self) -> bool:
        """Return whether it is one of the four free spaces."""
        return not self.label


@dataclass(frozen=True, slots=True, eq=False)
class ShownRow:
    """A row of a board. An unchanged row is the same object, so its cached markup is found at once."""

    spaces: tuple[ShownSpace, ...]

    def __iter__(self) -> Iterator[ShownSpace]:
        return iter(self.spaces)

    def __len__(self) -> int:
        return len(self.spaces)


@dataclass(frozen=True, slots=True)
class Band:
    """The line under a sequence, between the centers of its first and last spaces, in units of a space."""

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
    """Build a board. For a spectator, only corners and locked spaces are closed.

    :param own: the viewer's team; None for a spectator.
    :param last_space: where the last chip was placed or removed.
    :param looks: names of the teams chosen by a teacher.
    """
    language = current_language().tag
    printed = _printed(view.board, view.edition, language)
    width = view.board.width
    locked = sum(1 << space for space in {space for sequence in view.sequences for space in sequence.spaces})
    names = tuple(chip_name(team.value, team_name(looks, team.value)) for team in view.seats[: len(view.chips)])
    teams = view.seats[: len(view.chips)]
    placed = tuple(chips & ~view.board.free_mask for chips in view.chips)
    line = (1 << width) - 1
    return ShownBoard(
        rows=tuple(
            _shown_row(
                row,
                tuple(chips >> start & line for chips in placed),
                (teams, names, own),
                language=language,
                locked=locked >> start & line,
                last=None if last_space is None or not start <= last_space < start + width else last_space - start,
            )
            for start, row in zip(range(0, view.board.size, width), printed, strict=True)
        ),
        bands=tuple(shown_band(sequence, width) for sequence in view.sequences),
    )


@dataclass(frozen=True, slots=True)
class SmallPosition:
    """Chips on a board outside of a game, such as in the introduction to the rules."""

    labels: tuple[tuple[str, ...], ...]
    """Row by row; "" for the free corners."""
    edition: str
    chips: tuple[tuple[Team, str, frozenset[str]], ...]
    """Teams with their names and chips, the reader's team first."""
    last: str = ""
    """The space of the last move."""
    row: tuple[str, ...] = ()
    """The spaces of a completed sequence, from end to end."""


def shown_position(position: SmallPosition) -> ShownBoard:
    """Build such a board for the first of its teams."""
    return _shown_position(position, current_language().tag)


@lru_cache(maxsize=256)
def _shown_position(position: SmallPosition, language: str) -> ShownBoard:
    width = len(position.labels[0])
    printed = _printed_labels(tuple(label for row in position.labels for label in row), width, position.edition)
    teams = tuple(team for team, _name, _spaces in position.chips)
    names = tuple(chip_name(team.value, name) for team, name, _spaces in position.chips)
    row = position.row
    return ShownBoard(
        rows=tuple(
            _shown_row(
                spaces,
                tuple(_bits(spaces.spaces, where) for _team, _name, where in position.chips),
                (teams, names, teams[0]),
                language=language,
                locked=_bits(spaces.spaces, row),
                last=next((column for column, one in enumerate(spaces.spaces) if one.name == position.last), None),
            )
            for spaces in printed
        ),
        bands=(_band_between(teams[0], row[0], row[-1]),) if row else (),
    )


def _bits(spaces: tuple[_Printed, ...], names: Collection[str]) -> int:
    return sum(1 << column for column, space in enumerate(spaces) if space.name in names)


def _band_between(team: Team, first: str, last: str) -> Band:
    (x1, y1), (x2, y2) = ((ascii_uppercase.index(name[0]) + 0.5, int(name[1:]) - 0.5) for name in (first, last))
    return Band(team.value, x1, y1, x2, y2)


def shown_band(sequence: CompletedSequence, width: int) -> Band:
    """Draw the band of a sequence on a board `width` spaces wide."""
    (y1, x1), (y2, x2) = (divmod(space, width) for space in (sequence.spaces[0], sequence.spaces[-1]))
    return Band(sequence.team.value, x1 + 0.5, y1 + 0.5, x2 + 0.5, y2 + 0.5)


@lru_cache(maxsize=_ROWS)
def _shown_row(
    printed: _PrintedRow,
    chips: tuple[int, ...],
    sides: tuple[tuple[Team, ...], tuple[str, ...], Team | None],
    *,
    language: str,
    locked: int,
    last: int | None,
) -> ShownRow:
    """Build a row.

    :param chips: each team's chips, as bits of the row.
    :param sides: the teams, their names, and the viewer's.
    :param language: language of the accessible names.
    :param locked: the spaces in sequences, as bits.
    :param last: the column of the last move.
    """
    teams, names, own = sides
    shown = []
    for column, space in enumerate(printed.spaces):
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
    return ShownSpace(
        name=printed.name,
        label=printed.label,
        card=printed.card,
        family=printed.family,
        team=team,
        is_locked=is_locked,
        is_last=is_last,
        is_closed=not printed.label or is_locked or is_own,
        spoken=_spoken(printed, team_name, is_locked=is_locked, is_last=is_last),
    )


def _spoken(printed: _Printed, team: str | None, *, is_locked: bool, is_last: bool) -> str:
    """Return a space's accessible name: its label, its chip, and whether it changed last."""
    place = printed.place
    if not printed.label:
        return _("%(place)s, free corner", place=place)
    if team is None:
        return _("%(place)s, open, last move", place=place) if is_last else _("%(place)s, open", place=place)
    if is_locked and is_last:
        return _("%(place)s, taken by %(team)s, in a sequence, last move", place=place, team=team)
    if is_locked:
        return _("%(place)s, taken by %(team)s, in a sequence", place=place, team=team)
    if is_last:
        return _("%(place)s, taken by %(team)s, last move", place=place, team=team)
    return _("%(place)s, taken by %(team)s", place=place, team=team)


@dataclass(frozen=True, slots=True, eq=False)
class _Printed:
    """The parts of a space that never change during a game."""

    name: str
    label: str
    card: PlayingCard | None
    family: int
    place: str
    """The start of its accessible name."""


@dataclass(frozen=True, slots=True, eq=False)
class _PrintedRow:
    """A row of them, from left to right."""

    spaces: tuple[_Printed, ...]


@kept_with_board
def _printed(board: Board, edition: str, _language: str) -> tuple[_PrintedRow, ...]:
    labels = tuple("" if board.free_mask >> space & 1 else text for space, text in enumerate(board.labels))
    return _printed_labels(labels, board.width, edition)


def _printed_labels(labels: tuple[str, ...], width: int, edition: str) -> tuple[_PrintedRow, ...]:
    printed = []
    for space, (label, family) in enumerate(zip(labels, families(labels), strict=True)):
        row, column = divmod(space, width)
        name = f"{ascii_uppercase[column]}{row + 1}"
        card = playing_card(edition, label)
        text = card_text(edition, label) if label else None
        if card and not card.rank.isdigit():
            text = f"{card.rank}, {text}"  # for speech input, a button's name contains its visible label
        printed.append(_Printed(name, label, card, family, _place(row + 1, column + 1, text)))
    return tuple(_PrintedRow(tuple(printed[start : start + width])) for start in range(0, len(printed), width))


def _place(row: int, column: int, label: str | None) -> str:
    if label is None:
        return _("Row %(row)d, column %(column)d", row=row, column=column)
    return _("Row %(row)d, column %(column)d, %(label)s", row=row, column=column, label=label)
