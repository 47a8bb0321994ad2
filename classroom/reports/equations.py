"""First answers to each equation, and its wrong answers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import func

from classroom.database import db
from classroom.learning.answer_counts import Dealt, DealtWrong
from classroom.models import Attempt
from classroom.reports.counts import first_answers
from classroom.reports.spans import DateRange
from classroom.reports.statistics import Proportion
from engine.equations import OWN, describe

MIN_ANSWERS_FOR_CLASS = 4
"""Minimum first answers for a statement about a class."""


class EquationKind(StrEnum):
    """Kinds of equations, in the order in which children learn them."""

    ADDITION = "addition"
    SUBTRACTION = "subtraction"
    MULTIPLICATION = "multiplication"
    DIVISION = "division"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class WrongAnswer:
    """A wrong answer and its frequency."""

    given: str | None
    """The label chosen; None if the card was traded in by mistake."""
    count: int


@dataclass(frozen=True, slots=True)
class EquationLine:
    equation: str
    answer: str
    first: Proportion
    wrong: tuple[WrongAnswer, ...]
    """Wrong first answers, most frequent first."""
    skill: str = ""
    """The skill that it was dealt for most often; "" for the easiest with this text."""

    @property
    def kind(self) -> EquationKind:
        """Return the operation that is practiced; for a teacher's own card, its only operation."""
        skill = self.skill or describe(self.equation, int(self.answer)).skill
        if skill != OWN:
            return _KIND_OF_SKILL.get(skill, EquationKind.OTHER)
        kinds = {kind for sign, kind in _KINDS.items() if sign in self.equation}
        return kinds.pop() if len(kinds) == 1 else EquationKind.OTHER


_KINDS = {
    "+": EquationKind.ADDITION,
    "−": EquationKind.SUBTRACTION,
    "×": EquationKind.MULTIPLICATION,
    "÷": EquationKind.DIVISION,
}
_SKILLS_OF_KIND = {
    EquationKind.ADDITION: (
        "add-10",
        "add-20",
        "missing-addend-20",
        "add-2-digit-easy",
        "add-2-digit",
        "add-100-carry",
    ),
    EquationKind.SUBTRACTION: ("sub-10", "sub-20", "sub-tens", "sub-100", "sub-100-borrow", "sub-1000"),
    EquationKind.MULTIPLICATION: (*("mul-0-1", "mul-tables", "missing-factor", "mul-tens", "mul-11-12", "mul-2-by-1"),),
    EquationKind.DIVISION: ("div-tables", "div-1-digit", "div-2-digit"),
}
"""Skills of a single operation. Coins, order of operations, percentages, and so on have none, whatever their signs."""
_KIND_OF_SKILL = {skill: kind for kind, skills in _SKILLS_OF_KIND.items() for skill in skills}


def equation_lines(
    span: DateRange, *, student_id: str | None = None, texts: Collection[str] | None = None, skill: str | None = None
) -> list[EquationLine]:
    """Return every equation answered in the span, by the class or a student, most missed first.

    :param texts: only these equations; None for all
    :param skill: only equations dealt for this skill; None for any
    """
    parts = (Attempt.equation, Attempt.answer, Attempt.skill, Attempt.is_right, Attempt.given)
    times = func.count().label("times")
    query = first_answers(span, *parts, times, student_id=student_id, texts=texts, skill=skill)
    right: Counter[Dealt] = Counter()
    wrong: Counter[DealtWrong] = Counter()
    for row in db.session.execute(query.group_by(*parts)):
        if row.is_right:
            right[row.equation, row.answer, row.skill] += row.times
        else:
            wrong[row.equation, row.answer, row.skill, row.given] += row.times
    return lines_from(right, wrong)


def lines_from(right: Mapping[Dealt, int], wrong: Mapping[DealtWrong, int]) -> list[EquationLine]:
    """Combine the counts of correct answers with those of each wrong answer."""
    right_of: Counter[tuple[str, str]] = Counter()
    wrong_of: defaultdict[tuple[str, str], Counter[str | None]] = defaultdict(Counter)
    skills: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for (equation, answer, skill), times in right.items():
        right_of[equation, answer] += times
        skills[equation, answer][skill] += times
    for (equation, answer, skill, given), times in wrong.items():
        wrong_of[equation, answer][given] += times
        skills[equation, answer][skill] += times
    lines = [_line(key, right_of[key], wrong_of.get(key, Counter()), dealt) for key, dealt in skills.items()]
    return sorted(lines, key=lambda line: (-line.first.missed, line.first.trials, line.equation))


def shares_by_kind(lines: Iterable[EquationLine]) -> list[tuple[EquationKind, Proportion]]:
    """Sum first answers by kind of equation, in the order in which children learn them."""
    totals: dict[EquationKind, Proportion] = defaultdict(Proportion)
    for line in lines:
        totals[line.kind] += line.first
    return [(kind, totals[kind]) for kind in EquationKind if kind in totals]


def _line(key: tuple[str, str], right: int, wrong: Counter[str | None], skills: Counter[str]) -> EquationLine:
    missed = wrong.total()
    given = [WrongAnswer(label, count) for label, count in wrong.items()]
    ordered = sorted(given, key=lambda one: (-one.count, one.given is None, len(one.given or ""), one.given or ""))
    skill = max(skills, key=lambda one: (skills[one], one))
    return EquationLine(*key, Proportion(right, right + missed), tuple(ordered), skill)


MOST_EQUATIONS = 5
LEAST_MISSED = 2
"""A single miss says nothing about an equation."""


def hardest(lines: Iterable[EquationLine]) -> list[EquationLine]:
    """List the equations with the highest miss rate, by the lower limit of its interval.

    9 of 14 missed comes before 3 of 4, because there are more answers.
    """
    enough = [
        line for line in lines if line.first.trials >= MIN_ANSWERS_FOR_CLASS and line.first.missed >= LEAST_MISSED
    ]
    ordered = sorted(enough, key=lambda line: (-missed(line).interval[0], -line.first.missed, line.equation))
    return ordered[:MOST_EQUATIONS]


def missed(line: EquationLine) -> Proportion:
    """Return the proportion of wrong first answers."""
    return Proportion(line.first.missed, line.first.trials)
