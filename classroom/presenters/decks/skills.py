"""The catalog of skills, each with an example."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from classroom.i18n.engine_texts import SKILL_TITLES
from engine.equations import GRADES, SKILLS, Skill, codes, equations_of


@dataclass(frozen=True, slots=True)
class ShownSkill:
    key: str
    title: str
    """Translated when displayed, because this is cached for all languages."""
    example: str
    codes: str


@dataclass(frozen=True, slots=True)
class ShownGrade:
    number: int
    skills: tuple[ShownSkill, ...]


@cache
def shown_grades(curriculum: str | None) -> tuple[ShownGrade, ...]:
    """Return every skill, by grade.

    :param curriculum: the curriculum whose codes are shown with the skills; None for no codes.
    """
    return tuple(
        ShownGrade(grade, tuple(_shown(skill, curriculum) for skill in SKILLS.values() if skill.grade == grade))
        for grade in GRADES
    )


def _shown(skill: Skill, curriculum: str | None) -> ShownSkill:
    return ShownSkill(skill.key, SKILL_TITLES[skill.key], _example(skill.key), ", ".join(codes(skill.key, curriculum)))


def _example(skill: str) -> str:
    """Return an equation of medium difficulty."""
    by_answer = equations_of(skill)
    answers = list(by_answer)
    some = [one for one in by_answer[answers[len(answers) // 2]] if one.level == 1] or by_answer[answers[0]]
    return some[len(some) // 2].text
