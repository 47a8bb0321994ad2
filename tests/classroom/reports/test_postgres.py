"""The reports on PostgreSQL, whose types and grouping are stricter than SQLite's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from flask import Flask

from classroom.database import db
from classroom.models import SchoolClass
from classroom.reports.answers import all_answers, newest_answers
from classroom.reports.equations import equation_lines
from classroom.reports.spans import DateRange, Period, sessions_of
from classroom.reports.students import student_line, student_lines
from classroom.services.play.attempts import rebuild_attempts
from classroom.services.settings import TableSettings
from tests.classroom.random_lesson import play_random_lesson
from tests.classroom.recount import answers_in_logs, first_answers_by_equation, first_answers_by_student
from tests.factories import make_school_class

pytestmark = [pytest.mark.nightly, pytest.mark.postgres]


@pytest.fixture
def school_class(make_postgres_app: Callable[[], Flask]) -> Iterator[SchoolClass]:
    """A class that played a lesson."""
    with make_postgres_app().app_context():
        school_class = make_school_class()
        play_random_lesson(school_class, TableSettings(), present=4, seed=6)
        yield school_class
        db.session.rollback()


def test_reports_equal_a_recount(school_class: SchoolClass) -> None:
    answers = answers_in_logs(school_class.id)
    by_student, by_equation = first_answers_by_student(answers), first_answers_by_equation(answers)
    (session_line,) = sessions_of(class_id=school_class.id)

    for span in (
        *(DateRange(school_class.id, period) for period in Period),
        DateRange(school_class.id, class_session_id=session_line.id),
    ):
        students, equations = student_lines(span), equation_lines(span)
        assert {line.student_id: (line.first.right, line.first.trials) for line in students} == by_student
        assert {line.equation: (line.first.right, line.first.trials) for line in equations} == {
            equation: (right, tried) for equation, (right, tried, _) in by_equation.items()
        }
        one = students[0]
        alone = student_line(span, student_id=one.student_id, name=one.name)
        assert replace(alone, face=one.face) == one
        assert len(newest_answers(span, student_id=one.student_id, limit=500)) == one.first.trials + one.later.trials
        exported = list(all_answers(span))
        assert len(exported) == len(answers)
        assert {answer.deck for answer in exported} == {"add-sub-20"}


def test_rebuilding_finds_every_answer_again(school_class: SchoolClass) -> None:
    before = list(all_answers(DateRange(school_class.id)))
    assert rebuild_attempts() == len(before)
    assert list(all_answers(DateRange(school_class.id))) == before
