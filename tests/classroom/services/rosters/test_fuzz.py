"""Any file is read or refused with a message; importing it changes a class once, and never merges two students.

ROSTER_EXAMPLES sets how many files.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterable
from dataclasses import replace
from itertools import cycle, islice

import openpyxl
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from classroom.models import RosterImport, Student
from classroom.presenters.classes.import_columns import columns_page
from classroom.presenters.classes.roster_import import import_page
from classroom.services.errors import ServiceError
from classroom.services.names import MAX_NAME, fold_name
from classroom.services.rosters.choices import suggest_choices
from classroom.services.rosters.comparing import Change, ListChanges, compare
from classroom.services.rosters.drafts import Draft, draft_of_file, draft_of_text
from classroom.services.rosters.imports import ClassPlan, ImportPlan
from classroom.services.rosters.people import RosterFile
from classroom.services.rosters.words.headings import Column
from classroom.services.rosters.writing import FIELDS
from classroom.web.error_messages import error_message
from tests.classroom.services.rosters.importing import archive

EXAMPLES = int(os.environ.get("ROSTER_EXAMPLES", "40"))
WORDS = (
    "Ana ana Ána Bo Cy King Kuhn Lee K. K 李 小龙 محمد عمر 🦊 O’Brien 't =1+1 +1 -2 @home 7 007 0071 71 1E+05 3-Apr "
    "3-4 7B 8C Owls Bees true false student teacher tobedeleted active u1 u2 u3 c1 c2 t1 2026-06-30 2027-06-30 "
    "6/30/2026 9999-12-31 Name Group Class Grade 1. 2) - > • Miss Dr. a@b.c <a@b.c> Jr. Names: #N/A \u202e ﬃ ß"
).split()
HEADINGS = "Name,First name,Last name,Student ID,Group,Class,Grade,E-mail,No".split(",")
COLUMNS = {
    "users": "sourcedId status enabledUser role givenName preferredGivenName familyName identifier grades email",
    "classes": "sourcedId status title classCode termSourcedIds",
    "enrollments": "sourcedId status classSourcedId userSourcedId role beginDate endDate",
    "academicSessions": "sourcedId status startDate endDate",
    "roles": "userSourcedId role status",
}
MAGIC = (
    b"%PDF-1.7",
    b"\xd0\xcf\x11\xe0",
    b"\x89PNG\r\n",
    b"<html>",
    b"{\\rtf1",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\0",
    b"'",
)
words = st.sampled_from(WORDS)
cells = st.one_of(
    words, st.tuples(words, words).map(" ".join), st.tuples(words, words).map(", ".join), st.text(max_size=9)
)


@st.composite
def tables(draw: st.DrawFn) -> bytes:
    """A table or a list as written by spreadsheets, other programs, and people, or as by none of them."""
    rows = draw(st.lists(st.lists(cells, min_size=1, max_size=5), max_size=9))
    if draw(st.booleans()):
        rows.insert(0, draw(st.lists(st.sampled_from(HEADINGS), min_size=1, max_size=5, unique=True)))
    if rows and draw(st.integers(0, 3)) == 0:  # the same list side by side, or a grid with gaps
        rows = [[*row, *draw(st.sampled_from([[], [""]])), *row] for row in rows]
    separator = draw(st.sampled_from([",", ";", "\t", ", ", " "]))
    quote = draw(st.sampled_from(["", "", '"']))
    end = draw(st.sampled_from(["\n", "\r\n", "\r", ",\n", "\n\n"]))
    text = end.join(separator.join(f"{quote}{cell}{quote}" for cell in row) for row in rows)
    encoding = draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252", "utf-16-be"]))
    return text.encode(encoding, errors="replace")


@st.composite
def archives(draw: st.DrawFn) -> bytes:
    """A OneRoster archive with some columns, rows, and tables unusual or missing."""
    texts = {}
    for name, columns in COLUMNS.items():
        if draw(st.integers(0, 9)) == 0:
            continue
        heading = draw(st.permutations(columns.split()))[draw(st.sampled_from([0, 0, 0, 1])) :]
        rows = draw(st.lists(st.lists(words, min_size=len(heading), max_size=len(heading) + 1), min_size=1, max_size=5))
        lines = [",".join(heading), *(",".join(row) for row in rows)]
        texts[f"{name}.csv"] = "\r\n".join(lines)
    return archive(texts)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A file with some bytes changed, removed, or prepended."""
    content = bytearray(draw(st.sampled_from([b"", *MAGIC])) + draw(st.one_of(tables(), archives())))
    for _ in range(draw(st.integers(0, 4)) if content else 0):
        content[draw(st.integers(0, len(content) - 1))] = draw(st.integers(0, 255))
    return bytes(content[: draw(st.integers(0, len(content)))])


@st.composite
def classes(draw: st.DrawFn) -> list[Student]:
    """The students of a class."""
    names = draw(st.lists(words.filter(lambda word: "\u202e" not in word), max_size=6, unique_by=fold_name))
    numbers = draw(st.permutations(["007", "71", "u1", "u2", None, None]))
    return [
        Student(
            id=f"student-{index}",
            name=name,
            name_key=fold_name(name),
            name_in_file=draw(st.sampled_from([None, None, "Ana K.", "Bo"])),
            source_id=numbers[index],
        )
        for index, name in enumerate(names)
    ]


@st.composite
def workbooks(draw: st.DrawFn) -> bytes:
    """A spreadsheet with unusual cells, sometimes corrupted."""
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    values = st.one_of(
        words, st.integers(0, 10**20), st.floats(allow_nan=False, allow_infinity=False), st.dates(), st.none()
    )
    for row in draw(st.lists(st.lists(values, max_size=4), max_size=5)):
        sheet.append(row)
    kept = io.BytesIO()
    book.save(kept)
    content = bytearray(kept.getvalue())
    for _ in range(draw(st.sampled_from([0, 0, 1, 3]))):  # a workbook's size depends on the time
        content[draw(st.integers(0, 10_000)) % len(content)] = draw(st.integers(0, 255))
    return bytes(content)


files = st.one_of(tables(), archives(), damaged(), st.binary(max_size=120))


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(content=files, students=classes())
def test_any_file_is_read_or_refused(content: bytes, students: list[Student]) -> None:
    try:
        draft = draft_of_file(content, class_name="7B")
        file = draft.roster()
    except ServiceError as error:
        error_message(error)  # which has to have all its facts
        return
    assert RosterFile.from_json(json.loads(json.dumps(file.to_json()))) == file
    plans = []
    for number, listed in enumerate(file.classes):
        changes = compare(listed.people, students)
        check(changes, students)
        wrong = (*listed.wrong, *changes.wrong)
        plans.append(ClassPlan(str(number), None, listed.name, "", changes.with_wrong(wrong), listed.begins))
    assert Draft.from_json(json.loads(json.dumps(draft.to_json()))).roster() == file
    page = import_page(
        ImportPlan("x", "file", None, file, tuple(plans)), draft, error_message=error_message, chosen=None
    )
    assert len(page.classes) == len(file.classes)
    again = written(compare(file.classes[0].people, students), students)
    assert not compare(file.classes[0].people, again).does_something


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(
    text=st.one_of(tables().map(lambda content: content.decode("utf-8", errors="replace")), st.text(max_size=80)),
    roles=st.lists(st.sampled_from(Column), min_size=6, max_size=6),
    heading=st.integers(-1, 3),
    split=st.sampled_from(["", "by:0", "by:1", "only:0:7B", "only:9:x", "x", "by:x"]),
    names=st.dictionaries(
        st.sampled_from(["0.1", "0.2", "1.2", "x"]), st.sampled_from(["", "Ana", "x" * 41, "\u202e"])
    ),
)
def test_any_choice_of_columns_is_read_or_refused(
    text: str, roles: list[Column], heading: int, split: str, names: dict[str, str]
) -> None:
    try:
        draft = draft_of_text(text, class_name="7B")
    except ServiceError as error:
        error_message(error)
        return
    assert draft.source is not None
    rows = draft.source.readings[0].sheets[0].rows
    suggested = suggest_choices(draft.source, heading=min(heading, len(rows) - 1))
    columns = tuple(islice(cycle(roles), len(suggested.columns)))
    choices = replace(suggested, columns=columns, split=split)
    changed = Draft(None, draft.source, choices, names)
    columns_page(RosterImport(id="x", file_name="f", teacher_id="t"), changed)
    try:
        file = changed.roster()
    except ServiceError as error:
        error_message(error)
        return
    assert Draft.from_json(json.loads(json.dumps(changed.to_json()))).roster() == file
    for listed in file.classes:
        check(compare(listed.people, []), [])


@settings(max_examples=max(10, EXAMPLES // 4), deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(content=workbooks())
def test_any_workbook_is_read_or_refused(content: bytes) -> None:
    try:
        draft_of_file(content, class_name="7B").roster()
    except ServiceError as error:
        error_message(error)


def check(changes: ListChanges, students: Iterable[Student]) -> None:
    """Check that all students are distinct, before and after."""
    meant = [row.student_id for row in changes.rows if row.student_id is not None]
    assert len(meant) == len(set(meant))
    after = written(changes, students)
    assert len({one.name_key for one in after}) == len(after)
    assert all(0 < len(one.name) <= MAX_NAME for one in after)
    assert all(one.name for one in after)
    numbers = [one.source_id for one in after if one.source_id]
    assert len(numbers) == len(set(numbers))


def written(changes: ListChanges, students: Iterable[Student]) -> list[Student]:
    """Return the class after the changes."""
    kept = {
        one.id: Student(id=one.id, name_key="", **{name: getattr(one, name) for name in FIELDS}) for one in students
    }
    for row in changes.rows:
        if row.change is Change.ADDED:
            kept[f"new-{row.line}"] = Student(
                id=f"new-{row.line}", name=row.name, source_id=row.source_id, group=row.group, level=row.level
            )
        elif row.student_id is not None and row.does_something:
            student = kept[row.student_id]
            student.name = row.name
            student.name_in_file = row.new_name_in_file or student.name_in_file
            student.source_id = row.source_id or student.source_id
            student.group = row.group or student.group
            student.level = student.level or row.level
            if row.change is Change.ARCHIVED:
                student.archived_at = student.created_at
    for student in kept.values():
        student.name_key = fold_name(student.name)
    return list(kept.values())
