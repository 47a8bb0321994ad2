"""Numbers and names within sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup


def count(number: int, noun: str) -> str:
    """A number with its noun: "1 student", "24 students"."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def any_of(choices: Iterable[object]) -> str:
    """Several things, one of which is meant.

    >>> any_of((2, 3, 4, 6))
    '2, 3, 4 or 6'
    """
    *others, last = map(str, choices)
    return f"{', '.join(others)} or {last}" if others else last


def all_of(things: Sequence[str]) -> str:
    """Several things, all of which are meant; nothing where there are none.

    >>> all_of(["Ana", "Ben", "Cem"]), all_of(["Ana"]), all_of([])
    ('Ana, Ben and Cem', 'Ana', '')
    """
    return " and ".join(filter(None, [", ".join(things[:-1]), *things[-1:]]))


def leading_to(equation: str) -> str:
    """An equation as it stands before its answer.

    >>> leading_to("7 × 8"), leading_to("x + 5 = 63")
    ('7 × 8 =', 'x + 5 = 63:')
    """
    return f"{equation}:" if "=" in equation else f"{equation} ="


def solved(equation: str, answer: object) -> str:
    """An equation and its answer within a sentence.

    >>> solved("7 × 8", 56), solved("x + 5 = 63", 58)
    ('7 × 8 is 56', 'x + 5 = 63: 58')
    """
    return f"{equation}: {answer}" if "=" in equation else f"{equation} is {answer}"


def ended(sentence: str) -> str:
    """A sentence with its full stop; one that ends with an initial has it.

    >>> ended("Blue won: Ana and Ben"), ended("Blue won: Ana K. and Ben F.")
    ('Blue won: Ana and Ben.', 'Blue won: Ana K. and Ben F.')
    """
    return sentence if sentence.rstrip("\N{POP DIRECTIONAL ISOLATE}").endswith(".") else f"{sentence}."


def isolated(name: str) -> str:
    """A name that keeps its own direction of writing to itself (U+2068, U+2069), where no markup can do that."""
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"


def bdi(name: str) -> Markup:
    """Mark a name up so that it keeps its own direction of writing to itself: for templates that join it with words."""
    return Markup("<bdi>{}</bdi>").format(name)
