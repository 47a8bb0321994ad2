"""Lists that can be read in two ways: the likelier one is taken, or the teacher is asked, and no one is lost."""

from __future__ import annotations

import pytest

from classroom.services.rosters.drafts import Draft, draft_of_text
from tests.classroom.services.rosters.importing import read, said
from tests.classroom.services.rosters.test_spreadsheets import workbook
from tests.classroom.services.rosters.test_written_by_hand import people

NAMES = ["Emma Ortiz", "Liam Foster", "Priya Nair", "Oscar Weldon"]


def asked(text: str) -> list[str]:
    """Return the lines that are shown with a field for the name."""
    return [row.text for listed in draft_of_text(text).roster().classes for row in listed.wrong if row.rest]


@pytest.mark.parametrize("title", ["Name Tag Order", "Cubby Labels", "Picture Day Orders", "Hart AM", "Quinn/Rae Poe"])
def test_what_may_be_a_title_is_left_to_the_teacher(title: str) -> None:
    text = "\n".join([title, *NAMES])
    assert people(text) == NAMES
    assert asked(text) == [title]


def test_a_student_may_be_called_like_a_list() -> None:
    names = ["Franz List", "Anna Order", *NAMES]
    assert people("\n".join(names)) == names


@pytest.mark.parametrize(
    ("line", "expected", "is_either"),
    [
        ("King, Ana, Lee, Bo", ["Ana King", "Bo Lee"], True),
        ("Smith, Noor, Park, Wim, Garcia, Ole", ["Noor Smith", "Wim Park", "Ole Garcia"], True),
        ("Xiong, Paj, Vang, Tou", ["Xiong", "Paj", "Vang", "Tou"], True),
        ("Emma, Liam, Priya, Oscar", ["Emma", "Liam", "Priya", "Oscar"], False),
        ("Ortiz, Emma, Foster", ["Ortiz", "Emma", "Foster"], False),
        (", ".join(NAMES), NAMES, False),
    ],
)
def test_a_line_may_alternate_between_last_and_first_names(line: str, expected: list[str], is_either: bool) -> None:
    assert people(line) == expected
    draft = draft_of_text(line)
    assert draft.roster().may_be_pairs is is_either
    assert Draft.from_json(draft.to_json()).roster().may_be_pairs is is_either


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ana, Bo and Cy King\nEmma Ortiz\n", "Ana King, Bo King, Cy King, Emma Ortiz"),
        ("Ana & Bo King (twins)\nEmma Ortiz\n", "Ana King, Bo King, Emma Ortiz"),
        ("O'Neil, Ana & Bo\nde la Cruz, Di y Ed\n", "Ana O'Neil, Bo O'Neil, Di de la Cruz, Ed de la Cruz"),
        ("King, Ana & Bo\nOrtiz, Emma\n", "Ana King, Bo King, Emma Ortiz"),
        ("Name\tGrade\nAna and Bo King\t3\nEmma Ortiz\t3\n", "Ana King, Bo King, Emma Ortiz"),
        ("Last,First,Grade\nKing,Ana & Bo,3\nOrtiz,Emma,3\n", "Ana King, Bo King, Emma Ortiz"),
        (
            "Hart, Ana and Lila are new here and need help with the bus.\nOrtiz, Emma\nFoster, Liam\n",
            "Emma Ortiz, Liam Foster",
        ),
    ],
)
def test_siblings_are_students_of_their_own(text: str, names: str) -> None:
    assert people(text) == names.split(", ")


def test_siblings_have_no_id_in_common() -> None:
    assert said(read('Student,ID\n"King, Ana & Bo",71\n"Ortiz, Emma",72\n')) == [
        "Ana|King|",
        "Bo|King|",
        "Emma|Ortiz|72",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "{0}\tYM\n{1}\tYL\n{2}\tAS\n{3}\tAdult M\n",
        "{0}, Youth Medium\n{1}, Youth Large\n{2}, Adult Small\n{3}, Youth Medium\n",
        "{0} M\n{1} XL\n{2} S\n{3} M\n",
        "{0} M\n{1} S\n{2} S\n{3} M\n",
        "{0} YM\n{1} YM\n{2} YM\n{3} YM\n",
        "{0} VIE\n{1} HMN\n{2} SPA\n{3} VIE\n".replace(" V", "\tV").replace(" H", "\tH").replace(" S", "\tS"),
        "P {0}\nP {1}\nA {2}\nP {3}\n",
        "Jan 4 - {0}\nFeb 28 - {1}\n3 de marzo - {2}\n14 June {3}\n",
        "No. 1 {0}\nNo. 2 {1}\nNo. 3 {2}\nNo. 4 {3}\n",
        "☐ {0}  ☐ {1}\n☑ {2}  ☐ {3}\n",
        "Team Lions\n{0}\n{1}\nTeam Bears\n{2}\n{3}\n",
        "*{0}\n{1}\n*{2}\n{3}\n* = new this year\n",
        "F&P Level M\n{0}\n{1}\nF&P Level N\n{2}\n{3}\n",
        "1,{0},,14,{1}\n2,{2},,15,{3}\n",
        "Mon 2:30 {0}, {1}\nTue 2:30 {2}, {3}\n",
        "김민준 {0}\n이서연 {1}\n박지후 {2}\n최유나 {3}\n",
        "{0} (王小明)\n{1} (李静)\n{2} (陈伟)\n{3} (赵敏)\n",
        "Hey Jo! Here's who is coming to chess on Tuesday:\n{0}\n{1}\n{2}\n{3}\n",
        "Name\tChild\tTime\nKim Ortiz\t{0}\t3:00\nLou Foster\t{1}\t3:15\nJo Nair\t{2}\t3:30\nCy Weldon\t{3}\t3:45\n",
    ],
)
def test_what_stands_around_names_is_no_part_of_them(text: str) -> None:
    assert people(text.format(*NAMES)) == NAMES


def test_first_names_stand_beside_sizes() -> None:
    assert people("Ana\tM\nBo\tXL\nCy\tS\n") == ["Ana", "Bo", "Cy"]
    assert said(read("Ana\tM\nBo\tL\nCy\tS\n")) == ["Ana|M|", "Bo|L|", "Cy|S|"]


def test_jobs_may_have_a_title_and_words_for_groups() -> None:
    text = "Class Jobs\nLine Leader: Ana\nDoor Holder: Bo\nTable Washer: Cy\nMail Carrier: Di\n"
    assert people(text) == ["Ana", "Bo", "Cy", "Di"]


def test_groups_of_two_take_turns() -> None:
    text = "\tMon\tTue\nRed\tAna, Bo\tCy, Di\nBlue\tCy, Di\tAna, Bo\n"
    assert people(text) == ["Ana", "Bo", "Cy", "Di"]


def test_all_headings_may_stand_above_the_columns_of_a_pdf() -> None:
    text = "Class roster\nLast Name\nFirst Name\nGr\nOrtiz\nFoster\nNair\nEmma\nLiam\nPriya\n3\n4\n3\n"
    assert people(text) == NAMES[:3]


def test_records_may_have_rules_between() -> None:
    text = "".join(f"Student: {name}\nID: 710{at}\n----\n" for at, name in enumerate(NAMES))
    assert people(text) == NAMES


def test_a_text_may_be_pasted_into_one_column_of_a_workbook() -> None:
    rows = ["Last,First,ID", "Ortiz,Emma,71", "Foster,Liam,72", "Nair,Priya,73"]
    assert said(read(workbook(lambda sheet: [sheet.append([row]) for row in rows]))) == [
        "Emma|Ortiz|71",
        "Liam|Foster|72",
        "Priya|Nair|73",
    ]


def test_devices_are_asked_about() -> None:
    text = "\n".join(["Priya's iPad", *NAMES])
    assert people(text) == NAMES
    assert asked(text) == ["Priya's iPad"]


def test_first_names_may_have_pictures() -> None:
    assert people("Team Lions\nAna 🦊\nBo\nTeam Bears\nCy 🐻\nDi\nEd\n") == ["Ana 🦊", "Bo", "Cy 🐻", "Di", "Ed"]


def test_and_before_the_last_name_says_that_each_name_is_a_student() -> None:
    draft = draft_of_text("Jaylen, Kenji, Lola, Maya, Tara and Uma")
    (listed,) = draft.roster().classes
    assert [one.given for one in listed.people] == ["Jaylen", "Kenji", "Lola", "Maya", "Tara", "Uma"]
    assert not draft.roster().may_be_pairs
