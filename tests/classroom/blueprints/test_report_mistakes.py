"""Common mistakes of a class and of a student: only beyond chance, each with its equations."""

from __future__ import annotations

import pytest

from classroom.database import db
from classroom.models import Deck, Student
from classroom.services.decks.content import WrittenCards
from classroom.services.decks.keeping import content_of
from tests.classroom.reports.lesson import WRONG_DEAD_CLAIM, Lesson
from tests.factories import Cast, make_deck, make_student
from tests.page import Page
from tests.page_client import PageClient
from tests.page_lint import text_of

OPEN = " ".join(str(number) for number in range(10, 60))
BORROWED = [("52 − 28", "24", "36"), ("71 − 46", "25", "35"), ("63 − 27", "36", "44"), ("85 − 49", "36", "44")]
"""Always subtracting the smaller digit from the larger."""


@pytest.fixture
def alice(page: PageClient, cast: Cast) -> PageClient:
    """Alice's browser."""
    return page.sign_in(cast.alice)


@pytest.fixture
def students(cast: Cast) -> list[Student]:
    """Bob and three others: Bob subtracts each smaller digit from the larger, and all but Dan answer 6 × 8 with 54."""
    lesson = Lesson(cast.class_7b, days_ago=1)
    students = [cast.bob, *(make_student(name, school_class=cast.class_7b) for name in ("Ana", "Cem", "Dan"))]
    for student in students:
        for equation, answer, wrong in BORROWED:
            lesson.answer(student, equation, answer, wrong if student == cast.bob else None, open_labels=OPEN)
    earlier = Lesson(cast.class_7b, days_ago=3)
    for equation, answer, wrong in BORROWED:
        earlier.answer(cast.bob, equation, answer, wrong, open_labels=OPEN)
    for student in students[:3]:
        lesson.answer(student, "6 × 8", "48", "54", open_labels=OPEN)
    lesson.answer(students[3], "6 × 8", "48", "12", open_labels=OPEN)
    lesson.answer(students[3], "9 × 5", "45", WRONG_DEAD_CLAIM)
    return students


def rows(page: Page) -> list[list[str]]:
    return [[text_of(cell) for cell in row] for table in page.all("tbody") for row in table]


def test_the_class_page_shows_likely_habits(alice: PageClient, cast: Cast, students: list[Student]) -> None:
    page = alice.get("reports.mistakes", class_id=cast.class_7b.id)
    [pattern] = page.all("article")
    text = text_of(pattern)
    assert "Maybe subtracted each smaller digit from the larger one." in text
    assert "8 of 8" in text
    assert all(equation in text for equation, _answer, _wrong in BORROWED)
    assert "Open practice" in text
    assert rows(page) == [["6 × 8 = 48", "54", "3 of 4", "3", "Maybe used the next number in the times table."]]
    assert "Ana" not in text


def test_the_student_page_shows_likely_habits(alice: PageClient, cast: Cast, students: list[Student]) -> None:
    page = alice.get("reports.student_mistakes", student_id=cast.bob.id)
    assert len(page.all("article")) == 1
    assert ["6 × 8 = 48", "54", "1 of 1"] in rows(page)
    other = alice.get("reports.student_mistakes", student_id=students[3].id)
    assert "No pattern in the last 21 days" in other.text
    assert rows(other) == [["6 × 8 = 48", "12", "1 of 1"], ["9 × 5 = 45", "traded in by mistake", "1 of 1"]]


def test_too_few_answers_get_a_message(alice: PageClient, cast: Cast) -> None:
    lesson = Lesson(cast.class_7b, days_ago=1)
    none_yet = alice.get("reports.mistakes", class_id=cast.class_7b.id).text
    assert "No wrong first answer in games on these dates." in none_yet
    assert "stands out among" not in none_yet
    lesson.answer(cast.bob, "6 × 8", "48", "54")
    page = alice.get("reports.mistakes", class_id=cast.class_7b.id)
    assert "No wrong answer stands out among 1 wrong first answer on these dates" in page.text
    assert not page.all("article")


def test_equations_to_check_and_the_way_to_leave_one_out(alice: PageClient, cast: Cast) -> None:
    none_yet = alice.get("reports.equations", class_id=cast.class_7b.id)
    assert "No equation stands out. 0 equations have enough answers (30 or more)." in none_yet.text
    lesson = Lesson(cast.class_7b, days_ago=1)
    students = [cast.bob, *(make_student(f"Student {number}", school_class=cast.class_7b) for number in range(5))]
    for student in students:
        for number in range(7):
            lesson.answer(student, "6 × 8", "48", "54", open_labels=OPEN)
            lesson.answer(student, f"{number + 3} × 5", str(5 * number + 15))
    deck = make_deck(cast.alice, "Hard ones", content=WrittenCards("6 × 8\n7 × 7\n6 × 8"))
    make_deck(cast.dora, "Of another teacher", content=WrittenCards("6 × 8"))
    page = alice.get("reports.equations", class_id=cast.class_7b.id)
    [hard, same] = rows(page)
    assert hard[:4] == ["6 × 8 = 48", "harder", "0 of 42", "about 23"]
    assert same[:5] == ["6 × 8 = 48", "54", "42 of 42", "6", "Maybe used the next number in the times table."]
    assert "Leave out of Hard ones" in same[5]
    assert "Of another teacher" not in page.text

    alice.post("decks.leave_out", {"equation": "6 × 8"}, deck_id=deck.id)
    assert "Left out of this deck" in alice.get("decks.show", deck_id=deck.id).text
    assert content_of(db.session.get_one(Deck, deck.id)) == WrittenCards("7 × 7")
    alice.post("decks.leave_out", {"equation": "6 × 8"}, deck_id=deck.id)
    assert "no such card" in alice.get("decks.show", deck_id=deck.id).text


@pytest.mark.usefixtures("students")
def test_an_unfinished_analysis_gets_a_message(alice: PageClient, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("classroom.services.learning.evidence.MOST_AT_ONCE", 3)
    for endpoint in ("reports.mistakes", "reports.equations"):
        assert "The answers are being counted." in alice.get(endpoint, class_id=cast.class_7b.id).text
    assert "The answers are being counted." in alice.get("reports.student_mistakes", student_id=cast.bob.id).text
