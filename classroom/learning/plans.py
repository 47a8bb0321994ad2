"""What a student practices: the plan that a way of dealing makes for one student."""

from __future__ import annotations

from enum import StrEnum

from classroom.learning.deals import GENTLE_GOAL, GOAL, Plan
from engine.equations import SKILLS, Selection, select, skills_of_grade

LAST_EARLY_GRADE = 2
"""Up to this grade all of a game is gentle."""


class Dealing(StrEnum):
    """Who is asked what for a number. The numbers themselves are dealt alike to everyone, whatever is chosen."""

    SAME = "same"
    """Each card has its equation, printed for everyone."""
    BY_LEVEL = "by-level"
    """Equations of the grade that the teacher has set for the student."""
    AUTOMATIC = "automatic"
    """Equations that the student will probably get right at the first try, of the skills chosen."""


def plan_of(dealing: Dealing, *, level: int | None, skills: Selection, has_other_grades: bool = False) -> Plan | None:
    """Say what a student is dealt; None: the printed equations.

    :param level: the grade that the teacher has set for the student; None: not set.
    :param skills: those among which the app itself may choose.
    :param has_other_grades: whether other grades may help out.
    """
    goal = GENTLE_GOAL if level is not None and level <= LAST_EARLY_GRADE else GOAL
    if dealing is Dealing.AUTOMATIC:
        return Plan(skills, goal=goal, has_other_grades=has_other_grades)
    if dealing is Dealing.BY_LEVEL and level is not None:
        return Plan(select(skills_of_grade(level)), goal=goal, has_other_grades=has_other_grades)
    return None


def skills_of_grades(lowest: int, highest: int) -> Selection:
    """Every skill from one grade to another."""
    return select(key for key, skill in SKILLS.items() if lowest <= skill.grade <= highest)
