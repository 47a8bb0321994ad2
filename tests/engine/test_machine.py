"""All commands in any order, legal or not, at tables of both editions.

SEQUENCE_MACHINE_GAMES sets the number of games. The default suits every test run.
"""

from __future__ import annotations

import os
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine import (
    Draw,
    Event,
    Exchange,
    Face,
    Forfeit,
    IllegalMoveError,
    IllegalReason,
    Miss,
    Move,
    Pass,
    Penalty,
    Place,
    Position,
    Remove,
    Reshuffle,
    Setup,
    Solve,
    Stop,
    apply_event,
    check_record,
    legal_moves,
    record_to_json,
    replay,
    resolve,
    start,
    step,
    try_of,
    unsolved,
)
from engine.lines import spaces_in

from .soundness import check_position, check_secrets
from .strategies import any_move, classic_setups, setups

GAMES = int(os.environ.get("SEQUENCE_MACHINE_GAMES", "20"))
PICKS = st.integers(0, 10**6)


class Table(RuleBasedStateMachine):
    """One table, compared with a simple model of what each command must do."""

    def __init__(self) -> None:
        super().__init__()
        self.rng = Random(0)
        self.events: list[Event] = []
        self.setup: Setup
        self.position: Position

    @initialize(setup=st.one_of(setups(), classic_setups()), seed=PICKS)
    def sit_down(self, setup: Setup, seed: int) -> None:
        self.setup = setup
        self.rng = Random(seed)
        self.position = start(setup)

    def do(self, move: Move) -> Event:
        """Play a move, and return its event."""
        before = self.position
        events, self.position = step(before, move, self.rng)
        self.events += events
        assert all(isinstance(event, Reshuffle) for event in events[1:])
        most_drawn = 1 + sum(map(len, before.owed)) + sum(before.replacements_due)
        assert len(events) == 1 or before.pile_size <= most_drawn
        return events[0]

    def is_in_progress(self) -> bool:
        return self.position.outcome is None

    def right(self, *kinds: type) -> list[Move]:
        return [move for move in legal_moves(self.position) if isinstance(move, kinds)]

    def play_one(self, pick: int, *kinds: type) -> None:
        """Make a correct move of one of these kinds, if there is one. Only some of them end the turn."""
        before = self.position
        if moves := self.right(*kinds):
            move = moves[pick % len(moves)]
            assert self.do(move) == move
            ends_turn = isinstance(move, Place | Remove | Pass) and self.is_in_progress()
            assert self.position.turn_number == before.turn_number + ends_turn

    @precondition(is_in_progress)
    @rule(pick=PICKS)
    def place(self, pick: int) -> None:
        self.play_one(pick, Place)

    @precondition(is_in_progress)
    @rule(pick=PICKS)
    def play_anything_right(self, pick: int) -> None:
        assert legal_moves(self.position)
        self.play_one(pick, object)

    @precondition(is_in_progress)
    @rule(pick=PICKS)
    def remove(self, pick: int) -> None:
        before, count = self.position, len(self.events)
        self.play_one(pick, Remove)
        if len(self.events) > count:
            assert self.position.open.bit_count() == before.open.bit_count() + 1
            assert self.position.sequences == before.sequences

    @precondition(is_in_progress)
    @rule(pick=PICKS)
    def exchange(self, pick: int) -> None:
        before, count = self.position, len(self.events)
        self.play_one(pick, Exchange)
        if len(self.events) > count:
            assert self.position.turn == before.turn
            assert len(self.position.hands[before.turn]) == len(before.hands[before.turn])
            assert not self.right(Exchange)

    @precondition(is_in_progress)
    @rule()
    def pass_turn(self) -> None:
        before = self.position
        if legal_moves(before) == (Pass(before.turn),):
            self.do(Pass(before.turn))
            kept = len(before.hands[before.turn])
            drawn = self.position.hands[before.turn][kept:]  # for cards that could not be solved (D10)
            hands = [hand[:kept] if seat == before.turn else hand for seat, hand in enumerate(self.position.hands)]
            assert tuple(hands) == before.hands
            assert len(drawn) == before.replacements_due[before.turn] or not self.position.pile
        else:
            with pytest.raises(IllegalMoveError):
                self.do(Pass(before.turn))

    @precondition(is_in_progress)
    @rule(pick=PICKS, claims_dead=st.booleans())
    def answer_wrongly(self, pick: int, claims_dead: bool) -> None:
        before = self.position
        answers = self.wrong_answers(claims_dead)
        if not answers or before.forfeits_due[before.turn]:
            return
        move = answers[pick % len(answers)]
        if not self.setup.has_misses:
            with pytest.raises(IllegalMoveError) as refused:
                self.do(move)
            is_unsolved = bool(unsolved(before, [move.card]))
            expected = (
                {IllegalReason.NOT_SOLVED} if is_unsolved else {IllegalReason.WRONG_SPACE, IllegalReason.NOT_DEAD}
            )
            assert refused.value.reason in expected
            return
        tries = try_of(before, before.turn, move.card)
        assert isinstance(self.do(move), Miss)
        assert (self.position.chips, self.position.sequences) == (before.chips, before.sequences)
        is_last = before.tries_left == 1
        assert self.position.turn_number == before.turn_number + is_last
        if is_last:
            last = self.events[-1]
            is_shuffled = isinstance(last, Reshuffle) and move.card in last.deck
            assert is_shuffled or move.card in self.position.discards[before.turn]
        else:
            assert try_of(self.position, before.turn, move.card) == tries + 1

    def wrong_answers(self, claims_dead: bool) -> list[Place | Exchange]:
        position = self.position
        seat, targets, is_open = position.turn, self.setup.targets, position.open
        cards = [card for card in position.hands[seat] if self.setup.cards_by_id[card].label is not None]
        if claims_dead:
            return [Exchange(seat, card) for card in cards if targets[card] & is_open and not position.has_exchanged]
        return [Place(seat, card, space) for card in cards for space in spaces_in(is_open & ~targets[card])]

    @precondition(lambda self: self.is_in_progress() and self.setup.solves_ahead)
    @rule(pick=PICKS, offset=st.sampled_from([0, 0, 1]))
    def solve(self, pick: int, offset: int) -> None:
        before = self.position
        waiting = [
            (seat, card)
            for seat, hand in enumerate(before.hands)
            for card in unsolved(before, hand)
            if not (seat == before.turn and before.forfeits_due[seat])
        ]
        if not waiting:
            return
        seat, card = waiting[pick % len(waiting)]
        tries = try_of(before, seat, card)
        move = Solve(seat, card, self.setup.answers[card] + offset)
        assert self.do(move) == move
        after = self.position
        assert (after.turn_number, after.chips, after.pile_size) == (before.turn_number, before.chips, before.pile_size)
        is_lost = bool(offset) and tries == self.setup.rules.tries
        assert after.replacements_due[seat] == before.replacements_due[seat] + is_lost
        assert (card in after.discards[seat]) == is_lost
        assert (card in after.solved) == (not offset)
        assert is_lost or try_of(after, seat, card) == tries + 1

    @precondition(lambda self: self.is_in_progress() and self.setup.edition == "numbers")
    @rule(pick=PICKS)
    def deal_a_face(self, pick: int) -> None:
        before = self.position
        held = [(seat, card) for seat, hand in enumerate(before.hands) for card in hand] or [(0, 0)]
        seat, card = held[pick % len(held)]
        event = Face(seat, card, f"{pick} + 1.")
        if card in before.fresh and self.setup.pairs[card] is not None:
            self.position = apply_event(before, event)
            self.events.append(event)
            assert self.position == before._replace(state=self.position.state, fresh=self.position.fresh)
        with pytest.raises(IllegalMoveError):
            apply_event(self.position, event)

    @precondition(is_in_progress)
    @rule(seed=PICKS)
    def try_anything(self, seed: int) -> None:
        before = self.position
        move = any_move(before, Random(seed))
        try:
            event = self.do(move)
        except IllegalMoveError:
            assert self.position is before
            return
        assert event == move or isinstance(event, Miss)

    @precondition(is_in_progress)
    @rule(pick=st.integers(0, 2))
    def penalize(self, pick: int) -> None:
        before = self.position
        team = self.setup.teams[pick % self.setup.team_count]
        self.do(Penalty(team))
        for seat, due in enumerate(self.position.forfeits_due):
            owes = self.setup.seats[seat] is team and bool(before.hands[seat])
            assert due == before.forfeits_due[seat] + owes

    @precondition(is_in_progress)
    @rule(pick=PICKS)
    def give_up_a_card(self, pick: int) -> None:
        before = self.position
        payers = [seat for seat, due in enumerate(before.forfeits_due) if due]
        if payers:
            seat = payers[pick % len(payers)]
            card = before.hands[seat][pick % len(before.hands[seat])]
            self.do(Forfeit(seat, card))
            assert self.position.discards[seat][-1] == card
            assert (self.position.turn, self.position.pile_size) == (before.turn, before.pile_size)

    @precondition(is_in_progress)
    @rule(pick=PICKS)
    def draw_a_card(self, pick: int) -> None:
        before = self.position
        takers = [
            seat
            for seat, turns in enumerate(before.owed)
            if turns and not (seat == before.turn and before.forfeits_due[seat])
        ]
        if takers:
            seat = takers[pick % len(takers)]
            taken = before.owed[seat][0]
            self.do(Draw(seat))
            assert len(self.position.hands[seat]) == len(before.hands[seat]) + 1
            assert all(turn >= taken for turns in self.position.owed for turn in turns)
            assert taken not in self.position.owed[seat]

    @precondition(lambda self: self.is_in_progress() and self.position.turn_number > 30)
    @rule()
    def stop(self) -> None:
        self.do(Stop())
        assert self.position.outcome is not None

    @precondition(lambda self: not self.is_in_progress())
    @rule(seed=PICKS)
    def try_after_the_end(self, seed: int) -> None:
        with pytest.raises(IllegalMoveError):
            resolve(self.position, any_move(self.position, Random(seed)))

    @invariant()
    def check_position_is_sound(self) -> None:
        if hasattr(self, "position"):
            check_position(self.position)
            assert not self.position.needs_reshuffle or self.position.outcome is not None

    @invariant()
    def check_no_secret_is_visible(self) -> None:
        if hasattr(self, "position"):
            check_secrets(self.position, Random(len(self.events)))

    def teardown(self) -> None:
        if hasattr(self, "position"):
            assert replay(self.setup, self.events) == self.position
            assert check_record(record_to_json(self.setup, self.events, self.position.outcome)) == self.position


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=GAMES,
    stateful_step_count=50,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
