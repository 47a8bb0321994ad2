"""First attempts: the only input of the model. Further tries are stored elsewhere."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from classroom.learning.accuracy import Asked
from engine.equations import Equation, dealt_equation, difficulty

BOARD, NUMBER, DEAD = "board", "number", "dead"
"""Forms of answering: a space on the board, a typed number, or trading in the card."""


class FirstAttempt(NamedTuple):
    """A student's first answer to a card since it was drawn."""

    student: str
    day: date
    """In the school's calendar: memory is updated once a day."""
    text: str
    answer: int
    is_right: bool
    form: str = BOARD
    seconds: float | None = None
    """Seconds to the answer, only if measured reliably: for a number typed while others played."""
    goal: float | None = None
    """The success rate that the card was chosen for; None if it was not chosen (a fixed deck)."""
    game: str = ""
    is_sample: bool = False
    """Whether the student is simulated: such answers say nothing about difficulties."""
    skill: str = ""
    """The skill that the equation was dealt for; "" for the easiest with this text."""

    @property
    def equation(self) -> Equation:
        """Return the equation, with its skill and fact family."""
        return dealt_equation(self.text, self.answer, self.skill)


def asked(equation: Equation, form: str) -> Asked:
    """Return the question for layer A."""
    return Asked(equation.text, equation.fact_key, equation.skill, form, difficulty(equation))
