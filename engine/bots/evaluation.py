"""Heuristic evaluation: five-space lines weighted by completion probability."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from engine.bots.levels import Style
from engine.lines import LINE_LENGTH, Mask, Space, lines_of, spaces_in
from engine.sequences import overlap
from engine.view import View

_Line: TypeAlias = tuple[Mask, tuple[Space, ...]]

COMPLETED = 10_000.0
"""The value of a fifth chip: exceeds all unfinished lines together."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """For each space, the value of placing a chip there and of removing one."""

    placing: list[float]
    removing: list[float]


@dataclass(frozen=True, slots=True)
class _Side:
    """One team's chips during an evaluation."""

    chips: Mask
    """The team's chips and the free spaces."""
    others: Mask
    """Chips of all other teams."""
    line: tuple[float, ...]
    """The value of a line by its number of chips, up to five."""
    reach: list[float]
    """For each space, the probability that the team gets a chip there; 1 where it has one."""
    again: list[float]
    """The same, if a chip that the team has there were removed."""


def evaluate(view: View, team: int, held: Mask, style: Style) -> Evaluation:
    """Evaluate every space for one team.

    :param held: the spaces whose cards are in the hand
    """
    size = view.board.size
    evaluation = Evaluation(placing=[0.0] * size, removing=[0.0] * size)
    taken = view.board.free_mask
    for chips in view.chips:
        taken |= chips
    reach = _reach(view, taken, style)
    for index, chips in enumerate(view.chips):
        if index == team:
            own_reach = [style.held if held >> space & 1 else reach[space] for space in range(size)]
            _evaluate_own(
                evaluation, _side(chips, taken, (*style.line, COMPLETED), own_reach), _fresh_lines(view, index)
            )
        elif style.defense:
            values = tuple(style.defense * value for value in (*style.line, COMPLETED))
            _evaluate_foreign(evaluation, _side(chips, taken, values, reach), _fresh_lines(view, index))
    # Adding to all five spaces of a line is faster than checking which are taken.
    for space in spaces_in(taken):
        evaluation.placing[space] = 0.0
    return evaluation


def _side(chips: Mask, taken: Mask, line: tuple[float, ...], reach: list[float]) -> _Side:
    sure = [1.0 if chips >> space & 1 else chance for space, chance in enumerate(reach)]
    return _Side(chips, taken & ~chips, line, sure, reach)


def _reach(view: View, taken: Mask, style: Style) -> list[float]:
    """Estimate for each space the probability of getting a chip there, from the cards of its label not yet played.

    The chips on the label's two spaces show how many cards were played.
    """
    reach = [1.0] * view.board.size
    for spaces in view.board.spaces_of.values():
        unplayed = sum(not taken >> space & 1 for space in spaces)
        for space in spaces:
            reach[space] = style.reach[unplayed]
    return reach


@cache
def _lines(height: int, width: int) -> list[_Line]:
    """List the lines of a board as masks and as spaces."""
    return [(line, spaces_in(line)) for line in lines_of(height, width).all]


def _fresh_lines(view: View, team: int) -> list[_Line]:
    """List the lines that can still become a further sequence of the team (D8)."""
    lines = _lines(view.board.height, view.board.width)
    name = view.seats[team]
    made = [sequence.mask for sequence in view.sequences if sequence.team is name]
    if not made:
        return lines
    return [line for line in lines if not any(overlap(line[0], other) for other in made)]


def _evaluate_own(evaluation: Evaluation, side: _Side, lines: list[_Line]) -> None:
    """Add the value of building each of the team's lines, or of removing the one chip that blocks it."""
    chips, others, values, reach, placing = side.chips, side.others, side.line, side.reach, evaluation.placing
    for line, spaces in lines:
        blocking = line & others
        if blocking & (blocking - 1):
            continue
        count = (line & chips).bit_count()
        if blocking:
            blocked = blocking.bit_length() - 1
            evaluation.removing[blocked] += values[count] * _chance(reach, spaces) / reach[blocked]
        elif count < LINE_LENGTH:
            chance = _chance(reach, spaces)
            now, then = values[count] * chance, values[count + 1] * chance
            for space in spaces:
                placing[space] += then / reach[space] - now


def _evaluate_foreign(evaluation: Evaluation, side: _Side, lines: list[_Line]) -> None:
    """Add the value of blocking each line of another team, or of removing a chip from it."""
    chips, others, values, reach, placing = side.chips, side.others, side.line, side.reach, evaluation.placing
    for line, spaces in lines:
        if line & others:
            continue
        present = line & chips
        count = present.bit_count()
        chance = _chance(reach, spaces)
        now = values[count] * chance
        for space in spaces:
            placing[space] += now
        if count:
            before = values[count - 1] * chance
            for space in spaces_in(present):
                evaluation.removing[space] += now - before * side.again[space]


def _chance(reach: list[float], spaces: tuple[Space, ...]) -> float:
    """Return the probability that a team fills a line."""
    a, b, c, d, e = spaces
    return reach[a] * reach[b] * reach[c] * reach[d] * reach[e]
