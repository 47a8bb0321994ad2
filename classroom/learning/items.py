"""Equations with unexpected difficulty in a class, given its students and the skill.

Differences are evaluated like those of students and facts (`findings.py`): ordinary differences are ignored, and
equations are selected by posterior probability as long as at most one in ten is expected to be a false alarm.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from typing import NamedTuple

from classroom.learning.accuracy import log_odds
from classroom.learning.families import review_key
from classroom.learning.ledger import LARGEST_CHANCE, LEAST_CHANCE, ItemTally, Kind, Subject
from classroom.learning.statistics import Interval, wilson_interval
from engine.equations import Equation

MIN_ANSWERS, MIN_STUDENTS = 30, 5
SURE, FALSE_DISCOVERIES = 0.80, 0.10
_PRIOR = 0.01
"""Prior number of odd equations in a class."""
_SPREAD = 0.5
"""Standard deviation of ordinary equations' difficulties around their expectation, in logits."""


def _weighted(differences: Iterable[float], spread: float = math.inf) -> tuple[tuple[float, float], ...]:
    """Weigh differences by a normal distribution around zero; by default equally."""
    weights = {by: math.exp(-0.5 * (by / spread) ** 2) for by in differences}
    return tuple((by, weight / sum(weights.values())) for by, weight in weights.items())


_ORDINARY = _weighted((step / 8 for step in range(-12, 13)), _SPREAD)
_ODD = _weighted(sign * (12 + 3 * step) / 8 for sign in (-1, 1) for step in range(7))
"""Differences of odd equations, in logits: with 82% expected, −1.5 is about 50%, and 1.5 about 95%."""


class OddItem(NamedTuple):
    """An equation with unexpected difficulty."""

    equation: Equation
    posterior: float
    answers: int
    right: int
    expected_right: float
    students: int
    interval: Interval
    """90% interval of the proportion of correct answers."""

    @property
    def is_hard(self) -> bool:
        """Return whether it is harder than expected rather than easier."""
        return self.right < self.expected_right


def odd_items(tallies: Iterable[ItemTally]) -> tuple[OddItem, ...]:
    """Return the odd equations, most certain first."""
    found = [one for one in map(_judged, filter(can_be_judged, tallies)) if one.posterior >= SURE]
    found.sort(key=lambda one: (-one.posterior, one.equation.text))
    taken: list[OddItem] = []
    doubt = 0.0
    for one in found:
        doubt += 1 - one.posterior
        if doubt > FALSE_DISCOVERIES * (len(taken) + 1):
            break
        taken.append(one)
    return tuple(taken)


def usual_share(tallies: Collection[ItemTally], subject: Subject) -> float | None:
    """Return the share correct of a class's other answers: to other skills, or to other families of the same skills.

    None without any.
    """
    is_family = subject.kind is Kind.FAMILY
    own, others = Counter[str](), defaultdict[str, list[int]](lambda: [0, 0])
    for tally in tallies:
        equation = tally.equation
        part = equation.skill if is_family else ""
        if subject.name == (review_key(equation) if is_family else equation.skill):
            own[part] += tally.answers
        else:
            others[part][0] += tally.right
            others[part][1] += tally.answers
    shares = [(others[part], weight) for part, weight in own.items() if part in others]
    total = sum(weight for _, weight in shares)
    if not total:
        return None
    usual = sum(weight * right / answers for (right, answers), weight in shares) / total
    return min(max(usual, LEAST_CHANCE), LARGEST_CHANCE)


def can_be_judged(tally: ItemTally) -> bool:
    """Return whether enough students gave enough answers."""
    return tally.answers >= MIN_ANSWERS and len(tally.students) >= MIN_STUDENTS


def _judged(tally: ItemTally) -> OddItem:
    expected = min(max(tally.expected / tally.answers, 0.02), 0.98)
    logit = log_odds(expected)

    def fits(differences: Iterable[tuple[float, float]]) -> float:
        """Return the relative likelihood of the answers, averaged over weighted differences."""
        return math.fsum(weight * math.exp(_log_likelihood(tally, logit + by) - best) for by, weight in differences)

    best = max(_log_likelihood(tally, logit + by) for by, _ in (*_ORDINARY, *_ODD))
    odds = _PRIOR / (1 - _PRIOR) * fits(_ODD) / max(fits(_ORDINARY), 1e-300)
    return OddItem(
        equation=tally.equation,
        posterior=odds / (1 + odds),
        answers=tally.answers,
        right=tally.right,
        expected_right=tally.expected,
        students=len(tally.students),
        interval=wilson_interval(tally.right, tally.answers, 0.90),
    )


def _log_likelihood(tally: ItemTally, logit: float) -> float:
    return -tally.right * math.log1p(math.exp(-logit)) - (tally.answers - tally.right) * math.log1p(math.exp(logit))
