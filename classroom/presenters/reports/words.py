"""Pieces of sentences about answers; those about anything are in `classroom.presenters.words`."""

from __future__ import annotations

from collections.abc import Sequence

CALLED_DEAD = "called dead"
"""How an answer reads that was no label: the card was called dead."""


def times_text(count: int) -> str:
    """How often."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def list_text(parts: Sequence[str]) -> str:
    """Several things in a sentence.

    >>> list_text(["Ana", "Bo", "Cy"])
    'Ana, Bo and Cy'
    """
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


def given_text(given: str | None) -> str:
    """What was answered: the label chosen, or that the card was called dead."""
    return CALLED_DEAD if given is None else given
