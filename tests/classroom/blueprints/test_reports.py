from __future__ import annotations

import csv
import io
from typing import Any
from urllib.parse import unquote

import pytest

from classroom.database import db
from classroom.models import SessionState, Student
from classroom.reports.spans import Period
from classroom.services.classes.school_classes import archive_class, create_class
from tests.classroom.reports.lesson import WRONG_DEAD_CLAIM, Lesson
from tests.factories import Cast, make_class_session, make_student
from tests.page import Page
from tests.page_client import PageClient
from tests.page_lint import text_of

NAMES_OR_NOT: tuple[dict[str, Any], ...] = ({}, {"names": "no"})


@pytest.fixture
def alice(page: PageClient, cast: Cast) -> PageClient:
    """Alice's browser."""
    return page.sign_in(cast.alice)


@pytest.fixture
def lesson(cast: Cast) -> Lesson:
    """A session of 7B in which Bob answered eight times, and Ana three times."""
    lesson = Lesson(cast.class_7b, days_ago=1)
    ana = make_student("Ana", school_class=cast.class_7b)
    for given in (None, "54", "54", WRONG_DEAD_CLAIM, None):
        lesson.answer(cast.bob, "7 × 8", "56", given)
    for _ in range(3):
        lesson.answer(cast.bob, "2 + 3", "5")
        lesson.answer(ana, "2 + 3", "5", "6")
    lesson.answer(cast.bob, "7 × 8", "56", try_number=2)
    return lesson


def rows_of(page: Page, heading: str) -> list[list[str]]:
    """Return the rows of the table under a heading."""
    box = page.one("div", **{"aria-labelledby": heading, "class_": "table-box"})
    return [[text_of(cell) for cell in row] for body in box.iter("tbody") for row in body.iter("tr")]


def read_csv(page: Page) -> list[dict[str, str]]:
    assert page.headers["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(io.StringIO(page.data.decode("utf-8-sig"), newline="")))


def test_the_class_report_shows_each_students_share_with_its_number(
    alice: PageClient, cast: Cast, lesson: Lesson
) -> None:
    page = alice.get("reports.school_class", class_id=cast.class_7b.id)

    assert rows_of(page, "students") == [
        ["Ana", "Not enough answers yet (3 of 5)", "", "", "", "1"],
        ["Bob", "63% (5 of 8 answers)", "", "", "1 of 1", "1"],  # 2 of 5 in a skill may well be chance
    ]
    assert "the last 2 weeks" in page.text


def test_the_class_report_names_missed_equations_and_their_wrong_answers(
    alice: PageClient, cast: Cast, lesson: Lesson
) -> None:
    page = alice.get("reports.school_class", class_id=cast.class_7b.id)

    assert rows_of(page, "missed") == [
        ["7 × 8 = 56", "3 of 5", "54 (2 times)"],
        ["2 + 3 = 5", "3 of 6", "6 (3 times)"],
    ]


def test_a_card_traded_in_by_mistake_is_labeled(alice: PageClient, cast: Cast) -> None:
    lesson = Lesson(cast.class_7b)
    for _ in range(4):
        lesson.answer(cast.bob, "7 × 8", "56", WRONG_DEAD_CLAIM)

    page = alice.get("reports.school_class", class_id=cast.class_7b.id)
    assert rows_of(page, "missed") == [["7 × 8 = 56", "4 of 4", "traded in by mistake (4 times)"]]
    page = alice.get("reports.student", student_id=cast.bob.id)
    assert rows_of(page, "missed") == [["7 × 8 = 56", "4 of 4", "traded in by mistake (4 times)"]]


def test_the_students_csv_equals_the_page(alice: PageClient, cast: Cast, lesson: Lesson) -> None:
    shown = rows_of(alice.get("reports.school_class", class_id=cast.class_7b.id), "students")
    lines = read_csv(alice.get("reports.school_class_csv", class_id=cast.class_7b.id))

    for row, line in zip(shown, lines, strict=True):
        tried = line["first_answers"]
        share = (
            f"{line['right_percent']}% ({line['right_at_first_try']} of {tried} answers)"
            if line["right_percent"]
            else f"Not enough answers yet ({tried} of 5)"
        )
        later = f"{line['right_at_further_try']} of {line['further_tries']}" if line["further_tries"] != "0" else ""
        assert row[:3] + row[4:] == [line["student"], share, "", later, line["days_active"]]


def test_the_bar_and_the_csv_have_the_same_interval(alice: PageClient, cast: Cast, lesson: Lesson) -> None:
    page = alice.get("reports.school_class", class_id=cast.class_7b.id)
    bob = read_csv(alice.get("reports.school_class_csv", class_id=cast.class_7b.id))[1]

    words = f"likely between {bob['lowest_percent']}% and {bob['highest_percent']}%"
    assert [bar.get("aria-label") for bar in page.all("{http://www.w3.org/2000/svg}svg", class_="share-bar")] == [words]


def test_the_equations_csv_begins_with_the_rows_of_the_page(alice: PageClient, cast: Cast, lesson: Lesson) -> None:
    lesson.answer(cast.bob, "1 + 1", "2")
    shown = rows_of(alice.get("reports.school_class", class_id=cast.class_7b.id), "missed")
    lines = read_csv(alice.get("reports.equations_csv", class_id=cast.class_7b.id))

    assert len(lines) == 3
    assert shown == [
        [
            f"{line['equation']} = {line['answer']}",
            f"{line['missed']} of {line['first_answers']}",
            f"{line['wrong_answer_most_given']} ({line['times_given']} times)",
        ]
        for line in lines[:2]
    ]


def test_all_answers_can_be_downloaded_with_or_without_names(alice: PageClient, cast: Cast, lesson: Lesson) -> None:
    lines = read_csv(alice.get("reports.attempts_csv", class_id=cast.class_7b.id))
    nameless = read_csv(alice.get("reports.attempts_csv", class_id=cast.class_7b.id, names="no"))

    assert len(lines) == len({line["attempt_id"] for line in lines}) == 12
    assert {line["student_name"] for line in lines} == {"Ana", "Bob"}
    assert [{**line, "student_name": ""} for line in lines] == nameless
    dead = [line for line in lines if line["kind"] == "dead"]
    assert [(line["equation"], line["given_answer"], line["correct"]) for line in dead] == [("7 × 8", "dead", "0")]


def test_files_with_different_contents_have_different_names(alice: PageClient, cast: Cast, lesson: Lesson) -> None:
    session_id = lesson.class_session.id
    asked: list[dict[str, Any]] = [{"period": period.value} for period in Period] + [{"session": session_id}]
    names = [
        alice.get("reports.attempts_csv", class_id=cast.class_7b.id, **span, **extra).headers["Content-Disposition"]
        for span in asked
        for extra in NAMES_OR_NOT
    ]
    assert len(set(names)) == len(names) == 8
    assert "with names" in names[0]
    assert "without names" in names[1]


def test_the_students_page_shows_strengths_missed_equations_and_answers(
    alice: PageClient, cast: Cast, lesson: Lesson
) -> None:
    assert "every time, 4 answers or more" not in alice.get("reports.student", student_id=cast.bob.id).text
    lesson.answer(cast.bob, "2 + 3", "5")
    page = alice.get("reports.student", student_id=cast.bob.id)

    assert page.heading == "Bob"
    assert "2 + 3 = 5 4 times" in page.text
    assert rows_of(page, "missed") == [["7 × 8 = 56", "3 of 5", "54 (2 times) and traded in by mistake (1 time)"]]
    assert rows_of(page, "every-equation") == [
        ["7 × 8 = 56", "3 of 5", "54 (2 times) and traded in by mistake (1 time)"],
        ["2 + 3 = 5", "0 of 4", ""],
    ]
    assert [row[:3] for row in rows_of(page, "newest")][:2] == [
        ["2 + 3", "5 (correct)", "1"],
        ["7 × 8", "56 (correct)", "2"],
    ]
    assert len(rows_of(page, "newest")) == 10


def test_the_students_csv_holds_the_equations_of_the_page(alice: PageClient, cast: Cast, lesson: Lesson) -> None:
    shown = rows_of(alice.get("reports.student", student_id=cast.bob.id), "every-equation")
    lines = read_csv(alice.get("reports.student_csv", student_id=cast.bob.id))

    assert shown == [
        [
            f"{line['equation']} = {line['answer']}",
            f"{line['missed']} of {line['first_answers']}",
            line["all_wrong_answers"].replace(", ", " and "),
        ]
        for line in lines
    ]


def test_one_session_can_be_chosen_by_a_link(alice: PageClient, cast: Cast, lesson: Lesson) -> None:
    older = Lesson(cast.class_7b, days_ago=30)
    older.answer(cast.bob, "9 × 9", "81")
    page = alice.get("reports.school_class", class_id=cast.class_7b.id, period="all")
    assert "63% (5 of 8 answers)" not in page.text

    page = alice.open(page.link("Last session"))
    assert rows_of(page, "students")[1][1] == "63% (5 of 8 answers)"
    bob = alice.open(page.link("Bob"))
    assert len(rows_of(bob, "every-equation")) == 2
    assert f"session={lesson.class_session.id}" in page.link("Download with names")


def test_an_open_session_is_called_this_session(alice: PageClient, cast: Cast, lesson: Lesson) -> None:
    make_class_session(cast.class_7b, state=SessionState.PLAYING)
    page = alice.get("reports.school_class", class_id=cast.class_7b.id)
    page = alice.open(page.link("This session"))
    assert page.heading == "Report for 7B"
    assert "No answers" in page.text


def test_empty_reports_say_what_to_do_next(alice: PageClient, cast: Cast) -> None:
    page = alice.get("reports.school_class", class_id=cast.class_7b.id)
    assert "No sessions yet" in page.text
    assert "New session" in alice.open(page.link("Start a session")).heading
    assert "No answers" in alice.get("reports.student", student_id=cast.bob.id).text

    archive_class(class_id=cast.class_7b.id)
    page = alice.get("reports.school_class", class_id=cast.class_7b.id)
    assert page.link("Open class")


def test_a_report_without_answers_on_its_dates_links_to_all_sessions(alice: PageClient, cast: Cast) -> None:
    Lesson(cast.class_7b, days_ago=30).answer(cast.bob, "7 × 8", "56")
    page = alice.get("reports.school_class", class_id=cast.class_7b.id)
    assert "No answers" in page.text
    assert "Not enough answers yet (1 of 5)" in alice.open(page.link("Show all sessions")).text


def test_a_class_without_students_asks_for_students(page: PageClient, cast: Cast) -> None:
    alice = page.sign_in(cast.alice)
    empty = create_class(teacher_id=cast.alice.id, name="9A")
    assert "No students yet" in alice.get("reports.school_class", class_id=empty.id).text


ENDPOINTS = [
    ("reports.school_class", "class"),
    ("reports.school_class_csv", "class"),
    ("reports.equations_csv", "class"),
    ("reports.attempts_csv", "class"),
    ("reports.student", "student"),
    ("reports.student_csv", "student"),
]


def values_of(kind: str, cast: Cast) -> dict[str, Any]:
    return {"class_id": cast.class_7b.id} if kind == "class" else {"student_id": cast.bob.id}


@pytest.mark.parametrize(("endpoint", "kind"), ENDPOINTS)
def test_a_report_is_visible_only_to_its_teachers(page: PageClient, cast: Cast, endpoint: str, kind: str) -> None:
    values = values_of(kind, cast)
    page.get(endpoint, status=303, **values)
    for stranger in (cast.dora, cast.bob, cast.charlie):
        page.sign_in(stranger).get(endpoint, status=404, **values)
    page.sign_in(cast.alice).get(endpoint, **values)


@pytest.mark.parametrize(("endpoint", "kind"), ENDPOINTS)
def test_an_unknown_period_is_not_found(alice: PageClient, cast: Cast, endpoint: str, kind: str) -> None:
    other = Lesson(cast.class_8c)
    for asked in ({"period": "3-weeks"}, {"session": "nothing"}, {"session": other.class_session.id}):
        alice.get(endpoint, status=404, **{**values_of(kind, cast), **asked})


def test_times_of_right_first_answers_have_a_median_from_eight_on(alice: PageClient, cast: Cast) -> None:
    lesson = Lesson(cast.class_7b)
    for tenths in range(31, 38):
        lesson.answer(cast.bob, "7 × 8", "56", seconds=tenths / 10)
    lesson.answer(cast.bob, "7 × 8", "56", "54", seconds=19.0)
    lesson.answer(cast.bob, "7 × 8", "56", seconds=19.0, try_number=2)
    sentence = "Correct first answers on the number pad"
    reports: list[tuple[str, dict[str, Any]]] = [
        ("reports.school_class", {"class_id": cast.class_7b.id}),
        ("reports.student", {"student_id": cast.bob.id}),
    ]
    for endpoint, whose in reports:
        assert sentence not in alice.get(endpoint, **whose).text
    lesson.answer(cast.bob, "7 × 8", "56", seconds=3.9)
    for endpoint, whose in reports:
        assert f"{sentence} took 3.5 seconds (median of 8 answers)." in alice.get(endpoint, **whose).text


def test_the_file_of_all_answers_has_the_seconds_that_the_page_shows(alice: PageClient, cast: Cast) -> None:
    lesson = Lesson(cast.class_7b)
    lesson.answer(cast.bob, "7 × 8", "56", seconds=2.345)
    lesson.answer(cast.bob, "7 × 8", "56", "54")
    lines = read_csv(alice.get("reports.attempts_csv", class_id=cast.class_7b.id))
    shown = rows_of(alice.get("reports.student", student_id=cast.bob.id), "newest")
    assert [line["seconds"] for line in lines] == [row[3] for row in reversed(shown)] == ["2.3", ""]
    assert [line["kind"] for line in lines] == ["solve", "place"]


def test_seconds_have_a_column_only_if_answers_were_typed(alice: PageClient, cast: Cast) -> None:
    lesson = Lesson(cast.class_7b)
    lesson.answer(cast.bob, "7 × 8", "56")
    assert "Seconds" not in alice.get("reports.student", student_id=cast.bob.id).text
    lesson.answer(cast.bob, "7 × 8", "56", seconds=2.3)
    assert "Seconds" in alice.get("reports.student", student_id=cast.bob.id).text


def test_names_are_shown_as_text_and_saved_without_formulas(alice: PageClient, cast: Cast) -> None:
    names = ["<b>Bobby</b>", "=HYPERLINK(1)", "ליאור כהן"]
    people = [make_student(name, school_class=cast.class_7b) for name in names]
    lesson = Lesson(cast.class_7b)
    for student in people:
        for _ in range(5):
            lesson.answer(student, "7 × 8", "56", "54")

    page = alice.get("reports.school_class", class_id=cast.class_7b.id)
    assert {row[0] for row in rows_of(page, "students")} == {"Bob", *names}
    lines = read_csv(alice.get("reports.school_class_csv", class_id=cast.class_7b.id))
    assert {line["student"] for line in lines} == {"Bob", names[0], f"'{names[1]}", names[2]}
    saved = read_csv(alice.get("reports.attempts_csv", class_id=cast.class_7b.id))
    assert not any(cell.startswith(("=", "+", "-", "@")) for line in saved for cell in line.values())
    for student, name in zip(people, names, strict=True):
        assert alice.get("reports.student", student_id=student.id).heading == name
        alice.get("reports.student_csv", student_id=student.id)


def test_file_names_are_valid_on_all_systems(alice: PageClient, cast: Cast) -> None:
    cast.class_7b.name = 'a/b:"c" 7'
    db.session.commit()
    page = alice.get("reports.school_class_csv", class_id=cast.class_7b.id)
    assert 'filename="a-b--c- 7 students 20' in page.headers["Content-Disposition"]


def test_files_are_named_in_any_script(alice: PageClient, cast: Cast) -> None:
    cast.class_7b.name = "Łucja 班"
    db.session.commit()
    page = alice.get("reports.school_class_csv", class_id=cast.class_7b.id)
    plain, encoded = page.headers["Content-Disposition"].removeprefix("attachment; ").split("; ")
    assert plain.startswith('filename="-ucja - students 20')
    assert unquote(encoded).startswith("filename*=UTF-8''Łucja 班 students 20")


def test_a_larger_class_needs_no_more_queries(alice: PageClient, cast: Cast) -> None:
    lesson = Lesson(cast.class_7b)

    def cost() -> int:
        return alice.count_queries("reports.school_class", class_id=cast.class_7b.id)

    lesson.answer(cast.bob, "7 × 8", "56")
    cost()  # the start of the class's data is read once
    few = cost()
    people: list[Student] = [make_student(school_class=cast.class_7b) for _ in range(12)]
    for number, student in enumerate(people):
        lesson.answer(student, f"{number} × 8", "56", "54")
    assert cost() == few
