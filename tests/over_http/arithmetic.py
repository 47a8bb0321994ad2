"""Mental arithmetic of a simulated student: answers an equation as printed on a card."""

from __future__ import annotations

import re
from fractions import Fraction

_OPERATIONS = {
    "+": lambda a, b: a + b,
    "\N{MINUS SIGN}": lambda a, b: a - b,
    "\N{MULTIPLICATION SIGN}": lambda a, b: a * b,
    "\N{DIVISION SIGN}": lambda a, b: a // b,
}


_WORDS = re.compile(r"(double|half of|½ of|legs of) ([0-9]+)( dogs)?")
_FACTORS: dict[str, Fraction] = {
    "double": Fraction(2),
    "half of": Fraction(1, 2),
    "½ of": Fraction(1, 2),
    "legs of": Fraction(4),
}


def answer_to(equation: str) -> str:
    """Solve an equation with two numbers, or one from a teacher's own deck with words in it.

    >>> answer_to("7 × 8"), answer_to("72 ÷ 8"), answer_to("31 − 4")
    ('56', '9', '27')
    >>> answer_to("double 9"), answer_to("½ of 24"), answer_to("legs of 6 dogs")
    ('18', '12', '24')
    """
    words = _WORDS.fullmatch(equation)
    if words:
        return str(_FACTORS[words[1]] * int(words[2]))
    first, sign, second = equation.split()
    return str(_OPERATIONS[sign](int(first), int(second)))
