"""Counts of a class beside those of a report."""

from __future__ import annotations

from classroom.reports.class_answers import class_answers, latest_of
from classroom.reports.spans import DateRange, Period
from tests.classroom.reports.lesson import Lesson
from tests.factories import Cast


def test_the_latest_two_weeks_end_with_the_last_answers(cast: Cast) -> None:
    """Also after holidays: what was asked before them is the latest that is known."""
    for days_ago in (70, 54, 53, 43, 40):
        Lesson(cast.class_7b, days_ago=days_ago).answer(cast.bob, "7 × 8", "56")
    span = DateRange(cast.class_7b.id, Period.ALL)
    latest = latest_of(span, class_answers(span, None).students)
    assert latest is not None
    assert [(one.student_id, one.trials) for one in latest.skills] == [(cast.bob.id, 3)]


def test_reports_on_two_weeks_or_a_session_are_about_the_latest_answers(cast: Cast) -> None:
    lesson = Lesson(cast.class_7b, days_ago=3)
    lesson.answer(cast.bob, "7 × 8", "56")
    for span in (
        DateRange(cast.class_7b.id, Period.TWO_WEEKS),
        DateRange(cast.class_7b.id, class_session_id=lesson.class_session.id),
    ):
        assert latest_of(span, class_answers(span, None).students) is None
    assert latest_of(DateRange(cast.class_7b.id), []) is None
