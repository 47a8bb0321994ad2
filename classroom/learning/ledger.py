"""The evidence ledger of a class: where its answers deviate from expectations.

Every first answer has a probability of being correct, given all other answers of the class. The ledger predicts it
*before* it sees the answer, once ignoring the student's ability, once ignoring the skill's difficulty, and so on. It
adds up how much better the answers fit a deviation of a certain size than none. The sum is a log likelihood ratio, so
checking after every session hardly adds false alarms (Ville's inequality; Wang and Ramdas, arXiv 2009.02824). A
student's answers of one day are alike, because days are good or bad. They are weighted so that the expected ratio stays
near 1: all together like I / (1 + v I), where I is their information and v the least variance between days; findings
are less certain if the days of the class differ more.

A strong student's correct answers and a hard card's misses are expected, and change nothing. On a fixed deck, a student
is compared with the class. If the app chose the equation, only with the app's own prediction: students who get easy
cards must not look strong, nor the others weak.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from classroom.learning.accuracy import DAY_VARIANCE, DRIFT_PER_DAY, NormalEstimate, success
from classroom.learning.families import review_key
from engine.equations import OWN, Equation, difficulty

GRID: Final = (-2.5, -1.75, -1.1, -0.75, -0.5, 0.5)
"""Deviations to test, in logits: at 82% expected, −1.1 is about 60% and −2.5 about 27%."""
HALF_LIFE = 42
"""Half-life of evidence in days: students learn, so old answers say less about today."""
LEAST_CHANCE, LARGEST_CHANCE = 0.02, 0.985
ALIKE = 0.04
"""How much answers to the same question of an exit ticket are alike: the 24th weighs about half as much as the first in
what is said of the class. More would hide facts that a class without copied answers must be taught again."""
_DAYS_KEPT = 12
_LEAST_VARIANCE = 0.004
PRIOR_VARIANCE = MappingProxyType(
    {
        "class": 1.0,
        "student": 0.8,
        "skill": 0.4,
        "family": 0.2,
        "text": 0.3,
        "channel": 0.3,
        "student-skill": 0.3,
        "day": 0.06,
    }
)
Key: TypeAlias = tuple[str, ...]


class Channel(StrEnum):
    """How an answer was given."""

    BOARD = "board"
    NUMBER = "number"
    TICKET = "ticket"


class Kind(StrEnum):
    """The kind of subject of a deviation."""

    STUDENT = "student"
    STUDENT_SKILL = "student-skill"
    SKILL = "skill"
    FAMILY = "family"


class Subject(NamedTuple):
    """A student, a student in a skill, a skill of the class, or a fact family of the class."""

    kind: Kind
    student: str = ""
    name: str = ""
    """The key of the skill or family."""


class Observation(NamedTuple):
    """A first answer."""

    student: str
    equation: Equation
    is_right: bool
    day: date
    channel: Channel = Channel.BOARD
    expected: float | None = None
    """The app's prediction when it chose the equation for this student; None if the card is the same for everyone."""
    session: str = ""
    given: int | None = None
    """The given number; None if there is none, or it is unknown."""
    open_labels: tuple[int, ...] = ()
    """For a wrong space, the numbers on all open wrong spaces; empty if unknown."""


@dataclass(slots=True)
class Tally:
    """Answers of a subject without decay, for display."""

    answers: int = 0
    missed: int = 0
    expected_misses: float = 0.0

    def add(self, chance: float, *, is_right: bool) -> None:
        self.answers += 1
        self.missed += not is_right
        self.expected_misses += 1 - chance


@dataclass(slots=True)
class ItemTally:
    """First answers to an equation, without decay: equations don't forget."""

    equation: Equation
    answers: int = 0
    right: int = 0
    expected: float = 0.0
    """Expected correct answers, given the students, the skill, and the prior difficulty."""
    students: set[int] = field(default_factory=set)
    """Their indexes in `Ledger.students`."""


@dataclass(slots=True)
class Evidence:
    """Evidence for and against a deviation of a subject."""

    ratios: list[float] = field(default_factory=lambda: [0.0] * len(GRID))
    """For each deviation of `GRID`, its log likelihood ratio against none."""
    answers: float = 0.0
    missed: float = 0.0
    expected_misses: float = 0.0
    """These three decay like the ratios."""
    day: date = date.min
    total: Tally = field(default_factory=Tally)
    since: date = date.max
    """Day of the first answer."""
    sessions: int = 0
    latest: tuple[date, str] = (date.min, "")
    """Day and session of the last answer; a class's sessions don't overlap."""
    channels: dict[Channel, Tally] = field(default_factory=dict)
    chosen: int = 0
    """Answers to equations that the app chose for the student."""
    of_day: float = 0.0
    """The information in the answers of the latest day (Σ p(1 − p))."""
    days: list[Tally] = field(default_factory=list)
    """Of a student: the latest days with answers, oldest first. Also for chosen equations, expected misses are those of
    the classmates: the app's prediction follows a day's answers, which hides how much days differ."""

    def add(self, chance: float, seen: Observation, *, weight: float = 1.0, of_days: float = 0.0) -> None:
        """Add an answer, given its probability, which was fixed before it.

        :param weight: of the answer in the ratios; all counts include it fully
        :param of_days: the variance between days, in squared logits: the more answers of a day, the less each says
        """
        self.fade(seen.day)
        chance = min(max(chance, LEAST_CHANCE), LARGEST_CHANCE)
        odds, is_right = chance / (1 - chance), seen.is_right
        before = self.of_day if seen.day == self.latest[0] else 0.0
        self.of_day = before + chance * (1 - chance)
        weight /= (1 + of_days * before) * (1 + of_days * self.of_day)
        none = math.log1p(odds)
        # A deviation multiplies the odds by a factor: the ratio of a wrong answer is (1 + odds) / (1 + odds * factor).
        if is_right:
            steps = [shift - math.log1p(odds * factor) for shift, factor in _ODDS_FACTORS]
        else:
            steps = [-math.log1p(odds * factor) for _shift, factor in _ODDS_FACTORS]
        self.ratios = [ratio + weight * (none + step) for ratio, step in zip(self.ratios, steps, strict=True)]
        self.answers += 1
        self.missed += not is_right
        self.expected_misses += 1 - chance
        self.total.add(chance, is_right=is_right)
        self.chosen += seen.expected is not None
        self.since = min(self.since, seen.day)
        if self.latest != (seen.day, seen.session):
            self.latest = seen.day, seen.session
            self.sessions += 1
        if (of_channel := self.channels.get(seen.channel)) is None:
            of_channel = self.channels[seen.channel] = Tally()
        of_channel.add(chance, is_right=is_right)

    def count_day(self, chance: float, seen: Observation) -> None:
        """Count an answer on its day. Call it before the answer is added."""
        if not self.days or seen.day != self.latest[0]:
            self.days = [*self.days[1 - _DAYS_KEPT :], Tally()]
        self.days[-1].add(chance, is_right=seen.is_right)

    def compared_with(self, chance: float) -> Evidence:
        """Return the same answers compared with the same probability for each, by their decayed counts."""
        right, missed = self.answers - self.missed, self.missed
        odds = chance / (1 - chance)
        none = self.answers * math.log1p(odds)
        ratios = [none + right * shift - self.answers * math.log1p(odds * factor) for shift, factor in _ODDS_FACTORS]
        return Evidence(ratios, self.answers, missed, self.answers * (1 - chance))

    def fade(self, day: date) -> None:
        """Apply the decay of days."""
        if day <= self.day:
            return
        left = 0.5 ** ((day - self.day).days / HALF_LIFE) if self.answers else 0.0
        self.ratios = [ratio * left for ratio in self.ratios]
        self.answers *= left
        self.missed *= left
        self.expected_misses *= left
        self.day = day


_ODDS_FACTORS = tuple((shift, math.exp(shift)) for shift in GRID)


@dataclass(slots=True)
class Ledger:
    """The evidence of a class, folded from its first answers in order of time."""

    start: float
    """The prior level of the class, in logits."""
    beliefs: dict[Key, NormalEstimate] = field(default_factory=dict)
    """Mean and variance of each level, and of the easiness of each skill, family, and text, which all add up."""
    evidence: dict[Subject, Evidence] = field(default_factory=dict)
    items: dict[str, ItemTally] = field(default_factory=dict)
    """By text."""
    students: dict[str, int] = field(default_factory=dict)
    """An index for each student with answers, from 0."""
    asked: Counter[str] = field(default_factory=Counter)
    """Answers to each question on the exit tickets of the session `asked_in`."""
    asked_in: str = ""
    """The latest session with an exit ticket."""
    latest_day: date = date.min
    """The day of `beliefs["day",]`: how much better or worse the class is than usual."""

    def observe(self, seen: Observation) -> None:
        """Add a first answer."""
        equation, student = seen.equation, seen.student
        skill, family = equation.skill, review_key(equation)
        keys: tuple[Key, ...] = (
            ("class",),
            ("student", student),
            ("skill", skill),
            ("family", family),
            ("text", equation.text),
            ("channel", seen.channel),
            ("student-skill", student, skill),
            ("day",),
        )
        if seen.day != self.latest_day:
            self.latest_day = seen.day
            self.beliefs.pop(("day",), None)
        known = [self.beliefs.get(key) or self._first_belief(key[0]) for key in keys]
        known[1] = self._drifted(known[1], seen)
        _of_class, of_student, of_skill, of_family, of_text, _of_channel, of_both, _of_day = known
        mean = -difficulty(equation)
        variance = 0.0
        for level, doubt in known:
            mean += level
            variance += doubt

        def without(one: NormalEstimate, other: NormalEstimate = (0.0, 0.0)) -> float:
            return success(mean - one[0] - other[0], variance - one[1] - other[1])

        of_classmates = without(of_student, of_both)
        expected = of_classmates if seen.expected is None else seen.expected
        of_others = without(of_family, of_text)
        self._count(equation, student, of_others, is_right=seen.is_right)
        weighed = [(Subject(Kind.STUDENT, student), expected), (Subject(Kind.FAMILY, name=family), of_others)]
        if skill != OWN:  # a teacher's own cards have nothing in common
            weighed += [
                (Subject(Kind.STUDENT_SKILL, student, skill), without(of_both)),
                (Subject(Kind.SKILL, name=skill), without(of_skill)),
            ]
        weight = self._weight_for_class(seen)
        for subject, chance in weighed:
            if (evidence := self.evidence.get(subject)) is None:
                evidence = self.evidence[subject] = Evidence()
            if subject.kind is Kind.STUDENT:
                evidence.count_day(of_classmates, seen)
            if subject.student:
                evidence.add(chance, seen, of_days=DAY_VARIANCE)
            else:
                evidence.add(chance, seen, weight=weight)
        chance = success(mean, variance)
        information = chance * (1 - chance)
        scale = 1 + information * variance
        step, narrowing = (seen.is_right - chance) / scale, information / scale
        for key, (level, doubt) in zip(keys, known, strict=True):
            self.beliefs[key] = level + doubt * step, max(doubt - doubt * doubt * narrowing, _LEAST_VARIANCE)

    def _drifted(self, level: NormalEstimate, seen: Observation) -> NormalEstimate:
        """Return a student's level, less certain after the days since the last answer: students learn and forget."""
        last = self.evidence.get(Subject(Kind.STUDENT, seen.student))
        days = 0 if last is None else (seen.day - last.latest[0]).days
        return level[0], min(level[1] + DRIFT_PER_DAY["overall"] * days, PRIOR_VARIANCE["student"])

    def _weight_for_class(self, seen: Observation) -> float:
        """Return the weight of an answer in what is said of the class.

        The questions of an exit ticket are the same for everyone, so neighbors may have copied from each other.
        """
        if seen.channel is not Channel.TICKET:
            return 1.0
        if seen.session != self.asked_in:
            self.asked, self.asked_in = Counter(), seen.session
        self.asked[seen.equation.text] += 1
        return 1 / (1 + ALIKE * (self.asked[seen.equation.text] - 1))

    def _count(self, equation: Equation, student: str, expected: float, *, is_right: bool) -> None:
        if (item := self.items.get(equation.text)) is None:
            item = self.items[equation.text] = ItemTally(equation)
        item.answers += 1
        item.right += is_right
        item.expected += expected
        item.students.add(self.students.setdefault(student, len(self.students)))

    def _first_belief(self, part: str) -> NormalEstimate:
        return (self.start if part == "class" else 0.0), PRIOR_VARIANCE[part]
