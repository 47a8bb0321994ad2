"""Any file at all is read or refused in a sentence; what is read changes a class once, and never two students into one.

ROSTER_EXAMPLES sets how many files.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from classroom.models import Student
from classroom.presenters.classes.roster_import import import_page
from classroom.services.names import MAX_NAME, fold_name
from classroom.services.problems import ProblemError
from classroom.services.rosters.comparing import Change, ListChanges, compare
from classroom.services.rosters.imports import ClassPlan, ImportPlan
from classroom.services.rosters.people import RosterFile
from classroom.services.rosters.reading import read_roster
from classroom.services.rosters.writing import FIELDS
from classroom.web.sentences import sentence_of
from tests.classroom.services.rosters.importing import archive

EXAMPLES = int(os.environ.get("ROSTER_EXAMPLES", "60"))
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
    """A table or a list as spreadsheets, other programs and people may write it, and as nobody does."""
    rows = draw(st.lists(st.lists(cells, min_size=1, max_size=5), max_size=9))
    if draw(st.booleans()):
        rows.insert(0, draw(st.lists(st.sampled_from(HEADINGS), min_size=1, max_size=5, unique=True)))
    separator = draw(st.sampled_from([",", ";", "\t", ", ", " "]))
    quote = draw(st.sampled_from(["", "", '"']))
    end = draw(st.sampled_from(["\n", "\r\n", "\r", ",\n", "\n\n"]))
    text = end.join(separator.join(f"{quote}{cell}{quote}" for cell in row) for row in rows)
    encoding = draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252", "utf-16-be"]))
    return text.encode(encoding, errors="replace")


@st.composite
def archives(draw: st.DrawFn) -> bytes:
    """A OneRoster archive, some of whose columns, rows and tables are odd or missing."""
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
    """A file with some bytes changed, cut, or put before it."""
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
        file = read_roster(content, class_name="7B")
    except ProblemError as error:
        sentence_of(error)  # which has to have all its facts
        return
    assert RosterFile.from_json(json.loads(json.dumps(file.to_json()))) == file
    plans = []
    for number, listed in enumerate(file.classes):
        changes = compare(listed.people, students)
        check(changes, students)
        wrong = (*listed.wrong, *changes.wrong)
        plans.append(ClassPlan(str(number), None, listed.name, "", changes.with_wrong(wrong), listed.begins))
    page = import_page(ImportPlan("x", "file", file, tuple(plans)), sentence_of=sentence_of, chosen=None)
    assert len(page.classes) == len(file.classes)
    again = written(compare(file.classes[0].people, students), students)
    assert not compare(file.classes[0].people, again).does_something


def check(changes: ListChanges, students: Iterable[Student]) -> None:
    """Everybody is somebody else, before and after."""
    meant = [row.student_id for row in changes.rows if row.student_id is not None]
    assert len(meant) == len(set(meant))
    after = written(changes, students)
    assert len({one.name_key for one in after}) == len(after)
    assert all(0 < len(one.name) <= MAX_NAME for one in after)
    assert all(one.name for one in after)
    numbers = [one.source_id for one in after if one.source_id]
    assert len(numbers) == len(set(numbers))


def written(changes: ListChanges, students: Iterable[Student]) -> list[Student]:
    """The class after the changes."""
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
