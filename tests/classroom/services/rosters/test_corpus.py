"""The roster files of `tests/data/rosters`, read with the suggested columns, give what a careful person reads."""

from __future__ import annotations

import codecs
import csv
import json
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from classroom.services.rosters.choices import suggest_choices
from classroom.services.rosters.drafts import Draft, draft_of_file, draft_of_text
from classroom.services.rosters.people import Person, WrongRow
from classroom.services.rosters.words.values import level_of
from tests.factories.roster_workbooks import write_workbooks

FOLDER = Path(__file__).parents[3] / "data" / "rosters"
EXPECTED: dict[str, dict[str, Any]] = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
MAY_BE_UNLISTED = {"above_headings", "assignment_row", "footer", "repeated", "teacher", "total"}
"""Rows without students; all others must be listed for the teacher."""
MAY_REFUSE = {"formula", "group", "id", "quotes", "repeated_name"}
"""Where asking is right, a row may be held back until the teacher decides."""


@cache
def draft_of(name: str) -> Draft:
    """Read a file as its teacher does, answering only the questions that may be asked."""
    wanted = EXPECTED[name]
    content = (FOLDER / name).read_bytes()
    draft = draft_of_text(content.decode()) if wanted["offered"] == "paste" else draft_of_file(content)
    source = draft.source
    assert source is not None
    reading = 0
    if not source.is_sure:
        assert "encoding" in wanted["unsure"], "asks for the encoding of a file that leaves no doubt"
        codecs_found = [codecs.lookup(one.encoding).name for one in source.readings]
        right = codecs.lookup(wanted["encoding"]).name
        assert right in codecs_found, f"{right} is not among the encodings offered: {codecs_found}"
        reading = codecs_found.index(right)
        draft = Draft(source=source, choices=suggest_choices(source, reading=reading))
    sheets = [one.name for one in source.readings[reading].sheets]
    if "sheet" in wanted and sheets[draft.choices.sheet] != wanted["sheet"]:
        assert "sheet" in wanted["unsure"], f"reads the sheet {sheets[draft.choices.sheet]}"
        choices = suggest_choices(source, reading=reading, sheet=sheets.index(wanted["sheet"]))
        draft = Draft(source=source, choices=choices)
    return draft


def rows_of(draft: Draft) -> tuple[list[Person], list[WrongRow]]:
    """Return the students and skipped rows of all classes in the file."""
    classes = draft.roster().classes
    people = sorted((one for listed in classes for one in listed.people), key=lambda one: one.line)
    wrong = {row.line: row for listed in classes for row in listed.wrong}
    return people, [wrong[line] for line in sorted(wrong)]


def tidy(text: str | None) -> str:
    return " ".join(unicodedata.normalize("NFC", text or "").split())


def cells_below(name: str, heading: str) -> dict[int, str]:
    """Return a column of a file by line."""
    with (FOLDER / name).open(encoding="utf-8-sig", newline="") as text:
        rows = csv.DictReader(text)
        cells = [row[heading] or "" for row in rows]
    return dict(enumerate(cells, start=2))


def right_ids(name: str) -> Iterator[list[str]]:
    """Return the correct ID columns, the best one first."""
    wanted = EXPECTED[name]
    yield [tidy(one["id"]) for one in wanted["students"]]
    for heading in wanted.get("id_may_be", ()):
        cells = cells_below(name, heading)
        yield [cells[one["line"]] for one in wanted["students"]]
    if wanted.get("id_may_be_missing") or "id" in wanted["unsure"]:
        yield ["" for _ in wanted["students"]]


@pytest.mark.parametrize("name", EXPECTED)
def test_students_are_read_as_a_careful_person_reads_them(name: str) -> None:
    wanted, draft = EXPECTED[name], draft_of(name)
    people, wrong = rows_of(draft)
    reasons = {one["line"]: one["reason"] for one in wanted["rejected"]}
    people = [one for one in people if reasons.get(one.line) != "repeated"]  # these are found while planning
    if "id" in wanted["unsure"] and not any(one.source_id for one in people):  # then the column is not an ID
        people = [one for one in people if reasons.get(one.line) != "id_conflict"]
    held_back = {row.line for row in wrong} if MAY_REFUSE & set(wanted["unsure"]) else set()
    students = [one for one in wanted["students"] if one["line"] not in held_back]
    if len(students) == len(wanted["students"]):
        assert [one.source_id for one in people] in list(right_ids(name))
    given, family = [tidy(one.given) for one in people], [tidy(one.family) for one in people]
    if "columns" in wanted["unsure"] and draft.roster().is_guessed and given == [one["family"] for one in students]:
        given, family = family, given  # the page asks which part is which
    assert given == [tidy(one["given"]) for one in students] or _are_right(name, "given_may_be", given)
    assert family == [tidy(one["family"]) for one in students] or _are_right(name, "family_may_be", family)
    for one, student in zip(people, students, strict=True):
        places = {one.group, one.section} if wanted.get("group_or_section") else {one.group}
        assert student["group"] is None or tidy(student["group"]) in places
        assert student["section"] is None or one.section == tidy(student["section"])
        assert student["grade"] is None or one.level == level_of(student["grade"])


@pytest.mark.parametrize("name", EXPECTED)
def test_rows_that_are_not_students_are_skipped_and_listed(name: str) -> None:
    wanted = EXPECTED[name]
    people, wrong = rows_of(draft_of(name))
    reasons = {one["line"]: one["reason"] for one in wanted["rejected"]}
    lines = {one.line for one in people}
    listed = {row.line for row in wrong}
    assert {line for line in lines if reasons.get(line, "repeated") not in {"repeated", "id_conflict"}} == set()
    unlisted = {line: why for line, why in reasons.items() if line not in listed and line not in lines}
    assert {line: why for line, why in unlisted.items() if why not in MAY_BE_UNLISTED} == {}
    if not MAY_REFUSE & set(wanted["unsure"]):
        assert listed - set(reasons) == set()


def test_the_spreadsheets_match_their_generator(tmp_path: Path) -> None:
    write_workbooks(tmp_path)
    made = sorted(tmp_path.iterdir())
    assert {path.name for path in made} == {one for one in EXPECTED if one.endswith((".xlsx", ".ods"))}
    for path in made:
        assert draft_of_file(path.read_bytes()).source == draft_of(path.name).source


def _are_right(name: str, key: str, found: list[str]) -> bool:
    """Return whether names that are read differently are right too, student by student."""
    others = EXPECTED[name].get(key)
    if others is None:
        return False
    return len(others) == len(found) and all(
        tidy(one) in (may if isinstance(may, list) else [may]) for one, may in zip(found, others, strict=True)
    )
