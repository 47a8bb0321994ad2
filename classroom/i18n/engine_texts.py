"""Texts for the engine's keys: skills, built-in decks, and common mistakes.

The engine has no translations. Its English titles, which files and records contain, are repeated to be extracted.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from classroom.i18n import _, lazy_gettext
from engine.deck_making import grade_of_deck
from engine.equations import ErrorPattern

SKILL_TITLES: Mapping[str, str] = MappingProxyType(
    {
        "add-10": lazy_gettext("Add within 10"),
        "sub-10": lazy_gettext("Subtract within 10"),
        "missing-addend-20": lazy_gettext("Missing number within 20"),
        "add-2-digit-easy": lazy_gettext("Two digits plus ones or tens"),
        "sub-tens": lazy_gettext("Tens minus tens"),
        "add-20": lazy_gettext("Add within 20"),
        "sub-20": lazy_gettext("Subtract within 20"),
        "add-2-digit": lazy_gettext("Two digits plus two digits"),
        "add-100-carry": lazy_gettext("Add within 100 with regrouping"),
        "sub-100": lazy_gettext("Subtract within 100"),
        "sub-100-borrow": lazy_gettext("Subtract within 100 with regrouping"),
        "money": lazy_gettext("Coins"),
        "mul-0-1": lazy_gettext("Times 0 and 1"),
        "mul-tables": lazy_gettext("Times tables 2 to 10"),
        "div-tables": lazy_gettext("Divide within the times tables"),
        "missing-factor": lazy_gettext("Missing factor"),
        "mul-tens": lazy_gettext("Ones times tens"),
        "sub-1000": lazy_gettext("Subtract in steps of five"),
        "mul-11-12": lazy_gettext("Times tables 11 and 12"),
        "mul-2-by-1": lazy_gettext("Two digits times one digit"),
        "div-1-digit": lazy_gettext("Divide by one digit"),
        "units": lazy_gettext("Units of measure"),
        "units-metric": lazy_gettext("Metric units and time"),
        "order": lazy_gettext("Order of operations"),
        "fraction-of": lazy_gettext("Fraction of a number"),
        "div-2-digit": lazy_gettext("Divide by two digits"),
        "percent": lazy_gettext("Percent of a number"),
        "powers": lazy_gettext("Powers"),
        "gcf-lcm": lazy_gettext("Common factors and multiples"),
        "one-step": lazy_gettext("One-step equations"),
        "evaluate": lazy_gettext("Evaluate an expression"),
        "integers": lazy_gettext("Negative numbers"),
        "two-step": lazy_gettext("Two-step equations"),
        "roots": lazy_gettext("Square roots"),
    }
)

DECK_TEXTS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "add-sub-20": (
            lazy_gettext("Addition and subtraction within 20"),
            lazy_gettext("Sums and differences with answers from 5 to 20."),
        ),
        "times-tables": (
            lazy_gettext("Multiplication tables"),
            lazy_gettext("Multiplication facts from the tables of 2 to 10."),
        ),
        "add-sub-100": (
            lazy_gettext("Addition and subtraction within 100"),
            lazy_gettext("Sums and differences with numbers up to 100."),
        ),
        "mixed": (
            lazy_gettext("All four operations"),
            lazy_gettext("Sums and differences within 100, and multiplication and division facts."),
        ),
    }
)
"""Title and description of each built-in deck except grade decks."""

ERROR_PATTERNS: Mapping[ErrorPattern, str] = MappingProxyType(
    {
        ErrorPattern.MUL_ADJ: lazy_gettext("Maybe used the next number in the times table."),
        ErrorPattern.OP_ADD: lazy_gettext("Maybe added instead."),
        ErrorPattern.SFL: lazy_gettext("Maybe subtracted each smaller digit from the larger one."),
        ErrorPattern.NO_DEC: lazy_gettext("Maybe regrouped a ten but did not take it from the tens."),
        ErrorPattern.NO_CARRY: lazy_gettext("Maybe forgot to add the regrouped ten."),
        ErrorPattern.ZERO_N: lazy_gettext("Maybe multiplied by 1 instead of 0."),
        ErrorPattern.ORDER_LR: lazy_gettext("Maybe worked from left to right."),
        ErrorPattern.PCT_SUB: lazy_gettext("Maybe subtracted the percent as if it were a number."),
        ErrorPattern.FRAC_DEN: lazy_gettext("Maybe divided but forgot to multiply by the numerator."),
        ErrorPattern.SIGN: lazy_gettext("Maybe lost a minus sign."),
        ErrorPattern.SQ2: lazy_gettext("Maybe doubled instead of squaring."),
        ErrorPattern.INV_OP: lazy_gettext("Maybe used the operation shown instead of undoing it."),
        ErrorPattern.OFF1: lazy_gettext("Maybe counted one too many or one too few."),
        ErrorPattern.REV: lazy_gettext("Maybe swapped the digits."),
        ErrorPattern.PV10: lazy_gettext("Maybe was off by ten."),
    }
)
"""The clearest patterns first. Another number of the same table (MUL_TABLE) means little: too many numbers match."""


def skill_title(key: str) -> str:
    return str(SKILL_TITLES[key])


def built_in_title(key: str) -> str | None:
    """Return the title of a built-in deck; None if there is none."""
    if key in DECK_TEXTS:
        return str(DECK_TEXTS[key][0])
    grade = grade_of_deck(key)
    return None if grade is None else _("Grade %(grade)s", grade=grade)
