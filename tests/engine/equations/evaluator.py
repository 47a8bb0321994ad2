"""An independent evaluator of equations: two stacks and its own tables, nothing from the engine."""

from __future__ import annotations

import re
from fractions import Fraction

STRENGTH = {"+": 1, "−": 1, "×": 2, "of": 2, "÷": 2, "neg": 3, "/": 4, "√": 5}
COINS = {"quarter": 25, "dime": 10, "nickel": 5, "penny": 1, "quarters": 25, "dimes": 10, "nickels": 5, "pennies": 1}
SMALL_UNITS = {
    ("ft", "in"): 12,
    ("yd", "ft"): 3,
    ("weeks", "days"): 7,
    ("days", "h"): 24,
    ("gal", "qt"): 4,
    ("lb", "oz"): 16,
    ("cm", "mm"): 10,
    ("m", "cm"): 100,
    ("min", "s"): 60,
    ("years", "months"): 12,
}
POWERS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
SIGN = re.compile(r"(\d+)|(of|[-+−×÷=()√%/?xn])|([⁰¹²³⁴⁵⁶⁷⁸⁹]+)|(\S+)")


def is_answer(text: str, answer: int) -> bool:
    """Whether a number answers an equation, and no other number does."""
    words = text.split()
    if words[0] in {"GCF", "LCM"}:
        return _common(words[0], int(words[2]), int(words[4])) == answer
    if text.endswith("¢"):
        coins = re.findall(r"(\d+) (\w+)", text)
        return sum(int(count) * COINS[coin] for count, coin in coins) == answer
    if words[-1].isalpha() and words[-2] == "?":
        return _converted(int(words[0]), words[1], words[-1]) == answer
    if ", n = " in text:
        expression, _, value = text.partition(", n = ")
        return evaluate(expression, int(value)) == answer
    if "=" not in text:
        return evaluate(text) == answer
    left, right = text.split("=")
    # Both sides are linear in the unknown, so they have at most one common point.
    differences = [evaluate(left, put) - evaluate(right, put) for put in (answer, answer + 1)]
    return differences[0] == 0 != differences[1]


def evaluate(text: str, unknown: int | None = None) -> Fraction | int:
    """Evaluate an expression with the usual precedence."""
    values: list[Fraction | int] = []
    waiting: list[str] = []
    is_operand_due = True
    for number, sign, power, strange in SIGN.findall(text):
        assert not strange, text
        if number or sign in {"?", "x", "n"}:
            assert number or unknown is not None, text
            waiting += [] if is_operand_due else ["×"]  # 3x
            values.append(int(number) if number else unknown or 0)
            is_operand_due = False
        elif power or sign == "%":
            values.append(Fraction(values.pop(), 100) if sign else values.pop() ** int(power.translate(POWERS)))
        elif sign == ")":
            _work_off("(", waiting, values)
        elif is_operand_due:
            waiting.append("neg" if sign == "−" else sign)
        else:
            _work_off(sign, waiting, values)
            waiting.append(sign)
            is_operand_due = True
    _work_off("", waiting, values)
    (value,) = values
    return value


def _work_off(until: str, waiting: list[str], values: list[Fraction | int]) -> None:
    """Apply the operators that bind at least as strongly; a closing bracket removes its partner."""
    while waiting and waiting[-1] != "(" and STRENGTH[waiting[-1]] >= STRENGTH.get(until, 0):
        _apply(waiting.pop(), values)
    if until == "(":
        waiting.pop()


def _apply(sign: str, values: list[Fraction | int]) -> None:
    last = values.pop()
    if sign == "neg":
        values.append(-last)
    elif sign == "√":
        root = next(number for number in range(1000) if number * number >= last)
        assert root * root == last
        values.append(root)
    elif sign in {"×", "of"}:
        values.append(values.pop() * last)
    elif sign in {"÷", "/"}:
        values.append(Fraction(values.pop()) / last)
    else:
        values.append(values.pop() + (last if sign == "+" else -last))


def _common(kind: str, first: int, second: int) -> int:
    if kind == "GCF":
        return max(number for number in range(1, first + 1) if first % number == 0 == second % number)
    return next(number for number in range(first, first * second + 1, first) if number % second == 0)


def _converted(count: int, unit: str, wanted: str) -> Fraction | int:
    if (unit, wanted) in SMALL_UNITS:
        return count * SMALL_UNITS[unit, wanted]
    return Fraction(count, SMALL_UNITS[wanted, unit])
