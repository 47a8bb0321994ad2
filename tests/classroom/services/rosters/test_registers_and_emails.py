"""Registers, workbooks, and emails: what stands between the students, compounds in headings, lists in sentences."""

from __future__ import annotations

import json
from typing import Any

import pytest

from classroom.services.rosters.drafts import draft_of_text
from classroom.services.rosters.words.headings import Column, Topic, topic_of
from tests.classroom.services.rosters.importing import read, said
from tests.classroom.services.rosters.test_spreadsheets import workbook
from tests.classroom.services.rosters.test_written_by_hand import people

NAMES = ["Thea Marlow", "Ugo Bassi", "Priya Kapoor", "Finn Osei"]
IN_TWO_COLUMNS = "".join(f"{family},{given},8\n" for given, family in map(str.split, NAMES))


@pytest.mark.parametrize(
    ("heading", "about"),
    [
        ("Schülernachname", Column.FAMILY),
        ("Klassenname", Column.CLASS),
        ("Elternname", Topic.PRIVATE),
        ("Leerlingnaam", Topic.BARE_NAME),
        ("Reading grp", Column.GROUP),
        ("Stdnt Nm", Topic.BARE_NAME),
    ],
)
def test_compounds_and_consonants_mean_what_their_words_mean(heading: str, about: Column | Topic) -> None:
    assert topic_of(heading) is about


@pytest.mark.parametrize(
    "text",
    [
        f"Last Name,First Name,Essay\n,Opened,2026-09-11\n,Ceiling,10\n{IN_TWO_COLUMNS}",
        "Student\tEssay\nOpened\t9/11\nCeiling\t10\n" + "\n".join(f"{name}\t8" for name in NAMES),
        "Time\tStudent\n"
        + "\n".join(f"9:{at + 10}\t{name}" for at, name in enumerate([*NAMES[:2], "SNACK", *NAMES[2:]])),
        "LRN,NAME\n400,Thea Marlow\n401,Ugo Bassi\n2,<=== BOTH\n402,Priya Kapoor\n403,Finn Osei\n2,<== TOTAL FEMALE\n",
        "Thea Marlow\nUgo Bassi\nPriya Kapoor\nFinn Osei\n".replace("\n", "\t8\n") + "\tMost are here at 2:50.\n",
    ],
)
def test_rows_between_students_are_listed(text: str) -> None:
    assert people(text) == NAMES


def test_a_single_word_with_data_is_a_student() -> None:
    text = "Student,ID\nSuharto,400\n" + "".join(f"{name},{at}\n" for at, name in enumerate(NAMES, 401))
    assert people(text) == ["Suharto", *NAMES]


def test_times_are_no_ids() -> None:
    text = "\n".join(f"9:{at + 10}\t{name}" for at, name in enumerate(NAMES))
    assert [one.rpartition("|")[2] for one in said(read(f"Slot\tReader\n{text}\n"))] == [""] * 4


def test_a_word_below_row_numbers_makes_them_no_ids() -> None:
    text = "NO;NISN;NAMA;1\n" + "".join(f"{at};014556781{at};{name};.\n" for at, name in enumerate(NAMES, 1))
    assert [one.rpartition("|")[2] for one in said(read(f"{text}Jumlah;;;4\n"))] == [
        f"014556781{at}" for at in range(1, 5)
    ]


@pytest.mark.parametrize("title", [[], [["Autumn lists"]]])
@pytest.mark.parametrize("labels", [["Period 1", "Period 2"], ["Mrs. A", "Mr. B"]])
@pytest.mark.parametrize("dot", ["", "."])
def test_numbered_lists_side_by_side(title: list[list[str]], labels: list[str], dot: str) -> None:
    rows = [*title, [labels[0], None, None, labels[1], None]]
    rows += [
        [f"1{dot}", "Thea Marlow", None, f"1{dot}", "Priya Kapoor"],
        [f"2{dot}", "Ugo Bassi", None, f"2{dot}", "Finn Osei"],
    ]
    rows += [[None, None, None, f"3{dot}", "Percy Foy"]]
    (listed,) = read(workbook(lambda sheet: [sheet.append(row) for row in rows])).classes
    assert [f"{one.given} {one.family}" for one in listed.people] == [*NAMES, "Percy Foy"]


@pytest.mark.parametrize(
    "headings", [("ФИО родителей", "ФИО ученика"), ("ПІБ учня", "ПІБ матері"), ("Nama Wali", "Nama Siswa")]
)
def test_names_of_others_are_not_kept(headings: tuple[str, str]) -> None:
    is_first = "матері" in headings[1]
    others = ["Marlow Olga Rose", "Bassi Vera Kim", "Kapoor Inna Lou", "Osei Nina Fay"]
    rows = [(name, other) if is_first else (other, name) for name, other in zip(NAMES, others, strict=True)]
    text = "\n".join("\t".join(row) for row in [headings, *rows])
    draft = draft_of_text(text)
    (listed,) = draft.roster().classes
    assert len(listed.people) == len(NAMES)
    stored = json.dumps(draft.to_json(), ensure_ascii=False)
    assert [name for name in ("Olga", "Vera", "Inna", "Nina") if name in stored] == []


def test_the_sheet_with_more_about_students_is_taken() -> None:
    def fill(first: Any) -> None:
        second = first.parent.create_sheet("Roster")
        for row in (["Student", "Parent 1"], ["Thea Marlow", "Ida Marlow"]):
            first.append(row)
        for row in (["Last", "First", "Table"], ["Marlow", "Thea", "Red"], ["Bassi", "Ugo", "Blue"]):
            second.append(row)

    assert said(read(workbook(fill))) == ["Thea|Marlow|", "Ugo|Bassi|"]


def test_a_third_part_behind_commas_is_a_middle_name() -> None:
    text = 'Student,Homeroom\n"Marlow, Thea, Rose",4A\n"Bassi, Ugo Emil, Diaz",4A\n'
    assert said(read(text)) == ["Thea|Marlow|", "Ugo Emil|Bassi|"]


@pytest.mark.parametrize(
    "text",
    [
        "March - Thea Marlow 3rd, Ugo Bassi 17th\nApril - Priya Kapoor 22nd\nMay - Finn Osei 1st\n",
        "Present (2): Thea Marlow, Ugo Bassi\nAbsent (1): Priya Kapoor\nTardy (1): Finn Osei\n",
        "Hi Pat,\n\nCould you please add these kids to my group: {}.\nThey start on Monday.\n\nThank you!\nJo Brandt\n",
        "Dear sub, thanks for coming in today! My class this year: {}.\nDismissal is at 2:50.\n",
    ],
)
def test_names_within_lines(text: str) -> None:
    draft = draft_of_text(text.format(", ".join(NAMES[:3]) + " and Finn Osei"))
    (listed,) = draft.roster().classes
    assert [f"{one.given} {one.family}" for one in listed.people] == NAMES
    assert "17th" not in json.dumps(draft.to_json())


def test_each_row_of_an_exported_table_is_a_student() -> None:
    text = "name,student id,group,grade\n" + "".join(f"{name},,,\n" for name in ["Opened", *NAMES, "LUNCH", "E"])
    assert people(text) == ["Opened", *NAMES, "LUNCH", "E"]
