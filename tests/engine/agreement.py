"""Run both engines on one game: every event goes to both, and their complete states are compared."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable
from typing import Any, NoReturn

from engine import (
    Exchange,
    IllegalMoveError,
    NotationError,
    Place,
    Position,
    apply_event,
    check_record,
    event_from_json,
    is_dead,
    legal_moves,
    record_from_json,
    resolve,
    start,
    try_of,
    view,
)

from .naive import Json, Referee, legal_actions, resolved
from .naive.illegal_events import everything_with_the_hand, illegal_event, plausible_event
from .naive.invariants import is_true
from .naive.play_styles import PlayStyle, next_event
from .naive.sight import sight
from .naive.situations import Witness
from .naive.tables import Table

LONGEST_GAME = 600
"""The number of events after which an unfinished game is abandoned."""

SWEEPS = 0.02
"""The probability that all moves are tried."""


class Disagreement(AssertionError):
    """The engines differ; the text includes the record up to there."""


class Duel:
    """One game played by both engines in parallel."""

    def __init__(self, record: Json, referee: Referee) -> None:
        self.record = record
        self.events: list[Json] = []
        self.referee = referee
        setup, _, _ = record_from_json(record)
        self.board = setup.board
        self.position: Position = start(setup)
        self.first_turn_number = self.position.turn_number
        self.actions: list[Json] = []
        self.compare()

    def play(self, event: Json) -> None:
        """Play an event that the referee allows."""
        self.events.append(event)
        self.referee.apply(event)
        try:
            self.position = apply_event(self.position, event_from_json(event, self.board))
        except (NotationError, IllegalMoveError) as refusal:
            self.fail(f"only the engine refuses the last event: {refusal}")
        self.compare()

    def offer(self, event: Json) -> str | None:
        """Offer both an event that the referee refuses. Return the engine's reason, if it could parse the event."""
        try:
            apply_event(self.position, event_from_json(event, self.board))
        except NotationError:
            return None
        except IllegalMoveError as refusal:
            return self._check_reason(refusal, event)
        return self.fail(f"only the referee refuses {event}: {self.referee.objection(event)}")

    def sweep(self) -> None:
        """Try every possible action with the hand, and compare the refusals."""
        for event in everything_with_the_hand(self.referee):
            if self.referee.objection(event) is not None:
                self.offer(event)
            else:
                apply_event(self.position, event_from_json(event, self.board))

    def intend(self, event: Json) -> None:
        """Ask both what playing or turning in a card would result in."""
        theirs = resolved(self.referee, event)
        move = event_from_json(event, self.board)
        assert isinstance(move, Place | Exchange)
        try:
            ours: Json | None = resolve(self.position, move).to_json(self.board)
        except IllegalMoveError as refusal:
            self._check_reason(refusal, event)
            ours = None
        if ours != theirs:
            self.fail(f"the intent {event} becomes {ours} or {theirs}")

    def _check_reason(self, refusal: IllegalMoveError, event: Json) -> str:
        """Return the reason for a refusal after checking that it is true."""
        reason = refusal.reason.value
        if not is_true(reason, self.referee, event):
            self.fail(f"{event} is refused for a reason that is not so: {reason}")
        return reason

    def compare(self) -> None:
        """Compare the complete states of both."""
        ours, theirs = self._engine_state(), self._referee_state()
        for key, value in ours.items():
            if value != theirs[key]:
                self.fail(f"{key}: engine {value}, referee {theirs[key]}")

    def fail(self, text: str) -> NoReturn:
        record = json.dumps(self.record | {"events": self.events})
        raise Disagreement(f"after {len(self.events)} events: {text}\n{record}")

    def check_record(self) -> None:
        """Let the engine check the whole record of a finished game, including the outcome."""
        check_record(self.record | {"events": self.events, "outcome": self.referee.outcome})

    def _engine_state(self) -> dict[str, Any]:
        position = self.position
        setup = position.setup
        name = self.board.name
        state = {
            "hands": [sorted(hand) for hand in position.hands],
            "discards": [list(cards) for cards in position.discards],
            "pile": position.pile_size,
            "chips": {
                name(space): team.value
                for team, mask in zip(setup.teams, position.chips, strict=False)
                for space in range(self.board.size)
                if mask >> space & 1 and not self.board.free_mask >> space & 1
            },
            "sequences": [(made.team.value, [name(space) for space in made.spaces]) for made in position.sequences],
            "owed": [[number - self.first_turn_number for number in owed] for owed in position.owed],
            "forfeits": list(position.forfeits_due),
            "reshuffle": position.needs_reshuffle,
            "over": position.outcome is not None,
            "dead": [[is_dead(position, card) for card in sorted(hand)] for hand in position.hands],
            "tries": [
                [try_of(position, seat, card) for card in sorted(hand)] for seat, hand in enumerate(position.hands)
            ],
            "legal": _bag(move.to_json(self.board) for move in legal_moves(position)),
            "sights": [self._sights(viewer) for viewer in self._viewers()],
        }
        if position.outcome is not None:
            winner = position.outcome.winner
            return state | {"outcome": (position.outcome.reason.value, winner and winner.value)}
        return state | {
            "turn": position.turn,
            "turn number": position.turn_number - self.first_turn_number,
            "tries left": position.tries_left,
            "exchanged": position.has_exchanged,
        }

    def _viewers(self) -> list[int | None]:
        """Return whose views are compared: the last mover's, another seat's, a spectator's."""
        mover = self.events[-1].get("seat", 0) if self.events else 0
        return [mover, (mover + 1) % len(self.referee.seats), None]

    def _sights(self, viewer: int | None) -> dict[str, Any]:
        seen = view(self.position, viewer)
        last = seen.last_event
        space = last and last.space is not None and self.board.name(last.space)
        return {
            "hand": {card.id: [card.face, card.answer, card.tries_left] for card in seen.hand},
            "discards": [list(pile) for pile in seen.discards],
            "replacements": list(seen.replacements_due),
            "last": last
            and [last.do, last.seat, last.face, space or None, last.given, last.is_right, last.is_lost, last.answer],
        }

    def _referee_state(self) -> dict[str, Any]:
        referee = self.referee
        self.actions = legal_actions(referee)
        outcome = referee.outcome or {"reason": None, "winner": None}
        return {
            "hands": [sorted(hand) for hand in referee.hands],
            "discards": referee.discards,
            "pile": len(referee.pile),
            "chips": referee.chips,
            "sequences": referee.sequences,
            "owed": referee.owed,
            "forfeits": referee.forfeits,
            "reshuffle": referee.reshuffle_due,
            "over": referee.outcome is not None,
            "dead": [[referee.is_dead(card) for card in sorted(hand)] for hand in referee.hands],
            "tries": [[1 + referee.answers.get(card, 0) for card in sorted(hand)] for hand in referee.hands],
            "legal": _bag(self.actions),
            "sights": [sight(referee, viewer) for viewer in self._viewers()],
            "outcome": (outcome["reason"], outcome["winner"]),
            "turn": referee.turn,
            "turn number": referee.turn_number,
            "tries left": referee.tries_left(),
            "exchanged": referee.has_exchanged,
        }


def _bag(moves: Iterable[Json]) -> Counter[frozenset[tuple[str, Any]]]:
    return Counter(frozenset(move.items()) for move in moves)


def play_out(
    table: Table,
    style: PlayStyle,
    seed: int,
    witness: Witness,
    referee_class: type[Referee] = Referee,
) -> int:
    """Play one game of both engines to its end. Return the number of its events.

    :raises Disagreement: at the first difference.
    """
    rng = random.Random(seed)
    record = table.record(rng)
    referee = referee_class(record)
    duel = Duel(record, referee)
    witness.new_game()
    while referee.outcome is None and len(duel.events) < LONGEST_GAME:
        witness.refusals[duel.offer(illegal_event(referee, rng))] += 1
        intent = plausible_event(referee, rng)
        if intent["do"] in ("place", "exchange"):
            duel.intend(intent)
        if rng.random() < SWEEPS:
            duel.sweep()
        event = next_event(referee, style, rng, duel.actions)
        before = referee.clone()
        duel.play(event)
        witness.tell(before, event, referee)
    if referee.outcome is not None:
        for _ in range(5):
            witness.refusals[duel.offer(illegal_event(referee, rng))] += 1
    duel.check_record()
    return len(duel.events)
