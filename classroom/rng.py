"""The source of all randomness on the server, so that tests and the demo can replay a lesson."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_seeded: ContextVar[random.Random | None] = ContextVar("seeded_chance", default=None)
_unseeded: random.Random = random.SystemRandom()
"""The system's random source, which has no state to guess. Tests replace it with a reproducible one."""


class Rng(random.Random):
    """The system's random source; within `seeded`, a reproducible one."""

    def random(self) -> float:
        return (_seeded.get() or _unseeded).random()

    def getrandbits(self, k: int) -> int:
        return (_seeded.get() or _unseeded).getrandbits(k)

    def gauss(self, mu: float = 0.0, sigma: float = 1.0) -> float:
        """Do the same as `random.Random`, but don't use a value cached before `seeded`."""
        return self.normalvariate(mu, sigma)


@contextmanager
def seeded(seed: int | str) -> Iterator[None]:
    """Make every `Rng` reproducible within the block, in this context only. Never for real games."""
    token = _seeded.set(random.Random(seed))  # noqa: S311
    try:
        yield
    finally:
        _seeded.reset(token)


rng = Rng()
"""The random source of services."""
