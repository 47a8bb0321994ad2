"""Play a whole game with bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from engine.bots.choosing import choose
from engine.bots.levels import BotLevel
from engine.cards import CardId
from engine.events import Event, Stop
from engine.position import Position, start
from engine.resolve import step
from engine.setup import Setup
from engine.view import view


def play_out(
    setup: Setup, levels: Sequence[BotLevel], rng: Random, *, most_turns: int, miss_rate: float = 0.0
) -> Iterator[tuple[tuple[Event, ...], Position]]:
    """Play a game step by step, up to `most_turns` turns.

    :param levels: the level of each seat
    """
    position = start(setup)
    while position.outcome is None:
        if position.turn_number == most_turns:
            yield step(position, Stop(), rng)
            return
        seat = position.turn
        move = choose(view(position, seat), own_labels(position), levels[seat], rng, miss_rate=miss_rate)
        events, position = step(position, move, rng)
        yield events, position


def own_labels(position: Position) -> dict[CardId, str]:
    """Map the match cards of the active seat to their labels. For its bot only."""
    held = (position.setup.cards_by_id[card] for card in position.hands[position.turn])
    return {card.id: card.label for card in held if card.label is not None}
