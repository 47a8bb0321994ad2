"""Pieces of sentences about answers; those about anything are in `classroom.presenters.words`."""

from __future__ import annotations

from classroom.reports.solving import SolvingTimes

WRONG_DEAD_CLAIM = "called dead"
"""How an answer reads that was no label: the card was called dead."""


def times_text(count: int) -> str:
    """How often."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def seconds_text(seconds: float | None) -> str:
    """How long an answer took; nothing where that was not measured.

    >>> seconds_text(2.345), seconds_text(None)
    ('2.3', '')
    """
    return "" if seconds is None else f"{seconds:.1f}"


def solving_text(times: SolvingTimes | None) -> str:
    """The median of right first answers on the number pad; nothing where too few were measured."""
    if times is None:
        return ""
    return f"Right first answers on the number pad: {times.seconds:.1f} seconds (median of {times.count})."


def given_text(given: str | None) -> str:
    """What was answered: the label chosen, or that the card was called dead."""
    return WRONG_DEAD_CLAIM if given is None else given
