"""Check whether a move is legal: the only place that rejects one, with its reason.

Public facts are checked first, so a reason reveals nothing beyond its name: `can_still_play` reveals neither the card
nor whether it is dead.

Every `check_…` raises `IllegalMoveError` if the rules do not allow the move or event in this position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.cards import CardId, CardKind, is_answer, is_face
from engine.editions import EDITIONS
from engine.errors import IllegalMoveError, IllegalReason
from engine.events import (
    Draw,
    Exchange,
    Face,
    Forfeit,
    Miss,
    Pass,
    Penalty,
    Place,
    Remove,
    Reshuffle,
    Solve,
    Stop,
)
from engine.lines import Mask
from engine.position import Position
from engine.seats import Seat


def check_place(position: Position, move: Place) -> None:
    """Check a placement. If only the answer is wrong, the reason is WRONG_SPACE."""
    card, space = move.card, move.space
    _check_turn(position, move.seat)
    if card not in position.hands[move.seat]:
        raise IllegalMoveError(IllegalReason.CARD_NOT_IN_HAND)
    if position.setup.solves_ahead:
        _check_solved(position, card)
    target = position.setup.targets[card]
    if space >= 0 and (target & position.open) >> space & 1:
        return
    if not target:
        raise IllegalMoveError(IllegalReason.WRONG_CARD_KIND)
    _check_open(position, space)
    raise IllegalMoveError(IllegalReason.WRONG_SPACE)


def check_remove(position: Position, move: Remove) -> None:
    setup, space = position.setup, move.space
    _check_turn(position, move.seat)
    _check_held(position, move.seat, move.card)
    if setup.targets[move.card]:
        raise IllegalMoveError(IllegalReason.WRONG_CARD_KIND)
    _check_space(position, space)
    if position.open >> space & 1:
        raise IllegalMoveError(IllegalReason.NO_CHIP)
    if position.tallies[move.seat % setup.team_count] >> space & 1:
        raise IllegalMoveError(IllegalReason.OWN_CHIP)
    if position.locked >> space & 1:
        raise IllegalMoveError(IllegalReason.LOCKED_CHIP)


def check_exchange(position: Position, move: Exchange) -> None:
    """Check a trade of a dead card. If only the answer is wrong, the reason is NOT_DEAD."""
    _check_turn(position, move.seat)
    _check_held(position, move.seat, move.card)
    _check_exchangeable(position, move.card)
    if not is_dead(position, move.card):
        raise IllegalMoveError(IllegalReason.NOT_DEAD)


def check_miss(position: Position, event: Miss) -> None:
    """Check that this wrong answer is possible."""
    _check_turn(position, event.seat)
    _check_held(position, event.seat, event.card)
    if not position.setup.has_misses:
        raise IllegalMoveError(IllegalReason.NO_MISSES)
    if event.space is None:
        _check_exchangeable(position, event.card)
        if is_dead(position, event.card):
            raise IllegalMoveError(IllegalReason.NOT_A_MISS)
        return
    if position.setup.cards_by_id[event.card].kind is CardKind.REMOVE:
        raise IllegalMoveError(IllegalReason.WRONG_CARD_KIND)
    _check_open(position, event.space)
    if position.setup.targets[event.card] >> event.space & 1:
        raise IllegalMoveError(IllegalReason.NOT_A_MISS)


def check_pass(position: Position, move: Pass) -> None:
    """Check a pass (D3)."""
    _check_turn(position, move.seat)
    # First, because everyone can see it. In the other order, the reason would reveal the hand.
    if position.owed[move.seat]:
        raise IllegalMoveError(IllegalReason.CARD_OWED)
    # D10: the holder knows this, too, and it doesn't reveal what can be played.
    if unsolved(position, position.hands[move.seat]):
        raise IllegalMoveError(IllegalReason.UNSOLVED_CARD)
    if can_play(position):
        raise IllegalMoveError(IllegalReason.CAN_STILL_PLAY)


def check_draw(position: Position, move: Draw) -> None:
    """Check a draw of an owed card (D5)."""
    _check_any_time(position, move.seat)
    if not position.owed[move.seat]:
        raise IllegalMoveError(IllegalReason.NOTHING_OWED)


def check_forfeit(position: Position, move: Forfeit) -> None:
    """Check a forfeit (D6)."""
    _check_in_progress(position)
    _check_seat(position, move.seat)
    if not position.forfeits_due[move.seat]:
        raise IllegalMoveError(IllegalReason.NO_FORFEIT_DUE)
    _check_held(position, move.seat, move.card)


def check_penalty(position: Position, move: Penalty) -> None:
    """Check a penalty: the game must be open, and the team must exist (D6)."""
    _check_in_progress(position)
    if move.team not in position.setup.teams:
        raise IllegalMoveError(IllegalReason.NO_SUCH_TEAM)


def check_stop(position: Position, _move: Stop) -> None:
    """Check a stop: the game must not be over."""
    _check_in_progress(position)


def check_reshuffle(position: Position, event: Reshuffle) -> None:
    """Check that the discards become the draw pile, in this order (D4)."""
    if not position.needs_reshuffle:
        raise IllegalMoveError(IllegalReason.NO_RESHUFFLE_DUE)
    discarded = Counter(card for pile in position.discards for card in pile)
    if Counter(event.deck) != discarded:
        raise IllegalMoveError(IllegalReason.WRONG_RESHUFFLE)


def check_solve(position: Position, move: Solve) -> None:
    """Check that this card can be answered now (D10), correctly or not."""
    _check_any_time(position, move.seat)
    if not position.setup.solves_ahead:
        raise IllegalMoveError(IllegalReason.NO_SOLVING)
    _check_held(position, move.seat, move.card)
    if move.card not in position.setup.answers:
        raise IllegalMoveError(IllegalReason.NO_EQUATION)
    if move.card in position.solved:
        raise IllegalMoveError(IllegalReason.ALREADY_SOLVED)
    if not is_answer(move.answer):
        raise IllegalMoveError(IllegalReason.WRONG_LENGTH)


def check_face(position: Position, event: Face) -> None:
    """Check that this face can be dealt now."""
    _check_in_progress(position)
    _check_seat(position, event.seat)
    _check_held(position, event.seat, event.card)
    setup = position.setup
    if setup.cards_by_id[event.card].kind is not CardKind.MATCH or not EDITIONS[setup.edition].has_misses:
        raise IllegalMoveError(IllegalReason.NO_EQUATION)
    if event.card not in position.fresh:
        raise IllegalMoveError(IllegalReason.NO_FACE_DUE)
    if not is_face(event.face):
        raise IllegalMoveError(IllegalReason.WRONG_LENGTH)


def unsolved(position: Position, cards: Iterable[CardId]) -> list[CardId]:
    """Filter held cards to those that their holders have not solved yet (D10)."""
    answers, solved = position.setup.answers, position.solved
    return [card for card in cards if card in answers and card not in solved]


def is_dead(position: Position, card: CardId) -> bool:
    """Return whether both spaces of a match card are covered. Other cards are never dead."""
    if position.setup.cards_by_id[card].kind is not CardKind.MATCH:
        return False
    return not position.setup.targets[card] & position.open


def can_play(position: Position) -> bool:
    """Return whether the active seat has a play, or a dead card that it can still trade in (D3)."""
    setup, hand, is_open = position.setup, position.hands[position.turn], position.open
    if any(setup.targets[card] & is_open for card in hand):
        return True
    kinds = {setup.cards_by_id[card].kind for card in hand}
    if CardKind.MATCH in kinds and not position.has_exchanged:
        return True
    return CardKind.REMOVE in kinds and removable(position) != 0


def removable(position: Position) -> Mask:
    """Return the chips that the active seat can remove."""
    setup = position.setup
    own = position.tallies[position.turn % setup.team_count]
    return (setup.board.open_mask ^ position.open) & ~(own | position.locked)


def _check_in_progress(position: Position) -> None:
    if position.outcome is not None:
        raise IllegalMoveError(IllegalReason.GAME_OVER)
    if position.pile is None:
        raise IllegalMoveError(IllegalReason.RESHUFFLE_DUE)


def _check_any_time(position: Position, seat: Seat) -> None:
    """Check what a seat may do in or out of turn. On its turn, forfeits come first (D6)."""
    _check_in_progress(position)
    _check_seat(position, seat)
    if position.turn == seat and position.forfeits_due[seat]:
        raise IllegalMoveError(IllegalReason.FORFEIT_DUE)


def _check_turn(position: Position, seat: Seat) -> None:
    if position.outcome is not None or position.pile is None:
        _check_in_progress(position)
    if seat != position.turn:
        _check_seat(position, seat)
        raise IllegalMoveError(IllegalReason.NOT_YOUR_TURN)
    if position.state is not None and position.state.forfeits_due[seat]:
        raise IllegalMoveError(IllegalReason.FORFEIT_DUE)


def _check_seat(position: Position, seat: Seat) -> None:
    if not 0 <= seat < len(position.hands):
        raise IllegalMoveError(IllegalReason.NO_SUCH_SEAT)


def _check_held(position: Position, seat: Seat, card: CardId) -> None:
    if card not in position.hands[seat]:
        raise IllegalMoveError(IllegalReason.CARD_NOT_IN_HAND)


def _check_space(position: Position, space: int) -> None:
    if not 0 <= space < position.setup.board.size:
        raise IllegalMoveError(IllegalReason.NO_SUCH_SPACE)
    if position.setup.board.free_mask >> space & 1:
        raise IllegalMoveError(IllegalReason.FREE_SPACE)


def _check_open(position: Position, space: int) -> None:
    if space < 0 or not position.open >> space & 1:
        _check_space(position, space)
        raise IllegalMoveError(IllegalReason.SPACE_TAKEN)


def _check_exchangeable(position: Position, card: CardId) -> None:
    if position.setup.cards_by_id[card].kind is not CardKind.MATCH:
        raise IllegalMoveError(IllegalReason.NOT_DEAD_KIND)
    if position.has_exchanged:
        raise IllegalMoveError(IllegalReason.ALREADY_EXCHANGED)
    _check_solved(position, card)


def _check_solved(position: Position, card: CardId) -> None:
    """Check that the card is solved. Before that, no reason may reveal where it belongs (D10)."""
    if unsolved(position, (card,)):
        raise IllegalMoveError(IllegalReason.NOT_SOLVED)
