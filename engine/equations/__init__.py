"""Equations: the skills to practice, all equations of each skill, and parsing of teachers' cards."""

from __future__ import annotations

from engine.equations.bank import (
    ALL_STEPS,
    EVERYTHING,
    OWN,
    Range,
    Selection,
    candidates,
    dealt_equation,
    describe,
    draw,
    equations_of,
    equations_of_fact,
    find,
    select,
)
from engine.equations.catalog import GRADES, SKILLS, Skill, skills_of_grade
from engine.equations.difficulty import difficulty
from engine.equations.equation import LARGEST_ANSWER, Equation
from engine.equations.error_patterns import ErrorPattern
from engine.equations.speech import spoken
from engine.equations.standards import CURRICULA, codes

__all__ = [
    "ALL_STEPS",
    "CURRICULA",
    "EVERYTHING",
    "GRADES",
    "LARGEST_ANSWER",
    "OWN",
    "SKILLS",
    "Equation",
    "ErrorPattern",
    "Range",
    "Selection",
    "Skill",
    "candidates",
    "codes",
    "dealt_equation",
    "describe",
    "difficulty",
    "draw",
    "equations_of",
    "equations_of_fact",
    "find",
    "select",
    "skills_of_grade",
    "spoken",
]
