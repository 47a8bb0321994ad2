"""Findings about a class, computed from its answers in the database."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import func, select, update

from classroom import clock
from classroom.clock import local_day
from classroom.database import db
from classroom.learning.class_evidence import ClassLedgers
from classroom.learning.findings import MOST_FINDINGS
from classroom.learning.ledger import Kind, Ledger, Observation, Subject
from classroom.learning.snapshots import pack, unpack
from classroom.models import Attempt, ClassSession, ClassSnapshot, SchoolClass, Student
from classroom.presenters.reports.needs import FocusSkills
from classroom.presenters.reports.next_steps import steps_for_class
from classroom.reports.spans import DateRange
from classroom.reports.students import student_lines
from classroom.services.classes.deleting import delete_student
from classroom.services.learning.evidence import (
    ClassEvidence,
    evidence_of,
    forget_evidence,
    odd_items_of,
    save_evidence,
)
from classroom.services.learning.knowledge import forget_knowledge
from engine.equations import ErrorPattern
from tests.classroom.reports.lesson import Lesson
from tests.factories import make_school_class, make_student, together
from tests.frozen_clock import FrozenClock
from tests.sql_statements import statements

pytestmark = pytest.mark.usefixtures("db_session")

FACTS = [("3 × 4", "12"), ("6 × 7", "42"), ("7 × 8", "56"), ("4 × 9", "36"), ("5 × 6", "30")]


def play(
    school_class: SchoolClass, students: list[Student], *, weak: Student | list[Student] | None, days_ago: int = 1
) -> Lesson:
    """Let everyone answer 20 cards; the weak students miss most, the others one each."""
    weak = weak if isinstance(weak, list) else [weak] if weak else []
    lesson = Lesson(school_class, days_ago=days_ago)
    with together():
        for number in range(20):
            equation, answer = FACTS[number % len(FACTS)]
            for place, student in enumerate(students):
                is_right = number % 4 == 0 if student in weak else number != place % 20
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


def test_folding_by_session_equals_folding_at_once() -> None:
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


def test_practice_does_not_count() -> None:
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


@pytest.mark.nightly
def test_students_who_left_take_no_place_among_the_findings() -> None:
    school_class, students = a_class(16)
    for days_ago in (5, 3, 1):
        play(school_class, students, weak=students[:4], days_ago=days_ago)
    assert len(found(school_class).findings) == MOST_FINDINGS
    for student in students[:3]:
        student.archived_at = clock.now()
    db.session.commit()
    assert [one.subject.student for one in found(school_class).findings] == [students[3].id]


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


def test_a_snapshot_plus_later_answers_equals_all_answers() -> None:
    school_class, students = a_class()
    play(school_class, students, weak=students[0], days_ago=5)
    with clock.frozen_at(clock.now() - timedelta(days=3)):
        assert save_evidence() == 1
        assert save_evidence() == 0, "no session since"
    play(school_class, students, weak=students[0])
    forget_evidence()
    with statements() as noted:
        with_snapshot = found(school_class)
    assert any("class_snapshots" in one for one in noted)
    forget_knowledge()
    assert db.session.execute(select(func.count()).select_from(ClassSnapshot)).scalar_one() == 0
    assert found(school_class) == with_snapshot
    assert with_snapshot.answers == 320


def test_a_page_folds_only_what_came_after_the_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    school_class, students = a_class()
    play(school_class, students, weak=students[0], days_ago=5)
    with clock.frozen_at(clock.now() - timedelta(days=3)):
        save_evidence()
    play(school_class, students[:2], weak=students[0])
    forget_evidence()
    folded: list[Observation] = []
    monkeypatch.setattr(Ledger, "observe", lambda _self, seen: folded.append(seen))
    found(school_class)
    assert len(folded) == 40


def test_an_answer_of_the_last_minute_is_in_no_snapshot_yet() -> None:
    school_class, [student] = a_class(1)
    with FrozenClock() as frozen:
        lesson = Lesson(school_class)
        lesson.answer(student, "7 × 8", "56", "54")
        save_evidence()
        assert [one.answers for one in snapshots()] == [0]
        forget_evidence()
        assert found(school_class).answers == 1
        frozen.move_on(minutes=2)
        save_evidence()
        assert [one.answers for one in snapshots()] == [1]
        forget_evidence()
        assert found(school_class).answers == 1
        assert save_evidence() == 0


def test_a_class_that_plays_is_folded_only_once_it_has_many_new_answers(
    monkeypatch: pytest.MonkeyPatch, frozen_clock: FrozenClock
) -> None:
    monkeypatch.setattr("classroom.services.learning.evidence._MANY", 40)
    school_class, students = a_class(2)
    play(school_class, students, weak=students[0], days_ago=2)
    lesson = play(school_class, students, weak=students[0])
    assert save_evidence() == 1
    db.session.get_one(ClassSession, lesson.class_session.id).ended_at = None
    db.session.commit()
    folded: list[Observation] = []
    observe = Ledger.observe

    def note(self: Ledger, seen: Observation) -> None:
        folded.append(seen)
        observe(self, seen)

    monkeypatch.setattr(Ledger, "observe", note)
    for number in range(39):
        Lesson(school_class).answer(students[number % 2], "7 × 8", "56")
    frozen_clock.move_on(minutes=2)
    assert save_evidence() == 0
    assert folded == []
    Lesson(school_class).answer(students[0], "7 × 8", "56")
    assert save_evidence() == 0, "an answer of the last minute"
    frozen_clock.move_on(minutes=2)
    assert save_evidence() == 1
    assert len(folded) == 40
    assert [one.answers for one in snapshots()] == [120]


def test_a_snapshot_of_another_fold_is_not_used() -> None:
    school_class, students = a_class(2)
    play(school_class, students, weak=students[0])
    save_evidence()
    db.session.execute(update(ClassSnapshot).values(generation="another", state=b""))
    db.session.commit()
    forget_evidence()
    assert found(school_class).answers == 40
    assert save_evidence() == 1


def test_a_stored_snapshot_equals_the_known_evidence() -> None:
    school_class, students = a_class(2)
    play(school_class, students, weak=students[0])
    labels = " ".join(map(str, range(1, 61)))
    lesson = Lesson(school_class, hours=2)
    lesson.answer(students[0], "6 × 8", "48", "14", open_labels=labels)
    lesson.answer(students[0], "our own card", "12", expected=0.8)
    save_evidence()
    [kept] = snapshots()
    assert kept.answers == 42
    assert unpack(ClassLedgers, pack(kept)) == kept


def test_deleting_a_student_deletes_the_class_snapshot() -> None:
    school_class, students = a_class(3)
    play(school_class, students, weak=students[0])
    save_evidence()
    delete_student(student_id=students[1].id)
    assert snapshots() == []
    save_evidence()
    assert [set(one.ledger.students) for one in snapshots()] == [{students[0].id, students[2].id}]


def snapshots() -> list[ClassLedgers]:
    return [unpack(ClassLedgers, state) for state in db.session.execute(select(ClassSnapshot.state)).scalars()]


def test_a_page_leaves_years_of_answers_to_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    school_class, students = a_class()
    play(school_class, students, weak=students[2])
    monkeypatch.setattr("classroom.services.learning.evidence.MOST_AT_ONCE", 159)
    assert found(school_class) == ClassEvidence(0, (), is_being_counted=True)
    [step] = steps_for_class(found(school_class), student_lines(DateRange(school_class.id)), FocusSkills())
    assert step.text == "The answers are being counted. This takes about a minute."
    assert odd_items_of(class_id=school_class.id).is_being_counted
    save_evidence()
    assert not odd_items_of(class_id=school_class.id).is_being_counted
    assert found(school_class).answers == 160
    assert not found(school_class).is_being_counted
