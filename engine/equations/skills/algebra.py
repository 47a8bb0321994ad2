"""Order of operations, expressions, and equations with a variable."""

from __future__ import annotations

from collections.abc import Iterator

from engine.equations.equation import (
    DIVIDED,
    LARGEST_ANSWER,
    MINUS,
    NOTHING_SPECIAL,
    TIMES,
    Equation,
    family,
    features,
)
from engine.equations.error_patterns import ErrorPattern

INVERSE = features(inverse=True)


def order_of_operations() -> Iterator[Equation]:
    """Generate expressions with one trap of precedence: working from left to right gives a different number."""
    for small in range(2, 11):
        for large in range(small, 11):
            product = small * large
            for other in range(2, 31):
                yield _trap(f"{other} + {small} {TIMES} {large}", other + product, (other + small) * large)
            for other in range(product + 1, min(product + 60, 101)):
                yield _trap(f"{other} {MINUS} {small} {TIMES} {large}", other - product, (other - small) * large)
    for first in range(2, 13):
        for second in range(2, 11):
            yield from _brackets_and_quotients(first, second)


def one_step_equation() -> Iterator[Equation]:
    """Generate equations with one operation to undo."""
    for answer in range(1, LARGEST_ANSWER + 1):
        for known in range(2, 13):
            total = answer + known
            yield _letter("one-step", f"x + {known} = {total}", answer, family("add", known, answer), total + known)
            if answer > known:
                rest = answer - known
                key = family("add", known, rest)
                yield _letter("one-step", f"x {MINUS} {known} = {rest}", answer, key, rest - known)
            if known * answer <= 300:
                key = family("mul", known, answer)
                yield _letter("one-step", f"{known}x = {known * answer}", answer, key, known * (answer - 1))
            if answer % known == 0 and answer > known:
                quotient = answer // known
                key = family("mul", known, quotient)
                yield _letter("one-step", f"x {DIVIDED} {known} = {quotient}", answer, key, quotient - known)


def two_step_equation() -> Iterator[Equation]:
    """Generate equations with two operations to undo. The error pattern undoes the first one wrongly."""
    for factor in range(2, 10):
        for answer in range(1, min(LARGEST_ANSWER, 200 // factor) + 1):
            product = factor * answer
            for known in (1, 2, 3, 5, 7, 10):
                for sign, total, undone in (
                    ("+", product + known, product + 2 * known),
                    (MINUS, product - known, product - 2 * known),
                ):
                    if total > 0:
                        text = f"{factor}x {sign} {known} = {total}"
                        slip = -1 if undone % factor else undone // factor
                        yield _letter("two-step", text, answer, f"two-step:{text}", slip)


def evaluate_expression() -> Iterator[Equation]:
    """Generate expressions with a given value for the variable."""
    for factor in range(2, 11):
        for value in range(2, 11):
            product = factor * value
            for known in range(1, 13):
                for sign, answer in (("+", product + known), (MINUS, product - known)):
                    if answer > 0:
                        text = f"{factor}n {sign} {known}, n = {value}"
                        yield Equation(text, answer, "evaluate", f"evaluate:{text}", max(answer, product))


def _brackets_and_quotients(first: int, second: int) -> Iterator[Equation]:
    for other in range(2, 11):
        answer = (first + other) * second
        if answer <= LARGEST_ANSWER:
            yield _trap(f"({first} + {other}) {TIMES} {second}", answer, first + other * second, features(bracket=True))
        whole = other * second
        slip, rest = divmod(first + whole, second)
        yield _trap(f"{first} + {whole} {DIVIDED} {second}", first + other, -1 if rest else slip)


def _trap(text: str, answer: int, slip: int, marks: frozenset[str] = NOTHING_SPECIAL) -> Equation:
    return Equation(
        text, answer, "order", f"order:{text}", answer, marks, error_patterns=((ErrorPattern.ORDER_LR, slip),)
    )


def _letter(skill: str, text: str, answer: int, key: str, slip: int) -> Equation:
    return Equation(text, answer, skill, key, answer, INVERSE, error_patterns=((ErrorPattern.INV_OP, slip),))
