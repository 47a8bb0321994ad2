"""First attempts: all that the model knows of an answer. Retries are stored elsewhere and move nothing."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from classroom.learning.accuracy import Asked
from engine.equations import ALL_STEPS, Equation, describe, difficulty

BOARD, NUMBER, DEAD = "board", "number", "dead"
"""Forms of answering: by a space of the board, by typing a number, by calling the card dead."""


class FirstAttempt(NamedTuple):
    """The first answer of a student to a card since it came into the hand."""

    student: str
    day: date
    """By the school's own calendar: memory moves once a day."""
    text: str
    answer: int
    is_right: bool
    form: str = BOARD
    seconds: float | None = None
    """Time to the answer, only where it was measured cleanly: a number typed while others played."""
    goal: float | None = None
    """Share of right answers that the card was chosen for; None where no one chose it (a fixed deck)."""
    game: str = ""
    is_sample: bool = False
    """Whether the student is of a sample class: such answers tell nothing about how hard equations are."""
    skill: str = ""
    """The skill that the equation was dealt from; empty: the easiest that has the text."""

    @property
    def equation(self) -> Equation:
        """What was asked, with its skill and number family."""
        return describe(self.text, self.answer, {self.skill: ALL_STEPS})


def asked(equation: Equation, form: str) -> Asked:
    """Return the question as layer A sees it."""
    return Asked(equation.text, equation.fact_key, equation.skill, form, difficulty(equation))
