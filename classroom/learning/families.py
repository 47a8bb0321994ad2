"""Fact families: groups of equations that are counted together, because single texts have too few answers."""

from __future__ import annotations

from functools import cache

from engine.equations import OWN, Equation

LARGEST_FACTOR, LARGEST_SUM = 12, 20


def skill_of(family: str) -> str | None:
    """Return the skill of a family that is a step of a procedure; None for a fact.

    >>> skill_of("sub-100-borrow/2"), skill_of("mul:7x8")
    ('sub-100-borrow', None)
    """
    skill, step, _ = family.partition("/")
    return skill if step and ":" not in skill else None


def review_key(equation: Equation) -> str:
    """Return the review family of an equation: a fact, or a step of a procedure.

    A fact is a multiplication with factors up to 12, or an addition with a sum up to 20, in all its forms and orders.
    Everything else belongs to its step within the skill: no student sees the same 47 + 38 often enough. Each of a
    teacher's own cards is a family of its own.
    """
    if equation.skill == OWN:
        return equation.fact_key
    return equation.fact_key if _is_fact(equation.fact_key) else f"{equation.skill}/{equation.level}"


@cache
def _is_fact(fact_key: str) -> bool:
    operation, _, numbers = fact_key.partition(":")
    if operation == "mul":
        return all(int(factor) <= LARGEST_FACTOR for factor in numbers.split("x"))
    return operation == "add" and sum(map(int, numbers.split("+"))) <= LARGEST_SUM
