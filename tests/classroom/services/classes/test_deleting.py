"""After deletion, no table mentions the class or the student."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from classroom import clock
from classroom.database import Base, db
from classroom.learning.topics import Topic, TopicKind
from classroom.live import get_bus, session_topic
from classroom.models import (
    Attempt,
    CoTeacher,
    ExitTicket,
    FollowUp,
    RosterImport,
    SavedTables,
    SeatingRule,
    SessionState,
    Student,
    TablePlan,
    TicketAnswer,
    TicketEntry,
)
from classroom.models.seating import SeatingRuleKind
from classroom.services.classes import deleting
from classroom.services.classes.deleting import DeletionSummary
from classroom.services.classes.moving_students import move_to_class
from classroom.services.follow_ups.actions import add_note
from tests.classroom.reports.lesson import Lesson
from tests.factories import (
    Cast,
    make_attendance,
    make_baseline,
    make_class_session,
    make_game,
    make_login_session,
    make_school_class,
    make_student,
    make_teacher,
)


def everything_about(cast: Cast, ana: Student) -> str:
    """Give class 7B a row in every table that can have one. Return the session's ID."""
    bob, class_id = cast.bob, cast.class_7b.id
    Lesson(cast.class_7b).answer(bob, "7 × 8", "56")
    class_session = make_class_session(cast.class_7b, state=SessionState.PLAYING)
    make_attendance(class_session, bob)
    make_baseline(game=make_game(class_session, [bob, None]), student=bob)
    make_login_session(bob)
    ticket = ExitTicket(class_session_id=class_session.id, seconds=60, questions={"facts": []})
    db.session.add(ticket)
    db.session.flush()
    rows: list[Any] = [
        CoTeacher(class_id=class_id, teacher_id=cast.dora.id),
        RosterImport(teacher_id=cast.alice.id, class_id=class_id, file_name="a.csv", plan={"rows": [bob.name]}),
        RosterImport(teacher_id=cast.dora.id, class_id=None, file_name="b.csv", plan={"rows": [bob.name]}),
        SeatingRule(class_id=class_id, first_id=bob.id, second_id=ana.id, kind=SeatingRuleKind.TOGETHER),
        SavedTables(class_id=class_id, name="Pairs", plan={"tables": [[bob.id]]}),
        TablePlan(class_session_id=class_session.id, table_number=1, teams={}),
        TicketEntry(ticket_id=ticket.id, student_id=bob.id, seconds=60, order={"facts": []}),
    ]
    db.session.add_all(rows)
    db.session.flush()
    answer = {"equation": "2 + 2", "answer": "4", "given": "4", "is_right": True, "milliseconds": 900}
    db.session.add(TicketAnswer(ticket_id=ticket.id, student_id=bob.id, number=1, **answer))
    db.session.commit()
    return class_session.id


BY_ID_ALONE = {"arrangements", "audit_entries"}
"""Tables that may mention a deleted person by an unused random ID: plans, and the activity log."""


def mentions(*ids: str) -> set[str]:
    """Return the tables that contain one of these in any column."""
    db.session.rollback()
    return {
        table.name
        for table in Base.metadata.sorted_tables
        for row in db.session.execute(select(table))
        if any(one in str(value) for one in ids for value in row)
    }


def test_a_class_is_deleted_with_everything(cast: Cast) -> None:
    ana = make_student("Ana", school_class=cast.class_7b)
    session_id = everything_about(cast, ana)
    ids = (cast.class_7b.id, cast.bob.id, ana.id, session_id)
    assert {"class_teachers", "roster_imports", "seating_wishes", "arrangements"} < mentions(*ids)
    deleted = deleting.delete_class(class_id=cast.class_7b.id)
    assert deleted == DeletionSummary(students=2, sessions=2, games=2, answers=2)
    assert mentions(*ids) == {"audit_entries"}
    assert db.session.execute(select(RosterImport.id)).all() == []
    left = {table.name for table in Base.metadata.sorted_tables if db.session.execute(select(table)).first()}
    assert left == {"teachers", "school_classes", "students", "audit_entries"}  # Alice, Dora, 8C and Charlie


@pytest.mark.parametrize("is_inherited", [True, False])
def test_open_pages_are_notified_when_the_teacher_is_deleted(cast: Cast, is_inherited: bool) -> None:
    chief = make_teacher("The Chief", is_administrator=True)
    ear = get_bus().subscribe(session_topic(make_class_session(cast.class_7b).id))
    new_owner_id = cast.dora.id if is_inherited else None
    deleting.delete_teacher(teacher_id=cast.alice.id, by=chief.id, new_owner_id=new_owner_id)
    assert ear.wait(0)


def test_open_pages_are_notified_when_the_class_is_deleted(cast: Cast) -> None:
    ear = get_bus().subscribe(session_topic(make_class_session(cast.class_7b).id))
    deleting.delete_class(class_id=cast.class_7b.id)
    assert ear.wait(0)


def test_a_student_is_deleted_with_everything(cast: Cast) -> None:
    ana = make_student("Ana", school_class=cast.class_7b)
    everything_about(cast, ana)
    assert deleting.delete_student(student_id=cast.bob.id) == DeletionSummary(answers=2)
    assert mentions(cast.bob.id) <= BY_ID_ALONE
    assert db.session.execute(select(RosterImport.id)).all() == []


def test_a_note_loses_the_first_name_of_a_student_with_the_last_name_first(cast: Cast) -> None:
    zoe, other = (make_student(name, school_class=cast.class_7b) for name in ("Quark, Zoë", "Roe, Ana"))
    topic = Topic(TopicKind.FACT, "mul:7x8")
    for student in (zoe, make_student("Quast, Ana", school_class=cast.class_7b)):
        add_note(class_id=cast.class_7b.id, topic=topic, student_ids=[other.id], text="Zoë Quark helps; so does Ana.")
        deleting.delete_student(student_id=student.id)
    texts = [note.details["text"] for note in db.session.scalars(select(FollowUp).order_by(FollowUp.id))]
    assert texts == ["… … helps; so does Ana.", "Zoë Quark helps; so does Ana."]  # there is another Ana


def test_answers_of_students_who_moved_are_mentioned_and_deleted(cast: Cast) -> None:
    other = make_school_class("7A", teacher=cast.alice)
    Lesson(cast.class_7b).answer(cast.bob, "7 × 8", "56")
    move_to_class(class_id=cast.class_7b.id, to_class_id=other.id, student_ids=[cast.bob.id])
    Lesson(other).answer(cast.bob, "6 × 4", "24")
    kept = deleting.holdings_of_class(class_id=cast.class_7b.id)
    assert (kept.answers, kept.answers_of_moved) == (1, 1)
    assert deleting.delete_class(class_id=cast.class_7b.id) == kept
    assert db.session.execute(select(Attempt.equation)).scalars().all() == ["6 × 4"]


def test_an_import_into_an_earlier_class_of_the_student_is_deleted(cast: Cast) -> None:
    other = make_school_class("7A", teacher=cast.alice)
    for student in (cast.bob, make_student("Ana", school_class=cast.class_7b)):
        undo = {"classes": [cast.class_7b.id], "changed": {student.id: {"name": ["Robert", student.name]}}}
        kept = RosterImport(
            teacher_id=cast.dora.id, class_id=cast.class_7b.id, file_name="a", plan={}, undo=undo, done_at=clock.now()
        )
        db.session.add(kept)
    db.session.commit()
    move_to_class(class_id=cast.class_7b.id, to_class_id=other.id, student_ids=[cast.bob.id])
    bob_id = cast.bob.id
    deleting.delete_student(student_id=bob_id)
    (left,) = db.session.execute(select(RosterImport.undo)).scalars()
    assert left is not None
    assert bob_id not in left["changed"]


def test_a_student_is_deleted_with_answers_from_earlier_classes(cast: Cast) -> None:
    other = make_school_class("7A", teacher=cast.alice)
    Lesson(cast.class_7b).answer(cast.bob, "7 × 8", "56")
    move_to_class(class_id=cast.class_7b.id, to_class_id=other.id, student_ids=[cast.bob.id])
    assert deleting.delete_student(student_id=cast.bob.id).answers == 1
    assert db.session.execute(select(Attempt.equation)).all() == []
