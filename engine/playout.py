"""Playout policy for simulations: plays like an *easy* bot, about twenty times as fast.

It reads the position instead of a view, but uses nothing that its seat could not see, and evaluates only the few
spaces that its cards belong to. It keeps Plus and Minus until they pay off.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from engine.bots.choosing import number_given
from engine.cards import CardId
from engine.events import Draw, Exchange, Forfeit, Move, Pass, Place, Play, Remove, Solve
from engine.legal_moves import placements
from engine.legality import unsolved
from engine.lines import LINE_LENGTH, Mask, spaces_in
from engine.position import Position
from engine.seats import Seat
from engine.sequences import overlap

BLINDNESS = 0.4
"""The proportion of good spaces that it overlooks, chosen so that games last as long as with easy bots."""
_LINE_VALUES = (1, 4, 16, 64, 1024)
"""The value of a chip in a line, by the number of chips already in it."""
_COMPLETES = _LINE_VALUES[-1]
_MIN_CHIPS_FOR_PLUS = 3
"""Minimum chips in a line before a Plus extends it."""
_CHIPS_FOR_MINUS = 4
"""Another team's chips in a line that make it play a Minus."""


class _Sight(NamedTuple):
    """The board as the active team sees it."""

    position: Position
    team: int
    own: Mask
    """The team's chips and the free spaces."""
    others: Mask
    """Chips of all other teams."""
    made: tuple[Mask, ...]
    """The team's sequences."""

    def is_fresh(self, line: Mask) -> bool:
        """Return whether the line can still become a further sequence of the team (D8)."""
        return not line & self.others and not any(overlap(line, made) for made in self.made)


def quick_move(position: Position, rng: Random, *, miss_rate: float = 0.0) -> Move:
    """Choose the move of the active seat.

    :param miss_rate: the proportion of wrong answers, where wrong answers are possible
    """
    seat = position.turn
    hand = position.hands[seat]
    if position.state is not None:
        due = _due(position, seat, rng, miss_rate)
        if due is not None:
            return due
    sight = _look(position)
    setup, is_open = position.setup, position.open
    matches, idle = placements(seat, hand, setup.pairs, is_open)
    dead = [card for card in idle if setup.pairs[card] is not None]
    if dead and not position.has_exchanged:
        return Exchange(seat, dead[-1])
    best, place = _best_match(sight, matches, rng)
    special = [card for card in idle if not setup.targets[card] or setup.targets[card] & is_open]
    if special and best < _COMPLETES and (not matches or rng.random() >= BLINDNESS):
        move = _special_move(sight, special, rng, must_play=not matches)
        if move is not None:
            return move
    if place is None:
        return Pass(seat)
    if miss_rate and setup.has_misses and rng.random() < miss_rate:
        wrong = spaces_in(is_open & ~setup.targets[place.card])
        return Place(seat, place.card, rng.choice(wrong)) if wrong else place
    return place


def _due(position: Position, seat: Seat, rng: Random, miss_rate: float) -> Move | None:
    """Return a move that must come before playing: give up a card, draw one, or solve one (D10)."""
    if position.forfeits_due[seat]:
        return Forfeit(seat, position.hands[seat][0])
    if position.owed[seat]:
        return Draw(seat)
    for card in unsolved(position, position.hands[seat]):
        return Solve(seat, card, number_given(position.setup.answers[card], miss_rate, rng))
    return None


def _look(position: Position) -> _Sight:
    setup = position.setup
    team = position.turn % setup.team_count
    board, name = setup.board, setup.seats[team]
    own = position.tallies[team] & (board.open_mask | board.free_mask)
    return _Sight(
        position,
        team,
        own,
        others=(board.open_mask ^ position.open) & ~own,
        made=tuple([sequence.mask for sequence in position.sequences if sequence.team is name]),
    )


def _best_match(sight: _Sight, matches: Sequence[Play], rng: Random) -> tuple[float, Play | None]:
    """Choose where a match card goes, overlooking some spaces. If all are overlooked, play the last one."""
    position, _, own, others, made = sight
    through = position.setup.board.lines_through
    best, place = -1.0, matches[-1] if matches else None
    for match in matches:
        if rng.random() < BLINDNESS:
            continue
        value = rng.random()
        for line in through[match.space]:
            # `is_fresh`, inlined: simulations spend most of their time here.
            if not line & others and not (made and any(overlap(line, other) for other in made)):
                value += _LINE_VALUES[(line & own).bit_count()]
        if value > best:
            best, place = value, match
    return best, place


def _special_move(sight: _Sight, special: Iterable[CardId], rng: Random, *, must_play: bool) -> Place | Remove | None:
    """Play a Plus or Minus where it pays off, or anywhere if nothing else can be played."""
    position = sight.position
    seat, targets = position.turn, position.setup.targets
    removable = sight.others & ~position.locked
    for card in special:
        if targets[card]:
            spaces = _gap(sight) or (position.open if must_play else 0)
            if spaces:
                return Place(seat, card, rng.choice(spaces_in(spaces)))
        else:
            spaces = _threat(sight) & removable or (removable if must_play else 0)
            if spaces:
                return Remove(seat, card, rng.choice(spaces_in(spaces)))
    return None


def _gap(sight: _Sight) -> Mask:
    """Return the spaces missing from the team's best line; empty if no line is good enough."""
    most, gap = _MIN_CHIPS_FOR_PLUS - 1, 0
    for line in sight.position.setup.board.lines:
        if not line & sight.others:
            count = (line & sight.own).bit_count()
            if most < count < LINE_LENGTH and sight.is_fresh(line):
                most, gap = count, line & ~sight.own
    return gap


def _threat(sight: _Sight) -> Mask:
    """Return the chips of a line that another team has nearly filled."""
    position = sight.position
    own = sight.own & ~position.setup.board.free_mask
    for index, chips in enumerate(position.chips):
        if index != sight.team:
            for line in position.setup.board.lines:
                if not line & own and (line & chips).bit_count() == _CHIPS_FOR_MINUS:
                    return line & chips
    return 0
