"""Where every shuffle of the server comes from, so that tests and the demo can play the same lesson twice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_seeded: ContextVar[random.Random | None] = ContextVar("seeded_chance", default=None)


class Chance(random.SystemRandom):
    """The system's own chance: no state that could be guessed. Within `seeded`, that of the seed."""

    def random(self) -> float:
        source = _seeded.get()
        return super().random() if source is None else source.random()

    def getrandbits(self, k: int) -> int:
        source = _seeded.get()
        return super().getrandbits(k) if source is None else source.getrandbits(k)

    def gauss(self, mu: float = 0.0, sigma: float = 1.0) -> float:
        """As `random.Random` does, which keeps half of a pair for the next call: within `seeded`, one of before it."""
        return self.normalvariate(mu, sigma)


@contextmanager
def seeded(seed: int | str) -> Iterator[None]:
    """Let every `Chance` repeat itself within the block, in this context only. Never for games that people play."""
    token = _seeded.set(random.Random(seed))  # noqa: S311
    try:
        yield
    finally:
        _seeded.reset(token)


chance = Chance()
"""What services draw from."""
