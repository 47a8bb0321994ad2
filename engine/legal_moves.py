"""List the active seat's correct moves.

For the server, bots, and tests only: the list reveals the answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from engine.board import LARGEST_SIDE, Pair
from engine.cards import CardId
from engine.events import Draw, Exchange, Forfeit, Move, Pass, Place, Play, Remove, Solve
from engine.legality import removable, unsolved
from engine.lines import Mask, chosen
from engine.position import Position
from engine.seats import MOST_SEATS, Seat

LegalMoves: TypeAlias = tuple[Move, ...]
"""Moves are values, so lists may share equal ones."""


def legal_moves(position: Position) -> LegalMoves:
    """List the correct moves of the active seat; empty when the game is over.

    Wrong answers are legal, too, but not listed: they resolve to misses.
    """
    if position.outcome is not None or position.pile is None:
        return ()
    setup, seat, is_open, state = position.setup, position.turn, position.open, position.state
    hand = position.hands[seat]
    others: list[Move] = []
    if state is not None:
        if state.forfeits_due[seat]:
            return tuple(Forfeit(seat, card) for card in hand)
        waiting = unsolved(position, hand)
        others += [Solve(seat, card, setup.answers[card]) for card in waiting]
        hand = tuple(card for card in hand if card not in waiting)
    plays, idle = placements(seat, hand, setup.pairs, is_open)
    if plays and not idle and state is None:
        return tuple(plays)
    for card in idle:
        if setup.pairs[card] is None:
            plays += special_plays(seat, card, is_open, None if setup.targets[card] else removable(position))
        elif state is None or not state.has_exchanged:
            others.append(Exchange(seat, card))
    if state is not None and state.owed[seat]:
        others.append(Draw(seat))
    return (*plays, *others) or (Pass(seat),)


def placements(
    seat: Seat, hand: Iterable[CardId], pairs: Mapping[CardId, Pair | None], is_open: Mask
) -> tuple[list[Play], list[CardId]]:
    """List the placements of match cards, and separately the cards that have none or are not match cards."""
    plays: list[Play] = []
    idle = []
    places = _PLACES[seat]
    for card in hand:
        pair = pairs[card]
        if pair is None:
            idle.append(card)
            continue
        both, first_bit, first, second = pair
        found = is_open & both
        if found == both:
            of_card = places[card]
            plays += (of_card[first], of_card[second])
        elif found:
            plays.append(places[card][first if found == first_bit else second])
        else:
            idle.append(card)
    return plays, idle


def special_plays(seat: Seat, card: CardId, is_open: Mask, chips: Mask | None) -> list[Play]:
    """List the plays of a wild card or a removal card.

    :param chips: the removable chips, for a removal card
    """
    plays = (_PLACES if chips is None else _REMOVALS)[seat][card]
    return [*chosen(plays, is_open if chips is None else chips)]


class _Plays(dict[CardId, tuple[Play, ...]]):
    """Every placement and removal of one seat, by card and space, created on first use.

    Creating a move takes as long as applying it, so moves are created once and shared: all games use the same few card
    ids and spaces.
    """

    def __init__(self, kind: type[Play], seat: Seat) -> None:
        super().__init__()
        self.kind, self.seat = kind, seat

    def __missing__(self, card: CardId) -> tuple[Play, ...]:
        if len(self) == _MOST_CARDS:
            self.clear()
        plays = self[card] = tuple(self.kind(self.seat, card, space) for space in range(LARGEST_SIDE**2))
        return plays


_MOST_CARDS = 500
_PLACES = tuple(_Plays(Place, seat) for seat in range(MOST_SEATS))
_REMOVALS = tuple(_Plays(Remove, seat) for seat in range(MOST_SEATS))
