"""A board as a small drawing: chips by color and shape, sequences as bands, the last move framed. No numbers.

Each team's chips are one SVG path, so that twelve boards on a page stay a few hundred elements.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import cos, pi, sin
from random import Random

from classroom.i18n import _, ngettext
from classroom.presenters.table.board import Band, shown_band
from classroom.presenters.table.families import families
from classroom.presenters.table.teams import TeamStyles, team_name
from classroom.presenters.words import all_of
from engine import Layout, Space, Team, View, answers_on
from engine.layouts import lay_out

_SHAPES = {
    Team.BLUE: "M{x:g} {middle:g}a.4.4 0 1 0 .8 0 .4.4 0 1 0-.8 0z",
    Team.GREEN: "M{x:g} {y:g}h.76v.76h-.76z",
    Team.RED: "M{center:g} {top:g}l.45.84h-.9z",
}
"""A circle, a square and a triangle, in units of one space."""


@dataclass(frozen=True, slots=True)
class Miniature:
    """What is drawn, one space being one unit."""

    width: int
    height: int
    grid: str
    """The path of the lines between the spaces."""
    chips: tuple[tuple[str, str], ...]
    """For each team with chips its name and their path."""
    bands: tuple[Band, ...]
    last: tuple[int, int] | None
    """Column and row, from 0, of the last chip placed or removed."""
    text: str
    """The drawing in words."""


def miniature(view: View, looks: TeamStyles = None) -> Miniature:
    """Draw a board as a spectator sees it."""
    board = view.board
    teams = view.seats[: len(view.chips)]
    chips = {team: _spaces(view, team_index) for team_index, team in enumerate(teams)}
    last = view.last_event.space if view.last_event else None
    counts = [_chips_text(team_name(looks, team.value), len(spaces)) for team, spaces in chips.items()]
    return Miniature(
        width=board.width,
        height=board.height,
        grid=_grid(board.width, board.height),
        chips=tuple((team.value, _path(team, spaces, board.width)) for team, spaces in chips.items() if spaces),
        bands=tuple(shown_band(sequence, board.width) for sequence in view.sequences),
        last=None if last is None else (last % board.width, last // board.width),
        text=_("Board: %(chips)s", chips=all_of(counts)),
    )


@dataclass(frozen=True, slots=True)
class BoardSketch:
    """A board of one size to choose, without numbers: its tints in order, and its corners. One space is one unit."""

    size: str
    """"8x8"."""
    width: int
    height: int
    grid: str
    tints: tuple[tuple[int, str], ...]
    """For each tint of the number families the path of its spaces."""


@cache
def board_sketch(size: str) -> BoardSketch:
    """Draw a board with the tints that a deck of consecutive answers has on it."""
    answers = [str(number) for number in range(answers_on(size))]
    board = lay_out(answers, size, Layout.IN_ORDER, Random(0))  # noqa: S311  in order, so that nothing is drawn
    paths: dict[int, str] = {}
    for space, tint in enumerate(families(board.labels)):
        if not board.free_mask >> space & 1:
            paths[tint] = paths.get(tint, "") + f"M{space % board.width} {space // board.width}h1v1h-1z"
    return BoardSketch(size, board.width, board.height, _grid(board.width, board.height), tuple(sorted(paths.items())))


@cache
def seats_around(players: int) -> tuple[tuple[float, float], ...]:
    """Place seats evenly around a table seen from above, the first at the bottom; its center is (0, 0)."""
    turns = [2 * pi * seat / players for seat in range(players)]
    return tuple((round(-1.15 * sin(turn), 2), round(1.15 * cos(turn), 2)) for turn in turns)


def _grid(width: int, height: int) -> str:
    return "".join(f"M{x} 0v{height}" for x in range(1, width)) + "".join(f"M0 {y}h{width}" for y in range(1, height))


def _chips_text(team: str, chips: int) -> str:
    return ngettext("%(team)s has %(num)d chip", "%(team)s has %(num)d chips", chips, team=team)


def _spaces(view: View, team_index: int) -> list[Space]:
    chips = view.chips[team_index] & ~view.board.free_mask
    return [space for space in range(view.board.size) if chips >> space & 1]


def _path(team: Team, spaces: list[Space], width: int) -> str:
    return "".join(
        _SHAPES[team].format(
            x=space % width + (0.1 if team is Team.BLUE else 0.12),
            y=space // width + 0.12,
            middle=space // width + 0.5,
            center=space % width + 0.5,
            top=space // width + 0.08,
        )
        for space in spaces
    )
