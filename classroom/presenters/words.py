"""Numbers, lists, and names in sentences, in the reader's language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

from babel.lists import format_list
from babel.numbers import format_decimal, format_percent
from markupsafe import Markup

from classroom.i18n import _, current_locale, pgettext


def any_of(choices: Iterable[object]) -> str:
    """List alternatives.

    >>> any_of((2, 3, 4, 6))
    '2, 3, 4, or 6'
    """
    return format_list([str(one) for one in choices], style="or", locale=current_locale())


def all_of(things: Sequence[str]) -> str:
    """List several things; "" if there are none.

    >>> all_of(["Ana", "Ben", "Cem"]), all_of(["Ana"]), all_of([])
    ('Ana, Ben, and Cem', 'Ana', '')
    """
    return format_list(things, locale=current_locale())


def bdi_list(names: Iterable[str]) -> Markup:
    """List names in HTML, each isolated from the text direction around it.

    >>> bdi_list(["Ana", "Ben"])
    Markup('<bdi>Ana</bdi> and <bdi>Ben</bdi>')
    """
    return Markup(all_of([str(bdi(name)) for name in names]))  # noqa: S704  each name is escaped


def facts_text(facts: Iterable[str]) -> str:
    """List short facts; "" if there are none.

    >>> facts_text(["Pictures", "no QR code", "since Sep 7"])
    'Pictures, no QR code, since Sep 7'
    """
    facts = list(facts)
    return reduce(
        lambda first, second: pgettext("list", "%(first)s, %(second)s", first=first, second=second), facts or [""]
    )


def percent_text(share: float) -> str:
    """Format a proportion as a whole percentage.

    >>> percent_text(0.864)
    '86%'
    """
    return format_percent(share, locale=current_locale())


def decimal_text(number: float) -> str:
    """Format a number with one decimal, rounded as in CSV files.

    >>> decimal_text(12.345), decimal_text(3.45)
    ('12.3', '3.5')
    """
    return format_decimal(round(number, 1), "#,##0.0", locale=current_locale())


def number_text(number: float) -> str:
    """Format a number.

    >>> number_text(12345)
    '12,345'
    """
    return format_decimal(number, locale=current_locale())


def leading_to(equation: str) -> str:
    """Return an equation as it looks before its answer.

    >>> leading_to("7 × 8"), leading_to("x + 5 = 63")
    ('7 × 8 =', 'x + 5 = 63:')
    """
    return f"{equation}:" if "=" in equation else f"{equation} ="


def solved(equation: str, answer: object) -> str:
    """Return an equation with its answer.

    >>> solved("7 × 8", 56), solved("x + 5 = 63", 58)
    ('7 × 8 = 56', 'x + 5 = 63: 58')
    """
    return f"{equation}: {answer}" if "=" in equation else f"{equation} = {answer}"


def fact_text(family: str) -> str:
    """Return the equation that represents a fact.

    >>> fact_text("mul:7x8"), fact_text("add:3+9"), fact_text("own:5 + ? = 9")
    ('7 × 8', '3 + 9', '5 + ? = 9')
    """
    operation, _separator, numbers = family.partition(":")
    if operation == "mul":
        return numbers.replace("x", " × ")
    return numbers.replace("+", " + ") if operation == "add" else numbers


def ended(sentence: str) -> str:
    """Return a sentence with its final period, without doubling that of an initial.

    >>> ended("Blue won: Ana and Ben"), ended("Blue won: Ana K. and Ben F.")
    ('Blue won: Ana and Ben.', 'Blue won: Ana K. and Ben F.')
    """
    return sentence if sentence.rstrip("\N{POP DIRECTIONAL ISOLATE}").endswith(".") else f"{sentence}."


def short_names(names: Mapping[str, str]) -> dict[str, str]:
    """Return first names, with an initial if two are equal, or the full name if those are equal, too.

    >>> short_names({"1": "Lena Maier", "2": "Lena Sato", "3": "Ana", "4": "Ana", "5": "Kenji Abe"})
    {'1': 'Lena M.', '2': 'Lena S.', '3': 'Ana', '4': 'Ana', '5': 'Kenji'}
    >>> short_names({"1": "Student 3", "2": "Student 12"})
    {'1': 'Student 3', '2': 'Student 12'}

    A symbol or a word like "Abd" is no name without the next word, and scripts without capitals have no initials.

    >>> short_names({"1": "🦊 Foxy Fox", "2": "عبد الرحمن صالح", "3": "Abu Bakr Aziz", "4": "王 小明", "5": "王 伟"})
    {'1': '🦊 Foxy', '2': 'عبد الرحمن', '3': 'Abu Bakr', '4': '王 小明', '5': '王 伟'}
    """
    first = {key: _first_name(name) for key, name in names.items()}
    with_initial = {key: _with_initial(name) for key, name in names.items()}
    firsts, initials = Counter(first.values()), Counter(with_initial.values())
    return {
        key: first[key] if firsts[first[key]] == 1 else with_initial[key] if initials[with_initial[key]] == 1 else name
        for key, name in names.items()
    }


_NEVER_ALONE = frozenset({"abd", "abu", "عبد", "أبو", "ابو", "أم", "ام"})
"""Words that are a first name only together with the next word, in lower case."""


def _first_name(name: str) -> str:
    words = name.split()
    whole = (at for at, word in enumerate(words, 1) if any(map(str.isalnum, word)) and word.lower() not in _NEVER_ALONE)
    return " ".join(words[: next(whole, None)])


def _with_initial(name: str) -> str:
    first = _first_name(name)
    others = name.split()[len(first.split()) :]
    if not others or not others[-1][0].isalpha():
        return name
    has_capitals = others[-1][0].lower() != others[-1][0].upper()
    return f"{first} {others[-1][0]}." if has_capitals else f"{first} {others[-1]}"


def isolated(name: str) -> str:
    """Return a name isolated from the text direction around it (U+2068, U+2069), for use outside of markup."""
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"


def isolated_equation(text: str) -> str:
    """Return an equation that is always written from left to right (U+2066, U+2069)."""
    return f"\N{LEFT-TO-RIGHT ISOLATE}{text}\N{POP DIRECTIONAL ISOLATE}"


def unbroken(text: str) -> str:
    """Keep short equations of a sentence from breaking across lines."""
    return _SHORT_EQUATION.sub(lambda found: found[0].replace(" ", "\N{NO-BREAK SPACE}"), text)


_SHORT_EQUATION = re.compile("\N{LEFT-TO-RIGHT ISOLATE}[^\N{POP DIRECTIONAL ISOLATE}]{1,14}\N{POP DIRECTIONAL ISOLATE}")


def bdi(name: str) -> Markup:
    """Return a name isolated from the text direction around it by markup, for templates that join it with text."""
    return Markup("<bdi>{}</bdi>").format(name)


def bytes_text(size: int) -> str:
    """Format a number of bytes, in decimal units.

    >>> bytes_text(0), bytes_text(431_000), bytes_text(12_345_678), bytes_text(53_800_000_000)
    ('0 kB', '431 kB', '12.3 MB', '53.8 GB')
    """
    if size < 1_000_000:
        return _("%(size)s kB", size=number_text(round(size / 1000)))
    if size < 1_000_000_000:
        return _("%(size)s MB", size=decimal_text(size / 1e6))
    return _("%(size)s GB", size=decimal_text(size / 1e9))
