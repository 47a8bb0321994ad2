"""A board as a small drawing: chips by color and shape, sequences as bands, the last move framed. No numbers.

Each team's chips are one SVG path, so that twelve boards on a page stay a few hundred elements.
"""

from __future__ import annotations

from dataclasses import dataclass

from classroom.i18n import _, ngettext
from classroom.presenters.table.board import Band, shown_band
from classroom.presenters.table.teams import TeamStyles, team_name
from classroom.presenters.words import all_of
from engine import Space, Team, View

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
        grid="".join(f"M{x} 0v{board.height}" for x in range(1, board.width))
        + "".join(f"M0 {y}h{board.width}" for y in range(1, board.height)),
        chips=tuple((team.value, _path(team, spaces, board.width)) for team, spaces in chips.items() if spaces),
        bands=tuple(shown_band(sequence, board.width) for sequence in view.sequences),
        last=None if last is None else (last % board.width, last // board.width),
        text=_("Board: %(chips)s", chips=all_of(counts)),
    )


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
