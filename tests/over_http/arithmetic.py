"""What a student does in the head: the answer to an equation as the card prints it."""

from __future__ import annotations

_OPERATIONS = {
    "+": lambda a, b: a + b,
    "\N{MINUS SIGN}": lambda a, b: a - b,
    "\N{MULTIPLICATION SIGN}": lambda a, b: a * b,
    "\N{DIVISION SIGN}": lambda a, b: a // b,
}


def answer_to(equation: str) -> str:
    """Work out an equation of two numbers.

    >>> answer_to("7 × 8"), answer_to("72 ÷ 8"), answer_to("31 − 4")
    ('56', '9', '27')
    """
    first, sign, second = equation.split()
    return str(_OPERATIONS[sign](int(first), int(second)))
