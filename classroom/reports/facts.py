"""Fact matrices of the four operations: first answers by fact family."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache, lru_cache
from typing import NamedTuple

from classroom.learning.families import review_key, skill_of
from classroom.reports.counts import Counted
from classroom.reports.statistics import Proportion
from engine.equations import OWN, SKILLS, describe, equations_of
from engine.equations.equation import family

MIN_ANSWERS_FOR_FACT = 3
"""Minimum first answers; with fewer, a cell stays blank."""
MOSTLY, HALF = 0.85, 0.5
"""Minimum proportions of correct answers for "mostly" and "sometimes"."""


class Operation(StrEnum):
    """The operations with facts, in display order."""

    TIMES = "times"
    DIVIDED = "divided"
    PLUS = "plus"
    MINUS = "minus"


SIGNS: Mapping[Operation, str] = {
    Operation.TIMES: "×",
    Operation.DIVIDED: "÷",
    Operation.PLUS: "+",
    Operation.MINUS: "−",
}
_OPERATIONS = {sign: operation for operation, sign in SIGNS.items()}
_SHAPE = re.compile(r"(\d+|\?) ([×÷+−]) (\d+|\?)(?: = \d+)?")


class Fact(NamedTuple):
    """The position of an equation in the matrix of its operation.

    The two numbers are those of its family in the order of the equation: 7 and 8 for 56 ÷ 7, and also for 15 − 7.
    """

    operation: Operation
    first: int
    second: int

    @property
    def family(self) -> str:
        """Return the fact family, as stored with answers."""
        by = "mul" if self.operation in {Operation.TIMES, Operation.DIVIDED} else "add"
        return family(by, self.first, self.second)

    @property
    def merged(self) -> Fact:
        """Return the fact with the smaller number first, which combines both orders."""
        return Fact(self.operation, min(self.first, self.second), max(self.first, self.second))


class FactState(StrEnum):
    """The state of a cell."""

    MOSTLY = "mostly"
    SOMETIMES = "sometimes"
    NOT_YET = "not-yet"
    TOO_FEW = "too-few"


@lru_cache(maxsize=65_536)
def fact_of(equation: str, answer: str) -> Fact | None:
    """Return the fact of an equation; None if it is not a table fact or a sum up to 20.

    >>> fact_of("8 × 7", "56"), fact_of("47 + 38", "85")
    (Fact(operation=<Operation.TIMES: 'times'>, first=8, second=7), None)
    >>> fact_of("? ÷ 7 = 8", "56")[1:], fact_of("15 − 7", "8")[1:]
    ((7, 8), (7, 8))
    """
    shape = _SHAPE.fullmatch(equation)
    if shape is None:
        return None
    described = describe(equation, int(answer))
    if described.skill == OWN or skill_of(review_key(described)):
        return None
    left, right = (int(answer if number == "?" else number) for number in (shape[1], shape[3]))
    operation = _OPERATIONS[shape[2]]
    if operation is Operation.DIVIDED:
        return Fact(operation, right, left // right)
    return Fact(operation, right, left - right) if operation is Operation.MINUS else Fact(operation, left, right)


@lru_cache(maxsize=65_536)
def merged_fact_of(equation: str, answer: str) -> Fact | None:
    """Return the fact of an equation, combining both orders."""
    fact = fact_of(equation, answer)
    return fact and fact.merged


def state_of(share: Proportion) -> FactState:
    """Return the state of a fact, given its answers.

    >>> [state_of(Proportion(right, 7)).value for right in (6, 5, 3)], state_of(Proportion(2, 2)).value
    (['mostly', 'sometimes', 'not-yet'], 'too-few')
    """
    if share.trials < MIN_ANSWERS_FOR_FACT:
        return FactState.TOO_FEW
    if share.right >= MOSTLY * share.trials:
        return FactState.MOSTLY
    return FactState.SOMETIMES if share.right >= HALF * share.trials else FactState.NOT_YET


def texts_of(fact: Fact, *, is_merged: bool) -> frozenset[str]:
    """Return the texts of a fact's equations, in both orders if these are combined."""
    texts = _texts().get(fact.merged, {})
    return frozenset(text for text, asked in texts.items() if is_merged or asked == fact)


FactShares = Mapping[Fact, Proportion]


def facts_by_student(counted: Iterable[Counted], *, is_merged: bool) -> dict[str, FactShares]:
    """Sum the answers to each fact, for each student.

    :param is_merged: whether to combine both orders.
    """
    totals: dict[str, dict[Fact, list[int]]] = defaultdict(dict)
    fact_of_text = merged_fact_of if is_merged else fact_of
    for student_id, equation, answer, trials, right in counted:
        fact = fact_of_text(equation, answer)
        if fact is not None:
            total = totals[student_id].setdefault(fact, [0, 0])
            total[0] += right
            total[1] += trials
    return {
        student_id: {fact: Proportion(right, trials) for fact, (right, trials) in facts.items()}
        for student_id, facts in totals.items()
    }


def facts_of_all(by_student: Mapping[str, FactShares]) -> FactShares:
    """Sum the answers of all students."""
    totals: dict[Fact, Proportion] = defaultdict(Proportion)
    for shares in by_student.values():
        for fact, share in shares.items():
            totals[fact] += share
    return totals


@cache
def _texts() -> Mapping[Fact, Mapping[str, Fact]]:
    """Return the fact of each text in the bank, with both orders combined."""
    texts: dict[Fact, dict[str, Fact]] = defaultdict(dict)
    for skill in SKILLS:
        for some in equations_of(skill).values():
            for equation in some:
                fact = fact_of(equation.text, str(equation.answer))
                if fact is not None:
                    texts[fact.merged][equation.text] = fact
    return texts
