"""First answers are defined once: all who count them agree on a class with known answers."""

from __future__ import annotations

from sqlalchemy import update

from classroom.database import db, transaction
from classroom.models import Attempt, ClassSession, DealtFace, Student
from classroom.presenters.recap.page import recap_page
from classroom.reports.equations import equation_lines
from classroom.reports.fairness import fairness_lines
from classroom.reports.solving import solving_times
from classroom.reports.spans import DateRange
from classroom.reports.statistics import Proportion
from classroom.reports.students import student_lines
from classroom.services.exit_tickets import questions
from classroom.services.learning.knowledge import forget_knowledge, known
from tests.classroom.reports.lesson import WRONG_DEAD_CLAIM, Lesson
from tests.factories import Cast, make_student

BOB, ANA = Proportion(9, 10), Proportion(1, 3)
SOLVED = 8
"""The answers of that class, counted by hand."""


def planted(cast: Cast) -> tuple[ClassSession, Student]:
    """First answers, further tries at the same cards, and a wrong dead claim, all to equations dealt for Bob or Ana."""
    lesson = Lesson(cast.class_7b)
    ana = make_student("Ana", school_class=cast.class_7b)
    lesson.answer(cast.bob, "7 × 8", "56", "54")
    lesson.answer(cast.bob, "7 × 8", "56", try_number=2)
    lesson.answer(cast.bob, "7 × 8", "56")  # another card with the same equation
    for _ in range(SOLVED):
        lesson.answer(cast.bob, "6 × 4", "24", seconds=3.0)
    lesson.answer(cast.bob, "6 × 4", "24", try_number=2, seconds=1.0)
    lesson.answer(ana, "3 × 3", "9", WRONG_DEAD_CLAIM)
    lesson.answer(ana, "3 × 3", "9", "8", try_number=2)
    lesson.answer(ana, "3 × 3", "9", "7", try_number=3)
    lesson.answer(ana, "7 × 8", "56", "48")
    lesson.answer(ana, "6 × 4", "24")
    with transaction() as session:
        session.execute(update(Attempt).values(goal=0.8))
        for student in (cast.bob, ana):
            first = session.query(Attempt).filter_by(student_id=student.id).order_by(Attempt.version).first()
            assert first is not None
            choice = {"p": 0.8, "skill": "mul-tables", "text": first.equation}
            key = {"game_id": first.game_id, "version": first.version}
            session.add(DealtFace(**key, student_id=student.id, card=1, goal=0.8, at=first.at, choice=choice))
    return lesson.class_session, ana


def test_all_count_the_same_first_answers(cast: Cast) -> None:
    class_session, ana = planted(cast)
    span = DateRange(cast.class_7b.id, class_session_id=class_session.id)
    expected = {cast.bob.id: BOB, ana.id: ANA}
    total = BOB + ANA

    assert {line.student_id: line.first for line in student_lines(span) if line.first.trials} == expected
    assert sum((line.first for line in equation_lines(span)), Proportion()) == total
    assert recap_page(class_session).first == total
    fairness = fairness_lines(DateRange(None, class_session_id=class_session.id), teams_for=lambda _, players: players)
    assert {line.student_id: line.first for line in fairness} == expected
    met = questions._asked_equations(class_session.id)
    assert sum((Proportion(one.trials - one.missed, one.trials) for one in met), Proportion()) == total
    solved = solving_times(span)
    assert solved is not None
    assert (solved.count, solved.seconds) == (SOLVED, 3.0)
    forget_knowledge()
    with known() as everything:
        assert {one: everything.of(one).answers for one in expected} == {
            one: first.trials for one, first in expected.items()
        }
    rows = db.session.query(Attempt).all()
    assert Proportion(sum(one.is_right for one in rows if one.is_first), sum(one.is_first for one in rows)) == total
