"""What stands behind a name: remarks that tell students apart, roles, numbers, and addresses."""

from __future__ import annotations

import pytest

from classroom.models import SchoolClass
from classroom.services.errors import RosterErrorCode
from classroom.services.rosters.drafts import draft_of_text
from tests.classroom.services.rosters.importing import imported, names, read
from tests.factories import Cast, make_school_class


def said(text: str) -> list[str]:
    (listed,) = read(text).classes
    return [f"{one.given}|{one.family}" for one in listed.people]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Name\nAna King (a)\nAna King (b)\nBo Lee (a)\n", ["Ana (a)|King", "Ana (b)|King", "Bo|Lee"]),
        ("Ana King (A)\nAna King (B)\nBo Lee\n", ["Ana (A)|King", "Ana (B)|King", "Bo|Lee"]),
        ('Student,Grade\n"King, Ana (4B)",4\n"King, Ana",4\n', ["Ana (4B)|King", "Ana|King"]),
        ("Name\nAna King (she/her)\nAna King (she/her)\n", ["Ana|King", "Ana|King"]),
        ("Name,ID\nAna King (a),7001\nAna King (b),7002\n", ["Ana|King", "Ana|King"]),
    ],
)
def test_a_remark_is_kept_if_it_tells_two_students_apart(text: str, expected: list[str]) -> None:
    assert said(text) == expected


def test_both_students_are_imported(cast: Cast) -> None:
    school_class: SchoolClass = make_school_class("5A", teacher=cast.alice)
    imported(school_class, "Ana King (a)\nAna King (b)\nBo Lee\n")
    assert names(school_class) == ["Ana (a) K.", "Ana (b) K.", "Bo L."]


@pytest.mark.parametrize("role", ["teacher", "co-teacher", "lehrkraft", "professeure", "staff"])
@pytest.mark.parametrize("text", ["Name,Email\nHart ({}),\nAna King,\nBo Lee,\n", "Hart ({})\nAna King\nBo Lee\n"])
def test_a_teacher_in_the_list_is_left_out(text: str, role: str) -> None:
    text = text.format(role)
    (listed,) = read(text).classes
    assert [one.given for one in listed.people] == ["Ana", "Bo"]
    assert [row.code for row in listed.wrong] == [RosterErrorCode.NO_STUDENT]


@pytest.mark.parametrize("role", ["Owner", "Instructor", "Teaching Assistant", "Organizer"])
def test_roles_of_adults_in_other_programs(role: str) -> None:
    (listed,) = read(f"Name,Role\nJune Hart,{role}\nAna King,Student\n").classes
    assert [one.given for one in listed.people] == ["Ana"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Student,Grade\nAna King <ana@our.school>,4\nBo Lee (bo@our.school),4\n", ["Ana|King", "Bo|Lee"]),
        ('Student,Grade\n"King, Ana (7001)",4\n"Lee, Bo (7002)",4\n', ["Ana|King", "Bo|Lee"]),
        ('Student,Grade\n"Ana King\n#70012",4\n"Bo Lee\n#70023",4\n', ["Ana|King", "Bo|Lee"]),
        ("Student,Grade\nRed Fox 1001,4\nRed Fox 1002,4\n", ["Red Fox 1001|", "Red Fox 1002|"]),
        ("Student,Grade\nPanda 1001,4\nTiger 1002,4\n", ["Panda 1001|", "Tiger 1002|"]),
    ],
)
def test_addresses_and_numbers_behind_a_name(text: str, expected: list[str]) -> None:
    assert said(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'To: Ana King <ana@our.school>, Bo Lee <bo@our.school>, "Ng, Cy" <cy@our.school>',
            ["Ana|King", "Bo|Lee", "Cy|Ng"],
        ),
        ("“King, Ana”\n“Lee, Bo”\n", ["Ana|King", "Bo|Lee"]),
        ("田中，太郎\n山田，花子\n", ["太郎|田中", "花子|山田"]),  # noqa: RUF001
        ("🦊 Ana\n🐻 Bo\n", ["🦊 Ana|", "🐻 Bo|"]),
        ("🦊 Ana King\n🐻 Bo Lee\n", ["🦊 Ana|King", "🐻 Bo|Lee"]),
    ],
)
def test_lists_from_other_programs(text: str, expected: list[str]) -> None:
    (listed,) = draft_of_text(text).roster().classes
    assert [f"{one.given}|{one.family}" for one in listed.people] == expected


@pytest.mark.parametrize("kept", ["Ana", "Ana (K.)", "Ana (2)", "Elizabeth (Liz)"])
def test_remarks_behind_first_names(kept: str) -> None:
    assert said(f"First,Last\n{kept},King\nBo (new),Lee\nCy (4B),Ng\n") == [f"{kept}|King", "Bo|Lee", "Cy|Ng"]
    assert said("First,Last\nAna (a),King\nAna (b),King\n") == ["Ana (a)|King", "Ana (b)|King"]
    assert said("King, Ana (4B)\nLee, Bo (4B)\n") == ["Ana|King", "Bo|Lee"]


def test_names_that_are_words_of_totals_are_names() -> None:
    text = "First,Last,ID\nKelly,Sum,7001\nSummer,Total,7002\nCount,Basil,7003\nTotal,3,\nClass,Average,\n"
    (listed,) = read(text).classes
    assert [one.given for one in listed.people] == ["Kelly", "Summer", "Count"]
    assert len(listed.wrong) == 2


def test_statistics_below_the_scores_are_no_students() -> None:
    (listed,) = read("Student,Quiz\nAna King,9\nBo Lee,8\nStandard deviation,0.5\nMaximum,9\nMinimum,8\n").classes
    assert [one.given for one in listed.people] == ["Ana", "Bo"]


def test_particles_in_a_name_in_capitals() -> None:
    assert said("Nº;Aluno\n1;ANA CLARA DA SILVA\n2;JOÃO DOS SANTOS\n3;EVA E LIMA\n") == [
        *("ANA CLARA|DA SILVA", "JOÃO|DOS SANTOS", "EVA|LIMA")
    ]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ('Elizabeth "Liz" King', "Elizabeth (Liz)|King"),
        ("Elizabeth “Liz” King", "Elizabeth (Liz)|King"),
        ("Elizabeth 'Liz' King", "Elizabeth (Liz)|King"),
        ("Elizabeth King aka Liz", "Elizabeth (Liz)|King"),
        ("Elizabeth King (goes by Liz)", "Elizabeth (Liz)|King"),
        ("Ana King she/her", "Ana|King"),
        ("Ana King [she/her]", "Ana|King"),
        ("Ana King | they/them/theirs", "Ana|King"),
        ("Ana King 🎂", "Ana|King"),
        ("Ana King [new]", "Ana|King"),
        ("N'Golo D'Angelo", "N'Golo|D'Angelo"),
    ],
)
def test_nicknames_pronouns_and_pictures(written: str, expected: str) -> None:
    (listed,) = draft_of_text(f"{written}\nBo Lee\nCy Ng\n").roster().classes
    assert [f"{one.given}|{one.family}" for one in listed.people] == [expected, "Bo|Lee", "Cy|Ng"]


def test_a_nickname_in_a_table() -> None:
    assert said('Student,Grade\n"King, Elizabeth ""Liz""",4\n"Lee, Bo",4\n') == ["Elizabeth (Liz)|King", "Bo|Lee"]
    assert said('First,Last\n"Elizabeth ""Liz""",King\nBo she/her,Lee\n') == ["Elizabeth (Liz)|King", "Bo|Lee"]


def test_pictures_can_tell_students_apart() -> None:
    assert said("Ana King 🦊\nAna King 🐻\nBo Lee 🦊\n") == ["Ana (🦊)|King", "Ana (🐻)|King", "Bo|Lee"]


@pytest.mark.parametrize(
    "text", ["田中　太郎\n山田　花子\n佐藤　健\n", "Name,Grade\n田中 太郎,4\n山田 花子,4\n佐藤 健,4\n"]
)
def test_east_asian_family_names_are_first(text: str) -> None:
    assert said(text) == ["太郎|田中", "花子|山田", "健|佐藤"]
