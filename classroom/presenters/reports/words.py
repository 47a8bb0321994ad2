"""Texts about answers for several pages. For general texts, see `classroom.presenters.words`."""

from __future__ import annotations

from classroom.i18n import _, ngettext
from classroom.i18n.engine_texts import ERROR_PATTERNS
from classroom.presenters.words import decimal_text, percent_text
from classroom.reports.solving import SolvingTimes
from classroom.reports.statistics import Proportion
from engine.cards import number_of
from engine.equations import describe


def proportion_text(share: Proportion) -> str:
    """Format a proportion of at least one answer with its counts: "86% (43 of 50 answers)"."""
    return ngettext(
        "%(percent)s (%(right)s of %(num)d answer)",
        "%(percent)s (%(right)s of %(num)d answers)",
        share.trials,
        percent=percent_text((share.percent or 0) / 100),
        right=share.right,
    )


def seconds_text(seconds: float | None) -> str:
    """Format how long an answer took; "" if not measured.

    >>> seconds_text(2.345), seconds_text(None)
    ('2.3', '')
    """
    return "" if seconds is None else decimal_text(seconds)


def solving_text(times: SolvingTimes | None) -> str:
    """Return the median time of correct first answers on the number pad; "" with too few measured."""
    if times is None:
        return ""
    return ngettext(
        "Correct first answers on the number pad took %(seconds)s seconds (median of %(num)d answer).",
        "Correct first answers on the number pad took %(seconds)s seconds (median of %(num)d answers).",
        times.count,
        seconds=decimal_text(times.seconds),
    )


def given_text(given: str | None, *, is_right: bool = False) -> str:
    """Return the answer, or that the card was traded in, correctly or by mistake."""
    if given is not None:
        return given
    return _("traded in") if is_right else _("traded in by mistake")


def wrong_answer_text(given: str | None, count: int) -> str:
    """Format a wrong answer with its count: "54 (5 times)"."""
    if given is None:
        return ngettext("traded in by mistake (%(num)d time)", "traded in by mistake (%(num)d times)", count)
    return ngettext("%(answer)s (%(num)d time)", "%(answer)s (%(num)d times)", count, answer=given)


def error_pattern_of(equation: str, answer: str, given: str) -> str | None:
    """Return the common mistake that leads to a wrong answer; None if none is known.

    >>> error_pattern_of("6 × 8", "48", "54"), error_pattern_of("6 × 8", "48", "3")
    ('Maybe used the next number in the times table.', None)
    """
    right, wrong = number_of(answer), number_of(given)
    if right is None or wrong is None:
        return None
    distractors = describe(equation, right).distractors
    return next((str(text) for pattern, text in ERROR_PATTERNS.items() if wrong in distractors.get(pattern, ())), None)
