"""The skill matrix, groups, trends, and their downloads."""

from __future__ import annotations

import csv
import io
import re

import pytest

from classroom.models import Student
from tests.classroom.reports.lesson import Lesson
from tests.factories import Cast, make_student
from tests.page import Page
from tests.page_client import PageClient
from tests.page_lint import text_of

TABLES = [(f"{a} × {b}", str(a * b)) for a in range(3, 10) for b in range(3, 10)]


@pytest.fixture
def alice(page: PageClient, cast: Cast) -> PageClient:
    """Alice's browser."""
    return page.sign_in(cast.alice)


def answer(lesson: Lesson, student: Student, right: int, wrong: int) -> None:
    for number, (equation, label) in enumerate(TABLES[: right + wrong]):
        lesson.answer(student, equation, label, None if number >= wrong else str(int(label) + 1))


@pytest.fixture
def pupils(cast: Cast) -> dict[str, Student]:
    """Ana and Bob need the times tables, Cem knows them, Dan has answered four times, Eve long ago."""
    lesson = Lesson(cast.class_7b, days_ago=1)
    found = {"Bob": cast.bob}
    for name in ("Ana", "Cem", "Dan", "Eve"):
        found[name] = make_student(name, school_class=cast.class_7b)
    answer(lesson, found["Ana"], 4, 14)
    answer(lesson, found["Bob"], 3, 15)
    answer(lesson, found["Cem"], 18, 0)
    answer(lesson, found["Dan"], 2, 2)
    answer(Lesson(cast.class_7b, days_ago=30), found["Eve"], 6, 1)
    return found


def rows_of(page: Page) -> dict[str, list[str]]:
    body = page.one("table", class_="skill-matrix").iter("tbody")
    return {text_of(row[0]): [text_of(cell) for cell in row[1:]] for part in body for row in part.iter("tr")}


def test_the_matrix_shows_the_certainty_of_each_cell(alice: PageClient, cast: Cast, pupils: dict[str, Student]) -> None:
    page = alice.get("reports.skills", class_id=cast.class_7b.id)
    rows = rows_of(page)
    assert list(rows) == ["Ana", "Bob", "Cem", "Dan", "Eve"]
    assert "Not enough answers yet (4 of 5)" in rows["Dan"][0]
    assert "likely between" in rows["Ana"][0]
    assert "since" in rows["Eve"][0]
    assert "since" not in rows["Ana"][0]
    states = [(cell.get("class") or "").split() for cell in page.all("td") if "tint" in (cell.get("class") or "")]
    assert ["tint-unsure" in state for state in states] == [False, False, False, True]

    weakest = alice.open(page.link("Times tables 2 to 10"))
    assert next(iter(rows_of(weakest))) == "Bob"
    assert list(rows_of(weakest))[-1] == "Dan"
    [address] = {
        one.get("href") or ""
        for one in page.all("a")
        if pupils["Ana"].id in (one.get("href") or "") and "skill=" in (one.get("href") or "")
    }
    assert "3 × 3 = 9" in alice.open(address).text


def test_the_skills_file_equals_the_matrix(alice: PageClient, cast: Cast, pupils: dict[str, Student]) -> None:
    shown = rows_of(alice.get("reports.skills", class_id=cast.class_7b.id))
    file = alice.get("reports.skills_csv", class_id=cast.class_7b.id)
    lines = list(csv.DictReader(io.StringIO(file.data.decode("utf-8-sig"))))
    assert [line["student_name"] for line in lines] == ["Ana", "Bob", "Cem", "Dan", "Eve"]
    for line in lines:
        cell = shown[line["student_name"]][0]
        assert (f"{round(100 * float(line['p_mean']))}%" in cell) if line["p_mean"] else ("Not enough" in cell)
        is_sure = bool(line["p_lo"]) and float(line["p_lo"]) >= 0.75 and int(line["n"]) >= 10
        assert (line["level"] == "accurate") == is_sure
    assert {line["level"] for line in lines} == {"accurate", "learning", "not_enough"}
    assert lines[0]["standard"] == "3.OA.C.7"

    facts = alice.get("reports.facts_csv", class_id=cast.class_7b.id)
    rows = list(csv.DictReader(io.StringIO(facts.data.decode("utf-8-sig"))))
    assert sum(int(row["n"]) for row in rows) == 18 * 3 + 4 + 7
    assert all(not row["p_mean"] for row in rows if int(row["n"]) < 3)
    assert all(float(row["p_lo"]) < float(row["p_mean"]) < float(row["p_hi"]) for row in rows if row["p_mean"])


def test_groups_are_suggested_changed_and_kept(alice: PageClient, cast: Cast, pupils: dict[str, Student]) -> None:
    assert "No suggested groups yet" in alice.get("reports.groups", class_id=cast.class_7b.id).text, "after one day"
    another_day = Lesson(cast.class_7b, days_ago=3)
    for name, right in (("Ana", 4), ("Bob", 3), ("Cem", 18)):
        answer(another_day, pupils[name], right, 18 - right)
    page = alice.get("reports.groups", class_id=cast.class_7b.id)
    [group] = page.all("section", class_="panel")
    assert "Ana" in text_of(group)
    assert "Bob" in text_of(group)
    assert "Cem" not in text_of(group)

    for action in ("Open practice", "Seat together"):
        what_to_do = alice.open(page.link(action))
        selected = {
            box.get("value") for box in what_to_do.all("input", name="chosen") if box.get("checked") is not None
        }
        assert selected == {pupils["Ana"].id, cast.bob.id}
    assert "× " in alice.open(page.link("Print sheet")).text

    cast.bob.reads_aloud = True
    fields = {f"group-{pupils['Ana'].id}": "Tables", f"group-{cast.bob.id}": "Tables"}
    alice.post("reports.save_groups", fields, class_id=cast.class_7b.id)
    assert (pupils["Ana"].group, cast.bob.group, pupils["Cem"].group) == ("Tables", "Tables", None)
    too_long = {f"group-{cast.bob.id}": "x" * 41}
    alice.post("reports.save_groups", too_long, status=422, class_id=cast.class_7b.id)


def test_the_class_page_names_what_each_needs_most_and_sorts(
    alice: PageClient, cast: Cast, pupils: dict[str, Student]
) -> None:
    for days_ago in (3, 4, 6):  # one or two bad days are not enough
        another_day = Lesson(cast.class_7b, days_ago=days_ago)
        for name, right in (("Ana", 4), ("Bob", 3), ("Cem", 18)):
            answer(another_day, pupils[name], right, 18 - right)
    page = alice.get("reports.school_class", class_id=cast.class_7b.id)
    assert "Class average by week" in page.text

    def texts(shown: Page, part: str) -> dict[str, str]:
        box = shown.one("div", **{"aria-labelledby": "students", "class_": "table-box"})
        return {text_of(row[0]): text_of(row) for body in box.iter(part) for row in body.iter("tr")}

    def names(shown: Page) -> list[str]:
        return list(texts(shown, "tbody"))

    needing = {name for name, text in texts(page, "tbody").items() if "Times tables 2 to 10" in text}
    assert needing == {"Ana", "Bob"}
    [last] = texts(page, "tfoot").values()
    assert "Times tables 2 to 10" in last, "what everyone needs"
    assert names(page) == ["Ana", "Bob", "Cem", "Dan", "Eve"]
    assert names(alice.open(page.link("Correct on first try"))) == ["Bob", "Ana", "Cem", "Dan", "Eve"]
    Lesson(cast.class_7b, days_ago=5).answer(pupils["Ana"], "2 × 3", "6")
    assert names(alice.open(page.link("Days")))[-1] == "Ana"
    for where in ("reports.school_class", "reports.groups", "reports.skills"):
        definitions = alice.get(where, class_id=cast.class_7b.id).one("details", id="definitions")
        assert "?" in text_of(definitions)


def test_trends_mention_too_few_answers(alice: PageClient, cast: Cast) -> None:
    for weeks in range(3):
        lesson = Lesson(cast.class_7b, days_ago=7 * weeks)
        for equation, label in TABLES[:9]:
            lesson.answer(cast.bob, equation, label, seconds=2.5)
    page = alice.get("reports.student", student_id=cast.bob.id, period="all")
    assert "two full blocks of 4 weeks with at least 60 answers each" in page.text
    assert "9 of 9 correct, likely between" in page.text
    labels = re.findall(r'<text x="-8"[^>]*>([^<]+)', page.html)
    assert labels == ["100%", "50%", "0", "3.0 s", "1.5 s", "0"]
    accuracy, _seconds = page.all("figure", class_="trend")
    newest = next(one for one in accuracy.iter("p"))
    assert "9 of 9 correct" in text_of(newest), "the number of answers is in sight"
    assert "050100%" in text_of(page.one("section", **{"aria-labelledby": "kinds"}))
    assert "2.5 seconds (median of 9 correct answers)" in page.text
    assert "Exit tickets, correct answers per minute" not in page.text


def test_skills_that_most_of_the_class_needs_form_no_groups(alice: PageClient, cast: Cast) -> None:
    students = [make_student(f"Student {number}", school_class=cast.class_7b) for number in range(4)]
    for days_ago in (3, 1):
        lesson = Lesson(cast.class_7b, days_ago=days_ago)
        for student in students:
            answer(lesson, student, 6, 14)
    page = alice.get("reports.groups", class_id=cast.class_7b.id)
    [panel] = page.all("section", class_="panel")
    assert text_of(panel).startswith("For the whole class")
    assert "5 × 5" in alice.open(page.link("Times tables 2 to 10")).text
    assert "No suggested groups yet" in page.text
