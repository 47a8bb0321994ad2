"""Apply events to positions: check the event, then build the next position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine import legality
from engine.board import LARGEST_SIDE
from engine.cards import CardId, stacked
from engine.events import (
    Draw,
    Event,
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
from engine.hands import after_shuffle, discard, draw_cards, lapse_forfeits, put, replace_lost, without
from engine.lines import Mask, Tally
from engine.outcome import Outcome, OutcomeReason, leading_team
from engine.position import Position
from engine.seats import Team
from engine.sequences import CompletedSequence, sequences_made
from engine.setup import Setup

_new: Callable[..., Position] = tuple.__new__
# A lookup, so that a number that is not a space, however large, gives no chip.
_CHIPS = {space: 1 << space for space in range(LARGEST_SIDE**2)}


def apply_event(position: Position, event: Event) -> Position:
    """Return the position after an event.

    :raises IllegalMoveError: if the event is not allowed here
    """
    return _TRANSITIONS[type(event)](position, event)


def _place(position: Position, move: Place) -> Position:
    setup, is_open, sequences = position.setup, position.open, position.sequences
    seat, card, space = move.seat, move.card, move.space
    chip = _CHIPS.get(space, 0)
    # Fast path for legal placements, which nearly all are. Otherwise the full check finds the reason.
    if not (
        position.state is None
        and position.outcome is None
        and position.pile is not None
        and seat == position.turn
        and card in position.hands[seat]
        and setup.targets[card] & is_open & chip
    ):
        legality.check_place(position, move)
    board, team = setup.board, seat % setup.team_count
    tallies = [*position.tallies]
    tally = tallies[team] = tallies[team] + board.tallies[space]
    if tally & board.full[space]:
        sequences += sequences_made(board, setup.seats[seat], tally, space, sequences)
        if _has_won(setup, setup.seats[seat], sequences):
            return _win(position, move, tuple(tallies), sequences)
    return _end_turn(position, move, tuple(tallies), is_open ^ chip, sequences)


def _has_won(setup: Setup, team: Team, sequences: tuple[CompletedSequence, ...]) -> bool:
    return sum(sequence.team is team for sequence in sequences) >= setup.rules.sequences_to_win


def _win(
    position: Position, move: Place, tallies: tuple[Tally, ...], sequences: tuple[CompletedSequence, ...]
) -> Position:
    """End the game with the winning chip, without drawing a card."""
    seat, card, state = move.seat, move.card, position.state
    return position._replace(
        hands=put(position.hands, seat, without(position.hands[seat], card)),
        discarded=(seat, card, position.discarded),
        tallies=tallies,
        open=position.open ^ 1 << move.space,
        sequences=sequences,
        outcome=Outcome(OutcomeReason.SEQUENCES, position.setup.seats[seat], sequences),
        state=state and state.forget(card),
        last_event=move,
        fresh=(),
    )


def _remove(position: Position, move: Remove) -> Position:
    legality.check_remove(position, move)
    chip, taken = 1 << move.space, position.setup.board.tallies[move.space]
    tallies = tuple(tally - taken if tally & chip else tally for tally in position.tallies)
    return _end_turn(position, move, tallies, position.open | chip, position.sequences)


def _exchange(position: Position, move: Exchange) -> Position:
    legality.check_exchange(position, move)
    position = discard(position, move.seat, move.card)
    state = position.turn_state._replace(has_exchanged=True)
    return draw_cards(position, move.seat)._replace(state=state, last_event=move)


def _miss(position: Position, event: Miss) -> Position:
    legality.check_miss(position, event)
    state = position.turn_state
    misses = state.misses + 1
    # D7: the last try ends the turn and discards its card.
    if misses == position.setup.rules.tries:
        return _end_turn(position, event, position.tallies, position.open, position.sequences)
    state = state._replace(misses=misses, missed=(*state.missed, event.card))
    return position._replace(state=state, last_event=event, fresh=())


def _pass(position: Position, move: Pass) -> Position:
    legality.check_pass(position, move)
    replacements = position.replacements_due[move.seat]
    # D3: a pass that brings replacements does not count.
    passes = 0 if replacements else position.turn_state.passes + 1
    position = position._replace(last_event=move, fresh=())
    if passes == len(position.hands):
        return _over(position, OutcomeReason.STALLED)
    position = position._replace(
        turn=(position.turn + 1) % len(position.hands),
        turn_number=position.turn_number + 1,
        state=position.turn_state.next_turn(passes),
    )
    return replace_lost(position, move.seat) if replacements else position


def _draw(position: Position, move: Draw) -> Position:
    legality.check_draw(position, move)
    # D5: the oldest owed card is drawn; those owed for earlier turns are lost permanently.
    taken = position.owed[move.seat][0]
    owed = [tuple(turn for turn in turns if turn >= taken) for turns in position.owed]
    owed[move.seat] = owed[move.seat][1:]
    state = position.turn_state._replace(owed=tuple(owed))
    return draw_cards(position._replace(state=state, last_event=move, fresh=()), move.seat)


def _penalty(position: Position, move: Penalty) -> Position:
    legality.check_penalty(position, move)
    # D6: penalties add up; an empty hand owes nothing.
    due = tuple(
        forfeits + 1 if team is move.team and hand else forfeits
        for forfeits, team, hand in zip(position.forfeits_due, position.setup.seats, position.hands, strict=True)
    )
    return position._replace(state=position.turn_state._replace(forfeits_due=due), last_event=move, fresh=())


def _forfeit(position: Position, move: Forfeit) -> Position:
    legality.check_forfeit(position, move)
    position = discard(position, move.seat, move.card)
    due = put(position.forfeits_due, move.seat, position.forfeits_due[move.seat] - 1)
    position = position._replace(state=position.turn_state._replace(forfeits_due=due), last_event=move)
    return lapse_forfeits(position, move.seat)


def _stop(position: Position, move: Stop) -> Position:
    legality.check_stop(position, move)
    return _over(position._replace(last_event=move, fresh=()), OutcomeReason.STOPPED)


def _reshuffle(position: Position, event: Reshuffle) -> Position:
    legality.check_reshuffle(position, event)
    position = position._replace(pile=stacked(event.deck), discarded=None, last_event=event)
    return after_shuffle(position) if position.state is not None else position


def _solve(position: Position, move: Solve) -> Position:
    legality.check_solve(position, move)
    position = position._replace(last_event=move, fresh=())
    state, card = position.turn_state, move.card
    if move.answer == position.setup.answers[card]:
        return position._replace(state=state._replace(solved=(*position.solved, card)))
    if position.tries_left_for(card) != 1:
        return position._replace(state=state._replace(missed=(*state.missed, card)))
    # D10: a miss on the last try costs the card. The replacement comes at the end of this turn or, out of turn, of the
    # seat's next.
    due = put(state.replacements_due, move.seat, state.replacements_due[move.seat] + 1)
    position = discard(position._replace(state=state._replace(replacements_due=due)), move.seat, card)
    return lapse_forfeits(position, move.seat)


def _face(position: Position, event: Face) -> Position:
    legality.check_face(position, event)
    state = position.turn_state
    faces = (*(state.faces or ()), (event.card, event.face))
    fresh = tuple(card for card in position.fresh if card != event.card)
    return position._replace(state=state._replace(faces=faces), fresh=fresh)


def _end_turn(
    position: Position,
    event: Place | Remove | Miss,
    tallies: tuple[Tally, ...],
    is_open: Mask,
    sequences: tuple[CompletedSequence, ...],
) -> Position:
    """End a turn that used up a card: discard it, and draw one or owe it (D5).

    Nearly every move ends here, so it builds the position directly: `_replace` is slower.
    """
    seat, card, number = event.seat, event.card, position.turn_number
    setup, hands, pile, state = position.setup, position.hands, position.pile, position.state
    hand = [*hands[seat]]
    hand.remove(card)
    fresh: tuple[CardId, ...] = ()
    if setup.draws_by_hand:
        state = position.turn_state
        state = state._replace(owed=put(state.owed, seat, (*state.owed[seat], number)))
    else:
        taken, pile = pile  # type: ignore[misc]  # a used-up pile is refused before
        hand.append(taken)
        fresh = (taken,)
    if state is not None:
        state = state.forget(card).next_turn(passes=0)
    all_hands = [*hands]
    all_hands[seat] = tuple(hand)
    after = _new(
        Position,
        (
            setup,
            (seat + 1) % len(hands),
            number + 1,
            tuple(all_hands),
            (seat, card, position.discarded),
            pile,
            tallies,
            is_open,
            sequences,
            None,
            state,
            event,
            fresh,
        ),
    )
    return after if state is None or not state.replacements_due[seat] else replace_lost(after, seat)


def _over(position: Position, reason: OutcomeReason) -> Position:
    """End a game that no team has won by sequences (D9)."""
    sequences = position.sequences
    return position._replace(outcome=Outcome(reason, leading_team(sequences), sequences))


_TRANSITIONS: Mapping[type, Callable[[Position, Any], Position]] = {
    Place: _place,
    Remove: _remove,
    Exchange: _exchange,
    Miss: _miss,
    Pass: _pass,
    Draw: _draw,
    Penalty: _penalty,
    Forfeit: _forfeit,
    Stop: _stop,
    Reshuffle: _reshuffle,
    Solve: _solve,
    Face: _face,
}
