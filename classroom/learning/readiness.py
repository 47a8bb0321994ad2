"""Students who are ready for more: the class's cards have become easy for them, beyond chance."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from classroom.learning.ledger import Observation
from classroom.learning.statistics import beta_probability

MOST_SESSIONS = 8
"""Maximum number of latest answers that count: what was easy in the fall says little in spring."""
MIN_ANSWERS, MIN_SESSIONS = 30, 2
EASY, SURE = 0.90, 0.95
"""The success rate from which cards count as easy, and the minimum probability that a student reaches it."""
_USUAL, _PRIOR_ANSWERS, _MOST_CERTAIN = 0.82, 8, 0.97
"""The weight of the prior in answers. Its rate is the classmates', or the usual one if theirs is lower: a short streak
is not enough."""


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
    """Numbers of correct answers and of answers, by student and session."""
    _latest: dict[str, str] = field(default_factory=dict)

    def observe(self, seen: Observation) -> None:
        """Count a first answer. Ignores equations chosen by the app, which become harder automatically."""
        if seen.expected is not None:
            return
        sessions = self._sessions.setdefault(seen.student, [])
        if self._latest.get(seen.student) != seen.session or not sessions:
            self._latest[seen.student] = seen.session
            sessions[:] = [*sessions[1 - MOST_SESSIONS :], [0, 0]]
        sessions[-1][0] += seen.is_right
        sessions[-1][1] += 1

    def students(self) -> tuple[Ready, ...]:
        """Return who is ready for more, most certain first."""
        totals = {
            student: (sum(right for right, _ in sessions), sum(answers for _, answers in sessions))
            for student, sessions in self._sessions.items()
        }
        of_class = tuple(map(sum, zip(*totals.values(), strict=True))) or (0, 0)
        found = []
        for student, (right, answers) in totals.items():
            sessions = len(self._sessions[student])
            if answers < MIN_ANSWERS or sessions < MIN_SESSIONS:
                continue
            sure = sure_of_easy(right, answers, of_others=(of_class[0] - right, of_class[1] - answers))
            if sure >= SURE:
                found.append((-sure, Ready(student, right, answers, sessions)))
        return tuple(one for _, one in sorted(found))


def sure_of_easy(right: int, answers: int, *, of_others: tuple[int, int]) -> float:
    """Return the probability that a student answers at least nine of ten cards correctly.

    :param of_others: the classmates' numbers of correct answers and of answers

    >>> round(sure_of_easy(60, 60, of_others=(820, 1000)), 3), round(sure_of_easy(29, 30, of_others=(820, 1000)), 3)
    (0.998, 0.832)
    """
    weight = _PRIOR_ANSWERS
    usual = min(_MOST_CERTAIN, max(_USUAL, (of_others[0] + _USUAL * weight) / (of_others[1] + weight)))
    return 1 - beta_probability(EASY, right + usual * weight, answers - right + (1 - usual) * weight)
