# ruff: noqa: RUF001
"""Lists as people copy and write them: with codes, roles, readings, arrows, and labels."""

from __future__ import annotations

import io
import json

import openpyxl
import pytest

from classroom.services.errors import FileErrorCode, ServiceError
from classroom.services.rosters.drafts import draft_of_file, draft_of_text
from tests.classroom.services.rosters.importing import read


def said(text: str) -> list[str]:
    (listed,) = draft_of_text(text).roster().classes
    return [f"{one.given}|{one.family}" for one in listed.people if one.absence is None]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("AK-01 Ana King\nBL-02 Bo Lee\nCN-03 Cy Ng\n", ["Ana|King", "Bo|Lee", "Cy|Ng"]),
        ("Ana1 King\nAna2 King\nAna3 King\n", ["Ana1|King", "Ana2|King", "Ana3|King"]),
        ("Ana King - Level M\nBo Lee - Level P\nCy Ng - Level K\n", ["Ana|King", "Bo|Lee", "Cy|Ng"]),
        ("1 Ana Rita King 4ºA\n2 Bo Lee 4ºA\n3 Cy de Ng 4ºA\n", ["Ana Rita|King", "Bo|Lee", "Cy|de Ng"]),
        ("Ana King\nBo Lee NEW\nCy Ng *new*\n", ["Ana|King", "Bo|Lee", "Cy|Ng"]),
        ("- [x] Ana King\n- [ ] ~~Bo Lee~~ moved\n- [x] Cy Ng\nDi Poe withdrawn\n", ["Ana|King", "Cy|Ng"]),
        ("Ana → Bo\nCy → Di\n", ["Ana|", "Bo|", "Cy|", "Di|"]),
        ("Ana King -> Bo Lee\nCy Ng -> Di Poe\n", ["Ana|King", "Bo|Lee", "Cy|Ng", "Di|Poe"]),
        (
            "Lista de 3.º B: Ana Roldán, Bo Serrano, Cy Prieto y Di Cano.",
            ["Ana|Roldán", "Bo|Serrano", "Cy|Prieto", "Di|Cano"],
        ),
        ("Ana K., Bo L. und Cy N.", ["Ana|K.", "Bo|L.", "Cy|N."]),
        ("Ana King\\nBo Lee\\nCy Ng", ["Ana|King", "Bo|Lee", "Cy|Ng"]),
        ("青木 蓮（あおき れん）\n伊藤 結衣（いとう ゆい）\n", ["蓮|青木", "結衣|伊藤"]),
        ("김민준 학생\n이서연 학생\n박지후 학생\n", ["김민준|", "이서연|", "박지후|"]),
        ("Berg, Sanne van den\nVries, Fleur de\nVisser, Daan\n", ["Sanne|Berg", "Fleur|Vries", "Daan|Visser"]),
        (
            "Andersson Elsa\nBergström Oscar\nÅkesson Wilma\nÖberg Nils\n",
            ["Elsa|Andersson", "Oscar|Bergström", "Wilma|Åkesson", "Nils|Öberg"],
        ),
        (
            "Horvat Luka\nKovačević Ema\nBabić Marko\nJurić Vito\n",
            ["Luka|Horvat", "Ema|Kovačević", "Marko|Babić", "Vito|Jurić"],
        ),
        (
            "Hinewai Te Kanawa\nSadhbh Nic Giolla Phádraig\nTe Ariki Moko\n",
            ["Hinewai|Te Kanawa", "Sadhbh|Nic Giolla Phádraig", "Te Ariki|Moko"],
        ),
        (
            "Singh, Arjan\nSingh, Harleen\nSingh, Jasleen\nKaur, Simran\n",
            ["Arjan|Singh", "Harleen|Singh", "Jasleen|Singh", "Simran|Kaur"],
        ),
        ("Red, Ana\nRed, Bo\nRed, Cy\nBlue, Di\n", ["Ana|", "Bo|", "Cy|", "Di|"]),
        (
            "Elsa Andersson\nCedric Lindgren\nMaria Alvarez\nInez Hansen\n",
            ["Elsa|Andersson", "Cedric|Lindgren", "Maria|Alvarez", "Inez|Hansen"],
        ),
    ],
)
def test_lists_of_all_kinds(text: str, expected: list[str]) -> None:
    assert said(text) == expected


def test_the_members_of_a_team_as_its_page_copies_them() -> None:
    roles = {"Ana King": "Student\n\nMember", "Bo Lee": "Student\n\nMember", "Dana Flint": "Faculty\n\nOwner"}
    entries = "".join(f"Profile picture of {name}.\n{name}\n{role}\n" for name, role in roles.items())
    assert said(f"Name\tTitle\tLocation\tTags\tRole\n{entries}") == ["Ana|King", "Bo|Lee"]


def test_an_answer_about_the_teacher_is_not_kept() -> None:
    rows = "Ana,King,my parents are getting divorced\nBo,Lee,i have asthma\n"
    draft = draft_of_text(f"First name,Last name,Anything your teacher should know?\n{rows}")
    assert draft.roster().classes[0].people[1].family == "Lee"
    assert not any(word in json.dumps(draft.to_json()) for word in ("divorced", "asthma"))


def test_the_teachers_of_classes_are_kept() -> None:
    draft = draft_of_file(b"Student,Teacher\nAna King,June Hart\nBo Lee,June Hart\nCy Ng,Max Roe\n")
    assert "Max Roe" in json.dumps(draft.to_json())


def test_labels_behind_names_are_not_kept() -> None:
    text = "Name: Ana King   Disability: SLD   Minutes: 120\nName: Bo Lee   Disability: ASD   Minutes: 300\n"
    assert said(text) == ["Ana|King", "Bo|Lee"]
    assert not any(word in json.dumps(draft_of_text(text).to_json()) for word in ("SLD", "ASD", "300"))


def test_a_parents_name_below_a_heading_that_spans_columns_is_not_kept() -> None:
    book = openpyxl.Workbook()
    sheet = book.create_sheet("4B", 0)
    for line in ("Pupil,,Contact,", "First,Last,Name,Phone", "Ana,King,Jan Roe,0770 011", "Bo,Lee,Ila Day,0770 012"):
        sheet.append(line.split(","))
    sheet.append(["Cy", "Ng", "Paz Orr", "0770 013"])
    content = io.BytesIO()
    book.save(content)
    draft = draft_of_file(content.getvalue())
    assert [one.given for one in draft.roster().classes[0].people] == ["Ana", "Bo", "Cy"]
    assert not any(word in json.dumps(draft.to_json()) for word in ("Roe", "Day", "Orr", "0770"))


def test_a_title_about_the_teacher_does_not_span_the_columns_of_students() -> None:
    (listed,) = read("Teacher,June Hart\nFirst,Last\nAna,King\nBo,Lee\n").classes
    assert [f"{one.given}|{one.family}" for one in listed.people] == ["Ana|King", "Bo|Lee"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("January\nAna King 12\nMarch\nBo Lee 4\nCy Ng 30\n", ["Ana|King", "Bo|Lee", "Cy|Ng"]),
        ("April\nMay\nJune\nAugust\n", ["April|", "May|", "June|", "August|"]),
        ("l. Ana King\n2. Bo Lee\n3, Cy Ng\n4 . Di Poe\n", ["Ana|King", "Bo|Lee", "Cy|Ng", "Di|Poe"]),
        (
            "Back row (L-R): Ana King, Bo Lee\nFront row: Cy Ng, Di Poe\nAbsent: Ed Ray\n",
            ["Ana|King", "Bo|Lee", "Cy|Ng", "Di|Poe", "Ed|Ray"],
        ),
        (
            "Student,Progress,Program\nKing, Ana,45%,Addition\nLee, Bo,10%,Addition\nVan Ness, Cy,8%,Chess\n",
            ["Ana|King", "Bo|Lee", "Cy|Van Ness"],
        ),
        (
            "In this meeting (4)\nType a name\nAna King\nUnmuted\nBo Lee\nMuted\nCy Ng\nMuted\n",
            ["Ana|King", "Bo|Lee", "Cy|Ng"],
        ),
        ("King_Ana_HW3.pdf\nLee_Bo_HW3.docx\nPhoto 1.jpg\n", []),
    ],
)
def test_more_lists(text: str, expected: list[str]) -> None:
    assert said(text) == expected


def test_statements_of_a_database_are_no_list() -> None:
    with pytest.raises(ServiceError) as error:
        draft_of_text("INSERT INTO students (name) VALUES ('Ana King'), ('Bo Lee');")
    assert error.value.code is FileErrorCode.FILE_NOT_READ


@pytest.mark.parametrize(
    ("text", "private"),
    [
        ("ID,Last Name,First Name,Family Name\nF1,King,Ana,Mr. and Mrs. Roe\nF2,Lee,Bo,Dr. Day\n", ("Roe", "Day")),
        ("Surname,Names,Accession No,ID Number\nKing,Ana,2201,1603045555081\nLee,Bo,2202,1605065555082\n", ("160304",)),
        ("Familienname;Rufname;Wohnort\nKing;Ana;Passau\nLee;Bo;Passau\n", ("Passau",)),
    ],
)
def test_further_columns_of_private_data(text: str, private: tuple[str, ...]) -> None:
    draft = draft_of_file(text.encode())
    assert [one.given for one in draft.roster().classes[0].people] == ["Ana", "Bo"]
    assert not any(word in json.dumps(draft.to_json()) for word in private)
