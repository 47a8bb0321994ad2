"""The hardest equations of a session, with the usual wrong answer and how one gets it."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from classroom.presenters.reports.words import given_text
from classroom.reports.recap import hardest, missed
from engine.cards import number_of
from engine.equations import Slip, describe

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from classroom.reports.equations import EquationLine
    from classroom.reports.statistics import Share

LEAST_ALIKE = 2
"""A wrong answer given once is nobody's habit."""

SLIPS: Mapping[Slip, str] = MappingProxyType(
    {
        Slip.MUL_ADJ: "the next number in the times table",
        Slip.OP_ADD: "added instead",
        Slip.SFL: "always took the smaller digit from the larger",
        Slip.NO_DEC: "borrowed a ten and did not count it off",
        Slip.NO_CARRY: "forgot the ten to carry",
        Slip.ZERO_N: "took times 0 for times 1",
        Slip.ORDER_LR: "worked from left to right",
        Slip.PCT_SUB: "took the per cent for an amount",
        Slip.FRAC_DEN: "divided, and forgot the upper number of the fraction",
        Slip.SIGN: "lost a minus sign",
        Slip.SQ2: "doubled instead of squaring",
        Slip.INV_OP: "did what the sign says instead of undoing it",
        Slip.OFF1: "counted one too many or one too few",
        Slip.REV: "swapped the digits",
        Slip.PV10: "ten too many or ten too few",
    }
)
"""The surest signs first. Another number of the same table is none: too many numbers are."""


@dataclass(frozen=True, slots=True)
class HardEquation:
    """An equation that many missed."""

    equation: str
    answer: str
    missed: Share
    usual: str | None
    """The wrong answer given most; None: every wrong answer was another."""
    times: int
    """How often it was given."""
    slip: str | None
    """How one gets it, in plain words, where that can be told."""


def hard_equations(lines: Iterable[EquationLine]) -> tuple[HardEquation, ...]:
    """Show the hardest equations."""
    return tuple(map(_show, hardest(lines)))


def slip_of(equation: str, answer: str, given: str) -> str | None:
    """How somebody gets this wrong answer, in words that follow "perhaps"; None if no known slip leads there.

    >>> slip_of("6 × 8", "48", "54"), slip_of("6 × 8", "48", "3")
    ('the next number in the times table', None)
    """
    right, wrong = number_of(answer), number_of(given)
    if right is None or wrong is None:
        return None
    foils = describe(equation, right).foils
    return next((words for slip, words in SLIPS.items() if wrong in foils.get(slip, ())), None)


def _show(line: EquationLine) -> HardEquation:
    top = line.wrong[0]
    if top.count < LEAST_ALIKE:
        return HardEquation(line.equation, line.answer, missed(line), None, 0, None)
    slip = None if top.given is None else slip_of(line.equation, line.answer, top.given)
    return HardEquation(line.equation, line.answer, missed(line), given_text(top.given), top.count, slip)
