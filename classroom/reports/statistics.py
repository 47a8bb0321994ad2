"""Shares of right first answers, and how sure one can be of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

ENOUGH = 5
"""With fewer first answers than this a share says nothing, and is not shown."""

_Z = 1.959964  # 95 in 100


@dataclass(frozen=True, slots=True)
class Share:
    """So many right of so many tried.

    >>> Share(8, 10).percent, Share(8, 10).interval
    (80, (49, 94))
    """

    right: int = 0
    tried: int = 0

    @property
    def missed(self) -> int:
        """How many were wrong."""
        return self.tried - self.right

    @property
    def is_enough(self) -> bool:
        """Whether there are answers enough to speak of a share."""
        return self.tried >= ENOUGH

    @property
    def percent(self) -> int | None:
        """Rounded half up; None where nothing was tried. Never show it without `tried`."""
        return (200 * self.right + self.tried) // (2 * self.tried) if self.tried else None

    @property
    def interval(self) -> tuple[int, int]:
        """Between which per cents the true share lies, 95 times in 100 (Wilson's interval, rounded)."""
        low, high = _wilson(self.right, self.tried)
        return round(100 * low), round(100 * high)

    def __add__(self, other: Share) -> Share:
        return Share(self.right + other.right, self.tried + other.tried)


def mean_percent(shares: Iterable[Share]) -> int | None:
    """The mean of students, not of answers: who answers much counts no more than the others.

    Whoever has too few answers is left out; None if that is everybody.
    """
    counted = [share.right / share.tried for share in shares if share.is_enough]
    return int(100 * sum(counted) / len(counted) + 0.5) if counted else None


def _wilson(right: int, tried: int) -> tuple[float, float]:
    if not tried:
        return 0.0, 1.0
    share, weight = right / tried, _Z * _Z / tried
    middle = share + weight / 2
    reach = _Z * sqrt(share * (1 - share) / tried + weight / (4 * tried))
    return max(0.0, (middle - reach) / (1 + weight)), min(1.0, (middle + reach) / (1 + weight))
