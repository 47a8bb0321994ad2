"""A student's own progress: strengths first, then the next goals, without comparisons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from classroom.i18n.engine_texts import skill_title
from classroom.learning.families import skill_of
from classroom.learning.knowledge import StudentKnowledge, StudentModels
from classroom.learning.records import FamilyRecord
from classroom.learning.wording import SkillStatus, wording_of_skill
from classroom.models import Student
from classroom.presenters.words import fact_text, isolated_equation
from classroom.reports.spans import DateRange
from classroom.reports.students import student_line
from classroom.services.learning.knowledge import known
from engine.equations import SKILLS

IN_A_ROW = 4
"""Correct answers in a row: a student who knows half of the facts gets three in a row in one case of eight."""
MOST_SHOWN, MOST_GOALS = 24, 3


@dataclass(frozen=True, slots=True)
class ShownGoal:
    text: str
    """A fact without its answer, as the card may be in the hand; or a kind of problem."""
    in_a_row: int
    """Correct answers since the last wrong one."""


@dataclass(frozen=True, slots=True)
class OwnProgress:
    right: int
    """The number of correct first answers, including practice."""
    days: int
    facts: tuple[str, ...]
    """Known facts to display, most certain first."""
    fact_count: int
    skills: tuple[str, ...]
    """Kinds of problems that the student knows well, easiest first."""
    goals: tuple[ShownGoal, ...]
    """Closest first."""
    class_name: str
    needed: int = IN_A_ROW

    @property
    def is_empty(self) -> bool:
        """Return whether the student has no answers yet."""
        return not (self.right or self.facts or self.goals)


def own_progress(student: Student) -> OwnProgress:
    line = student_line(DateRange(None, with_practice=True), student_id=student.id, name=student.name)
    with known() as knowledge:
        own = knowledge.of(student.id)
        facts = known_facts(own.families)
        skills = tuple(_sure_skills(knowledge, own))
        goals = goals_of(own.families)
    return OwnProgress(
        right=line.first.right,
        days=len(line.days),
        facts=tuple(map(_fact, facts[:MOST_SHOWN])),
        fact_count=len(facts),
        skills=tuple(skill_title(key) for key in skills),
        goals=tuple(ShownGoal(_goal_text(family), record.in_a_row) for family, record in goals),
        class_name=student.school_class.name,
    )


def known_facts(families: Mapping[str, FamilyRecord]) -> list[str]:
    """Return facts with enough correct answers in a row, most certain first."""
    sure = [(family, one) for family, one in families.items() if one.in_a_row >= IN_A_ROW and skill_of(family) is None]
    return [family for family, _ in sorted(sure, key=lambda one: (-one[1].in_a_row, one[0]))]


def goals_of(families: Mapping[str, FamilyRecord]) -> list[tuple[str, FamilyRecord]]:
    """Return goals that are not reached yet, closest first; for a procedure, its closest step."""
    goals: dict[str, tuple[str, FamilyRecord]] = {}
    for family, record in sorted(families.items(), key=_nearness):
        if record.in_a_row < IN_A_ROW:
            goals.setdefault(skill_of(family) or family, (family, record))
    return list(goals.values())[:MOST_GOALS]


def _nearness(one: tuple[str, FamilyRecord]) -> tuple[int, int, int, str]:
    family, record = one
    return -record.in_a_row, -record.right, -record.answers, family


def _sure_skills(knowledge: StudentModels, own: StudentKnowledge) -> Iterable[str]:
    for key in SKILLS:
        if key in own.skills and wording_of_skill(knowledge, own, key, baseline=None) is SkillStatus.ACCURATE:
            yield key


def _fact(family: str) -> str:
    return isolated_equation(fact_text(family))


def _goal_text(family: str) -> str:
    skill = skill_of(family)
    return skill_title(skill) if skill else _fact(family)
