"""live.js keeps the mark of an animation until it has ended: it must know which animations take seconds."""

from __future__ import annotations

import re

from tests.guards.files import ROOT
from tests.guards.test_unused_styles import selectors_of

LONG = re.compile(re.findall(r"const LONG = /(.+?)/", (ROOT / "static/js/live.js").read_text(encoding="utf-8"))[0])
_MARK = re.compile(r'\[data-new~="(\w+)"\]')


def test_animations_of_a_moment_are_long_and_those_of_a_move_are_not() -> None:
    assert [marks for marks in marks_in("moments.css") if not any(map(LONG.search, marks))] == []
    assert [marks for marks in marks_in("motion.css") if any(map(LONG.search, marks))] == []


def marks_in(file: str) -> list[list[str]]:
    """Return the marks of each selector of a style sheet that has any."""
    selectors = selectors_of((ROOT / "static/css" / file).read_text(encoding="utf-8"))
    found = [marks for one in selectors if (marks := _MARK.findall(one))]
    assert len(found) > 5
    return found
