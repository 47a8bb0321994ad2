"""Students who get fewer correct than usual, where the app chooses their equations.

There every student gets about the same share correct, so a comparison with the class says nothing, and estimates follow
a change within weeks. A cumulative sum against the app's own predictions sees it: it rises with each answer that fits a
drop of about 20 percentage points better than no drop, and never falls below 0 (Page 1954).
"""

from __future__ import annotations

import math
from collections import defaultdict, deque
from dataclasses import dataclass, field
from typing import NamedTuple

from classroom.learning.ledger import LARGEST_CHANCE, LEAST_CHANCE, Observation, Tally

FIRST_ANSWERS = 36
"""Before them predictions rest on little."""
DROP = -1.1
"""In logits."""
SURE = 6.0
"""In classes without a drop, another student is named in up to 4 of 100 sessions."""
SESSIONS_SHOWN = 2


class Drop(NamedTuple):
    """A student who gets fewer correct than usual."""

    student: str
    right: int
    answers: int
    """In the last sessions."""
    expected_right: float


@dataclass(slots=True)
class _Sum:
    answers: int = 0
    total: float = 0.0
    sessions: deque[tuple[str, Tally]] = field(default_factory=lambda: deque(maxlen=SESSIONS_SHOWN))


@dataclass(slots=True)
class DropWatch:
    """One sum for each student, folded in the order of time."""

    _sums: defaultdict[str, _Sum] = field(default_factory=lambda: defaultdict(_Sum))

    def observe(self, seen: Observation) -> None:
        """Take in one first answer; only those to equations that the app chose count."""
        if seen.expected is None:
            return
        one = self._sums[seen.student]
        chance = min(max(seen.expected, LEAST_CHANCE), LARGEST_CHANCE)
        one.answers += 1
        if not one.sessions or one.sessions[-1][0] != seen.session:
            one.sessions.append((seen.session, Tally()))
        one.sessions[-1][1].add(chance, is_right=seen.is_right)
        if one.answers <= FIRST_ANSWERS:
            return
        odds = chance / (1 - chance) * math.exp(DROP)
        dropped = odds / (1 + odds)
        ratio = dropped / chance if seen.is_right else (1 - dropped) / (1 - chance)
        one.total = max(0.0, one.total + math.log(ratio))

    def drops(self) -> tuple[Drop, ...]:
        """Return who gets fewer correct than usual now, the surest first."""
        sure = sorted((-one.total, student) for student, one in self._sums.items() if one.total >= SURE)
        return tuple(self._drop(student) for _, student in sure)

    def _drop(self, student: str) -> Drop:
        tallies = [tally for _, tally in self._sums[student].sessions]
        answers, missed = (sum(getattr(one, name) for one in tallies) for name in ("answers", "missed"))
        expected = answers - sum(one.expected_misses for one in tallies)
        return Drop(student, answers - missed, answers, expected)
