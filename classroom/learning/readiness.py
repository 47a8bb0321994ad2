"""Ready for more: students for whom the cards that everyone gets have become easy, beyond what luck makes."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import NamedTuple

from classroom.learning.ledger import Observation

MOST_SESSIONS = 8
"""The latest that count: what was easy in the fall says little in spring."""
MIN_ANSWERS, MIN_SESSIONS = 30, 2
EASY = 0.90
"""Where the lower end of the interval of the share of correct answers must be."""
_Z = 1.28
_PRIOR_RIGHT, _PRIOR_ANSWERS = 6.6, 8
"""A student counts as if 6.6 of 8 answers more had been correct, as is usual: a short streak says nothing."""


class Ready(NamedTuple):
    """A student who is ready for more."""

    student: str
    right: int
    answers: int
    sessions: int


@dataclass(slots=True)
class Readiness:
    """First answers to cards that were the same for everyone, by student and session."""

    _sessions: dict[str, list[list[int]]] = field(default_factory=dict)
    """Correct answers and answers, by student and session."""
    _latest: dict[str, str] = field(default_factory=dict)

    def observe(self, seen: Observation) -> None:
        """Count one first answer. Where the app chose the equation, it becomes harder by itself."""
        if seen.expected is not None:
            return
        sessions = self._sessions.setdefault(seen.student, [])
        if self._latest.get(seen.student) != seen.session or not sessions:
            self._latest[seen.student] = seen.session
            sessions[:] = [*sessions[1 - MOST_SESSIONS :], [0, 0]]
        sessions[-1][0] += seen.is_right
        sessions[-1][1] += 1

    def students(self) -> tuple[Ready, ...]:
        """Return who is ready for more, the surest first."""
        found = []
        for student, sessions in self._sessions.items():
            right, answers = (sum(session[part] for session in sessions) for part in (0, 1))
            if answers >= MIN_ANSWERS and len(sessions) >= MIN_SESSIONS and lowest_share(right, answers) >= EASY:
                found.append(Ready(student, right, answers, len(sessions)))
        return tuple(sorted(found, key=lambda one: (-lowest_share(one.right, one.answers), one.student)))


def lowest_share(right: int, answers: int) -> float:
    """Return the lower end of the interval (Wilson) of a share of correct answers, drawn towards the usual one."""
    trials = answers + _PRIOR_ANSWERS
    share = (right + _PRIOR_RIGHT) / trials
    center = share + _Z * _Z / (2 * trials)
    spread = _Z * math.sqrt(share * (1 - share) / trials + _Z * _Z / (4 * trials * trials))
    return (center - spread) / (1 + _Z * _Z / trials)
