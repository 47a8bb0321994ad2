"""Lists of names from e-mails and documents, in all kinds of formats."""

from __future__ import annotations

from contextlib import suppress

import pytest

from classroom.models import SchoolClass
from classroom.services.errors import RosterErrorCode, ServiceError
from classroom.services.rosters.lists.tidying import Noise, tidied
from tests.classroom.services.rosters.importing import assert_time_grows_evenly, imported, names, read
from tests.factories import Cast, make_school_class
from tests.tiers import nightly_except

MESSY = """Names:
> 1. Ana Schmidt
> 2) King, Bea
3\tCarl Lee
4 Dan Moe,
- Eve O’Brien
• Fay de la Cruz ;
Mr. Gus Hill
Miss Ivy James
King, Miss Jo
"Kuhn, Liv" <liv@our.school>; "Lee, Max" <max@our.school>,
Ned Ott <mailto:ned@our.school>
Ola (new!)
>> Pia,
"""


def said(text: str) -> list[str]:
    """Return first and family names, separated by a vertical bar."""
    (listed,) = read(text).classes
    assert listed.wrong == ()
    return ["|".join(filter(None, (one.given, one.family))) for one in listed.people]


def test_a_list_from_an_e_mail() -> None:
    assert said(MESSY) == [
        *("Ana|Schmidt", "Bea|King", "Carl|Lee", "Dan|Moe", "Eve|O’Brien", "Fay|de la Cruz", "Gus|Hill", "Ivy|James"),
        *("Jo|King", "Liv|Kuhn", "Max|Lee", "Ned|Ott", "Ola", "Pia"),
    ]
    assert set(read(MESSY).tidied) == set(Noise)


@pytest.mark.parametrize(
    ("text", "left_out"),
    [
        ("4B\nAna King\nBo Lee\nCy Ng\nDi Poe\n", 1),
        ("Students\n4 students\n• Ana King\n• Bo Lee\n• Cy Ng\n• Di Poe\n", 1),
        ("4 students\n1 Ana King\n2 Bo Lee\n3 Cy Ng\n4 Di Poe\n", 1),
        ("Period 3, Ms. Hart\nKing, Ana\nLee, Bo\nNg, Cy\nPoe, Di\n", 1),
        ("Ana King\nMore options\nBo Lee\nMore options\nCy Ng\nMore options\nDi Poe\nMore options\n", 4),
        ("AK\nAna King\nBL\nBo Lee\nCN\nCy Ng\nDP\nDi Poe\n", 4),
        (
            "Ana King 7001 4 F 9/12/2016\nBo Lee 7002 4 M 9/13/2016\nCy Ng 7003 4 F 1/2/2016\nDi Poe 7004 4 M 1/3/2016",
            0,
        ),
        (
            "1 King, Ana 7001 9/12/2016\n2 Lee, Bo 7002 9/3/2016\n3 Ng, Cy 7003 1/2/2016\n4 Poe, Di 7004 1/3/2016",
            0,
        ),
    ],
)
def test_what_web_pages_and_documents_write_between_names(text: str, left_out: int) -> None:
    (listed,) = read(text).classes
    assert [f"{one.given} {one.family}" for one in listed.people] == ["Ana King", "Bo Lee", "Cy Ng", "Di Poe"]
    assert [
        row.code in {RosterErrorCode.LINE_IS_TITLE, RosterErrorCode.LINE_ABOVE_HEADINGS, RosterErrorCode.ROW_IS_SUMMARY}
        for row in listed.wrong
    ][:left_out] == [True] * left_out


@pytest.mark.parametrize(
    "text",
    [
        "A1\nB2\nC3\nD4\n",
        "Ana\nBo\nAna\nCy\n",
        "Sofia\nBo\nSofia\nCy\nSofia\nDi\nEd\nFlo\n",
        "JD\nMK\nLN\nTS\n",
        "Ana K.\nLN\nBo N.\nCy\n",
        "JO\nAna King\nBo Lee\n",
    ],
)
def test_lines_like_those_of_web_pages_may_be_names(text: str) -> None:
    (listed,) = read(text).classes
    assert len(listed.people) == text.count("\n")


def test_the_class_gets_first_names_and_initials(cast: Cast) -> None:
    school_class: SchoolClass = make_school_class("5A", teacher=cast.alice)
    imported(school_class, MESSY)
    assert names(school_class)[:4] == ["Ana S.", "Bea K.", "Carl L.", "Dan M."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ana King\nBo Lee", ["Ana|King", "Bo|Lee"]),
        ("☐ Ana King\n[x] Bo Lee\n- [ ] Cy", ["Ana|King", "Bo|Lee", "Cy"]),
        ("a) Ana\nb) Bo\nc) Cy", ["Ana", "Bo", "Cy"]),
        ("Ana King | Bo Lee | Cy", ["Ana|King", "Bo|Lee", "Cy"]),
        ("Ana King / Bo Lee / Cy", ["Ana|King", "Bo|Lee", "Cy"]),
        ("My students: Ana King, Bo Lee, Cy", ["Ana|King", "Bo|Lee", "Cy"]),
        ("1. Ana King 2.Bo Lee 3) Cy", ["Ana|King", "Bo|Lee", "Cy"]),
        ("Ana King: 95\nBo Lee ✅", ["Ana|King", "Bo|Lee"]),
        ("i. Ana\nii. Bo\niii. Cy", ["Ana", "Bo", "Cy"]),
        ("Ana King\x0bBo Lee\x0bCy", ["Ana|King", "Bo|Lee", "Cy"]),
        ("Ana King\u2028Bo Lee\nCy", ["Ana|King", "Bo|Lee", "Cy"]),
        ("Ana King 3/1/2016\nBo Lee (555) 123-4567\nCy Ng 10034", ["Ana|King", "Bo|Lee", "Cy|Ng"]),
        ("Student 999\nStudent 1000\nStudent 1001", ["Student 999", "Student 1000", "Student 1001"]),
        ("Red Fox 1001\nRed Fox 1002", ["Red Fox 1001", "Red Fox 1002"]),
        ("Ana (1)\nAna (2)", ["Ana (1)", "Ana (2)"]),
        ("Ana King (1)\nAna King (2)", ["Ana King (1)", "Ana King (2)"]),
        ("Ana King 3/1/2016\nAna King 3/2/2016", ["Ana|King", "Ana|King"]),
        ("Ana King*\nBo Lee **\nCy Ng (IEP)", ["Ana|King", "Bo|Lee", "Cy|Ng"]),
        ("Ana King\nLee, Bo\nCy", ["Ana|King", "Bo|Lee", "Cy"]),
        ("Ana\tKing\nBo Lee\nCy", ["Ana|King", "Bo|Lee", "Cy"]),
        ("1\tAna King\n2\tBo Lee", ["Ana|King", "Bo|Lee"]),
        ("101 Ana\n102 Bo", ["Ana", "Bo"]),
        ("Ana King - Red\nBo Lee - Blue", ["Ana|King", "Bo|Lee"]),
        ("#1 Ana\n#2 Bo", ["Ana", "Bo"]),
        ("(1) Ana\n(2) Bo", ["Ana", "Bo"]),
        ("Student 12\nStudent 13", ["Student 12", "Student 13"]),
        ("Drew Miss\nMrs\nMissy Lee\nDr Who\nmiss ana", ["Drew|Miss", "Mrs", "Missy|Lee", "Who", "ana"]),
        ("Ana King ana@our.school\nBo bo@our.school", ["Ana|King", "Bo"]),
        ("King, Ana, \nLee, Bo,\nCy", ["Ana|King", "Bo|Lee", "Cy"]),
        ("M. King\nLee, B.", ["M.|King", "B.|Lee"]),
        ("Name\nKing, Ana\nLee, Bo\nMoe, Cy", ["Ana|King", "Bo|Lee", "Cy|Moe"]),
        ("Ana King III\nBo Lee, Jr.", ["Ana|King", "Bo|Lee"]),
        ("King, Ana Jr.\nBo Lee, Jr.\nCy Moe II", ["Ana|King", "Bo|Lee", "Cy|Moe"]),
        ("King, Ana\nLee\tBo\nMoe, Cy", ["Ana|King", "Bo|Lee", "Cy|Moe"]),
        ("Ana (K.)\nBo (new, from Rome)\n(new)", ["Ana|(K.)", "Bo", "(new)"]),
        ("Ana, Bo, Cy", ["Ana", "Bo", "Cy"]),
        ("Ana; Bo; Cy;", ["Ana", "Bo", "Cy"]),
        ("King, Ana; Lee, Bo; Moe, Cy", ["Ana|King", "Bo|Lee", "Cy|Moe"]),
        ("Ana King, Bo, and Cy & Di", ["Ana|King", "Bo", "Cy", "Di"]),
        ('["Ana King", "Bo Lee", "Cy"]', ["Ana|King", "Bo|Lee", "Cy"]),
        ('[\n  "King, Ana",\n  "Lee, Bo",\n  "Moe, Cy"\n]', ["Ana|King", "Bo|Lee", "Cy|Moe"]),
        ("['Ana King', 'Bo O'Neil', 'Cy']", ["Ana|King", "Bo|O'Neil", "Cy"]),
        ("[Ana King, Bo Lee, Cy]", ["Ana|King", "Bo|Lee", "Cy"]),
        ('"Ana King", "Bo Lee", "Cy Moe"', ["Ana|King", "Bo|Lee", "Cy|Moe"]),
        ("Ana King   Bo Lee   Cy Moe   Di Poe", ["Ana|King", "Bo|Lee", "Cy|Moe", "Di|Poe"]),
        ('"King, Ana" <a@s.org>, "Lee, Bo" <b@s.org>, "Moe, Cy" <c@s.org>', ["Ana|King", "Bo|Lee", "Cy|Moe"]),
        ("Ana King<br>Bo Lee<br/>Cy<br>", ["Ana|King", "Bo|Lee", "Cy"]),
        ("| Ana King |\n| Bo Lee |\n", ["Ana|King", "Bo|Lee"]),
        ("+ Ana King\n+ Bo Lee\n", ["Ana|King", "Bo|Lee"]),
        ("小明，小华，小丽", ["小明", "小华", "小丽"]),  # noqa: RUF001
        ("١. ليلى\n٢. عمر", ["ليلى", "عمر"]),  # noqa: RUF001
    ],
)
def test_lines_of_all_kinds(text: str, expected: list[str]) -> None:
    assert said(text) == expected


def test_text_above_the_list_is_not_a_student() -> None:
    (listed,) = read("Hello, here is my list:\nAna King\nBo Lee").classes
    assert [one.given for one in listed.people] == ["Ana", "Bo"]
    assert [(one.text, one.code) for one in listed.wrong] == [
        ("Hello, here is my list:", RosterErrorCode.LINE_IS_TITLE)
    ]


@pytest.mark.parametrize(
    "title", ["Room 12", "Period 3, Ms. Hart", "class 4B - Carter", "Grado 3", "Group A", "Klassenliste 4b"]
)
def test_a_title_above_names_is_not_a_student(title: str) -> None:
    (listed,) = read(f"{title}\n\nAna\nBo").classes
    assert [one.given for one in listed.people] == ["Ana", "Bo"]
    assert [one.code for one in listed.wrong] == [RosterErrorCode.LINE_IS_TITLE]


def test_a_table_keeps_its_numbers_and_groups() -> None:
    (listed,) = read("0012;Ana\n0013;Cy\n;Bo").classes
    assert [(one.source_id, one.given) for one in listed.people] == [("0012", "Ana"), ("0013", "Cy"), ("", "Bo")]
    (listed,) = read("Name;Group\n1. Ana;- x").classes
    assert [(one.given, one.group) for one in listed.people] == [("Ana", "- x")]


@pytest.mark.parametrize(
    "sign", nightly_except({","}, [",", " ", ">", "a@", "(1", "- ", "\t", "mr ", "**a", "'a", "1 - "])
)
def test_very_long_lines_are_read_quickly(sign: str) -> None:
    assert_time_grows_evenly(lambda size: tidied(sign * size + "x"), 300_000)
    assert_time_grows_evenly(lambda size: tidied((sign * 100 + "x\n") * size), 2_000)


@pytest.mark.parametrize(
    "sign", nightly_except({"("}, [",", " ,", "(", "[", "jr, ", "<a@", "'a", ' "a', "🎂 ", "she/", "aka "])
)
def test_very_long_cells_are_read_quickly(sign: str) -> None:
    def read_size(size: int) -> None:
        endless = sign * (size // len(sign))
        for text in (f'"King, Ana"\n"Bo{endless}x"', f"Bo {endless}x"):
            with suppress(ServiceError):
                read(text)

    assert_time_grows_evenly(read_size, 40_000)
