"""What stands out in a class, folded from its answers in the database."""

from __future__ import annotations

from datetime import timedelta

import pytest

from classroom import clock
from classroom.clock import local_day
from classroom.database import db
from classroom.learning.ledger import Kind, Subject
from classroom.models import Attempt, ClassSession, SchoolClass, Student
from classroom.services.classes.deleting import delete_student
from classroom.services.learning.evidence import ClassEvidence, evidence_of, forget_evidence
from engine.equations import ErrorPattern
from tests.classroom.reports.lesson import Lesson
from tests.factories import make_school_class, make_student, together

pytestmark = pytest.mark.usefixtures("db_session")

FACTS = [("3 × 4", "12"), ("6 × 7", "42"), ("7 × 8", "56"), ("4 × 9", "36"), ("5 × 6", "30")]


def play(school_class: SchoolClass, students: list[Student], *, weak: Student | None, days_ago: int = 1) -> Lesson:
    """Let everyone answer 20 cards; the weak student misses most, the others one each."""
    lesson = Lesson(school_class, days_ago=days_ago)
    with together():
        for number in range(20):
            equation, answer = FACTS[number % len(FACTS)]
            for place, student in enumerate(students):
                is_right = number % 4 == 0 if student is weak else number != place % 20
                lesson.answer(student, equation, answer, None if is_right else "1")
    return lesson


def found(school_class: SchoolClass) -> ClassEvidence:
    return evidence_of(class_id=school_class.id, day=local_day(clock.now()))


def a_class(number: int = 8) -> tuple[SchoolClass, list[Student]]:
    school_class = make_school_class()
    return school_class, [make_student(school_class=school_class) for _ in range(number)]


def test_a_student_who_misses_far_more_than_the_class_stands_out() -> None:
    school_class, students = a_class()
    play(school_class, students, weak=students[2])
    evidence = found(school_class)
    assert evidence.answers == 160
    [finding] = evidence.findings
    assert finding.subject == Subject(Kind.STUDENT, students[2].id)
    assert (finding.answers, finding.right, finding.sessions) == (20, 5, 1)


def test_without_a_difference_nothing_stands_out() -> None:
    school_class, students = a_class()
    play(school_class, students, weak=None)
    assert found(school_class).findings == ()


def test_caught_up_session_by_session_is_the_same_as_folded_at_once() -> None:
    school_class, students = a_class()
    for days_ago in (9, 5):
        play(school_class, students, weak=students[0], days_ago=days_ago)
        found(school_class)
    play(school_class, students, weak=students[0])
    step_by_step = found(school_class)
    forget_evidence()
    at_once = found(school_class)
    assert at_once.answers == step_by_step.answers == 480
    [one], [other] = at_once.findings, step_by_step.findings
    assert one.subject == other.subject
    assert one.posterior == pytest.approx(other.posterior)


def test_practice_alone_does_not_count() -> None:
    school_class, students = a_class()
    lesson = play(school_class, students, weak=students[0])
    db.session.get_one(ClassSession, lesson.class_session.id).is_practice = True
    db.session.flush()
    assert found(school_class) == ClassEvidence(0, ())


def test_further_tries_do_not_count() -> None:
    school_class, [student] = a_class(1)
    Lesson(school_class).answer(student, "7 × 8", "56", "54", try_number=2)
    assert found(school_class).answers == 0


def test_misses_that_were_predicted_say_nothing_about_a_student() -> None:
    school_class, students = a_class()
    play(school_class, students, weak=students[2])
    for attempt in db.session.query(Attempt).filter(Attempt.student_id == students[2].id):
        attempt.expected = 0.3
    db.session.flush()
    assert all(one.subject != Subject(Kind.STUDENT, students[2].id) for one in found(school_class).findings)


def test_a_deleted_student_is_forgotten() -> None:
    school_class, students = a_class()
    play(school_class, students, weak=students[2])
    assert found(school_class).findings
    delete_student(student_id=students[2].id)
    assert found(school_class).findings == ()
    assert found(school_class).answers == 140


def test_answers_in_another_class_stay_there() -> None:
    school_class, students = a_class()
    other_class, _ = a_class()
    play(other_class, students, weak=students[0], days_ago=3)
    assert found(school_class).answers == 0
    assert found(other_class).answers == 160


def test_evidence_of_last_year_fades() -> None:
    school_class, students = a_class()
    play(school_class, students, weak=students[0])
    assert evidence_of(class_id=school_class.id, day=local_day(clock.now() + timedelta(days=300))).findings == ()


def test_a_habit_and_a_student_who_is_ready_for_more_are_found_in_the_answers() -> None:
    school_class, [ana, bob] = a_class(2)
    labels = " ".join(map(str, range(1, 61)))
    for days_ago in (3, 1):
        lesson = Lesson(school_class, days_ago=days_ago)
        for text, answer, given in (("4 × 3", "12", "7"), ("6 × 8", "48", "14"), ("7 × 5", "35", "12")):
            lesson.answer(bob, text, answer, given, open_labels=labels)
        for _ in range(20):
            lesson.answer(ana, "6 × 7", "42")
    evidence = found(school_class)
    assert [one.pattern for one in evidence.patterns[bob.id]] == [ErrorPattern.OP_ADD]
    assert [(one.student, one.right, one.answers) for one in evidence.ready] == [(ana.id, 40, 40)]
