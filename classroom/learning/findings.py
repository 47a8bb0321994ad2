"""Findings of a ledger: at most three subjects that deviate from expectations by more than chance.

A subject is *special* if it is at least about 20 percentage points below its expectation. Smaller differences are
ordinary: the evidence is compared with these, not with zero. Subjects are selected by posterior probability as long as
at most one in ten is expected to be a false alarm.

If the app chooses the equations, everyone has about the same success rate, so a student's counts say little. Then the
level itself is compared with the median of the class, using difficulties estimated from the class's answers to each
equation, its family, and its skill. It must also show on most days, compared with what classmates get right of the same
equations on the same days: some days are very bad.

Evidence and levels follow a change slowly. So a student must also have been far below on the latest days.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta
from types import MappingProxyType
from typing import Final, NamedTuple

from classroom.learning.accuracy import DAY_VARIANCE, log_odds, success
from classroom.learning.day_effects import Days, alike_answers, day_variance_beside, share_of_a_day
from classroom.learning.doubts import below_on_most_days
from classroom.learning.families import skill_of
from classroom.learning.items import usual_share
from classroom.learning.ledger import (
    GRID,
    LARGEST_CHANCE,
    LEAST_CHANCE,
    PRIOR_VARIANCE,
    Channel,
    Evidence,
    Kind,
    Ledger,
    Subject,
    Tally,
)
from classroom.learning.needs import ENOUGH_TO_DOUBT
from classroom.learning.shrinkage import shrunk_levels, without_prior
from classroom.learning.statistics import Interval

MOST_FINDINGS = 3
SURE = 0.80
"""Minimum posterior probability of a finding."""
FALSE_DISCOVERIES = 0.10
"""Maximum expected proportion of false alarms among the findings."""
MIN_ANSWERS, MIN_MISSED, MIN_RATIO = 4, 2, 2.0
LEAST_DIFFERENCE = 0.12
"""Minimum difference between the expected share correct and the counted one. Where a class gets 97% correct, 88% are
far below in logits, but no reason to act."""
_SPECIAL: Final = {-2.5: 0.25, -1.75: 0.35, -1.1: 0.40}
_ORDINARY: Final = (-0.5, 0.0, 0.5)
_ORDINARY_OF_STUDENTS: Final = (-0.75, *_ORDINARY)
"""Every class has students who are nearly far below: they must not be named, so the differences reach to there."""
_ORDINARY_SPREAD = MappingProxyType({kind: 0.45 if kind is Kind.STUDENT else 0.35 for kind in Kind})
PRIOR = MappingProxyType({Kind.STUDENT: 0.10, Kind.STUDENT_SKILL: 0.03, Kind.SKILL: 0.03, Kind.FAMILY: 0.005})
"""Prior number of special subjects in a class."""
_SESSIONS_TO_TELL = 3
"""The prior of a student with fewer sessions is smaller in proportion: one bad day looks like a special student."""
_PRIOR_BESIDE = 0.2
"""The same for what is special by its difficulty already, when it is compared with the class's other answers."""
FAR_BELOW = -0.75
"""Deviations of a level below the median of the class, in logits. Every class has smaller ones."""
MIN_CHOSEN, MIN_CLASSMATES, MIN_OF_CLASSMATE = 32, 4, 16
"""Minimum answers of a student to equations that the app chose, number of classmates to compare with, and answers of
each."""
USUAL_SHARE = 0.8
"""A level is displayed as the proportion of correct answers on cards with this success rate for the median of the
class."""
_SURE_OF_LEVEL, _LEVEL_DOUBT = 0.9, 0.3
"""Minimum probability that a level is far below, given how much the class differs; and the standard deviation, in
logits, for the difficulty of equations that only some students are asked."""
_SURE_ON_MOST_DAYS = 0.95
"""The same without the worst days: levels follow some very bad days for weeks."""
_DAYS_DIFFER_MUCH = 0.3
"""The variance between days, in squared logits, from which too many statements about students are false."""
_NEWEST_DAYS = 42
_LATEST_DAYS = 2
"""Minimum number of days that must show that a student is still far below. On one, many are lucky."""
_PLACES: Final = tuple(step / 4 for step in range(-32, 13))
_USUAL_PLACE, _USUAL_SPREAD, _WIDE_SPREAD, _WIDE_SHARE, _Z = -0.2, 0.9, 3.0, 0.5, 1.645
"""Prior of a deviation: a mixture, half of it wide, because some students guess. With 16 or 64 simulated answers, at
true proportions of 1% to 92%, the intervals covered the truth in 80% to 95% of cases."""


class MissedSkill(NamedTuple):
    """The skill in which a student misses the most answers: only a count, without a comparison."""

    skill: str
    missed: int
    answers: int


class Finding(NamedTuple):
    """A subject with a deviation."""

    subject: Subject
    posterior: float
    """The probability that it is special."""
    answers: int
    missed: int
    expected_misses: float
    """Expected, given all other answers."""
    low: float
    high: float
    """The 90% interval of the proportion of correct answers. It contains the observed proportion."""
    since: date
    sessions: int
    channels: Mapping[Channel, Tally] = MappingProxyType({})
    """The same answers, by how they were given."""
    is_level: bool = False
    """Whether it is about the level, not the counts. Then the interval is for cards of typical difficulty."""
    is_doubtful: bool = False
    """Whether it is about a student of a class whose days differ much: it may come of some bad days."""
    most_missed: MissedSkill | None = None
    """For a student: where to begin. None if no skill has enough answers."""

    @property
    def right(self) -> int:
        return self.answers - self.missed

    @property
    def expected_right(self) -> float:
        return self.answers - self.expected_misses


def findings(ledger: Ledger, day: date, *, students: Collection[str] | None = None) -> tuple[Finding, ...]:
    """Return the findings on a day, most certain first.

    :param students: the only students to name, so that others, such as those who left, take no one's place; None: all
    """
    candidates = []
    of_days = _day_variance(ledger)
    levels = _low_levels(ledger, day, of_days)
    for subject, evidence in ledger.evidence.items():
        if students is not None and subject.student and subject.student not in students:
            continue
        evidence.fade(day)
        if not _is_still_below(evidence):
            continue
        told = min(1.0, evidence.sessions / _SESSIONS_TO_TELL) if subject.student else 1.0
        weight = _weight_of_days(evidence.days, of_days)
        posterior = posterior_of(subject.kind, evidence, PRIOR[subject.kind] * told, of_answers=weight)
        if posterior >= SURE and not subject.student:
            posterior = min(posterior, _beside_others(ledger, subject, evidence))
        level = levels.get(subject)
        if level is not None and level.posterior > posterior:
            candidates.append((level.posterior, subject, level))
        elif posterior >= SURE and evidence.missed - evidence.expected_misses >= LEAST_DIFFERENCE * evidence.answers:
            candidates.append((posterior, subject, _finding(subject, posterior, evidence, of_days)))
    candidates.sort(key=lambda one: (-one[0], one[1]))
    taken: list[Finding] = []
    doubt = 0.0
    for posterior, subject, finding in candidates:
        if len(taken) == MOST_FINDINGS or doubt + 1 - posterior > FALSE_DISCOVERIES * (len(taken) + 1):
            break
        if _broader(subject) in {one.subject for one in taken}:
            continue
        taken.append(finding._replace(most_missed=_most_missed(ledger, subject)))
        doubt += 1 - posterior
    return tuple(taken)


def _day_variance(ledger: Ledger) -> float:
    """Return the variance of a student's level from day to day, which is larger in some classes than in others."""
    days = (
        [(one.answers - one.missed, one.answers, one.answers - one.expected_misses) for one in evidence.days]
        for evidence in ledger.evidence.values()
    )
    return day_variance_beside(days, DAY_VARIANCE, DAY_VARIANCE)


def _weight_of_days(days: Sequence[Tally], variance: float) -> float:
    """Return how much less a student's answers say than in a class in which days differ as little as in the ledger."""
    each = [one.expected_misses * (1 - one.expected_misses / one.answers) for one in days]
    if not any(each):
        return 1.0
    fewer, kept = (sum(one / (1 + of_days * one) for one in each) for of_days in (variance, DAY_VARIANCE))
    return fewer / kept


def posterior_of(kind: Kind, evidence: Evidence, prior: float, *, of_answers: float = 1.0) -> float:
    """Return the probability that a subject is special; 0 without enough evidence.

    :param of_answers: the weight of all answers, where days differ much
    """
    if evidence.answers < MIN_ANSWERS or evidence.missed < MIN_MISSED or evidence.missed <= evidence.expected_misses:
        return 0.0
    ratios = _ratios(evidence, of_answers)
    special = sum(weight * ratios[shift] for shift, weight in _SPECIAL.items())
    if special < MIN_RATIO:
        return 0.0
    ordinary = sum(weight * ratios[shift] for shift, weight in _ORDINARY_WEIGHTS[kind].items())
    odds = prior / (1 - prior) * special / ordinary
    return odds / (1 + odds)


def _beside_others(ledger: Ledger, subject: Subject, evidence: Evidence) -> float:
    """Return the probability that the class's skill or fact is special, compared with its other answers.

    An easy fact that the class answers like all others is harder than its difficulty says. But it is not what the class
    must be taught again.
    """
    usual = usual_share(ledger.items.values(), subject)
    if usual is None:
        return 1.0
    return posterior_of(subject.kind, evidence.compared_with(usual), _PRIOR_BESIDE)


def interval_of(evidence: Evidence, of_days: float) -> Interval:
    """Return the 90% interval of the proportion of correct answers. It contains the observed proportion.

    The posterior over a grid of deviations, for a binomial likelihood.

    :param of_days: the variance of a student's level from day to day: the answers of a day are alike, so each says less
        if there are more
    """
    expected = min(max(1 - evidence.expected_misses / evidence.answers, LEAST_CHANCE), LARGEST_CHANCE)
    fewer = 1.0
    if evidence.days:
        fewer = alike_answers(evidence.answers, of_days * share_of_a_day(_answers_by_day(evidence)), expected)
    answers, missed = evidence.answers / fewer, evidence.missed / fewer
    usual = log_odds(expected)
    logs = [
        weight
        - (answers - missed) * math.log1p(math.exp(-usual - place))
        - missed * math.log1p(math.exp(usual + place))
        for place, weight in _LOG_WEIGHTS
    ]
    weights = [math.exp(one - max(logs)) for one in logs]
    total = math.fsum(weights)
    mean = math.fsum(place * weight for place, weight in zip(_PLACES, weights, strict=True)) / total
    variance = math.fsum((place - mean) ** 2 * weight for place, weight in zip(_PLACES, weights, strict=True)) / total
    center, reach = usual + mean, _Z * math.sqrt(variance)
    counted = 1 - evidence.total.missed / evidence.total.answers
    return Interval(success(center - reach), success(center + reach)).with_share(counted)


def _answers_by_day(evidence: Evidence) -> Days:
    return [(one.answers - one.missed, one.answers) for one in evidence.days]


def _low_levels(ledger: Ledger, day: date, of_days: float) -> dict[Subject, Finding]:
    """Return the students whose level is far below the class's median, if the app chooses the equations."""
    of_students = {
        one: (evidence, ledger.beliefs["student", one.student])
        for one, evidence in ledger.evidence.items()
        if one.kind is Kind.STUDENT and evidence.total.answers >= MIN_OF_CLASSMATE
    }
    if len(of_students) <= MIN_CLASSMATES:
        return {}
    levels = {}
    for one, (evidence, belief) in of_students.items():
        level, variance = without_prior(belief, PRIOR_VARIANCE["student"])
        doubt = _LEVEL_DOUBT**2 + of_days * share_of_a_day(_answers_by_day(evidence))
        levels[one.student] = level, variance + doubt
    middle, shrunk = shrunk_levels(levels)
    usual = log_odds(USUAL_SHARE)
    found = {}
    for one, (evidence, _) in of_students.items():
        is_new = evidence.latest[0] > day - timedelta(days=_NEWEST_DAYS)
        if evidence.chosen < MIN_CHOSEN or 2 * evidence.chosen < evidence.total.answers or not is_new:
            continue
        posterior = shrunk[one.student].below(middle + FAR_BELOW)
        if posterior >= _SURE_OF_LEVEL and _on_most_days(evidence, middle + FAR_BELOW, of_days) >= _SURE_ON_MOST_DAYS:
            level, variance = levels[one.student]
            center, reach = usual + level - middle, _Z * math.sqrt(variance)
            finding = _finding(one, posterior, evidence, of_days)
            low, high = success(center - reach), success(center + reach)
            found[one] = finding._replace(low=low, high=high, is_level=True)
    return found


def _on_most_days(evidence: Evidence, level: float, of_days: float) -> float:
    """Return the probability that a student gets fewer correct than one of a level, also without the worst days."""
    return below_on_most_days(_answers_by_day(evidence), _share_at(level, evidence.days), of_days)


def _is_still_below(evidence: Evidence) -> bool:
    """Return whether a student gets fewer correct on the latest days than classmates who are nearly far below.

    Always true for others than students.
    """
    latest, answers, right = list[Tally](), 0, 0
    for one in reversed(evidence.days):
        if len(latest) >= _LATEST_DAYS and answers >= ENOUGH_TO_DOUBT:
            break
        latest.append(one)
        answers += one.answers
        right += one.answers - one.missed
    return not latest or right < _share_at(FAR_BELOW, latest) * answers


def _share_at(level: float, days: Sequence[Tally]) -> float:
    """Return the share correct of a student of a level, compared with the classmates, on the equations of some days."""
    answers = sum(one.answers for one in days)
    expected = 1 - sum(one.expected_misses for one in days) / answers
    return success(log_odds(min(max(expected, LEAST_CHANCE), LARGEST_CHANCE)) + level)


def _most_missed(ledger: Ledger, subject: Subject) -> MissedSkill | None:
    if subject.kind is not Kind.STUDENT:
        return None
    skills = (
        MissedSkill(one.name, evidence.total.missed, evidence.total.answers)
        for one, evidence in ledger.evidence.items()
        if one.kind is Kind.STUDENT_SKILL and one.student == subject.student
    )
    enough = (one for one in skills if one.missed >= MIN_MISSED and one.answers >= MIN_ANSWERS)
    return max(enough, key=lambda one: (one.missed, one.skill), default=None)


def _broader(subject: Subject) -> Subject | None:
    """Return the more general subject: the student, or the skill that a step belongs to."""
    if subject.kind is Kind.STUDENT_SKILL:
        return Subject(Kind.STUDENT, subject.student)
    if subject.kind is Kind.FAMILY and (skill := skill_of(subject.name)):
        return Subject(Kind.SKILL, name=skill)
    return None


def _finding(subject: Subject, posterior: float, evidence: Evidence, of_days: float) -> Finding:
    counts = evidence.total
    return Finding(
        subject,
        posterior,
        counts.answers,
        counts.missed,
        counts.expected_misses,
        *interval_of(evidence, of_days),
        since=evidence.since,
        sessions=evidence.sessions,
        channels=evidence.channels,
        is_doubtful=bool(subject.student) and of_days >= _DAYS_DIFFER_MUCH,
    )


def _ratios(evidence: Evidence, of_answers: float) -> dict[float, float]:
    return {0.0: 1.0, **{shift: math.exp(of_answers * log) for shift, log in zip(GRID, evidence.ratios, strict=True)}}


def _normal_weights(places: tuple[float, ...], mean: float, spread: float) -> dict[float, float]:
    weights = {place: math.exp(-((place - mean) ** 2) / (2 * spread * spread)) for place in places}
    total = sum(weights.values())
    return {place: weight / total for place, weight in weights.items()}


def _log_weights() -> tuple[tuple[float, float], ...]:
    usual = _normal_weights(_PLACES, _USUAL_PLACE, _USUAL_SPREAD)
    wide = _normal_weights(_PLACES, _USUAL_PLACE, _WIDE_SPREAD)
    return tuple((place, math.log((1 - _WIDE_SHARE) * usual[place] + _WIDE_SHARE * wide[place])) for place in _PLACES)


_ORDINARY_WEIGHTS = MappingProxyType(
    {
        kind: _normal_weights(_ORDINARY_OF_STUDENTS if kind is Kind.STUDENT else _ORDINARY, 0.0, _ORDINARY_SPREAD[kind])
        for kind in Kind
    }
)
_LOG_WEIGHTS = _log_weights()
