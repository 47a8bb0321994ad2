"""Titles, sentences, headings of parts of a class, and numbers of all kinds in lists of names."""

from __future__ import annotations

import pytest

from classroom.services.errors import RosterErrorCode
from classroom.services.rosters.drafts import draft_of_text
from tests.classroom.services.rosters.importing import read

CLASS = ["Ana King", "Bo Lee", "Cy Ng", "Di Poe", "Ed Orr"]
NAMES = "\n".join(CLASS)


def people(text: str) -> list[str]:
    """Return the names of the students in a pasted list."""
    (listed,) = draft_of_text(text).roster().classes
    return [f"{one.given} {one.family}".strip() for one in listed.people]


@pytest.mark.parametrize(
    "title",
    [
        "Ms. Hart's 4th Grade Class\n2026-2027",
        "Welcome to 4th Grade!",
        "My Class",
        "Lista de alumnos 4ºB",
        "Lincoln Elementary School\nGrade 4 - Ms. Hart",
        "LISTE DES ÉLÈVES - CM1 B\nAnnée scolaire 2026-2027",
        "Student Name ID Gr Sex Birthdate",
        "Hi Maria,\nPlease find the class list below.\nLet me know if anything is missing!",
        "---------- Forwarded message ---------\nFrom: Laura <l@s.org>\nSubject: Class list\n\nHi Maria,\n",
    ],
)
def test_lines_above_the_names(title: str) -> None:
    assert people(f"{title}\n{NAMES}") == CLASS


@pytest.mark.parametrize("end", ["--\nLaura Smith\nSecretary, Elm School", "Effectif : 5 élèves"])
def test_lines_below_the_names(end: str) -> None:
    assert people(f"{NAMES}\n{end}") == CLASS


@pytest.mark.parametrize(
    ("first", "second"),
    [("Boys", "Girls"), ("Boys: 2", "Girls (3)"), ("Garçons", "Filles"), ("Group 1", "Group 2"), ("男生", "女生")],
)
def test_headings_of_parts_of_the_class(first: str, second: str) -> None:
    (listed,) = read("\n".join([first, *CLASS[:2], second, *CLASS[2:]])).classes
    assert [f"{one.given} {one.family}" for one in listed.people] == CLASS
    codes = {RosterErrorCode.LINE_IS_TITLE, RosterErrorCode.ROW_IS_SUMMARY}
    assert len(listed.wrong) == 2
    assert codes.issuperset(row.code for row in listed.wrong)


@pytest.mark.parametrize(
    "text",
    [
        "Group 1\nGroup 2\nGroup 3\nGroup 4\n",
        "Student 1\nStudent 2\nStudent 3\nStudent 4\n",
        "Franz List\nLew Grade\nWelcome Ndlovu\nHi Lo\n",
        "ana maria de la cruz\nbo lee\ncy ng\ndi poe\n",
        "Ana Maria de la Cruz y Soto\nBo van den Berg\nCy Ng\nDi Poe\n",
        "Maria del carmen lopez\nAbdul rahman bin ali\nCy Ng\nDi Poe\n",
        "Girl\nFox\nBear\nOwl\n",
    ],
)
def test_names_like_titles_are_kept(text: str) -> None:
    assert len(people(text)) == text.count("\n")


@pytest.mark.parametrize(
    "marks",
    [
        ("1 - ", "2 - ", "3 - "),
        ("1- ", "2- ", "3- "),
        ("① ", "② ", "③ "),
        ("①", "②", "③"),
        ("1️⃣ ", "2️⃣ ", "3️⃣ "),
        ("１．", "２．", "３．"),  # noqa: RUF001
        ("1번 ", "2번 ", "3번 "),
        ("1、", "2、", "3、"),
    ],
)
def test_numbers_of_all_kinds(marks: tuple[str, ...]) -> None:
    assert people("\n".join(map("".join, zip(marks, CLASS, strict=False)))) == CLASS[:3]


def test_bold_names_of_markdown() -> None:
    assert people("Here's the list:\n\n1. **Ana King**\n2. **Bo Lee**\n3. __Cy Ng__\n") == CLASS[:3]


def test_a_remark_never_takes_the_name_away() -> None:
    assert [name.split()[-1] for name in people("7 - Ana\n3 - Bo\n5 - Cy\n")] == ["Ana", "Bo", "Cy"]


@pytest.mark.parametrize(
    "table",
    [
        "Full name,Role\nAna King,Member\nBo Lee,Member\nMaria Hart,Owner\n",
        "Navn;Klasse;Rolle\nAna King;4B;Elev\nBo Lee;4B;Elev\nMaria Hart;4B;Lærer\n",
        "Name,Role\nAna King,Presenter\nBo Lee,Attendee\nMaria Hart,Organizer\n",
        "Nombre,Rol\nAna King,Alumna\nBo Lee,Alumno\nMaria Hart,Maestra\n",
    ],
)
def test_roles_of_many_programs(table: str) -> None:
    (listed,) = read(table).classes
    assert [one.given for one in listed.people] == ["Ana", "Bo"]
    assert [row.code for row in listed.wrong] == [RosterErrorCode.NO_STUDENT]


@pytest.mark.parametrize("text", ["<ul><li>Ana King</li><li class='x'>Bo Lee</li></ul>", "Ana King<br>Bo Lee<br/>"])
def test_names_between_tags(text: str) -> None:
    assert people(text) == CLASS[:2]
