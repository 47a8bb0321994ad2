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


@pytest.mark.parametrize("label", ["Blue Jays", "Lincoln Elementary"])
def test_what_recurs_behind_a_dash_is_no_student(label: str) -> None:
    assert people("".join(f"{name} – {label}\n" for name in STUDENTS)) == STUDENTS


def test_names_of_checkboxes_are_no_students() -> None:
    lines = [f"Select '{name}'\t{name}\tuser{at}@x.org\tStudent\tActive\n" for at, name in enumerate(STUDENTS)]
    assert people("".join(lines)) == STUDENTS


PAGE = "Lakeview School\n# Student Name Student Number Grade Gender\n"


def test_columns_of_a_pdf_with_one_space_between() -> None:
    text = (
        f"{PAGE}1 King, Ana 771203 04 F\n2 Lee, Bo M 771219 04 M\nPage 1 of 2\n"
        f"{PAGE}3 Ng, Cy 771240 04 M\n4 Poe, Di 771266 04 F\n5 Ray, Ed 771288 M\nTotal Students: 5\n"
    )
    (listed,) = draft_of_text(text).roster().classes
    assert [f"{one.given} {one.family}" for one in listed.people] == STUDENTS
    assert [(one.source_id, one.level) for one in listed.people] == [
        *(("771203", 4), ("771219", 4), ("771240", 4), ("771266", 4))
    ]
    assert "5 Ray, Ed 771288 M" in asked(text)


@pytest.mark.parametrize(
    "line",
    ["Thanks, Ms. Park", "Thank you! Rae Park", "Any questions? Ask at the office.\nRae Park", "Printed on 9/1/2026"],
)
def test_what_stands_below_the_names_is_no_student(line: str) -> None:
    assert people("\n".join([*STUDENTS, line])) == STUDENTS
    assert people("King, Ana\nLee, Bo\nNg, Cy\nGracias, Ed")[-1] == "Ed Gracias"


@pytest.mark.parametrize("label", ["Professeur principal : Mme PARK", "See Mrs. Park", "Class of Ms. Park"])
def test_adults_among_the_names_are_no_students(label: str) -> None:
    assert people("\n".join([label, *STUDENTS, "Ed Ray"])) == [*STUDENTS, "Ed Ray"]


@pytest.mark.parametrize(
    "line",
    [
        "Call Mrs. Poe (mom) at 555-0188 if Di has a headache.",
        "Dominik goes to speech at 10:15 and takes medicine after lunch.",
        "Ana King takes Ritalin at noon.",
        "Ana King – Tilly Roe 555-0101",
    ],
)
def test_sentences_about_students_are_not_kept(line: str) -> None:
    text = "\n".join([*STUDENTS, line])
    (listed,) = draft_of_text(text).roster().classes
    assert {f"{one.given} {one.family}" for one in listed.people} == set(STUDENTS)
    kept = json.dumps(draft_of_text(text).to_json())
    assert not [word for word in ("Mrs", "555", "speech", "medicine", "Ritalin", "Roe") if word in kept]


@pytest.mark.parametrize("separator", ["\t", ", "])
def test_contacts_with_unknown_given_names_and_phone_numbers_are_not_kept(separator: str) -> None:
    contacts = ("Tilly Roe", "Oskar Fry", "Lisette Orr", "Wanda Moe")
    rows = (separator.join([name, contacts[at], f"555-010{at}"]) for at, name in enumerate(STUDENTS))
    draft = draft_of_text("\n".join(rows))
    (listed,) = draft.roster().classes
    assert [f"{one.given} {one.family}" for one in listed.people] == STUDENTS
    assert not [name for name in (*contacts, "555") if name in json.dumps(draft.to_json())]


@pytest.mark.parametrize(
    "text",
    [
        "Teacher: Rae Park\nRed: Ana King, Bo Lee\nBlue: Cy Ng, Di Poe\n",
        "Students: Ana King, Bo Lee, Cy Ng, Di Poe\nRoom Parents: Pat Abara, Lou Bosch\n",
        "Dismissal – Rm 9\nBus 12: Ana King, Bo Lee\nAfter care: Cy Ng, Di Poe\n",
    ],
)
def test_labels_of_adults_and_buses(text: str) -> None:
    assert people(text) == STUDENTS
    kept = json.dumps(draft_of_text(text).to_json())
    assert not [name for name in ("Rae", "Abara", "Bosch") if name in kept]


@pytest.mark.parametrize(
    "text",
    [
        "Class: 4(A)\nStudents (4)\n1\nKing, Ana\n4\nF\n2\nLee, Bo\n4\nM\n3\nNg, Cy\n4\nM\n4\nPoe, Di\n4\nF\n",
        "Photo Roster\n" + "".join(f"AB Photo\n{name}\nID: 810{at}\n" for at, name in enumerate(STUDENTS)),
        "Student\nGrade\nStatus\n" + "".join(f"{name}\n4\nActive\n" for name in STUDENTS),
        "First Name\nAna\nBo\nCy\nDi\nLast Name\nKing\nLee\nNg\nPoe\n",
        "Name\tLogin\tRole\n"
        + "".join(
            f"Profile picture for {name}\n{name}\nshe/her\nuser{at}\tStudent\n" for at, name in enumerate(STUDENTS)
        ),
    ],
)
def test_each_cell_on_a_line(text: str) -> None:
    assert people(text) == STUDENTS


def test_cells_on_lines_keep_ids_and_grades() -> None:
    text = "Name\nID\nGrade\n" + "".join(f"{name}\n710{at}\n4\n" for at, name in enumerate(STUDENTS))
    (listed,) = draft_of_text(text).roster().classes
    assert [(one.source_id, one.level) for one in listed.people] == [(f"710{at}", 4) for at in range(4)]


def test_a_first_row_with_kindergarten_is_a_student() -> None:
    assert people("Ana King\nK\nBo Lee\n1\nCy Ng\n2\n") == ["Ana King", "Bo Lee", "Cy Ng"]
    assert people("Ana King\tK\nBo Lee\t1\nCy Ng\t2\n") == ["Ana King", "Bo Lee", "Cy Ng"]


def test_names_below_a_sentence_about_them_are_students() -> None:
    assert people("\n".join([*STUDENTS, "These two are new this week.", "Ed Ray", "Flo Sol"])) == [
        *STUDENTS,
        *("Ed Ray", "Flo Sol"),
    ]


def test_closing_below_names_with_commas() -> None:
    assert people("King, Ana\nLee, Bo\nNg, Cy\nThanks, Rae\n") == ["Ana King", "Bo Lee", "Cy Ng"]


def test_a_sentence_about_the_past() -> None:
    assert people("Students with all facts right were Ana King, Bo Lee, and Cy Ng.") == ["Ana King", "Bo Lee", "Cy Ng"]


def test_prose_on_one_line_is_shown() -> None:
    text = "Hi! New kiddos starting Monday: Ana King and Bo Lee. Please make them name tags. Thanks so much, Rae"
    assert people(text) == []
    assert asked(text) == [text]


@pytest.mark.parametrize("closing", ["Best,\nRae Park\nRoom 12", "Cheers,\nRae"])
def test_closings_with_a_comma_need_no_greeting(closing: str) -> None:
    assert people("\n".join(["My class list", *STUDENTS, "", closing])) == STUDENTS


def test_compound_given_names_with_a_joined_article() -> None:
    assert people("Abd al-Rahman Khoury\nOmar Khalid al-Otaibi\n") == ["Abd al-Rahman Khoury", "Omar Khalid al-Otaibi"]
    (listed,) = draft_of_text("Abd al-Rahman Khoury\nMaryam al-Otaibi\n").roster().classes
    assert [one.family for one in listed.people] == ["Khoury", "al-Otaibi"]


def test_titles_above_a_title_do_not_hide_the_order_of_names() -> None:
    text = (
        'ISTITUTO "RODARI"\nClasse 4^ B - Elenco alunni\nBELLINI SOFIA\nCATTANEO MARCO\nESPOSITO ANNA\nFERRARI ALICE\n'
    )
    assert people(text) == ["SOFIA BELLINI", "MARCO CATTANEO", "ANNA ESPOSITO", "ALICE FERRARI"]


def test_columns_of_a_pdf_below_a_title_with_a_comma() -> None:
    rows = "".join(f"3001{at} {name} 4 F 02/04/2017\n" for at, name in enumerate(("King, Ana", "Lee, Bo", "Ng, Cy")))
    (listed,) = draft_of_text(f"Hart, Dana - Grade 4 - Room 12\n{rows}Total: 3 students\n").roster().classes
    assert [(one.given, one.source_id) for one in listed.people] == [("Ana", "30010"), ("Bo", "30011"), ("Cy", "30012")]


def test_a_title_with_a_dash_above_labels_with_colons() -> None:
    text = "Centers - Tuesday\nGames: Ana, Bo\nComputers: Cy, Di\n"
    assert people(text) == ["Ana", "Bo", "Cy", "Di"]


def test_columns_of_family_members_have_no_family_names() -> None:
    text = "Student Name\tID\tFamily 1\tFamily 2\nAna King\t7101\tSue Fry\t\nBo Lee\t7102\tKim Roe\tLu Roe\n"
    assert people(text) == ["Ana King", "Bo Lee"]
    assert "Roe" not in json.dumps(draft_of_text(text).to_json())


def test_see_you_closes_an_email() -> None:
    assert people("\n".join(["Hi Rae,", *STUDENTS, "See you Monday!", "Dana"])) == STUDENTS


def test_a_middle_initial_in_most_rows_of_a_pdf() -> None:
    rows = "30441 Moore, Jaylen T M 03 8/17/26\n30442 Sato, Kenji M 03 8/17/26\n30443 Reyes, Lola M F 03 8/17/26\n"
    (listed,) = draft_of_text(rows).roster().classes
    assert [(one.given, one.source_id) for one in listed.people] == [
        *(("Jaylen", "30441"), ("Kenji", "30442"), ("Lola", "30443"))
    ]


def test_seats_before_first_names_without_a_sign_between() -> None:
    (listed,) = draft_of_text("Seat 1 Ana\nSeat 2 Bo\nSeat 3 Cy\nSeat 4 Di\n").roster().classes
    assert [(one.given, one.family) for one in listed.people] == [("Ana", ""), ("Bo", ""), ("Cy", ""), ("Di", "")]
