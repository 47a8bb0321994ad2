"""Exports with the headings of real programs, in `tests/data/exports`, read with the suggested columns."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from classroom.services.rosters.drafts import draft_of_file
from classroom.services.rosters.naming import forms_of

FOLDER = Path(__file__).parents[3] / "data" / "exports"
EXPECTED: dict[str, dict[str, Any]] = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", EXPECTED)
def test_students_of_a_real_export(name: str) -> None:
    """Each student in the class is read once, as name, ID, and class or group; nothing private is stored."""
    draft = draft_of_file((FOLDER / name).read_bytes())
    people = sorted((one for listed in draft.roster().classes for one in listed.people), key=lambda one: one.line)
    here = [one for one in people if one.absence is None]
    wanted = [student.split("|") for student in EXPECTED[name]["students"]]
    found = dict.fromkeys((forms_of(one)[0], one.source_id, one.section or one.group) for one in here)
    found = dict.fromkeys((*one[:2], one[2] if place else "") for one, (_, _, place) in zip(found, wanted, strict=True))
    assert [list(one) for one in found] == wanted
    kept = json.dumps(draft.to_json(), ensure_ascii=False)
    assert [text for text in EXPECTED[name]["private"] if text in kept] == []
