"""The catalog of skills, lowest grade first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from engine.equations.equation import Equation
from engine.equations.skills import adding, algebra, multiplying, parts, taking, wholes


class Skill(NamedTuple):
    key: str
    title: str
    grade: int
    """The US grade that usually teaches it."""
    difficulty: float
    """Prior mean difficulty of its equations on the scale of student levels, in logits."""
    enumerate: Callable[[], Iterator[Equation]]
    """All its equations, without duplicate texts."""


_SKILLS = (
    Skill("add-10", "Add within 10", 1, -3.0, adding.within_10),
    Skill("sub-10", "Subtract within 10", 1, -2.7, taking.within_10),
    Skill("missing-addend-20", "Missing number within 20", 1, -1.9, adding.missing_addend_within_20),
    Skill("add-2-digit-easy", "Two digits plus ones or tens", 1, -2.0, adding.ones_or_tens),
    Skill("sub-tens", "Tens minus tens", 1, -2.2, taking.tens),
    Skill("add-20", "Add within 20", 2, -2.3, adding.within_20),
    Skill("sub-20", "Subtract within 20", 2, -2.0, taking.within_20),
    Skill("add-2-digit", "Two digits plus two digits", 2, -1.4, adding.two_digits),
    Skill("add-100-carry", "Add within 100 with regrouping", 2, -1.0, adding.with_carry),
    Skill("sub-100", "Subtract within 100", 2, -1.1, taking.within_100),
    Skill("sub-100-borrow", "Subtract within 100 with regrouping", 2, -0.6, taking.with_borrow),
    Skill("money", "Coins", 2, -0.9, parts.money),
    Skill("mul-0-1", "Times 0 and 1", 3, -2.5, multiplying.zero_and_one),
    Skill("mul-tables", "Times tables 2 to 10", 3, -0.3, multiplying.tables),
    Skill("div-tables", "Divide within the times tables", 3, 0.0, multiplying.divide),
    Skill("missing-factor", "Missing factor", 3, 0.0, multiplying.missing_factor),
    Skill("mul-tens", "Ones times tens", 3, 0.0, multiplying.ones_times_tens),
    Skill("sub-1000", "Subtract in steps of five", 3, 0.3, taking.in_fives),
    Skill("mul-11-12", "Times tables 11 and 12", 4, 0.4, multiplying.tables_11_and_12),
    Skill("mul-2-by-1", "Two digits times one digit", 4, 0.8, multiplying.two_digits_times_one),
    Skill("div-1-digit", "Divide by one digit", 4, 0.9, multiplying.by_one_digit),
    Skill("units", "Units of measure", 4, 0.7, parts.units),
    Skill("units-metric", "Metric units and time", 4, 0.7, parts.metric_units),
    Skill("order", "Order of operations", 5, 1.1, algebra.order_of_operations),
    Skill("fraction-of", "Fraction of a number", 5, 1.2, parts.fraction_of),
    Skill("div-2-digit", "Divide by two digits", 5, 1.6, multiplying.by_two_digits),
    Skill("percent", "Percent of a number", 6, 1.6, parts.percent_of),
    Skill("powers", "Powers", 6, 1.4, wholes.powers),
    Skill("gcf-lcm", "Common factors and multiples", 6, 1.8, wholes.common_factor_and_multiple),
    Skill("one-step", "One-step equations", 6, 1.5, algebra.one_step_equation),
    Skill("evaluate", "Evaluate an expression", 6, 1.7, algebra.evaluate_expression),
    Skill("integers", "Negative numbers", 7, 1.9, wholes.integers),
    Skill("two-step", "Two-step equations", 7, 2.2, algebra.two_step_equation),
    Skill("roots", "Square roots", 8, 2.0, wholes.roots),
)
SKILLS: Mapping[str, Skill] = MappingProxyType({skill.key: skill for skill in _SKILLS})
GRADES = range(1, 9)


def skills_of_grade(grade: int) -> tuple[str, ...]:
    """Return the skills of a grade and of the previous one: together they have every usual answer.

    >>> skills_of_grade(8)
    ('integers', 'two-step', 'roots')
    """
    return tuple(skill.key for skill in _SKILLS if skill.grade in {grade - 1, grade})
