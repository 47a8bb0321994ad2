"""Lists as people type them: separated by slashes, with marks of attendance, in groups with names, in a sentence."""

from __future__ import annotations

import json
import re

import pytest

from classroom.services.rosters.drafts import draft_of_text
from tests.classroom.services.rosters.importing import read

STUDENTS = ["Ana King", "Bo Lee", "Cy Ng", "Di Poe"]


def people(text: str) -> list[str]:
    """Return the names of the students in the class."""
    listed = [one for found in read(text).classes for one in found.people if one.absence is None]
    return [f"{one.given} {one.family}".strip() for one in listed]


@pytest.mark.parametrize("separator", [" / ", " · ", " - ", " – ", " • "])
@pytest.mark.parametrize("form", ["{1}, {0}{s}710{n}{s}F", "{0} {1}{s}4B{s}710{n}", "{0} {1}{s}710{n}{s}Grade 4"])
def test_columns_between_spaced_separators(form: str, separator: str) -> None:
    lines = [form.format(*name.split(), n=at, s=separator) for at, name in enumerate(STUDENTS)]
    (listed,) = read("\n".join(lines)).classes
    assert [f"{one.given} {one.family} {one.source_id}" for one in listed.people] == [
        f"{name} 710{at}" for at, name in enumerate(STUDENTS)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Ana King - Bo Lee\nCy Ng - Di Poe\n",
        "Ana King & Bo Lee\nCy Ng & Di Poe\n",
        "1. Ana King and Bo Lee\n2. Cy Ng and Di Poe\n",
        "Reading buddies\nAna King & Bo Lee\nCy Ng & Di Poe\n",
    ],
)
def test_pairs_of_students(text: str) -> None:
    assert people(text) == STUDENTS


@pytest.mark.parametrize("between", [" / ", "/", "&", " + "])
def test_pairs_of_first_names(between: str) -> None:
    assert people(f"Ana{between}Bo\nCy{between}Di\n") == ["Ana", "Bo", "Cy", "Di"]


def test_twins_share_their_family_name() -> None:
    assert people("Tom & Tim Lee\nAna King\n") == ["Tom Lee", "Tim Lee", "Ana King"]
    assert people("Lee, Tom and Tim\nKing, Ana\n") == ["Tom Lee", "Tim Lee", "Ana King"]


def test_relatives_behind_a_dash_are_not_kept() -> None:
    draft = draft_of_text("Ana King – Kim and Jo King\nBo Lee – Sue Lee\nCy Ng – Lu Ng\nDi Poe – Sue Poe\n")
    (listed,) = draft.roster().classes
    assert [f"{one.given} {one.family}" for one in listed.people] == STUDENTS
    assert not [name for name in ("Kim", "Sue", "Lu Ng") if name in json.dumps(draft.to_json())]


@pytest.mark.parametrize("marks", [" P P A T", " ✓ ✗ ✓", " x x", " P A P P P P"])
def test_marks_of_attendance_are_no_names(marks: str) -> None:
    assert people("".join(f"{name}{marks}\n" for name in STUDENTS)) == STUDENTS


def test_single_initials_are_kept() -> None:
    assert people("Ana P\nBo T\nCy A\n") == ["Ana P", "Bo T", "Cy A"]


@pytest.mark.parametrize(
    "text",
    [
        "Dolphins: Ana, Bo\nSharks: Cy, Di\n",
        "Dolphins - Ana, Bo\nSharks - Cy, Di\n",
        "Table 1 - Ana, Bo\nTable 2 - Cy, Di\n",
    ],
)
def test_groups_with_names_of_their_own(text: str) -> None:
    (listed,) = read(text).classes
    assert [one.given for one in listed.people] == ["Ana", "Bo", "Cy", "Di"]
    labels = [re.split(" ?[:-] ", line)[0] for line in text.splitlines()]
    assert [one.group for one in listed.people] == [labels[0]] * 2 + [labels[1]] * 2


def test_a_family_called_best_is_kept() -> None:
    assert people("Best, Ana\nLee, Bo\nNg, Cy\n") == ["Ana Best", "Bo Lee", "Cy Ng"]


@pytest.mark.parametrize("name", ["King Jr., Ana", "King III, Ana"])
def test_suffixes_before_the_comma(name: str) -> None:
    assert people(f"{name}\nLee, Bo\n") == ["Ana King", "Bo Lee"]


@pytest.mark.parametrize("name", ["King, Jr., Ana", "King, III, Ana M.", "King Jr., Ana"])
def test_suffixes_behind_the_family_name_in_a_column(name: str) -> None:
    assert people(f"ID\tLast, First\n7\t{name}\n8\tLee, Bo\n") == ["Ana King", "Bo Lee"]


@pytest.mark.parametrize(
    "form",
    [
        "{0} {1} 4B 12/03/2016",
        "{0} {1} F 12/03/2016 6B",
        "{0} {1} 4B",
        "{0} {1}: sits in front",
        "{0} {1} bus 7",
        "{0} {1} car rider",
        "Student: {1}, {0} ID: 7001",
        "Name: {0} {1}",
        "~~{0} {1}~~",
        "{0} {1}, 4th grade, plays chess",
    ],
)
def test_details_behind_each_name(form: str) -> None:
    assert people("".join(f"{form.format(*name.split())}\n" for name in STUDENTS)) == STUDENTS


@pytest.mark.parametrize(
    "text",
    [
        "The students in your group are Ana King, Bo Lee, Cy Ng and Di Poe.",
        "Hi Tom,\nAna King\nBo Lee\nCy Ng\nDi Poe\nBest,\nJudith Hart\nLincoln Elementary\n",
        "Hola Tom:\nAna King\nBo Lee\nCy Ng\nDi Poe\nAbrazos,\nJudith\n",
        "Name\nAna King\nBo Lee\nCy Ng\nDi Poe\nID\n7001\n7002\n7003\n7004\nGrade\n4\n4\n4\n4\n",
        "AKAna King\nBLBo Lee\nCNCy Ng\nDPDi Poe\n",
        "Name\tRoles\tSeen\nAKAna King\tStudent\tnow\nBLBo Lee\tStudent\t\nCNCy Ng\tStudent\t\nDPDi Poe\tStudent\t\n",
        "Top 4\n1st Ana King\n2nd Bo Lee\n3rd Cy Ng\n4th Di Poe\n",
        "Pair 1\nAna King\nBo Lee\nPair 2\nCy Ng\nDi Poe\n",
        "Present (3)\nAna King\nBo Lee\nCy Ng\nAbsent (1)\nDi Poe\n",
        "Hello! Here is who made the team: Ana King, Bo Lee, Cy Ng, Di Poe. Congratulations!",
        "Ana King/Bo Lee/Cy Ng/Di Poe",
        "1st Period - Math\nKing, Ana\nLee, Bo\n2nd Period - Math\nNg, Cy\nPoe, Di\n",
        "Ana King absent\nBo Lee present\nCy Ng present\nDi Poe present\n",
        "4B\nKing, Ana\nLee, Bo\n4C\nNg, Cy\nPoe, Di\n",
        "Ana King\nShe/Her\nStudent\nBo Lee\nHe/Him\nStudent\nCy Ng\nStudent\nDi Poe\nStudent\n",
        "✅ Ana King\n❌ Bo Lee\n✅ Cy Ng\n✅ Di Poe\n",
        "'Ana King'\n'Bo Lee'\n'Cy Ng'\n'Di Poe'\n",
        "Ana King (Student)\nBo Lee (Student)\nCy Ng (Student)\nDi Poe (Student)\nJudith Hart (Teacher)\n",
        "Ana King\nBo Lee\nCy Ng\nDi Poe\nIEP: Ana, Bo\nAllergies: Cy\n",
        (
            "[9/1/26, 3:14:05 PM] Dana: names?\n[9/1/26, 3:15:22 PM] Tom: Ana King\nBo Lee\nCy Ng\nDi Poe\n"
            "[9/1/26, 3:15:40 PM] Dana: thx!"
        ),
        "King, Ana\nLee, Bo\nNg, Cy\nPoe, Di\nRay, Ed - moved to TX 10/2\nSol, Flo *dropped*\n",
    ],
)
def test_what_stands_around_names(text: str) -> None:
    assert people(text) == STUDENTS


@pytest.mark.parametrize("name", ["King, Ana - goes by Annie", "Ana King – goes by Annie", "Ana King (goes by Annie)"])
def test_a_nickname_behind_a_dash(name: str) -> None:
    assert people(f"{name}\n") == ["Ana (Annie) King"]


def test_jobs_of_students_with_first_names() -> None:
    assert people("Line leader - Ana\nDoor holder - Bo\nPencils - Cy\nLights - Di\n") == ["Ana", "Bo", "Cy", "Di"]
    assert people("King - Ana\nLee - Bo\nNg - Cy\nPoe - Di\n") != ["Ana", "Bo", "Cy", "Di"]


def test_seats_in_brackets() -> None:
    assert people("[Ana] [Bo] [Cy]\n[Di] [  ] [Ed]\n     FRONT\n") == ["Ana", "Bo", "Cy", "Di", "Ed"]


def test_a_letter_to_families_has_no_students() -> None:
    assert people("Dear families, next Tuesday we will visit the museum. Please send a packed lunch.") == []


def test_the_labels_of_seats_in_rows_of_their_own() -> None:
    text = "Desk 1\tDesk 2\tDesk 3\nAna\tBo\tCy\nDesk 4\tDesk 5\tDesk 6\nDi\tEd\tFay\n"
    assert people(text) == ["Ana", "Bo", "Cy", "Di", "Ed", "Fay"]


@pytest.mark.parametrize("text", ["Ana garcia\nBo lee\nCy da silva\n", "Red Fox 1A\nRed Fox 2A\nRed Fox 3A\n"])
def test_small_letters_and_numbers_of_names_are_kept(text: str) -> None:
    assert people(text) == text.split("\n")[:-1]
