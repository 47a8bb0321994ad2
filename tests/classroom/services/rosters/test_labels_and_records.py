"""Lists with labels: records of several lines, charts of jobs, birthdays by month, timetables, and dashes."""

from __future__ import annotations

import json

import pytest

from classroom.services.rosters.drafts import draft_of_text

STUDENTS = ["Ana King", "Bo Lee", "Cy Ng", "Di Poe"]


def people(text: str) -> list[str]:
    (listed,) = draft_of_text(text).roster().classes
    return [f"{one.given} {one.family}".strip() for one in listed.people]


def groups(text: str) -> list[str]:
    (listed,) = draft_of_text(text).roster().classes
    return [one.group for one in listed.people]


def asked(text: str) -> list[str]:
    """Return the skipped lines for which the preview has a field."""
    (listed,) = draft_of_text(text).roster().classes
    return [row.text for row in listed.wrong if row.rest is not None]


@pytest.mark.parametrize(
    "text",
    [
        "Name: Ana King\nID: 7101\nGrade: 4\n\nName: Bo Lee\nID: 7102\nGrade: 4\n",
        "Room 12\nStudent: King, Ana ID: 7101 Grade: 4\nStudent: Lee, Bo ID: 7102 Grade: 4\n",
        "ID: 7101, First Name: Ana, Last Name: King, Gr: 4\nID: 7102, First Name: Bo, Last Name: Lee, Gr: 4\n",
        "Student ID: 7101\tName: King, Ana\tGrade: 4\nStudent ID: 7102\tName: Lee, Bo\tGrade: 4\n",
    ],
)
def test_records_keep_ids_and_grades(text: str) -> None:
    (listed,) = draft_of_text(text).roster().classes
    assert [(one.given, one.family, one.source_id, one.level) for one in listed.people] == [
        ("Ana", "King", "7101", 4),
        ("Bo", "Lee", "7102", 4),
    ]


def test_records_keep_nothing_private() -> None:
    text = (
        "Student Name: Ana King\nParent Name: Sue Fry\nHome Phone: 555-0101\nMedical: asthma\n"
        "Student Name: Bo Lee\nParent Name: Kim Roe\nHome Phone: 555-0102\nMedical: none\n"
    )
    assert people(text) == ["Ana King", "Bo Lee"]
    kept = json.dumps(draft_of_text(text).to_json())
    assert not [word for word in ("Sue", "Roe", "555", "asthma") if word in kept]


@pytest.mark.parametrize(
    "text",
    [
        "Jobs – Week of 9/14\nLine Leader – Ana King\nDoor Holder – Bo Lee\nPaper Passer – Cy Ng\nHelper – Di Poe\n",
        "Week 3\nLine Leader: Ana King\nDoor Holder: Bo Lee\nPaper Passer: Cy Ng\nLibrarian: Di Poe\n",
        "Table Captains\nTable 1 - Ana King\nTable 2 - Bo Lee\nTable 3 - Cy Ng\nTable 4 - Di Poe\n",
        "Class Birthdays\nAug: Ana King (8/22)\nSept: Bo Lee (9/4), Cy Ng (9/19)\nMay: none\nSummer: Di Poe 7/1\n",
        "Pull-out\nMon 9:00 – Ana King, Bo Lee\nWed 1:15 – Cy Ng\nThu 10:00 – Di Poe\n",
        "Carpool\nVan 1 (Mrs. Ito): Ana King, Bo Lee\nVan 2 (Mr. Fry): Cy Ng, Di Poe\n",
    ],
)
def test_labels_below_a_title(text: str) -> None:
    assert people(text) == STUDENTS
    assert asked(text) == [f"{text.split(chr(10), 1)[0]}:"]


def test_names_above_labels_are_kept() -> None:
    assert people("Ana King\nRed: Bo Lee, Cy Ng\nBlue: Di Poe, Ed Ray\n") == [*STUDENTS, "Ed Ray"]


def test_months_and_days_of_birthdays_are_not_kept() -> None:
    text = (
        "Sept: Ana King (9/4), Bo Lee (9/19)\nOct: Cy Ng (10/2), Di Poe (10/30)\nSummer: Ed Ray (6/1), Flo Sol (7/9)\n"
    )
    assert groups(text) == [""] * 6
    kept = json.dumps(draft_of_text(text).to_json())
    assert not [word for word in ("Sept", "Summer", "9/4", "10/30") if word in kept]


@pytest.mark.parametrize(
    "text",
    [
        "Line Leader – Tilly Arden\nDoor Holder – Oskar Blum\n",
        "Line Leader – Tilly Arden\nDoor Holder – Oskar Blum\nPaper Passer – Nadja Cole\nHelper – Orrin Drury\n",
        "Orrin Drury\nNadja Cole\nOskar Blum\nLine Leader – Ana Arden\n",
    ],
)
def test_asks_which_side_of_a_dash_is_the_student(text: str) -> None:
    lines = [line for line in text.splitlines() if "–" in line]
    assert asked(text) == lines
    assert people(text) == [line for line in text.splitlines() if line not in lines]


def test_names_of_checkboxes_are_no_students() -> None:
    lines = [f"Select '{name}'\t{name}\tuser{at}@x.org\tStudent\tActive\n" for at, name in enumerate(STUDENTS)]
    assert people("".join(lines)) == STUDENTS
