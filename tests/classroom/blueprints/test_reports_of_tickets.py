"""Where a class has written exit tickets and played no game, reports say what is next, and where the tickets are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.page_lint import text_of
from tests.planted.people import Person, Plant, equal
from tests.planted.rows import write_class

if TYPE_CHECKING:
    from tests.page_client import PageClient

pytestmark = pytest.mark.usefixtures("db_session")

ONE_QUESTION = Plant("One question", equal(4), answers=0, tickets=1, sessions=1)
ONE_BELOW = Plant("One below", (Person(always=False), *equal(7)), answers=0, tickets=10, sessions=4)


def test_one_question_on_an_exit_ticket_gives_next_steps(page: PageClient) -> None:
    written = write_class(ONE_QUESTION)
    page.sign_in(written.school_class.teacher)
    report = page.get("reports.school_class", class_id=written.school_class.id)
    summary = page.get("sessions.show", class_session_id=written.sessions[0])
    for shown in (page.get("classes.show", class_id=written.school_class.id), report, summary):
        steps = text_of(shown.one("section", **{"aria-labelledby": "next"}))
        assert "Have the class play more: each student needs 5 first answers in games." in steps
    assert "The class took 4 exit tickets on these dates." in report.text
    assert "student_name" in page.open(report.link("Download exit tickets")).data.decode("utf-8-sig")
    assert "This session had only an exit ticket." in summary.text


def test_students_with_most_misses_on_tickets_are_named_everywhere(page: PageClient) -> None:
    written = write_class(ONE_BELOW)
    page.sign_in(written.school_class.teacher)
    for shown in (
        page.get("reports.school_class", class_id=written.school_class.id),
        page.get("sessions.show", class_session_id=written.sessions[-1]),
        page.get("reports.student", student_id=written.students[0].id),
    ):
        steps = text_of(shown.one("section", **{"aria-labelledby": "next"}))
        assert "Meet with \u2068Student 1\u2069." in steps
        assert "0 of 40 first answers correct" in steps


def test_too_few_answers_do_not_flag_an_equation(page: PageClient) -> None:
    written = write_class(Plant("Two answers", equal(3, Person(answers=3, always=False)), sessions=1))
    page.sign_in(written.school_class.teacher)
    shown = page.get("reports.student", student_id=written.students[0].id)
    steps = text_of(shown.one("section", **{"aria-labelledby": "next"}))
    assert "play another game: 5 first answers in games are needed." in steps
    assert "show you how" not in steps
