"""Lengths of simulated games, in turns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TypeAlias, TypeVar

from engine.simulation import MOST_TURNS

Counts: TypeAlias = tuple[tuple[int, int], ...]
"""Numbers of turns in increasing order, each with its number of games."""
_Length = TypeVar("_Length", int, float)


@dataclass(frozen=True, slots=True)
class Lengths:
    """The distribution of games over lengths."""

    won: Counts
    unwon: Counts
    """Stalled games (D3), and games cut off after `MOST_TURNS`."""

    @classmethod
    def from_json(cls, data: object) -> Lengths:
        """Read the output of `engine.simulation`.

        :raises ValueError: if the data is invalid.
        """
        if not isinstance(data, dict) or type(games := data.get("games")) is not int or games < 1:
            raise ValueError("no simulation")
        won, stalled = _counts(data.get("won_after")), _counts(data.get("stalled_after"))
        cut_off = games - sum(won.values()) - sum(stalled.values())
        if cut_off < 0:
            raise ValueError("more games ended than were played")
        if cut_off:
            stalled[MOST_TURNS] = stalled.get(MOST_TURNS, 0) + cut_off
        return cls(tuple(sorted(won.items())), tuple(sorted(stalled.items())))

    @property
    def games(self) -> int:
        return sum(count for _, count in self.won + self.unwon)

    def over_by(self, share: float) -> int:
        """Return the number of turns by which this proportion of the games was over (0.5: the median)."""
        return _reached(share, self.won + self.unwon)

    def seconds_over_by(self, share: float, paces: Sequence[float]) -> float:
        """Return the seconds by which this proportion of the games was over.

        :param paces: the mean seconds per turn of equally likely games
        """
        return _reached(share, [(turns * pace, count) for turns, count in self.won + self.unwon for pace in paces])

    def share_won(self, within: float = MOST_TURNS) -> float:
        """Return the proportion of games won by sequences within a number of turns."""
        return sum(count for turns, count in self.won if turns <= within) / self.games

    def share_over(self, within: float) -> float:
        """Return the proportion of games over within a number of turns, won or not."""
        return sum(count for turns, count in self.won + self.unwon if turns <= within) / self.games


def _counts(data: object) -> dict[int, int]:
    if not isinstance(data, dict):
        raise ValueError("no counts")  # noqa: TRY004  the file is broken, whatever stands in it
    counts = {int(turns): count for turns, count in data.items()}
    if not all(type(count) is int and count > 0 and 0 <= turns <= MOST_TURNS for turns, count in counts.items()):
        raise ValueError("no counts")
    return counts


def _reached(share: float, counts: Iterable[tuple[_Length, int]]) -> _Length:
    """Return the length by which this proportion of the games was over."""
    shortest_first = sorted(counts)
    needed, so_far = ceil(share * sum(count for _, count in shortest_first)), 0
    for length, count in shortest_first:
        so_far += count
        if so_far >= needed:
            return length
    raise ValueError(share)
