"""Students who are ready for more: the class's cards have become easy for them, beyond chance.

Among students who are all alike and get 88% right, someone has a lucky month. So a student is named only if chance
alone would produce such a result in 5 of 100 terms of weekly looks, or if the classmates differ so much, or find the
cards so easy, that the student is very likely ready even if their rate weighs more. The answers of one session
count as fewer, because students have better and worse days (`day_effects.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import NamedTuple, TypeAlias

from classroom.learning.day_effects import alike_answers, day_variance, share_of_a_day
from classroom.learning.ledger import Observation
from classroom.learning.statistics import beta_probability, binomial_tail

MOST_SESSIONS = 8
"""The number of the class's latest sessions that count: what was easy in the fall says little in spring."""
MIN_ANSWERS, MIN_SESSIONS = 30, 2
EASY, SURE = 0.90, 0.95
"""The success rate from which cards count as easy, and the minimum probability that a student reaches it."""
_USUAL, _PRIOR_ANSWERS, _MOST_CERTAIN = 0.82, 8, 0.97
"""The weight of the prior in answers. Its rate is the classmates', or the usual one if theirs is lower: a short streak
is not enough."""
_CLASS_DAYS = 0.3
"""Standard deviation, in logits, of what a class gets right from day to day with the same cards."""
_BY_CHANCE, _LOOKS = 0.05, 2
"""In how many terms of equal students chance alone may name someone, and how many independent looks weekly ones are
worth in a term: the same sessions count in several."""
_MOST_PRIOR_ANSWERS, _USUAL_SPREAD = 100, 0.8
"""The maximum weight of the classmates' rate, where they hardly differ; and how much students usually do, in logits."""


class Ready(NamedTuple):
    """A student who is ready for more."""

    student: str
    right: int
    answers: int
    sessions: int


_Counts: TypeAlias = dict[str, list[int]]
"""By student, the numbers of correct answers and of answers."""
_Share: TypeAlias = tuple[float, float]
"""These two numbers of one student."""


@dataclass(slots=True)
class Readiness:
    """First answers to cards that were the same for everyone, in the class's latest sessions."""

    _sessions: list[tuple[str, _Counts]] = field(default_factory=list)
    """The oldest first."""

    def observe(self, seen: Observation) -> None:
        """Count a first answer. Ignores equations chosen by the app, which become harder automatically."""
        if seen.expected is not None:
            return
        if not self._sessions or self._sessions[-1][0] != seen.session:
            self._sessions = [*self._sessions[1 - MOST_SESSIONS :], (seen.session, {})]
        counts = self._sessions[-1][1].setdefault(seen.student, [0, 0])
        counts[0] += seen.is_right
        counts[1] += 1

    def students(self) -> tuple[Ready, ...]:
        """Return who is ready for more, most certain first."""
        found = []
        totals = _totals(counts for _, counts in self._sessions)
        independent = self._independent(totals)
        for student, (right, answers) in totals.items():
            attended = [counts for _, counts in self._sessions if student in counts]
            if answers < MIN_ANSWERS or len(attended) < MIN_SESSIONS:
                continue
            others = [some for other, some in totals.items() if other != student]
            # Some come only when the cards are easy. The classmates' results show how much easier these were.
            with_student = [some for other, some in _totals(attended).items() if other != student]
            easier = max(0.0, _rate(with_student) - _rate(others), self._easier_than_now(student, attended))
            counted = right - round(easier * answers)
            sure = sure_of_easy(counted, answers, others=others)
            fewer = answers / independent[student][1]
            of_others = [some for other, some in independent.items() if other != student]
            if sure >= SURE and _is_beyond_chance(counted / fewer, answers / fewer, of_others):
                found.append((-sure, Ready(student, right, answers, len(attended))))
        return tuple(one for _, one in sorted(found))

    def _easier_than_now(self, student: str, attended: Sequence[_Counts]) -> float:
        """Return how much more classmates got right in some sessions than in the latest, apart from a worse day.

        After a change to harder cards, success with the easier ones says little.
        """
        latest, usual = self._sessions[-1][1], _totals(attended)
        both = [one for one in latest if one != student and one in usual]
        answers = sum(latest[one][1] for one in both)
        if not answers:
            return 0.0
        before = sum(latest[one][1] * usual[one][0] / usual[one][1] for one in both) / answers
        now = sum(latest[one][0] for one in both) / answers
        variance = before * (1 - before) / answers + (_CLASS_DAYS * before * (1 - before)) ** 2
        return before - now - sqrt(variance)

    def _independent(self, totals: Mapping[str, _Share]) -> dict[str, _Share]:
        """Return as many answers of each student as say the same if their days differ."""
        days = {one: [(of[one][0], of[one][1]) for _, of in self._sessions if one in of] for one in totals}
        variance, usual = day_variance(days.values()), _rate(totals.values())
        fewer = {
            one: alike_answers(totals[one][1], variance * share_of_a_day(some), usual) for one, some in days.items()
        }
        return {one: (right / fewer[one], answers / fewer[one]) for one, (right, answers) in totals.items()}


def _totals(sessions: Iterable[_Counts]) -> dict[str, tuple[int, int]]:
    totals: dict[str, tuple[int, int]] = {}
    for counts in sessions:
        for student, (right, answers) in counts.items():
            before = totals.get(student, (0, 0))
            totals[student] = before[0] + right, before[1] + answers
    return totals


def sure_of_easy(right: float, answers: float, *, others: Sequence[_Share], weight: float = _PRIOR_ANSWERS) -> float:
    """Return the probability that a student answers at least nine of ten cards correctly.

    :param others: each classmate's numbers of correct answers and of answers
    :param weight: the weight of the classmates' rate in answers

    >>> alike = [(82, 100)] * 10
    >>> round(sure_of_easy(60, 60, others=alike), 3), round(sure_of_easy(29, 30, others=alike), 3)
    (0.998, 0.832)
    """
    usual = min(_MOST_CERTAIN, max(_USUAL, _rate(others)))
    return 1 - beta_probability(EASY, right + usual * weight, answers - right + (1 - usual) * weight)


def _is_beyond_chance(right: float, answers: float, others: Sequence[_Share]) -> bool:
    usual = min(EASY, max(_USUAL, _rate(others)))
    if binomial_tail(right, answers, usual) * (len(others) + 1) * _LOOKS <= _BY_CHANCE:
        return True
    return sure_of_easy(right, answers, others=others, weight=_weight_of(others)) >= SURE


def _rate(others: Collection[_Share]) -> float:
    right, answers = sum(one for one, _ in others), sum(one for _, one in others)
    return (right + _USUAL * _PRIOR_ANSWERS) / (answers + _PRIOR_ANSWERS)


def _weight_of(others: Sequence[_Share]) -> float:
    """Return how many answers the classmates' rate is worth: the more, the less they differ (method of moments)."""
    rate, answers, count = _rate(others), sum(one for _, one in others), len(others)
    variance = (_USUAL_SPREAD * rate * (1 - rate)) ** 2
    if count > 1:
        distance = sum(trials * (right / trials - rate) ** 2 for right, trials in others)
        scale = answers - sum(trials * trials for _, trials in others) / answers
        between = max(0.0, (distance - (count - 1) * rate * (1 - rate)) / scale)
        variance = (between * (count - 1) + variance) / count
    return min(_MOST_PRIOR_ANSWERS, max(_PRIOR_ANSWERS, rate * (1 - rate) / variance - 1))
