"""What stands out in a ledger: at most three subjects, each far from what was expected beyond what chance makes.

A subject is *special* if it lies at least about 20 percentage points below its expectation. Smaller differences are
ordinary: they are the alternative that evidence has to beat, not no difference at all. Subjects are taken in the order
of their posterior probability for as long as at most one in ten of those taken is expected to be a false alarm.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import Final, NamedTuple

from classroom.learning.accuracy import success
from classroom.learning.families import skill_of
from classroom.learning.ledger import GRID, Channel, Evidence, Kind, Ledger, Subject, Tally

MOST_FINDINGS = 3
SURE = 0.80
"""Least posterior probability of a finding."""
FALSE_DISCOVERIES = 0.10
"""Largest share of false alarms to be expected among the findings."""
MIN_ANSWERS, MIN_MISSED, MIN_RATIO = 4, 2, 2.0
_SPECIAL: Final = {-2.5: 0.25, -1.75: 0.35, -1.1: 0.40}
_ORDINARY: Final = (-0.5, 0.0, 0.5)
_ORDINARY_SPREAD = MappingProxyType({kind: 0.45 if kind is Kind.STUDENT else 0.35 for kind in Kind})
_PRIOR = MappingProxyType({Kind.STUDENT: 0.05, Kind.STUDENT_SKILL: 0.01, Kind.SKILL: 0.03, Kind.FAMILY: 0.005})
"""How many in a class are special before anything is known."""
_PLACES = (*GRID, 0.0)
_INTERVAL_MEAN, _INTERVAL_SPREAD, _Z = -0.2, 0.9, 1.645


class Finding(NamedTuple):
    """A subject that stands out."""

    subject: Subject
    posterior: float
    """Probability that it is special."""
    answers: int
    missed: int
    expected_misses: float
    """To be expected from all other answers."""
    low: float
    high: float
    """90% interval of the share of correct answers, the ordinary differences allowed for."""
    since: date
    sessions: int
    channels: Mapping[Channel, Tally] = MappingProxyType({})
    """The same answers by how they were given."""

    @property
    def right(self) -> int:
        """How many answers were correct."""
        return self.answers - self.missed

    @property
    def expected_right(self) -> float:
        """How many were to be expected."""
        return self.answers - self.expected_misses


def findings(ledger: Ledger, day: date) -> tuple[Finding, ...]:
    """Return what stands out on a day, the surest first."""
    candidates = []
    for subject, evidence in ledger.evidence.items():
        evidence.fade(day)
        posterior = posterior_of(subject.kind, evidence)
        if posterior >= SURE:
            candidates.append((posterior, subject, evidence))
    candidates.sort(key=lambda one: (-one[0], one[1]))
    taken: list[Finding] = []
    doubt = 0.0
    for posterior, subject, evidence in candidates:
        if len(taken) == MOST_FINDINGS or doubt + 1 - posterior > FALSE_DISCOVERIES * (len(taken) + 1):
            break
        if _broader(subject) in {one.subject for one in taken}:
            continue
        taken.append(_finding(subject, posterior, evidence))
        doubt += 1 - posterior
    return tuple(taken)


def posterior_of(kind: Kind, evidence: Evidence) -> float:
    """Return the probability that a subject is special; 0 where there is too little to say anything."""
    if evidence.answers < MIN_ANSWERS or evidence.missed < MIN_MISSED or evidence.missed <= evidence.expected_misses:
        return 0.0
    ratios = _ratios(evidence)
    special = sum(weight * ratios[shift] for shift, weight in _SPECIAL.items())
    if special < MIN_RATIO:
        return 0.0
    weights = _normal_weights(_ORDINARY, 0.0, _ORDINARY_SPREAD[kind])
    ordinary = sum(weight * ratios[shift] for shift, weight in weights.items())
    odds = _PRIOR[kind] / (1 - _PRIOR[kind]) * special / ordinary
    return odds / (1 + odds)


def interval_of(evidence: Evidence) -> tuple[float, float]:
    """Return the 90% interval of the share of correct answers."""
    ratios = _ratios(evidence)
    prior = _normal_weights(_PLACES, _INTERVAL_MEAN, _INTERVAL_SPREAD)
    weights = {shift: weight * ratios[shift] for shift, weight in prior.items()}
    total = sum(weights.values())
    mean = sum(shift * weight for shift, weight in weights.items()) / total
    spread = math.sqrt(sum((shift - mean) ** 2 * weight for shift, weight in weights.items()) / total)
    expected = 1 - evidence.expected_misses / evidence.answers
    center = math.log(expected / (1 - expected)) + mean
    share = success(center)
    spread = max(spread, 1 / math.sqrt(evidence.answers * share * (1 - share)))  # the grid is coarse, answers are many
    return success(center - _Z * spread), success(center + _Z * spread)


def _broader(subject: Subject) -> Subject | None:
    """Return the subject that says the same of more: the student, or the skill that a step belongs to."""
    if subject.kind is Kind.STUDENT_SKILL:
        return Subject(Kind.STUDENT, subject.student)
    if subject.kind is Kind.FAMILY and (skill := skill_of(subject.name)):
        return Subject(Kind.SKILL, name=skill)
    return None


def _finding(subject: Subject, posterior: float, evidence: Evidence) -> Finding:
    counts = evidence.total
    return Finding(
        subject,
        posterior,
        counts.answers,
        counts.missed,
        counts.expected_misses,
        *interval_of(evidence),
        since=evidence.since,
        sessions=evidence.sessions,
        channels=evidence.channels,
    )


def _ratios(evidence: Evidence) -> dict[float, float]:
    return {0.0: 1.0, **{shift: math.exp(log) for shift, log in zip(GRID, evidence.ratios, strict=True)}}


def _normal_weights(places: tuple[float, ...], mean: float, spread: float) -> dict[float, float]:
    weights = {place: math.exp(-((place - mean) ** 2) / (2 * spread * spread)) for place in places}
    total = sum(weights.values())
    return {place: weight / total for place, weight in weights.items()}
