"""Scripts contain no visible texts. These come from the page, in its language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.guards.files import ROOT

if TYPE_CHECKING:
    from pathlib import Path

SCRIPTS = sorted((ROOT / "static/js").glob("*.js"))
LITERAL = re.compile(r"""(?<!\w)(?:"([^"\n]*)"|'([^'\n]*)'|`([^`]*)`)""")
TEXT = re.compile(r"^[A-Z][a-z]+.*[a-z](?: [a-z]+|[.!?…:])|^[^#.\[:<]*[a-z]+ [a-z]+(?: [a-z]+|\.)")
"""Matches words as in a sentence, but no selectors, keys, or names of events."""


def texts_in(script: str) -> list[str]:
    """Find the string literals that look like visible text."""
    code = re.sub(r"(?m)(?<![:\"'`])//.*$", "", script)
    found = ("".join(parts) for parts in LITERAL.findall(code))
    return [text for text in found if TEXT.search(re.sub(r"\$\{[^}]*\}", "", text))]


def test_texts_are_found() -> None:
    assert texts_in('say("Copied.")') == ["Copied."]
    assert texts_in("say(`${left} seconds left.`)") == ["${left} seconds left."]
    assert texts_in('find("#board button"); // Say it aloud.') == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_have_no_texts(path: Path) -> None:
    assert texts_in(path.read_text(encoding="utf-8")) == []
