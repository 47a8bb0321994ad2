"""Lists copied from pages and emails: roles, user names, and groups beside the names, in small and full classes."""

from __future__ import annotations

import pytest

from classroom.services.rosters.drafts import draft_of_text
from classroom.services.rosters.lists.noise import lines_without_names
from classroom.services.rosters.words.headings import Column
from tests.classroom.services.rosters.importing import read

CLASS = ["Ana King", "Bo Lee", "Cy Ng", "Di Poe", "Eva Ray", "Fay Sun", "Gus Tan", "Hal Ude", "Ivy Vale", "Jo West"]
LOGINS = ["aking", "bo.lee", "cng12", "dpoe", "evaray", "f_sun", "gtan", "hude", "ivyvale", "jwest"]


def people(text: str) -> list[str]:
    """Return the names of the students."""
    (listed,) = read(text).classes
    return [f"{one.given} {one.family}".strip() for one in listed.people]


@pytest.mark.parametrize("size", [2, 10])
@pytest.mark.parametrize(
    "page",
    [
        "Teachers\nMaria Hart\nCarl Lopez\n\nStudents\n{size} students\nActions\nSort by last name\n{names}",
        "Profesores\nMaria Hart\nAlumnos\n{names}",
        "Owners (1)\nMaria Hart\nMembers and guests ({size})\n{names}",
        "Students\n{names}\nParents\nPat King\nSam Lee",
        "{names}\nTeachers\nMaria Hart",
        "Hi Maria,\n\nHere is the list for your class:\n\n{names}\n\nThanks,\nLaura\nFront Office",
        "Hola Maria:\n{names}\nSaludos,\nLaura",
        "Class list 4B\n{names}\nTotal students: {size}",
    ],
)
def test_what_is_around_the_names(page: str, size: int) -> None:
    assert people(page.format(size=size, names="\n".join(CLASS[:size]))) == CLASS[:size]


@pytest.mark.parametrize("size", [2, 10])
def test_user_names_and_roles_below_each_name(size: int) -> None:
    records = [f"{name}\n{login}\nStudent\n" for name, login in zip(CLASS, LOGINS, strict=True)]
    assert people("".join(records[:size]) + "Maria Hart\nmhart\nTeacher\n") == CLASS[:size]


def test_what_a_page_offers_is_no_student() -> None:
    page = "Members (10)\nSearch Members\nAll Members\nMaria Hart\nCourse Admin\n{}\nExport class list\n"
    assert people(page.format("\n".join(CLASS))) == CLASS


def test_letters_of_an_index() -> None:
    assert people("K\nKing, Ana\nL\nLee, Bo\nLin, Cy\nN\nNg, Di\n") == ["Ana King", "Bo Lee", "Cy Lin", "Di Ng"]


def test_letters_above_empty_lines() -> None:
    assert lines_without_names(["A", "", "B", "\u200b"]) == frozenset()


def test_a_teacher_above_the_list() -> None:
    assert people("Ms. Hart\n" + "\n".join(CLASS)) == CLASS


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Group 1: Ana, Bo, Cy\nGroup 2: Di, Eva", ["Ana", "Bo", "Cy", "Di", "Eva"]),
        ("Table 1 - Ana King, Bo Lee\nTable 2 - Cy Ng", ["Ana King", "Bo Lee", "Cy Ng"]),
        ("Red: King, Ana; Lee, Bo\nBlue: Ng, Cy; Poe, Di", ["Ana King", "Bo Lee", "Cy Ng", "Di Poe"]),
        ("Seat 1: Ana King\nSeat 2: Bo Lee", ["Ana King", "Bo Lee"]),
        ("Red group\nAna King\nBo Lee\nBlue group\nCy Ng\nDi Poe", ["Ana King", "Bo Lee", "Cy Ng", "Di Poe"]),
        ("1001: Ana King\n1002: Bo Lee", ["Ana King", "Bo Lee"]),
        ("Ana King = 1001\nBo Lee = 1002", ["Ana King", "Bo Lee"]),
        ("Ana King 95%\nBo Lee 9/10\nCy Ng 8:05 AM", ["Ana King", "Bo Lee", "Cy Ng"]),
        ("Ana King ........ 4\nBo Lee ______", ["Ana King", "Bo Lee"]),
        ("Ana King\tnew\nBo Lee\nCy Ng\tIEP", ["Ana King", "Bo Lee", "Cy Ng"]),
    ],
)
def test_labels_and_remarks(text: str, expected: list[str]) -> None:
    assert people(text) == expected


@pytest.mark.parametrize("title", ["", "Seating groups – October,,\n\n"])
def test_groups_in_columns_below_colors(title: str) -> None:
    assert people(title + "Red,Blue,Green\nAna,Bo,Cy\nDi,Eva,Fay\nGus,,Ivy") == [
        *("Ana", "Di", "Gus"),
        *("Bo", "Eva"),
        *("Cy", "Fay", "Ivy"),
    ]


def test_the_label_of_a_group_is_never_part_of_a_name() -> None:
    draft = draft_of_text("Group 1: Ana, Bo\nGroup 2: Cy")
    assert draft.choices.columns[0] is Column.NAME
    assert draft.choices.columns[1] not in {Column.GIVEN, Column.FAMILY}


@pytest.mark.parametrize(
    "text",
    [
        "Red Fox\nBlue Bear\nGreen Frog\n",
        "Red\nBlue\nGreen\nYellow\n",
        "Mr. Fox\nMs. Owl\nMr. Bear\nMs. Cat\n",
        "1 Fox\n2 Fox\n3 Fox\n",
        "ana\nbo\ncy\n",
        "Ana King\nThanks Lee\nBest\nDear\n",
        "A\nB\nC\n",
        "Teacher\nAna King\nBo Lee\n",
    ],
)
def test_names_like_these_texts_are_kept(text: str) -> None:
    assert len(people(text)) == text.replace("Teacher\n", "").count("\n")


def test_teachers_above_a_few_students_are_no_headings() -> None:
    students = "".join(f"{name}\nMore options\n" for name in CLASS[:4])
    assert people(f"Teachers\nMaria Hart\nStudents\n4 students\n{students}") == CLASS[:4]
