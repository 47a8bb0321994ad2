"""The chart of game lengths: bars over a scale of minutes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil

from classroom.services.forecasts import Lengths

_BAR_MINUTES = 3
_SMALLEST_SCALE = 60
_HEIGHT = 40
"""Height of the highest bar, in pixels."""
_ABOVE = 18
"""Space for labels above it, in pixels."""


@dataclass(frozen=True, slots=True)
class Bar:
    """The games that end in the same three minutes; positions in percent of the width, heights in pixels."""

    x: float
    width: float
    won: int
    unwon: int


@dataclass(frozen=True, slots=True)
class Picture:
    """The chart of game lengths: bars over a scale of minutes."""

    bars: tuple[Bar, ...]
    ticks: tuple[tuple[float, int], ...]
    """Positions in percent, with minutes."""
    lesson: float
    """The position of the end of a lesson, in percent."""
    has_unwon: bool
    base: int = _ABOVE + _HEIGHT
    """The y coordinate of the baseline, in pixels."""


def picture_of(lengths: Lengths, *, paces: Sequence[float], lesson_minutes: int) -> Picture:
    """Draw when games end; the few longest ones are included in the last bar.

    :param paces: the mean seconds per turn of equally likely games
    """
    longest = lengths.seconds_over_by(0.99, paces) / 60
    scale = max(_SMALLEST_SCALE, 15 * ceil(longest / 15))
    count = scale // _BAR_MINUTES
    won, unwon = [0] * count, [0] * count
    for kept, counts in ((won, lengths.won), (unwon, lengths.unwon)):
        for (turns, games), pace in product(counts, paces):
            kept[min(count - 1, int(turns * pace / 60 / _BAR_MINUTES))] += games
    most = max(one + other for one, other in zip(won, unwon, strict=True))
    width = 100 / count
    bars = tuple(
        Bar(round(number * width, 2), round(0.8 * width, 2), ceil(_HEIGHT * one / most), ceil(_HEIGHT * other / most))
        for number, (one, other) in enumerate(zip(won, unwon, strict=True))
        if one or other
    )
    step = 15 * ceil(scale / 60)
    return Picture(
        bars,
        ticks=tuple((round(100 * minute / scale, 2), minute) for minute in range(0, scale + 1, step)),
        lesson=round(100 * lesson_minutes / scale, 2),
        has_unwon=bool(lengths.unwon),
    )
