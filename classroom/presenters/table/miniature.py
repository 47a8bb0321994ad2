"""A board as a drawing, for pages with many boards: tiles and numbers below, chips above.

A board has few elements, because everything that looks alike is one SVG path. The lower layer never changes during a
game, so a page gets it once.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from hashlib import blake2b
from itertools import groupby
from math import cos, pi, sin
from random import Random

from classroom.i18n import _, ngettext
from classroom.presenters.table.board import Band, shown_band
from classroom.presenters.table.card_faces import playing_card
from classroom.presenters.table.families import families
from classroom.presenters.table.teams import TeamStyles, team_name
from classroom.presenters.table.with_board import kept_with_board
from classroom.presenters.words import all_of
from engine import Board, Layout, Remove, Space, Team, View, answers_on
from engine.layouts import lay_out

_TILE = "h.78v.78h-.78z"
_TILE_MARGIN = 0.11
"""Margin around a tile's path; its stroke makes it larger and its corners round."""
_MARGIN = 0.12
"""Around the board, as in the viewBox of `templates/macros/mini.html`."""
_SHAPES = {
    Team.BLUE: ("m.09 .5a.41.41 0 1 0 .82 0 .41.41 0 1 0-.82 0z", "m.17 .5a.33.33 0 1 0 .66 0 .33.33 0 1 0-.66 0z"),
    Team.GREEN: ("m.12 .12h.76v.76h-.76z", "m.24 .23h.52m-.52 .54h.52"),
    Team.RED: ("m.5 .08l.45.84h-.9z", "m.5 .27v.01m-.09 .11v.01m.18-.01v.01m-.39.4v.01m.58-.01v.01"),
}
"""A circle, a square, and a triangle, each with its pattern, relative to the corner of a space of unit width."""
_STAR = "m.5 .2l.09.21.23.02-.17.16.05.23-.2-.12-.2.12.05-.23-.17-.16.23-.02z"
_SUITS = {
    "spades": "m0-46c10 20 44 36 44 59 0 24-31 27-39 8l6 25h-22l6-25c-8 19-39 16-39-8 0-23 34-39 44-59z",
    "hearts": "m0 46c-12-24-45-38-45-65 0-27 35-29 45-3 10-26 45-24 45 3 0 27-33 41-45 65z",
    "diamonds": "m0-48 38 48-38 48-38-48z",
    "clubs": "m0-47c24 0 28 28 14 39 16-8 32 2 32 20 0 24-30 28-41 11l7 24h-24l7-24"
    "c-11 17-41 13-41-11 0-18 16-28 32-20-14-11-10-39 14-39z",
}
"""Relative to the center, 100 high."""
_SUIT_SIZE = 0.0036


@dataclass(frozen=True, slots=True)
class PrintedLabel:
    """A number or the rank of a card, with its center."""

    text: str
    x: float
    y: float


@dataclass(frozen=True, slots=True, eq=False)
class Tiles:
    """The printed board; equal boards share the object."""

    width: int
    height: int
    families: tuple[tuple[int, str], ...]
    """The path of each tint's tiles (`families`)."""
    corners: str
    stars: str
    """The paths of the free corners and of their stars."""
    labels: tuple[PrintedLabel, ...]
    suits: tuple[tuple[str, str], ...]
    """The path of each suit of playing cards."""
    digest: str


@dataclass(frozen=True, slots=True)
class TeamChips:
    team: str
    rows: tuple[str, ...]
    """A path for each row of the board, so that a browser draws only the row of a new chip again."""
    locked: str
    """The path of those in sequences."""
    patterns: tuple[str, ...]
    """The patterns on all chips, a path for each row."""
    labels: tuple[PrintedLabel, ...]
    """The labels of the spaces below them."""
    suits: str


@dataclass(frozen=True, slots=True)
class Miniature:
    """What is drawn, in units of a space."""

    tiles: Tiles = field(repr=False)  # `digest` is enough for the version of a page
    digest: str
    """Tells its tiles from others."""
    chips: tuple[TeamChips, ...]
    """For the teams with chips, without the newest chip."""
    newest: TeamChips | None
    """The last chip placed, drawn separately to animate it."""
    bands: tuple[Band, ...]
    stars: str
    """The path of stars of free corners in sequences."""
    last: tuple[int, int] | None
    """Column and row, from 0, of the last chip placed or removed."""
    text: str
    """The drawing in words."""
    state: str
    """The state that a page reports, so its next response can tell what is new.

    It contains the last space, each team's number of chips, and the number of sequences.
    """
    bare: tuple[TeamChips, ...] = ()
    """For each team, its chip on the space from which one was just removed."""

    def removed_since(self, seen: str | None) -> TeamChips | None:
        """Return the chip that was just removed, if the page still shows it: that of the team that had one more."""
        before, now = (_counts_in(state or "") for state in (seen, self.state))
        if len(before) != len(now) or not self.bare:
            return None
        return next((chip for chip, had, has in zip(self.bare, before, now, strict=True) if has < had), None)

    @property
    def middle_of_last(self) -> tuple[float, float] | None:
        """The middle of the last space in percent of the drawing, which has a margin."""
        if self.last is None:
            return None
        column, row = self.last
        return _percent(column, self.width), _percent(row, self.height)

    @property
    def width(self) -> int:
        return self.tiles.width

    @property
    def height(self) -> int:
        return self.tiles.height


def miniature(view: View, looks: TeamStyles = None) -> Miniature:
    """Draw a board for a spectator."""
    board = view.board
    teams = view.seats[: len(view.chips)]
    chips = {team: _spaces(view, team_index) for team_index, team in enumerate(teams)}
    last = view.last_event.space if view.last_event else None
    counts = [_chips_text(team_name(looks, team.value), len(spaces)) for team, spaces in chips.items()]
    locked = {space for sequence in view.sequences for space in sequence.spaces}
    printed = tiles(board, view.edition)
    is_removal = view.last_event is not None and view.last_event.do == Remove.do
    owner = next((team for team, spaces in chips.items() if last in spaces), None)
    others = {team: [space for space in spaces if space != last] for team, spaces in chips.items()}
    return Miniature(
        tiles=printed,
        digest=printed.digest,
        chips=tuple(_team_chips(view, team, spaces, locked) for team, spaces in others.items() if spaces),
        newest=None if last is None or owner is None else _team_chips(view, owner, [last], locked),
        bands=tuple(shown_band(sequence, board.width) for sequence in view.sequences),
        stars=_path(_STAR, (space for space in sorted(locked) if board.free_mask >> space & 1), board.width),
        last=None if last is None else (last % board.width, last // board.width),
        text=_("Board: %(chips)s", chips=all_of(counts)),
        state=f"{last}.{'-'.join(str(len(spaces)) for spaces in chips.values())}.{len(view.sequences)}",
        bare=tuple(_team_chips(view, team, [last], set()) for team in teams) if last is not None and is_removal else (),
    )


@kept_with_board
def tiles(board: Board, edition: str) -> Tiles:
    """Draw the labels of a board."""
    corners = [space for space in range(board.size) if board.free_mask >> space & 1]
    printed = [space for space in range(board.size) if space not in corners]
    tints = families(["" if space in corners else text for space, text in enumerate(board.labels)])
    by_family: dict[int, list[Space]] = defaultdict(list)
    for space in printed:
        by_family[tints[space]].append(space)
    by_suit: dict[str, list[Space]] = defaultdict(list)
    for space in printed:
        if card := playing_card(edition, board.labels[space]):
            by_suit[card.suit].append(space)
    digest = blake2b(repr((edition, board.width, board.labels, corners)).encode(), digest_size=6).hexdigest()
    return Tiles(
        width=board.width,
        height=board.height,
        families=tuple(
            (family, _path(_TILE, spaces, board.width, _TILE_MARGIN)) for family, spaces in sorted(by_family.items())
        ),
        corners=_path(_TILE, corners, board.width, _TILE_MARGIN),
        stars=_path(_STAR, corners, board.width),
        labels=_labels(board, edition, printed),
        suits=tuple(
            (suit, _path(_suit_path(suit), spaces, board.width, 0.5, 0.69)) for suit, spaces in by_suit.items()
        ),
        digest=digest,
    )


@dataclass(frozen=True, slots=True)
class BoardSketch:
    """A board of one size to choose, without numbers: its tints in order and its corners, in units of a space."""

    size: str
    """"8x8"."""
    width: int
    height: int
    grid: str
    tints: tuple[tuple[int, str], ...]
    """The path of each tint's spaces."""


@cache
def board_sketch(size: str) -> BoardSketch:
    """Draw a board with the tints of a deck of consecutive answers."""
    answers = [str(number) for number in range(answers_on(size))]
    board = lay_out(answers, size, Layout.IN_ORDER, Random(0))  # noqa: S311  in order, so that nothing is drawn
    paths: dict[int, str] = {}
    for space, tint in enumerate(families(board.labels)):
        if not board.free_mask >> space & 1:
            paths[tint] = paths.get(tint, "") + f"M{space % board.width} {space // board.width}h1v1h-1z"
    return BoardSketch(size, board.width, board.height, _grid(board.width, board.height), tuple(sorted(paths.items())))


@cache
def seats_around(players: int) -> tuple[tuple[float, float], ...]:
    """Return positions evenly around a table seen from above, the first at the bottom; its center is (0, 0)."""
    turns = [2 * pi * seat / players for seat in range(players)]
    return tuple((round(-1.15 * sin(turn), 2), round(1.15 * cos(turn), 2)) for turn in turns)


def _grid(width: int, height: int) -> str:
    return "".join(f"M{x} 0v{height}" for x in range(1, width)) + "".join(f"M0 {y}h{width}" for y in range(1, height))


def _team_chips(view: View, team: Team, spaces: list[Space], locked: set[Space]) -> TeamChips:
    board, edition = view.board, view.edition
    shape, pattern = _SHAPES[team]
    cards = {space: playing_card(edition, board.labels[space]) for space in spaces}
    return TeamChips(
        team=team.value,
        rows=_rows(shape, [space for space in spaces if space not in locked], board.width),
        locked=_path(shape, (space for space in spaces if space in locked), board.width),
        patterns=_rows(pattern, spaces, board.width),
        labels=_labels(board, edition, spaces),
        suits="".join(
            _path(_suit_path(card.suit), [space], board.width, 0.5, 0.69) for space, card in cards.items() if card
        ),
    )


def _labels(board: Board, edition: str, spaces: Iterable[Space]) -> tuple[PrintedLabel, ...]:
    return tuple(_label(board.labels[space], edition, *divmod(space, board.width)) for space in spaces)


def _label(text: str, edition: str, row: int, column: int) -> PrintedLabel:
    card = playing_card(edition, text)
    if card is None:
        return PrintedLabel(text, column + 0.5, row + 0.52)
    return PrintedLabel(card.rank, column + 0.5, row + 0.34)


def _percent(place: int, spaces: int) -> float:
    return round(100 * (place + 0.5 + _MARGIN) / (spaces + 2 * _MARGIN), 1)


def _chips_text(team: str, chips: int) -> str:
    return ngettext("%(team)s has %(num)d chip", "%(team)s has %(num)d chips", chips, team=team)


def _counts_in(state: str) -> list[int]:
    """Parse each team's number of chips in a `Miniature.state`, which a page may have got wrong."""
    found = re.fullmatch(r"[^.]+\.((?:\d{1,3}-)*\d{1,3})\.\d+", state)
    return [int(count) for count in found[1].split("-")] if found else []


def _spaces(view: View, team_index: int) -> list[Space]:
    chips = view.chips[team_index] & ~view.board.free_mask
    return [space for space in range(view.board.size) if chips >> space & 1]


def _rows(shape: str, spaces: list[Space], width: int) -> tuple[str, ...]:
    rows = groupby(spaces, lambda space: space // width)
    return tuple(_path(shape, in_row, width) for _row, in_row in rows)


def _path(shape: str, spaces: Iterable[Space], width: int, x: float = 0, y: float | None = None) -> str:
    """Draw a shape on several spaces.

    :param x: its offset within a space.
    :param y: the same vertically; None for `x`.
    """
    down = x if y is None else y
    return "".join(f"M{space % width + x:g} {space // width + down:g}{shape}" for space in spaces)


@lru_cache(maxsize=4)
def _suit_path(suit: str) -> str:
    return re.sub(r"-?\d+", lambda number: f" {float(number[0]) * _SUIT_SIZE:.3g}", _SUITS[suit])
