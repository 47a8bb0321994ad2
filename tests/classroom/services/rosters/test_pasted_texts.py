"""Texts as teachers paste them: what stands behind, between, and below the names, and columns with wide gaps."""

from __future__ import annotations

import pytest

from classroom.services.rosters.drafts import draft_of_text
from tests.classroom.services.rosters.importing import read

STUDENTS = ["Ada Bird", "Ben Cole", "Cy Dune", "Di Elmer"]


def people(text: str) -> list[str]:
    """Return the names of the students in the class."""
    listed = [one for found in read(text).classes for one in found.people if one.absence is None]
    return [f"{one.given} {one.family}".strip() for one in listed]


@pytest.mark.parametrize(
    "text",
    [
        "🟢 Ada Bird\n🟡 Ben Cole\n🔴 Cy Dune\n🟢 Di Elmer\n",
        "Ada Bird (Hart)\nBen Cole (Hart)\nCy Dune (Nolan)\nDi Elmer (Nolan)\n",
        "Ada Bird GT\nBen Cole\nCy Dune IEP speech\nDi Elmer\n",
        "Ada Bird 18/20\nBen Cole 15.5/20\nCy Dune abs\nDi Elmer 20/20\navg 17.8\n",
        "Ada Bird—out sick\nBen Cole—here\nCy Dune—late (9:10)\nDi Elmer—here\n",
        "Ada Bird -> table 3\nBen Cole -> table 1\nCy Dune -> table 3\nDi Elmer -> table 2\n",
        "101 Ada Bird 12-34-8\n102 Ben Cole 4-22-16\n103 Cy Dune 30-2-18\n104 Di Elmer 7-29-11\n",
        "Bird, Ada  (F, age 9)\nCole, Ben  (M, age 10)\nDune, Cy  (M, age 9)\nElmer, Di  (F, age 9)\n",
        "Ada Bird*\nBen Cole\nCy Dune**\nDi Elmer*\n* new to our school\n** works with an aide\n",
        "•\u00a0Ada\u00a0Bird\n•\u00a0Ben\u2009Cole\n•\u00a0Cy\u202fDune\n•\u00a0Di\u3000Elmer\n",
        "| # | Student |\n|---|---|\n| 1 | **Ada Bird** |\n| 2 | Ben Cole |\n| 3 | Cy Dune |\n| 4 | Di Elmer |\n",
        "Name  Pre  Post\nAda Bird  4  9\nBen Cole  6  10\nCy Dune  2  7\nDi Elmer  3  9\nAverage  4  8.7\n",
        "No.\tName\tSex\n1\tAda Bird\tF\n2\tBen Cole\tM\n3\tCy Dune\tM\n4\tDi Elmer\tF\n\tMale\t2\n\tFemale\t2\n",
        "Hart, Maria (Teacher)\nBird, Ada\nCole, Ben\nDune, Cy\nElmer, Di\n",
        "Students\nAda Bird\n1 family connected\nBen Cole\nInvite family\nCy Dune\n2 families connected\nDi Elmer\n",
        "Ms. Fry\nOwner\nAda Bird\nApp, Text\nBen Cole\nEmail\nCy Dune\nApp\nDi Elmer\nText\n",
        "Search roster...\nFilter\nA-Z\nBird, Ada\nCole, Ben\nDune, Cy\nElmer, Di\n",
        "Back row, left to right: Ada Bird, Ben Cole. Front row: Cy Dune. Not pictured: Di Elmer.",
        "My students are Ada Bird, Ben Cole, Cy Dune and Di Elmer. Ms. Hart is the aide on Tuesdays.",
        "Student\nUsername\nGrade\nLast seen\n"
        + "".join(
            f"{name}\n{name[:2].lower()}71\nGrade 2\n{seen}\n"
            for name, seen in zip(STUDENTS, "Today Never Now -".split(), strict=True)
        ),
    ],
)
def test_what_teachers_paste(text: str) -> None:
    assert people(text) == STUDENTS


@pytest.mark.parametrize(
    ("form", "data"),
    [
        ("{name} #{data}", "1 2 3 4"),
        ("{name} ${data}", "5.00 0 12 3.50"),
        ("{name} - {data} min", "20 35 15 40"),
        ("{name} Mar {data}", "4 7 9 30"),
        ("{name}: {data}", "A B+ A- C"),
        ("{name} #{data}", "math ell math reading"),
        ("{name} https://class.test/{data}", "1 2 3 4"),
        ("{name} {data}", "11/2 7/19 1/2 10/11"),
        ("[{data}] {name}", "88120 88121 88137 88140"),
        ("{data} {name}", "3A 3A 3B 3A"),
        ("{data} {name}", "1 1 2 1"),
        ("{data} - {name}", "S M L M"),
        ("{data}\t{name}", "M K P N"),
    ],
)
def test_data_around_full_names(form: str, data: str) -> None:
    lines = [form.format(name=name, data=one) for name, one in zip(STUDENTS, data.split(), strict=True)]
    assert people("\n".join(lines)) == STUDENTS


def test_keys_below_the_names_are_not_kept() -> None:
    draft = draft_of_text("Ada Bird*\nBen Cole\nCy Dune**\nDi Elmer*\n* new to our school\n** works with an aide\n")
    assert "aide" not in str(draft.to_json())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ava and Ben Carter\nDi Fry\nJo & Ty Ives\n", ["Ava Carter", "Ben Carter", "Di Fry", "Jo Ives", "Ty Ives"]),
        ("kids: mia, leo, ava t., ava w., zoe & max", ["mia", "leo", "ava t.", "ava w.", "zoe", "max"]),
        ("9:00-9:20 Ada Bird, Ben Cole\n9:20-9:40 Cy Dune, Di Elmer\n", STUDENTS),
        ("Front of room\nRow A: Ada Bird, Ben Cole\nRow B: Cy Dune, Di Elmer\nTeacher desk\n", STUDENTS),
        ("Mon/Wed: Ada Bird, Ben Cole\nTue/Thu: Cy Dune, Di Elmer\nFri catch-up: anyone who missed\n", STUDENTS),
        ("Bird, Ava, Cole, Zoe, Dune, Max", ["Ava Bird", "Zoe Cole", "Max Dune"]),
        ("1. Ada Bird\n2. Ben La-\nchance\n3. Cy Dune\n", ["Ada Bird", "Ben Lachance", "Cy Dune"]),
        ("Ava B., Zoe C., Cy D., Di E., Ed F. and Max G.", ["Ava B.", "Zoe C.", "Cy D.", "Di E.", "Ed F.", "Max G."]),
        ("Mia/Leo/Ava/Zoe/Max", ["Mia", "Leo", "Ava", "Zoe", "Max"]),
        ("Mia Leo Ava Zoe Max Ivy", ["Mia", "Leo", "Ava", "Zoe", "Max", "Ivy"]),
        ("Here’s my kids! Ada, Ben, Cy, Di. Thx!!", ["Ada", "Ben", "Cy", "Di"]),
        (
            "Ana King\nPaw Htoo Say\nThinzar\nKu Reh\nBudi\nSay Wah Paw\n",
            ["Ana King", "Paw Htoo Say", "Ku Reh", "Say Wah Paw"],
        ),
    ],
)
def test_names_share_a_line(text: str, expected: list[str]) -> None:
    assert people(text) == expected


def test_a_sentence_with_names_and_a_request_is_no_name() -> None:
    assert people("Please add Rosa Ibarra, Owen Trask and Priya Venkat to my roster, and remove Maddox Perry.") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "ADKINS JORDAN T   03  M\nBARRERA SOFIA     03  F\nCHO MINJUN   03  M\nDELACRUZ ANGEL R  03  M\n",
            ["JORDAN|ADKINS||3", "SOFIA|BARRERA||3", "MINJUN|CHO||3", "ANGEL|DELACRUZ||3"],
        ),
        (
            "  1   55120   AVILA, MARCO    4\n  2   55133   BOYLE, ERIN     4\n  3   55140   CHAU, THUY      4\n",
            ["MARCO|AVILA|55120|4", "ERIN|BOYLE|55133|4", "THUY|CHAU|55140|4"],
        ),
        (
            "            M T W\nAva Rhodes  P P P\nBen Sills   P T P\nCam Teel    A A P\nDeb Usry    P P P\n",
            ["Ava|Rhodes||", "Ben|Sills||", "Cam|Teel||", "Deb|Usry||"],
        ),
    ],
)
def test_columns_with_wide_gaps(text: str, expected: list[str]) -> None:
    (listed,) = read(text).classes
    assert [f"{one.given}|{one.family}|{one.source_id}|{one.level or ''}" for one in listed.people] == expected


def test_family_names_of_several_words() -> None:
    names = ["Luca Di Marco", "Jip 't Hart", "Ana Clara Ferreira da Silva", "Dídac Ferrer i Soler"]
    assert [one.family for one in read("\n".join(names)).classes[0].people] == [
        "Di Marco",
        "'t Hart",
        "da Silva",
        "Ferrer i Soler",
    ]
    spanish = "Hola Marta, te paso la lista:\n\nAlba Serrano Gil\nBruno Campos Rey\nElsa Nieto\n\nUn abrazo,\nRocío\n"
    assert [one.family for one in read(spanish).classes[0].people] == ["Serrano Gil", "Campos Rey", "Nieto"]
