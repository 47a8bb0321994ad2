"""Tables in other layouts: lists side by side, headings in two lines, a list for each class, and grids of names."""

from __future__ import annotations

import io
import json

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom.services.errors import ErrorCode, RosterErrorCode
from classroom.services.rosters.drafts import draft_of_file, draft_of_text
from classroom.services.rosters.people import RosterFile
from tests.classroom.services.rosters.importing import read, said

GIVEN = "Ana Bo Cy Di Ed Flo Gus Hal Ivy Jo Kay Liv Max Ned Ola Pia Quin Roy Sue Tom Una Vic Wes Xia".split()
FAMILY = "King Lee Ng Poe Orr Ray Sol Tan Ude Vos West Xu Yu Zed Abt Bell Cole Diaz Eng Foy Gill Hay Ito Jung".split()
PEOPLE = st.lists(st.sampled_from(range(24)), min_size=4, max_size=20, unique=True)
CHARTS = st.lists(st.sampled_from(range(24)), min_size=9, max_size=24, unique=True)


def names_in(file: RosterFile) -> list[str]:
    return [f"{one.given} {one.family}".strip() for listed in file.classes for one in listed.people]


def reasons(file: RosterFile) -> list[tuple[str, ErrorCode]]:
    return [(row.text, row.code) for listed in file.classes for row in listed.wrong]


@pytest.mark.parametrize(
    "text",
    [
        "Name,ID,,Name,ID\nAna King,7001,,Cy Ng,7003\nBo Lee,7002,,,\n",
        "Room 12,,,\nName,ID,Name,ID\nAna King,7001,Cy Ng,7003\nBo Lee,7002,,\n",
        'Name,ID,Name,ID\n"King, Ana",7001,"Ng, Cy",7003\n"Lee, Bo",7002\n',
        "No,First,Last,ID,,No,First,Last,ID\n1,Ana,King,7001,,3,Cy,Ng,7003\n2,Bo,Lee,7002,,,,,\n",
    ],
)
def test_lists_side_by_side_are_read_one_after_the_other(text: str) -> None:
    file = read(text)
    assert said(file) == ["Ana|King|7001", "Bo|Lee|7002", "Cy|Ng|7003"]
    lines = [one.line for one in file.classes[0].people]
    assert len(set(lines)) == len(lines)
    assert file.unread in ((), ("No",))


def test_lists_side_by_side_may_have_one_column() -> None:
    text = 'Maple School\nApellidos y nombre,,Apellidos y nombre\n"King, Ana",,"Ng, Cy"\n"Lee, Bo",,"Poe, Di"\n'
    assert names_in(read(text)) == ["Ana King", "Bo Lee", "Cy Ng", "Di Poe"]


@given(numbers=PEOPLE, lists=st.integers(1, 4), is_apart=st.booleans())
def test_a_table_in_several_lists_has_the_same_students(numbers: list[int], lists: int, is_apart: bool) -> None:
    heading = ["First name", "Last name", "Student ID", *([""] if is_apart else [])]
    rows = [[GIVEN[one], FAMILY[one], str(7000 + 7 * one), *([""] if is_apart else [])] for one in numbers]
    height = -(-len(rows) // lists)
    parts = [rows[start : start + height] for start in range(0, len(rows), height)]
    empty = [""] * len(heading)
    lines = [[cell for part in parts for cell in (part[at] if at < len(part) else empty)] for at in range(height)]
    text = "\n".join(";".join(line) for line in [heading * len(parts), *lines])
    assert said(read(text)) == said(read("\n".join(";".join(line) for line in [heading, *rows])))


@given(numbers=CHARTS, width=st.integers(4, 6), gaps=st.sets(st.integers(0, 30), min_size=1), data=st.data())
def test_a_seating_chart_has_a_student_in_each_seat(
    numbers: list[int], width: int, gaps: set[int], data: st.DataObject
) -> None:
    form = data.draw(st.sampled_from(["{} {}", "{1}, {0}"]))
    names = iter([form.format(GIVEN[one], FAMILY[one]) for one in numbers])
    seats: list[str] = []
    while (name := next(names, None)) is not None:
        seats += [""] * (len(seats) in gaps) + [name]
    rows = [seats[start : start + width] for start in range(0, len(seats), width)]
    file = draft_of_text("\n".join("\t".join(row) for row in rows)).roster()
    assert sorted(names_in(file)) == sorted(f"{GIVEN[one]} {FAMILY[one]}" for one in numbers)


def test_a_seating_chart_names_parts_of_the_room() -> None:
    file = read("\tWHITEBOARD\t\t\nAna\t\tBo\tCy\nDi\tEd\t\tFlo\n\tGus\tHal\t\nDoor\t\t\tTeacher’s desk\n")
    assert names_in(file) == ["Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"]
    assert reasons(file) == [
        (place, RosterErrorCode.LINE_IS_TITLE) for place in ("WHITEBOARD", "Door", "Teacher’s desk")
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Ana\tBo\tCy\tDi\tEd\nFlo\tGus\tHal\tIvy\tJo\n",
        "\tCol 1\tCol 2\tCol 3\nRow 1\tAna\tBo\t\nRow 2\tCy\t\tDi\nRow 3\tEd\tFlo\tGus\nRow 4\tHal\tIvy\tJo\n",
        "Table 1,Table 2,Table 3\nAna,Bo,Cy\nDi,Ed,Flo\nGus,Hal,Ivy\n,,Jo\n",
        "1 Ana\t2 Bo\t3 Cy\t4 Di\t5 Ed\n6 Flo\t7 Gus\t8 Hal\t9 Ivy\t10 Jo\n",
        "Group A,Group B\nAna,Bo\nCy,Di\nEd,Flo\nGus,Hal\nIvy,Jo\n",
    ],
)
def test_a_grid_may_have_first_names_only(text: str) -> None:
    assert sorted(names_in(read(text))) == "Ana Bo Cy Di Ed Flo Gus Hal Ivy Jo".split()


@pytest.mark.parametrize("labels", ["Red,Blue,Green", "Team A,Team B,Team C"])
def test_words_above_full_names_are_groups(labels: str) -> None:
    file = read(f"{labels}\nAna King,Cy Ng,Ed Orr\nBo Lee,Di Poe,Flo Ray\n")
    assert names_in(file) == ["Ana King", "Bo Lee", "Cy Ng", "Di Poe", "Ed Orr", "Flo Ray"]
    (listed,) = file.classes
    assert [one.group for one in listed.people[::2]] == labels.split(",")


def test_boys_and_girls_are_no_groups() -> None:
    file = read("Boys,Girls,Others\nAna King,Cy Ng,Ed Orr\nBo Lee,Di Poe,Flo Ray\n")
    assert names_in(file) == ["Ana King", "Bo Lee", "Cy Ng", "Di Poe", "Ed Orr", "Flo Ray"]
    assert "Boys" in " ".join(file.unread)


def test_a_column_for_each_class_can_be_imported_alone() -> None:
    text = "4A,4B,4C\nAna King,Cy Ng,Ed Orr\nBo Lee,Di Poe,Flo Ray\nGus Sol,,\n"
    file = read(text, class_name="4B")
    assert names_in(file) == ["Cy Ng", "Di Poe"]
    assert {code for _, code in reasons(file)} == {RosterErrorCode.OTHER_CLASS}
    assert len(names_in(read(text, class_name="7B"))) == 7


def test_a_seating_chart_in_a_workbook() -> None:
    book, content = openpyxl.Workbook(), io.BytesIO()
    for row in ((None, "Board"), ("Ana K", None, "Bo L"), (None, "Cy N", "Di P"), ("Ed O", "Flo R", None)):
        book.worksheets[0].append(row)
    book.save(content)
    draft = draft_of_file(content.getvalue())
    assert names_in(draft.roster()) == ["Ana K", "Bo L", "Cy N", "Di P", "Ed O", "Flo R"]
    assert not draft.needs_columns


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Garcia Lopez, Ana Maria\nPerez Ruiz, Jose Luis\nVera Paz, Eva Luz\n", "Ana Maria Garcia Lopez"),
        ("Ana King\tPat King\nBo Lee\tSam Lee\nCy Ng\tKim Ng\nDi Poe\tJo Poe\n", None),
        ("Ana King,Owls\nBo Lee,Owls\nCy Ng,Bees\nDi Poe,Bees\n", "Ana King"),
        ("Ana,Lu,King\nBo,,Lee\nCy,Max,Ng\nDi,,Poe\n", None),
        ("Ana King\tMs. Hart\nBo Lee\tMs. Hart\nCy Ng\tMs. Hart\nDi Poe\tMr. Soto\n", "Ana King"),
        ("Ana\tKing\nBo\tLee\nCy\tNg\nDi\tPoe\n", "Ana King"),
        ("Ana King,Pat King\nBo Lee,Sam Lee\nCy Ng,Kim Ng\nDi Poe,Jo Poe\n", None),
    ],
)
def test_a_table_of_names_is_no_grid(text: str, expected: str | None) -> None:
    names = names_in(read(text))
    assert len(names) == text.count("\n")
    assert expected is None or names[0] == expected


@pytest.mark.parametrize(
    "text",
    [
        "Guardian,,Student,,\nFirst,Last,First,Last,ID\nPat,Roe,Ana,King,7001\nSam,Doe,Bo,Lee,7002\n",
        "Guardian,,Student,\nFirst,Last,First,Last\nPat,Roe,Ana,King\nSam,Doe,Bo,Lee\n",
        "First,Last,Student\nName,Name,ID\nAna,King,7001\nBo,Lee,7002\n",
        '"Last\nName","First\nName","Student\nID"\nKing,Ana,7001\nLee,Bo,7002\n',
    ],
)
def test_headings_in_two_lines(text: str) -> None:
    file = read(text)
    assert names_in(file) == ["Ana King", "Bo Lee"]
    assert [one.source_id for one in file.classes[0].people] == (["7001", "7002"] if "7001" in text else ["", ""])


@pytest.mark.parametrize(
    "text", ["Job,Student\nLine leader,Ana King\nDoor holder,Bo Lee\n", "Elev,Mor\nAna King,Pat King\nBo Lee,Sam Lee\n"]
)
def test_a_heading_of_students_is_no_label(text: str) -> None:
    assert len(names_in(read(text))) in {2, 3}
    assert "Pat King" not in names_in(read(text))


SECTIONS = (
    "Class {0}4A,,\nName,ID,Grade\nAna King,7001,4\nBo Lee,7002,4\n,,\nClass {0}4B,,\nName,ID,Grade\nCy Ng,7003,4\n"
)


@pytest.mark.parametrize("sign", ["", ": "])
def test_a_list_for_each_class_below_the_other(sign: str) -> None:
    text = SECTIONS.format("").replace("Class ", f"Class{sign or ' '}")
    assert said(read(text)) == ["Ana|King|7001", "Bo|Lee|7002", "Cy|Ng|7003"]
    assert [one.section for one in read(text).classes[0].people] == ["4A", "4A", "4B"]
    file = read(text, class_name="4B")
    assert said(file) == ["Cy|Ng|7003"]
    assert sum(code is RosterErrorCode.OTHER_CLASS for _, code in reasons(file)) == 2


def test_titles_and_headings_repeat_on_each_page() -> None:
    page = "Class Roster,,,\nStudent Name,Number,Grade,Gender\n{}\nPage {} of 2,,,\n"
    text = page.format('"King, Ana",7001,4,F', 1) + page.format('"Lee, Bo",7002,4,M', 2)
    file = read(text)
    assert said(file) == ["Ana|King|7001", "Bo|Lee|7002"]
    assert len(reasons(file)) == 5


def test_a_class_that_is_only_in_its_first_row() -> None:
    text = "Class,Name\n4A,Ana King\n,Bo Lee\n,Cy Ng\n4B,Di Poe\n,Ed Orr\n"
    assert names_in(read(text, class_name="4B")) == ["Di Poe", "Ed Orr"]
    missing = "Class,Name\n4A,Ana King\n4A,Bo Lee\n4B,Cy Ng\n4B,Di Poe\n,Ed Orr\n"
    assert names_in(read(missing, class_name="4B")) == ["Cy Ng", "Di Poe"]


@pytest.mark.parametrize("sign", ["\t", ",", ";"])
@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (
            ("First Name|Ana|Bo|Cy", "Last Name|King|Lee|Ng", "Student ID|7101|7102|7103", "Grade|4|4|4"),
            ["Ana|King|7101", "Bo|Lee|7102", "Cy|Ng|7103"],
        ),
        (("Name|Ana King|Bo Lee", "ID|7101|7102", "Birthdate|1/2/2016|2/3/2016"), ["Ana|King|7101", "Bo|Lee|7102"]),
        (("Nachname|Huber|Mayer", "Vorname|Leni|Sepp", "Klasse|4a|4a"), ["Leni|Huber|", "Sepp|Mayer|"]),
    ],
)
def test_students_across_and_fields_down(rows: tuple[str, ...], expected: list[str], sign: str) -> None:
    text = "\n".join(rows).replace("|", sign)
    assert said(read(text)) == expected
    draft = draft_of_text(text)
    assert said(draft.roster()) == expected
    assert "2016" not in json.dumps(draft.to_json())


def test_a_title_that_repeats_on_each_page_is_no_student() -> None:
    title, heading = "Oak School;Class list 3A;Page {}", "Student;ID;Sex"
    first = [title.format(1), heading, "King, Ana;811;F", "Lee, Bo;812;M"]
    second = [title.format(2), heading, "Ng, Cy;813;M", "Poe, Di;814;F"]
    assert said(read("\n".join([*first, *second]))) == ["Ana|King|811", "Bo|Lee|812", "Cy|Ng|813", "Di|Poe|814"]
