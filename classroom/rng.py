"""The source of all randomness on the server, so that tests and the demo can replay a lesson."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_seeded: ContextVar[random.Random | None] = ContextVar("seeded_chance", default=None)
_unseeded: random.Random = random.SystemRandom()
"""The system's own chance, which has no state that could be guessed. Tests put one in its place that repeats itself."""


class Rng(random.Random):
    """The system's own chance; within `seeded`, that of the seed."""

    def random(self) -> float:
        return (_seeded.get() or _unseeded).random()

    def getrandbits(self, k: int) -> int:
        return (_seeded.get() or _unseeded).getrandbits(k)

    def gauss(self, mu: float = 0.0, sigma: float = 1.0) -> float:
        """As `random.Random` does, which keeps half of a pair for the next call: within `seeded`, one of before it."""
        return self.normalvariate(mu, sigma)


@contextmanager
def seeded(seed: int | str) -> Iterator[None]:
    """Let every `Rng` repeat itself within the block, in this context only. Never for games that people play."""
    token = _seeded.set(random.Random(seed))  # noqa: S311
    try:
        yield
    finally:
        _seeded.reset(token)


rng = Rng()
"""What services draw from."""
