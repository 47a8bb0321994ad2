"""Lines unlike the names around them are shown to the teacher, who may still make them students."""

from __future__ import annotations

import json

import pytest

from classroom.services.errors import RosterErrorCode
from classroom.services.rosters.drafts import draft_of_file, draft_of_text
from tests.classroom.services.rosters.importing import read
from tests.classroom.services.rosters.test_written_by_hand import people

NAMES = ["Thea Marlow", "Ugo Bassi", "Priya Kapoor", "Finn Osei"]
LIST = "\n".join(NAMES)


@pytest.mark.parametrize(
    "line", ["P1", "6E2 - 4 élèves", "Liste 3b", "כיתה ד2", "Search people", "Connect families", "Top scorers (4)"]
)
@pytest.mark.parametrize("is_above", [True, False])
def test_an_odd_line_is_no_student_until_the_teacher_says_so(line: str, *, is_above: bool) -> None:
    text = f"{line}\n{LIST}\n" if is_above else f"{LIST}\n{line}\n"
    assert people(text) == NAMES
    (listed,) = read(text).classes
    (odd,) = listed.wrong
    assert odd.code in {RosterErrorCode.NOT_A_NAME, RosterErrorCode.LINE_IS_TITLE, RosterErrorCode.ROW_IS_SUMMARY}
    if odd.code is RosterErrorCode.NOT_A_NAME:  # then the page has a field for the name
        assert odd.rest is not None


@pytest.mark.parametrize("name", ["Cy Ng 2", "Maria ruiz", "Ludwig van Beek", "Madonna", "Ana Stream", "Ali bin omar"])
def test_rare_forms_of_names_are_students(name: str) -> None:
    assert people(f"{LIST}\n{name}\n") == [*NAMES, name]


def test_most_lines_may_have_numbers() -> None:
    assert len(people("Fox 1\nOwl 2\nBear 3\nWolf 4\nAna King\n")) == 5


@pytest.mark.parametrize(
    "text",
    [
        f"Classwork\nPeople\nGrades\n\nTeachers\n\nRosa Hart\n\nDerrick Mbatha\n\nClassmates\n\n4 students\n\n{LIST}\n",
        f"Members\nAll Members (5)\nSearch members\nActions\n{LIST}\nPage 1 of 1\n",
        (
            "Class members\n4 members\nThea Marlow\ntmarl_14\nStudent\nUgo Bassi\nubassi2\nStudent\n"
            "Priya Kapoor\npriya.kapoor\nStudent\nFinn Osei\nfosei\nStudent\nms_hale\nTeacher\n"
        ),
        f"Ms. Haddix\n{LIST}\nMr. Poole (para)\n",
        (
            "---------- Forwarded message ---------\nFrom: Pat <p@x.org>\nSubject: New students\n\nPlease add:\n"
            "  * Thea Marlow (gr 4, ID 77120)\n  * Ugo Bassi (gr 4, ID 77133)\n  * Priya Kapoor (gr 4, ID 77138)\n"
            "  * Finn Osei (gr 4, ID 77139)\nand remove Otto Dunn.\n\nThanks!\nPat\n"
        ),
        "Thea Marlow NEW!\nUgo Bassi\nPriya Kapoor **moved!**\nFinn Osei\n",
        "Name\tRole\nTM\nThea Marlow\tMember\nUB\nUgo Bassi\tMember\nPK\nPriya Kapoor\tMember\nFO\nFinn Osei\tMember\n",
        "Mrs. Hart 2B\tWk 1\tWk 2\nThea Marlow\t24\t31\nUgo Bassi\t18\t22\nPriya Kapoor\t40\t41\nFinn Osei\t7\t9\n",
        "Thea Marlow-4th\nUgo Bassi-4th\nPriya Kapoor-3rd\nFinn Osei-4th\n",
        "Marlow, Thea (50012) - Gr 4\nBassi, Ugo (50013) - Gr 4\nKapoor, Priya (50015)\nOsei, Finn (50016) - Gr 4\n",
        "Thea Marlow\nUgo Bassi\n# Yadira moved\nPriya Kapoor\nFinn Osei\n",
        (
            "Members (4)\nMs. Hart\nOwner\nThea Marlow\nStudent\nLimit\nUgo Bassi\nStudent\nLimit\n"
            "Priya Kapoor\nStudent\nLimit\nFinn Osei\nStudent\nLimit\n"
        ),
        "Lunch count\tHot\tCold\nThea Marlow\tx\t\nUgo Bassi\t\tx\nPriya Kapoor\tx\t\nFinn Osei\t\tx\n",
        f"Ms. June Hart\n{LIST}\n",
        f"{LIST}\nMr. Karl von Berg\n",
        "8:00 Thea Marlow\n8:15 Ugo Bassi\n8:30\n8:45 Priya Kapoor\n9:00 Finn Osei\n",
    ],
)
def test_pages_with_menus_and_adults(text: str) -> None:
    assert people(text) == NAMES


def test_a_row_without_comma_and_values_is_a_title() -> None:
    text = 'Student,Grade,PR\n"Mbeki, Thandi",5,48\n"Nwosu, Kelechi",5,81\n"Oyelaran, Bisi",5,12\n'
    text += 'Urgent Intervention,,\n"Park, Minjun",5,5\n'
    assert people(text) == ["Thandi Mbeki", "Kelechi Nwosu", "Bisi Oyelaran", "Minjun Park"]


def test_the_grade_in_parentheses_behind_full_names() -> None:
    text = 'Student (Grade),Student ID\n"Halvorsen, Kari (4)",61001\n"Iqbal, Zain (4)",61007\n"Sato, Ren (4)",61010\n'
    assert people(text) == ["Kari Halvorsen", "Zain Iqbal", "Ren Sato"]


@pytest.mark.parametrize(
    ("text", "private"),
    [
        ("Thea Marlow\n14 Willow Road\nUgo Bassi\n2 Chestnut Ave Apt 4\n", ["Willow", "Chestnut"]),
        ("Thea Marlow 87%\nUgo Bassi 92%\n", ["87", "92"]),
        ("Thea Marlow – 4/12\nUgo Bassi – 9/30\n", ["4/12", "9/30"]),
    ],
)
def test_addresses_scores_and_birthdays_are_not_kept(text: str, private: list[str]) -> None:
    assert people(text) == NAMES[:2]
    stored = json.dumps(draft_of_text(text).to_json()) + json.dumps(draft_of_file(text.encode()).to_json())
    assert [one for one in private if one in stored] == []


def test_students_called_lane_are_no_addresses() -> None:
    assert people("14 Willow Lane\n15 Tom Street\n16 Ann Close\n") == ["Willow Lane", "Tom Street", "Ann Close"]


def test_names_between_slashes_beside_a_label() -> None:
    assert people("Table 1: Thea/Ugo/Priya\nTable 2: Finn/Bao/Sade\n") == "Thea Ugo Priya Finn Bao Sade".split()


@pytest.mark.parametrize("line", ["Cy Dunn with aide Mrs. Poole", "Cy Dunn w/ Ugo", "Cy Dunn reading group"])
def test_words_in_small_letters_behind_a_name_are_odd(line: str) -> None:
    assert people(f"{LIST}\n{line}\n") == NAMES


@pytest.mark.parametrize("heading", ["Walkers", "AFTERCARE", "Table"])
def test_a_single_word_above_full_names_may_be_a_heading(heading: str) -> None:
    text = f"Thea Marlow\nUgo Bassi\n{heading}\nPriya Kapoor\nFinn Osei\nMaria\nCy Dunn\n"
    assert people(text) == ["Thea Marlow", "Ugo Bassi", "Priya Kapoor", "Finn Osei", "Maria", "Cy Dunn"]
    (listed,) = read(text).classes
    assert [(odd.text, odd.code) for odd in listed.wrong] == [(heading, RosterErrorCode.NOT_A_NAME)]


def test_first_names_stand_among_those_with_an_initial() -> None:
    assert people("Thea M.\nCam\nThea B.\nUgo B.\nUgo D.\nPriya K\n") == [
        *("Thea M.", "Cam", "Thea B.", "Ugo B.", "Ugo D.", "Priya K")
    ]


@pytest.mark.parametrize(
    "text",
    [
        f"Pine Ridge Explorers\n\n{LIST}\n",
        f"{LIST}\n\nJulia Moss\nTeam Lead\n",
        f"Reading Buddies\n\n{LIST}\n\nJulia Moss\n",
    ],
)
def test_the_teacher_decides_about_what_stands_apart_from_the_names(text: str) -> None:
    assert people(text) == NAMES
    (listed,) = read(text).classes
    assert {odd.code for odd in listed.wrong} == {RosterErrorCode.NOT_A_NAME}
    assert all(odd.rest for odd in listed.wrong)


@pytest.mark.parametrize("text", [f"{LIST}\n\nNew:\nCy Dunn\n", f"Thea Marlow\n\n{LIST[12:]}\n\nCy Dunn\n\nDi Poe\n"])
def test_names_may_stand_in_several_parts(text: str) -> None:
    assert people(text)[:4] == NAMES
    assert "Cy Dunn" in people(text)


def test_a_second_message_of_a_chat_may_have_a_name_behind_a_word() -> None:
    chat = f"[9/2/26, 8:01] Pat Hale: Hello\n[9/2/26, 8:02] Pat Hale: {LIST}\n[9/2/26, 8:03] Pat Hale: and Cy Dunn\n"
    assert people(chat) == NAMES
    (listed,) = read(chat).classes
    assert [odd.text for odd in listed.wrong] == ["and Cy Dunn"]


@pytest.mark.parametrize(
    ("heading", "last"), [("No.\tName\tMonday", "\tPresent Today\t3"), ("ID\tName\tMonday", "\tPrepared by Jo Hill\t")]
)
def test_the_teacher_decides_about_a_last_row_without_the_number_that_all_have(heading: str, last: str) -> None:
    rows = "\n".join(f"{number}\t{name}\tP" for number, name in enumerate(NAMES, start=1))
    table = f"{heading}\n{rows}\n{last}\n"
    assert people(table) == NAMES
    (listed,) = read(table).classes
    assert [(odd.text.partition(" | ")[0], odd.code) for odd in listed.wrong] == [
        (last.split("\t")[1], RosterErrorCode.NOT_A_NAME)
    ]


def test_a_last_student_may_have_no_id_yet() -> None:
    table = "Name\tID\tGrade\nThea Marlow\t71001\t4\nUgo Bassi\t71002\t4\nPriya Kapoor\t71003\t4\nFinn Osei\t71004\t4\n"
    assert people(f"{table}Cy Dunn\t\t4\n") == [*NAMES, "Cy Dunn"]


def test_a_last_student_may_have_no_grade_yet() -> None:
    rows = "".join(f"{name}\t1\n" for name in NAMES)
    assert people(f"Name\tGrade\n{rows}Cy Dunn\t\n") == [*NAMES, "Cy Dunn"]


@pytest.mark.parametrize("heading", ["MORNING MEETING", "CAR RIDERS"])
def test_words_in_capitals_above_names_may_be_a_heading(heading: str) -> None:
    assert people(f"{heading}\n{LIST}\n") == NAMES


def test_several_headings_in_capitals_may_divide_a_list() -> None:
    text = "TEAM A\nThea Marlow\nUgo Bassi\n\nTEAM B\nPriya Kapoor\nFinn Osei\n\nSUBS\nCy Dunn\n"
    assert people(text) == [*NAMES, "Cy Dunn"]


def test_a_name_in_capitals_may_end_a_list() -> None:
    assert people(f"{LIST}\nCY DUNN\n") == [*NAMES, "CY DUNN"]


def test_titles_above_a_table_without_headings() -> None:
    table = (
        "1 Arnold, Bridget 882001 3 03/04/2018\n2 Bhatt, Dev 882004 3 11/21/2017\n3 Clarke, Nia 882010 3 06/15/2018\n"
    )
    (listed,) = draft_of_text(f"Morning Attendance Room 6\nNo. Student ID# Gr Birthdate\n{table}").roster().classes
    assert [one.given for one in listed.people] == ["Bridget", "Dev", "Nia"]
    assert [row.line for row in listed.wrong if row.rest] == [1, 2]


@pytest.mark.parametrize("note", ["Updated 9/1 by office", "See the office for changes"])
def test_a_note_below_a_table_is_shown(note: str) -> None:
    rows = "\n".join(name.replace(" ", ";") for name in NAMES)
    (listed,) = read(f"First;Last\n{rows}\n{note};\n").classes
    assert [f"{one.given} {one.family}" for one in listed.people] == NAMES
    assert [row.text for row in listed.wrong if row.rest] == [note]
