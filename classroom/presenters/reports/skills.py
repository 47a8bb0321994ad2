"""A student's skills in the report, each with the date of its latest answer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cache

from classroom.clock import local_day
from classroom.i18n import lazy_gettext
from classroom.i18n.engine_texts import skill_title
from classroom.learning.families import review_key
from classroom.learning.knowledge import StudentKnowledge, StudentModels
from classroom.learning.plans import LAST_EARLY_GRADE
from classroom.learning.speed import UsualTime
from classroom.learning.wording import (
    MIN_ANSWERS_FOR_SKILL,
    SkillStatus,
    chance_on_reference,
    is_due,
    wording_of_skill,
)
from classroom.models import Student
from classroom.presenters.moments import short_day_text
from classroom.reports.students import baseline_of
from classroom.services.learning.knowledge import known
from engine.equations import SKILLS, equations_of

_WORDS = {
    SkillStatus.NOT_ENOUGH: (lazy_gettext("Not enough answers yet"), None),
    SkillStatus.LEARNING: (lazy_gettext("learning"), ""),
    SkillStatus.ACCURATE: (lazy_gettext("accurate"), "good"),
    SkillStatus.FLUENT: (lazy_gettext("accurate and quick"), "good"),
}


@dataclass(frozen=True, slots=True)
class ShownSkill:
    """A skill with answers by the student."""

    title: str
    grade: int
    answers: int
    """The number of this student's first answers, ever."""
    percent: int | None
    """Estimated percentage correct on a fixed set of its equations; None with too few answers."""
    word: str
    kind: str | None
    """The badge that shows the status; None with too few answers."""
    due: int
    """The number of its fact families that were known and may be forgotten by now."""
    last: str
    """The date of the latest answer."""


def shown_skills(student: Student, *, now: datetime) -> tuple[ShownSkill, ...]:
    """Return the student's skills, strongest first."""
    baseline = baseline_of(student.id)
    with known() as knowledge:
        student_knowledge = knowledge.of(student.id)
        is_young = student.level is not None and student.level <= LAST_EARLY_GRADE
        shown = [
            _skill(knowledge, student_knowledge, key, now, baseline=baseline, is_young=is_young)
            for key in SKILLS
            if key in student_knowledge.skills
        ]
    return tuple(sorted(shown, key=lambda one: (-(one.percent or 0), one.grade, one.title)))


@cache
def families_of(skill: str) -> frozenset[str]:
    return frozenset(review_key(equation) for some in equations_of(skill).values() for equation in some)


def _skill(
    knowledge: StudentModels,
    student: StudentKnowledge,
    key: str,
    now: datetime,
    *,
    baseline: UsualTime | None,
    is_young: bool,
) -> ShownSkill:
    record, skill = student.skills[key], SKILLS[key]
    word, kind = _WORDS[wording_of_skill(knowledge, student, key, baseline=baseline, is_young=is_young)]
    has_enough_answers = record.answers >= MIN_ANSWERS_FOR_SKILL
    chance = chance_on_reference(student.levels, knowledge.difficulties, key)
    today = local_day(now)
    return ShownSkill(
        title=skill_title(key),
        grade=skill.grade,
        answers=record.answers,
        percent=round(100 * chance) if has_enough_answers else None,
        word=str(word),
        kind=kind,
        due=sum(is_due(student, fact, today) for fact in families_of(key) & student.families.keys()),
        last=short_day_text(record.last_day),
    )
