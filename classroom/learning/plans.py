"""A student's practice plan, for each way of dealing."""

from __future__ import annotations

from enum import StrEnum

from classroom.learning.deals import GENTLE_GOAL, GOAL, Plan
from engine.equations import SKILLS, Selection, select, skills_of_grade

LAST_EARLY_GRADE = 2
"""Up to this grade, the whole game is gentle."""


class Dealing(StrEnum):
    """How equations are chosen. The values themselves are dealt the same way in any case."""

    SAME = "same"
    """Each card has its printed equation, the same for everyone."""
    BY_LEVEL = "by-level"
    """Equations of the grade that the teacher set for the student."""
    AUTOMATIC = "automatic"
    """Equations of the chosen skills that the student will probably answer correctly on the first try."""


def plan_of(dealing: Dealing, *, level: int | None, skills: Selection, has_other_grades: bool = False) -> Plan | None:
    """Return a student's plan; None for printed equations.

    :param level: the grade that the teacher set for the student; None if not set.
    :param skills: the skills that the app may choose from.
    :param has_other_grades: whether other grades may be used.
    """
    goal = GENTLE_GOAL if level is not None and level <= LAST_EARLY_GRADE else GOAL
    if dealing is Dealing.AUTOMATIC:
        return Plan(skills, goal=goal, has_other_grades=has_other_grades)
    if dealing is Dealing.BY_LEVEL and level is not None:
        return Plan(select(skills_of_grade(level)), goal=goal, has_other_grades=has_other_grades)
    return None


def skills_of_grades(lowest: int, highest: int) -> Selection:
    return select(key for key, skill in SKILLS.items() if lowest <= skill.grade <= highest)
