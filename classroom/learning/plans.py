"""What a student practises: the plan that a way of dealing makes for one student."""

from __future__ import annotations

from enum import StrEnum

from classroom.learning.deals import GENTLE_GOAL, GOAL, Plan
from engine.equations import SKILLS, select, skills_of_grade

YOUNG = 2
"""Up to this grade all of a game is gentle."""


class Dealing(StrEnum):
    """Who is asked what for a number. The numbers themselves are dealt alike to everybody, whatever is chosen."""

    SAME = "same"
    """Each card has its equation, printed for everybody."""
    BY_LEVEL = "by-level"
    """Equations of the grade that the teacher has set for the student."""
    AUTOMATIC = "automatic"
    """Equations that the student will probably get right at the first try, within the grades chosen."""


def plan_of(dealing: Dealing, *, level: int | None, lowest_grade: int, highest_grade: int) -> Plan | None:
    """Say what a student is dealt; None: the printed equations.

    :param level: the grade that the teacher has set for the student; None: not set.
    """
    goal = GENTLE_GOAL if level is not None and level <= YOUNG else GOAL
    if dealing is Dealing.AUTOMATIC:
        grades = range(lowest_grade, highest_grade + 1)
        return Plan(select(key for key, skill in SKILLS.items() if skill.grade in grades), goal=goal)
    if dealing is Dealing.BY_LEVEL and level is not None:
        return Plan(select(skills_of_grade(level)), goal=goal)
    return None
