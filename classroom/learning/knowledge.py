"""All estimates from first attempts, folded one by one, and reproducible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from statistics import median
from typing import Protocol

from classroom.learning.accuracy import AbilityEstimates, Difficulties, observe
from classroom.learning.attempts import FirstAttempt, asked
from classroom.learning.families import review_key
from classroom.learning.memory import review
from classroom.learning.records import FamilyRecord, SkillRecord, TargetController, Times
from classroom.learning.speed import ItemTimes, Pace, observe_time
from engine.equations import GRADES, SKILLS, Equation

LEAST_SECONDS = 0.3
"""No one reads and answers faster: such times are accidental taps."""
_EASE = 2.0
"""How far a student's level is above the skills of their grade: about 8 in 10 correct, given how much levels vary."""


class Grades(Protocol):
    """Students' grades set by teachers; a dictionary is enough."""

    def get(self, student: str, /) -> int | None:
        """Return a student's grade; None if not set. Called once, before the first question."""


@dataclass(slots=True)
class StudentKnowledge:
    """Estimates of one student."""

    levels: AbilityEstimates = field(default_factory=AbilityEstimates)
    pace: Pace = field(default_factory=Pace)
    skills: dict[str, SkillRecord] = field(default_factory=dict)
    families: dict[str, FamilyRecord] = field(default_factory=dict)
    """By review key."""
    steering: TargetController = field(default_factory=TargetController)
    times: Times = field(default_factory=Times)
    answers: int = 0
    games: int = 0
    game: str | None = None
    """The latest game."""
    wrong_in_a_row: int = 0
    day: date = date.min
    """The day of the latest answer."""

    def copy(self) -> StudentKnowledge:
        """Return a copy that later answers don't change.

        Records are shared: an answer replaces those that it changes.
        """
        return replace(
            self,
            levels=self.levels.copy(),
            pace=self.pace.copy(),
            skills=dict(self.skills),
            families=dict(self.families),
            steering=replace(self.steering),
            times=replace(self.times),
        )


@dataclass(slots=True)
class StudentModels:
    """Estimates of all students and items of an installation."""

    grades: Grades = field(default_factory=dict[str, int])
    """Priors of levels come from grades; without a grade, from the mean."""
    students: dict[str, StudentKnowledge] = field(default_factory=dict)
    difficulties: Difficulties = field(default_factory=Difficulties)
    item_times: ItemTimes = field(default_factory=ItemTimes)
    sample_difficulties: Difficulties = field(default_factory=Difficulties)
    """Separate items for simulated students, whose answers must not affect real students' estimates."""
    sample_times: ItemTimes = field(default_factory=ItemTimes)

    load: Callable[[str], StudentKnowledge | None] = lambda _: None
    """Loads a student who is not in memory yet; None if there is no data."""

    def of(self, student: str) -> StudentKnowledge:
        """Return a student's estimates; new students get the prior."""
        known = self.students.get(student)
        if known is None:
            known = self.load(student) or StudentKnowledge(AbilityEstimates(start_level(self.grades.get(student))))
            self.students[student] = known
        return known

    def learn(self, attempt: FirstAttempt) -> float:
        """Add a first attempt; must be called in order of time.

        Return the probability of success that was predicted before it.
        """
        student, equation = self.of(attempt.student), attempt.equation
        if student.answers and attempt.day > student.day:
            student.levels.wait((attempt.day - student.day).days)
        student.day = max(student.day, attempt.day)
        if attempt.game != student.game:
            student.game = attempt.game
            student.games += 1
        question = asked(equation, attempt.form)
        difficulties = self.sample_difficulties if attempt.is_sample else self.difficulties
        times = self.sample_times if attempt.is_sample else self.item_times
        predicted = observe(student.levels, difficulties, question, is_right=attempt.is_right)
        seconds = attempt.seconds if attempt.is_right and (attempt.seconds or 0) >= LEAST_SECONDS else None
        _count_skill(student, equation, attempt, predicted, seconds)
        _count_family(student, equation, attempt, seconds)
        if seconds is not None:
            student.times.add(seconds)
            observe_time(student.pace, times, equation.text, equation.skill, seconds)
            times.add(equation.text, seconds)
        if attempt.goal is not None:
            student.steering.observe(attempt.goal, is_right=attempt.is_right)
        student.answers += 1
        student.wrong_in_a_row = 0 if attempt.is_right else student.wrong_in_a_row + 1
        return predicted


def rebuild(attempts: Iterable[FirstAttempt], grades: Mapping[str, int] | None = None) -> StudentModels:
    """Fold all attempts again. The same attempts in the same order give the same numbers."""
    knowledge = StudentModels(grades or {})
    for attempt in attempts:
        knowledge.learn(attempt)
    return knowledge


def start_level(grade: int | None) -> float:
    """Return the prior level for a grade, in logits; without a grade that of grade 3.

    >>> round(start_level(1), 1), round(start_level(6), 1)
    (-0.2, 3.6)
    """
    wanted = min(max(grade or 3, GRADES[0]), GRADES[-1])
    return median(skill.difficulty for skill in SKILLS.values() if skill.grade == wanted) + _EASE


def _count_skill(
    student: StudentKnowledge, equation: Equation, attempt: FirstAttempt, predicted: float, seconds: float | None
) -> None:
    known = student.skills.get(equation.skill)
    record = student.skills[equation.skill] = SkillRecord() if known is None else known.copy()
    record.answers += 1
    record.right += attempt.is_right
    record.information += predicted * (1 - predicted)
    record.last_day = attempt.day
    record.recent.add(attempt.day)
    if seconds is not None:
        record.times.add(seconds)


def _count_family(student: StudentKnowledge, equation: Equation, attempt: FirstAttempt, seconds: float | None) -> None:
    family = review_key(equation)
    known = student.families.get(family)
    record = student.families[family] = FamilyRecord() if known is None else known.copy()
    usual = student.times.usual()
    pace = seconds / usual if seconds is not None and usual else None
    record.memory = review(record.memory, attempt.day, is_right=attempt.is_right, pace=pace)
    record.answers += 1
    record.right += attempt.is_right
    record.in_a_row = record.in_a_row + 1 if attempt.is_right else 0
    record.missed_in = None if attempt.is_right else student.games
    if attempt.is_right and attempt.day > record.last_right_day:
        record.right_days += 1
        record.last_right_day = attempt.day
    if seconds is not None:
        record.times.add(seconds)
