"""The engine's own speed."""

from __future__ import annotations

import random
import time

from engine import BUILT_IN_DECKS, Event, Layout, Setup, legal_moves, numbers_setup, replay, start, step


def random_steps_per_second(seconds: float) -> float:
    """Random correct moves in whole games: listing, choosing, resolving, and applying them."""
    rng = random.Random(1)
    steps = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        position = start(_setup(rng))
        while position.outcome is None:
            _, position = step(position, rng.choice(list(legal_moves(position))), rng)
            steps += 1
    return steps / (time.process_time() - began)


def replayed_steps_per_second(seconds: float) -> float:
    """Replay the same games from their logs, verifying every event: the cost of checking a record."""
    rng = random.Random(1)
    logs = []
    for _ in range(10):
        setup = _setup(rng)
        position, log = start(setup), list[Event]()
        while position.outcome is None:
            events, position = step(position, rng.choice(list(legal_moves(position))), rng)
            log += events
        logs.append((setup, log))
    steps = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        for setup, log in logs:
            replay(setup, log)
            steps += len(log)
    return steps / (time.process_time() - began)


def _setup(rng: random.Random) -> Setup:
    return numbers_setup(
        deck=BUILT_IN_DECKS["times-tables"],
        size="8x8",
        layout=Layout.IN_ORDER,
        players=4,
        teams=2,
        rules=None,
        dealer=None,
        rng=rng,
    )
