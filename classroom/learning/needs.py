"""Each student's greatest need, from counts: a skill with few correct answers, and fewer than usual.

A student who answers fewer than three of four correctly needs the skill. For a skill that is hard for everyone, some
unlucky student would nearly always qualify. So the student must also be below the classmates, with enough certainty
that chance rarely looks like that, the more so if many skills are compared. What the whole class needs is reported for
the class.

Typed numbers are compared with typed numbers, because spaces on the board are easier to guess. The answers of one day
are alike to some degree, because days are good or bad, for a student and for a class; if they are many, they count as
fewer (`day_effects.py`). Teachers look every week, so few days must be more certain than many. Two weeks alone rarely
can tell a student who is far below from one with bad days, so earlier answers are considered as well. Many weeks, on
the other hand, contain answers from before a student, or the class, improved: the latest ones must still show the need.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeAlias

from classroom.learning.day_effects import (
    Days,
    ExpectedDay,
    alike_answers,
    day_variance,
    day_variance_beside,
    share_of_a_day,
)
from classroom.learning.grouping import NEEDED
from classroom.learning.statistics import beta_probability
from classroom.learning.wording import ACCURATE, MIN_ANSWERS_FOR_SKILL

USUAL, PRIOR_ANSWERS = 0.82, 8
"""The usual success rate of classes, and its weight in answers."""
BY_LUCK, FEW_STUDENTS, TERM = 0.05, 15, 12
"""Expected number of students, of all in a class, who look as far below their classmates by chance, if the dates are a
term of this many days; smaller classes count as having this minimum size. A term has several periods of fewer days, and
teachers look at each, so each gets its part."""
SHORT_PART = 0.25
"""The part of `BY_LUCK` for what some dates show alone, if earlier answers are known as well; these get the rest."""
SKILLS_AS_ONE = 3
"""Skills of a student that count as one comparison. With more skills, chance looks like a need more often; but seldom
in skills with few answers, and a student's skills are alike."""
ORDINARY_VARIANCE = 0.02
"""Variance between the levels of students, in squared logits, that is no need. Equal students also know some facts
better than others, and are dealt these more often or less: many answers do not change that."""
LEAST_MISSING = 1
"""Minimum number of correct answers that a student lacks, compared with classmates."""
LEAST_LESSONS = 2
"""Minimum number of days on which a class must have shown its need."""
ENOUGH_TO_DOUBT = 16
"""Minimum answers that can cast doubt on what others show: a few correct ones are often luck."""
_MOST_CERTAIN = 0.98
Counts: TypeAlias = Mapping[tuple[str, str, bool], tuple[int, int]]
"""By student, skill, and whether they were typed, the numbers of correct first answers and of first answers."""


class Needs(NamedTuple):
    """The most needed skills, for students and for the class; without uncertain ones."""

    by_student: Mapping[str, str]
    of_class: tuple[str, ...]
    """Most certain first."""


@dataclass(frozen=True)
class Answered:
    """First answers of a class on some dates."""

    counts: Counts
    days: Mapping[str, Days] = field(default_factory=dict)
    """Each student's answers by day; without, each answer counts as one of another day."""
    skill_days: Mapping[tuple[str, str], Days] = field(default_factory=dict)
    """The same in each skill, if known."""
    beside: Sequence[Sequence[ExpectedDay]] = ()
    """Each student's days beside those of the classmates, if dates are known."""

    @cached_property
    def day_variance(self) -> float:
        """Return how much students' days differ, in squared logits, apart from what differs for the whole class.

        If dates are not known, that counts as well.
        """
        return day_variance_beside(self.beside) if self.beside else day_variance(self.days.values())


class Judged(NamedTuple):
    """A student in a skill, compared with the classmates."""

    student: str
    skill: str
    right: int
    answers: int
    usual: float
    """The classmates' success rate."""
    need: float
    """Probability that the student answers fewer than three of four correctly."""
    below: float
    """Probability that the student is below the classmates."""


def needs_of(some: Answered, longer: Answered | None = None, *, latest: Answered | None = None) -> Needs:
    """Return the skill that each student needs most certainly, and those that the class does.

    :param longer: the answers on dates that include these and earlier ones. A need that they show for certain counts if
        the student is still below on these dates, or the class still gets fewer than three of four correct.
    :param latest: those of the latest weeks, if the dates are more. A need does not count if they contradict it.

    >>> weak = {(str(number), "mul", False): (20, 24) for number in range(9)} | {("9", "mul", False): (8, 24)}
    >>> needs_of(Answered(weak))
    Needs(by_student={'9': 'mul'}, of_class=())
    >>> needs_of(Answered({(str(number), "div", False): (12, 24) for number in range(9)}))
    Needs(by_student={}, of_class=('div',))
    """
    judged = list(judge(some))
    lately = [] if latest is None else list(judge(latest))
    part = 1.0 if longer is None else SHORT_PART
    alone = _certain(judged, _limit(some, judged, part), partial(_may_be_below, now=_by_skill(lately)))
    still: dict[str, str] = {}
    shares = _shares_of_class(some, judged)
    of_class = _class_needs(some, shares, part)
    if latest is not None:
        asked, low = {one.skill for one in lately}, _shares_of_class(latest, lately)
        of_class = {skill: need for skill, need in of_class.items() if skill in low or skill not in asked}
    if longer is not None:
        earlier = list(judge(longer))
        is_current = partial(_is_still_below, now=_by_skill(judged))
        still = _certain(earlier, _limit(longer, earlier, 1 - SHORT_PART), is_current)
        lasting = _class_needs(longer, _shares_of_class(longer, earlier), 1 - SHORT_PART)
        of_class = {skill: need for skill, need in lasting.items() if skill in shares} | of_class
    return Needs(still | alone, tuple(sorted(of_class, key=lambda skill: (-of_class[skill], skill))))


def judge(some: Answered) -> Iterator[Judged]:
    """Compare each student in each skill with enough answers."""
    variance = some.day_variance
    of_class, of_way, of_student = _Shares(), _Shares(), _Shares()
    for (student, skill, is_typed), share in some.counts.items():
        of_class.add(skill, share)
        of_way.add((skill, is_typed), share)
        of_student.add((student, skill), share)
    alike = {
        student: variance * share_of_a_day(days) + ORDINARY_VARIANCE for student, days in some.days.items() if days
    }
    for (student, skill), (own, answers) in of_student.items():
        if answers < MIN_ANSWERS_FOR_SKILL:
            continue
        of_others = _rate(of_class[skill], (own, answers), USUAL)
        usual = 0.0
        for is_typed in (False, True):
            share = some.counts.get((student, skill, is_typed), (0, 0))
            usual += share[1] / answers * _rate(of_way[skill, is_typed], share, of_others)
        fewer = alike_answers(answers, alike.get(student, 0.0), usual)
        shares = own / fewer, answers / fewer, usual
        yield Judged(student, skill, own, answers, usual, below(ACCURATE, *shares), below(usual, *shares))


def _certain(judged: Sequence[Judged], limit: float, is_current: Callable[[Judged], bool]) -> dict[str, str]:
    """Return each student's most certain need, if chance hardly explains it.

    :param limit: minimum probability that the student is below the classmates
    :param is_current: whether the latest answers agree
    """
    skills = Counter(one.student for one in judged)
    needs: dict[str, tuple[float, str]] = {}
    for one in judged:
        lacks = one.usual * one.answers - one.right >= LEAST_MISSING
        needed = 1 - (1 - NEEDED) / max(1.0, skills[one.student] / SKILLS_AS_ONE)
        if lacks and one.need >= needed and one.below >= limit and is_current(one):
            needs[one.student] = max(needs.get(one.student, (0.0, "")), (one.need, one.skill))
    return {student: skill for student, (_need, skill) in needs.items()}


def _limit(some: Answered, judged: Sequence[Judged], part: float = 1.0) -> float:
    """Return the certainty with which chance produces only `BY_LUCK` for a term of such dates, or a part of it."""
    students = len({student for student, *_ in some.counts})
    return 1 - _by_luck(some, part) / max(FEW_STUDENTS, students, len(judged) / SKILLS_AS_ONE)


def _by_luck(some: Answered, part: float) -> float:
    lessons = _lessons(some)
    return part * BY_LUCK * (min(1.0, lessons / TERM) if lessons else 1.0)


def _lessons(some: Answered) -> int:
    """Return the number of days; 0 if they are not known."""
    return max(map(len, some.days.values()), default=0)


_BySkill: TypeAlias = Mapping[tuple[str, str], Judged]
"""By student and skill."""


def _by_skill(judged: Iterable[Judged]) -> _BySkill:
    return {(one.student, one.skill): one for one in judged}


def _is_still_below(longer: Judged, now: _BySkill) -> bool:
    """Return whether the latest answers are surely below the classmates', and show no improvement."""
    one = now.get((longer.student, longer.skill))
    return one is not None and one.below >= NEEDED and _is_like_before(longer, one)


def _may_be_below(longer: Judged, now: _BySkill) -> bool:
    """Return whether the latest answers, if there are enough, show no improvement."""
    one = now.get((longer.student, longer.skill))
    return one is None or one.answers < ENOUGH_TO_DOUBT or _is_like_before(longer, one)


def _is_like_before(longer: Judged, latest: Judged) -> bool:
    """Return whether a student's latest answers are more like all of them than like those of the classmates.

    A student who has improved quickly should not be named because of answers from before.
    """
    halfway = (latest.usual + longer.right / longer.answers) / 2
    return latest.right < min(ACCURATE, halfway) * latest.answers


class _Shares(dict[Any, tuple[int, int]]):
    """Sums of correct answers and of answers."""

    def add(self, key: object, share: tuple[int, int]) -> None:
        right, answers = self[key]
        self[key] = right + share[0], answers + share[1]

    def __missing__(self, _key: object) -> tuple[int, int]:
        return 0, 0


def _rate(of_all: tuple[int, int], own: tuple[int, int], usual: float) -> float:
    """Return classmates' success rate, shrunk towards the usual one."""
    right, answers = of_all[0] - own[0], of_all[1] - own[1]
    return min(_MOST_CERTAIN, (right + usual * PRIOR_ANSWERS) / (answers + PRIOR_ANSWERS))


def _class_needs(some: Answered, shares: Mapping[str, tuple[int, int]], part: float) -> dict[str, float]:
    """Return the skills that a class surely needs. Its days differ, too: one bad lesson is many answers.

    A single lesson says nothing: everyone may have guessed.
    """
    if 0 < _lessons(some) < LEAST_LESSONS:
        return {}
    variance = day_variance(some.days.values())  # with what differs for the whole class
    of_lesson = min((variance * share_of_a_day(days) for days in some.days.values() if days), default=0.0)
    needs = {}
    for skill, (right, answers) in shares.items():
        fewer = alike_answers(answers, of_lesson, USUAL)
        needs[skill] = below(ACCURATE, right / fewer, answers / fewer, USUAL)
    return {skill: need for skill, need in needs.items() if need >= 1 - _by_luck(some, part)}


def _shares_of_class(some: Answered, judged: Iterable[Judged]) -> dict[str, tuple[int, int]]:
    """Return the counts of skills in which a class gets fewer than three of four correct.

    A few students far below are no need of the whole class. So without those who are surely below their classmates,
    unless they are half of the students.
    """
    weak = {(one.student, one.skill) for one in judged if one.below >= NEEDED}
    every, others = (defaultdict[str, _Shares](_Shares) for _ in range(2))
    for (student, skill, _is_typed), share in some.counts.items():
        every[skill].add(student, share)
        if (student, skill) not in weak:
            others[skill].add(student, share)
    shares = {}
    for skill, of_student in every.items():
        most = others[skill] if 2 * len(others[skill]) > len(of_student) else of_student
        right, answers = (sum(numbers) for numbers in zip(*most.values(), strict=True))
        if right < ACCURATE * answers:
            shares[skill] = right, answers
    return shares


def below(share: float, right: float, trials: float, usual: float) -> float:
    """Return the probability that one success rate is below another."""
    return beta_probability(share, right + usual * PRIOR_ANSWERS, trials - right + (1 - usual) * PRIOR_ANSWERS)
