"""Every stylesheet rule can match: a template, a script, or a Python string contains each name in it."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHEETS = sorted((ROOT / "static" / "css").glob("*.css"))
SOURCES = (("templates", "*.html"), ("static/js", "*.js"), ("classroom", "*.py"), ("engine", "*.py"))
_NAMED = re.compile(r"""[.#](-?[A-Za-z_][\w-]*)|\[([a-z-]+)(?:~?=["']?([\w-]+)["']?)?\]""")
_WORD = re.compile(r"[A-Za-z_](?:[\w-]*\w)?")
_BUILT = re.compile(r"([A-Za-z][\w-]*-)(?:\{\{|\{%|\$?\{|\"? ?[~+]|%[sd])")
"""The beginning of an assembled name: `button-{{ kind }}`, `"family-" ~ number`, f"around-{size}"."""
_JINJA = re.compile(r"\{[{%].*?[%}]\}")
_DATASET = re.compile(r"\bdataset\.(\w+)")
_BODY_CLASS = re.compile(r"\{% block body_class %\}(.*?)\{% endblock %\}")
_ATTRIBUTE = re.compile(r"\b(?:data|aria|hx)-[a-z-]+")
_WHOLE = re.DOTALL | re.MULTILINE
_OF_BROWSERS = {"lang", "dir", "open", "hidden", "type", "role", "name", "value", "href", "selected", "checked", "id"}


def selectors_of(css: str) -> list[str]:
    """Return all selectors, except those of keyframes and fonts."""
    plain = re.sub(r"/\*.*?\*/|\"[^\"\w]*\"", "", css, flags=re.DOTALL)
    heads = [head.strip() for head in re.findall(r"([^{};]+)\{", plain)]
    lists = [
        head for head in heads if not head.startswith("@") and not re.fullmatch(r"[\d.%, ]+|from|to|from, to", head)
    ]
    return list(chain.from_iterable(_split(one) for one in lists))


def _split(listed: str) -> list[str]:
    """Split a list of selectors at its top-level commas, not at those in parentheses.

    >>> _split(".a, .b:is(.c, .d) > p")
    ['.a', '.b:is(.c, .d) > p']
    """
    return [part.strip() for part in re.split(r",(?![^(]*\))", listed)]


@cache
def written() -> tuple[frozenset[str], frozenset[str]]:
    """Return all words in the code's strings, and the beginnings of names that are assembled."""
    quoted: set[str] = set()
    beginnings: set[str] = set()
    for folder, kind in SOURCES:
        for path in (ROOT / folder).rglob(kind):
            text = re.sub(r'""".*?"""|\{#.*?#\}|^ *(?://|#)[^\n]*$', "", path.read_text(encoding="utf-8"), flags=_WHOLE)
            beginnings.update(_BUILT.findall(text))
            # An attribute's value may contain Jinja strings.
            for part in (text, *_JINJA.findall(text)):
                for mark in ('"', "'", "`"):
                    texts = re.findall(f"{mark}[^{mark}\\n]*{mark}", part)
                    quoted.update(chain.from_iterable(map(_WORD.findall, texts)))
            quoted.update(_ATTRIBUTE.findall(text))
            quoted.update("data-" + re.sub("[A-Z]", r"-\g<0>", one).lower() for one in _DATASET.findall(text))
            quoted.update(chain.from_iterable(map(_WORD.findall, _BODY_CLASS.findall(text))))
    return frozenset(quoted), frozenset(beginnings)


def is_written(name: str) -> bool:
    """Tell whether a name occurs in the code, whole or in two parts."""
    words, beginnings = written()
    if name in words:
        return True
    parts = ((start, name[len(start) :]) for start in beginnings if name.startswith(start))
    return any(rest in words or re.fullmatch(r"[A-Z]?[\d-]+\w*", rest) for _, rest in parts)


def unknown_in(selector: str) -> list[str]:
    """List the names in a selector that don't occur anywhere. Names inside `:not()` don't count.

    >>> unknown_in(".button:not(.nowhere-at-all) > .nowhere-else")
    ['nowhere-else']
    """
    wanted = re.sub(r":not\([^()]*(?:\([^()]*\))?[^()]*\)", "", selector)
    names = chain.from_iterable((found[0] or found[1], found[2]) for found in _NAMED.findall(wanted))
    return [name for name in names if name and name not in _OF_BROWSERS and not is_written(name)]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_every_rule_can_match(sheet: Path) -> None:
    selectors = selectors_of(sheet.read_text(encoding="utf-8"))
    assert selectors
    dead = {selector: names for selector in selectors if (names := unknown_in(selector))}
    assert not dead, "remove what nothing matches"


def test_every_stylesheet_is_linked() -> None:
    linked = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.html"))
    bundled = (ROOT / "classroom" / "web" / "assets.py").read_text(encoding="utf-8")
    assert [sheet.name for sheet in SHEETS if f"css/{sheet.name}" not in linked + bundled] == []


def test_rules_that_match_nothing_are_found() -> None:
    css = "/* .a */ .button, .button-nowhere:hover { color: red; } @media print { .panel .lattice { color: red; } }"
    assert [one for one in selectors_of(css) if unknown_in(one)] == [".button-nowhere:hover", ".panel .lattice"]
