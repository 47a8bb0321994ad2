"""A simulated memory for facts: ACT-R's, in which each encounter fades the faster the fresher the fact was.

Constants as fitted to people who learnt words (Pavlik and Anderson 2005); they know nothing of any child.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

DECAY_SCALE, DECAY_LEAST = 0.217, 0.177
THRESHOLD, NOISE = -0.704, 0.255
BETWEEN_SESSIONS = 0.025
"""Time between lessons counts so much less, as less happens in it that interferes."""


@dataclass(slots=True)
class Trace:
    """One fact in one head."""

    encounters: list[tuple[float, float]] = field(default_factory=list)
    """When, in seconds of the memory's clock, and how fast it fades."""

    def activation(self, now: float) -> float:
        if not self.encounters:
            return -math.inf
        return math.log(sum((now - when) ** -decay for when, decay in self.encounters))

    def chance(self, now: float) -> float:
        """The probability of recalling the fact."""
        return 1 / (1 + math.exp(min((THRESHOLD - self.activation(now)) / NOISE, 500.0)))

    def meet(self, now: float) -> None:
        """See the fact with its answer."""
        decay = DECAY_SCALE * math.exp(self.activation(now)) + DECAY_LEAST
        self.encounters.append((now, decay))
