"""The same button pressed twice at the same moment, on PostgreSQL: neither fails, and nothing is done twice or lost."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import NoResultFound

from classroom import clock
from classroom.database import db
from classroom.learning.topics import Topic, TopicKind
from classroom.models import (
    AuditEntry,
    ClassSession,
    Deck,
    LtiCourse,
    RateGoal,
    RetentionRules,
    SchoolClass,
    SessionState,
    Student,
    TicketEntry,
)
from classroom.services.classes.deleting import delete_student, delete_teacher
from classroom.services.classes.roster import MAX_STUDENTS, rename_student, restore_student
from classroom.services.decks import keeping
from classroom.services.decks.content import WrittenCards
from classroom.services.errors import ClassErrorCode
from classroom.services.exit_tickets.answering import open_ticket, start_entry
from classroom.services.follow_ups.actions import add_note, seat_together, undo_follow_up
from classroom.services.follow_ups.rate_goals import set_rate_goal
from classroom.services.locks import locked_session
from classroom.services.lti.courses import connect_course
from classroom.services.lti.messages import Kind, Launch
from classroom.services.lti.platforms import Registration, remove_platform, save_platform
from classroom.services.maintenance.retention import Limits, save_limits
from classroom.services.rosters.imports import apply_if_clear, discard_import
from classroom.services.rosters.undoing import last_import_of
from classroom.services.sample.sample_class import add_sample_class
from classroom.services.sessions.class_sessions import join_session, open_session
from classroom.services.settings import TableSettings
from tests.classroom.sample_school import play_one_session
from tests.classroom.services.meeting import failure_of_second, second_comes_before_the_commit
from tests.classroom.services.rosters.importing import planned
from tests.factories import make_class_session, make_deck, make_school_class, make_student, make_students, make_teacher

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask import Flask

    from classroom.database import Base

pytestmark = pytest.mark.postgres
ADDRESS = "https://lms.example"
LMS = Registration("LMS", ADDRESS, "1", "1", ADDRESS, ADDRESS, ADDRESS)


@pytest.fixture
def app(make_postgres_app: Callable[[], Flask], cheap_hashes: None) -> Iterator[Flask]:
    """An app on PostgreSQL, with its context open."""
    app = make_postgres_app()
    with app.app_context():
        yield app


def _set_goal() -> Callable[[], object]:
    student_id, today = make_student().id, clock.local_day(clock.now())
    until = today + timedelta(days=30)
    return partial(set_rate_goal, student_id=student_id, per_minute=9, until=until, today=today, rates=[5.0] * 3)


def _connect_course() -> Callable[[], object]:
    lms = save_platform(LMS)
    launch = Launch(Kind.OPEN, lms, "1", "person", "A. Okafor", is_teacher=True, context_id="2")
    return partial(connect_course, launch, class_id=make_school_class().id)


@pytest.mark.parametrize(
    ("make", "created"),
    [
        (_set_goal, RateGoal),
        (_connect_course, LtiCourse),
        (lambda: partial(save_limits, Limits(answers_years=2)), RetentionRules),
    ],
    ids=["goal", "course", "retention"],
)
def test_what_exists_once_is_created_once(
    app: Flask, make: Callable[[], Callable[[], object]], created: type[Base]
) -> None:
    action = make()
    assert second_comes_before_the_commit(app, action, action) == []
    assert db.session.execute(select(func.count()).select_from(created)).scalar_one() == 1


def test_a_teacher_gets_one_sample_class(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    play_one_session(monkeypatch)
    add = partial(add_sample_class, teacher_id=make_teacher().id, name="Sample class")
    assert second_comes_before_the_commit(app, add, add) == []
    assert db.session.execute(select(func.count()).select_from(SchoolClass)).scalar_one() == 1


def _delete_teacher() -> Callable[[], object]:
    administrator = make_teacher("Eve", is_administrator=True).id
    return partial(delete_teacher, teacher_id=make_teacher("Finn").id, by=administrator, new_owner_id=None)


@pytest.mark.parametrize(
    "make",
    [
        lambda: partial(keeping.delete_deck, deck_id=make_deck().id),
        lambda: partial(delete_student, student_id=make_student().id),
        _delete_teacher,
        lambda: partial(remove_platform, platform_id=save_platform(LMS)),
    ],
    ids=["deck", "student", "teacher", "LMS"],
)
def test_what_is_deleted_twice_is_gone_the_second_time(app: Flask, make: Callable[[], Callable[[], object]]) -> None:
    """The second page says so, instead of confirming a deletion that did not happen, and logs nothing."""
    action = make()
    (failed,) = failure_of_second(app, action, action)
    assert isinstance(failed, NoResultFound)
    deletions = select(func.count()).where(AuditEntry.action.in_(["student_deleted", "teacher_deleted", "lms_removed"]))
    assert db.session.execute(deletions).scalar_one() <= 1


def test_two_students_restored_at_once_do_not_overfill_a_class(app: Flask) -> None:
    school_class = make_school_class()
    make_students(MAX_STUDENTS - 1, school_class=school_class)
    first, second = (
        partial(restore_student, student_id=make_student(name, school_class=school_class, archived_at=clock.now()).id)
        for name in ("Ana", "Ben")
    )
    assert second_comes_before_the_commit(app, first, second) == [ClassErrorCode.CLASS_FULL]


def test_a_student_is_renamed_while_starting_the_exit_ticket(app: Flask) -> None:
    """Starting locks the session first, and renaming raises its version: locking the student first would deadlock."""
    school_class = make_school_class()
    student_id = make_student("Ana", school_class=school_class).id
    session_id = make_class_session(school_class, state=SessionState.PLAYING).id
    join_session(class_session_id=session_id, student_id=student_id)
    open_ticket(class_session_id=session_id, seconds=60)
    renaming = partial(rename_student, student_id=student_id, name="Ana L.")
    starting = partial(start_entry, class_session_id=session_id, student_id=student_id)
    assert failure_of_second(app, partial(locked_session, db.session(), session_id), renaming, then=starting) == []
    assert db.session.get_one(Student, student_id).name == "Ana L."
    assert db.session.execute(select(TicketEntry.student_id)).scalars().all() == [student_id]


def test_a_follow_up_is_undone_once(app: Flask) -> None:
    school_class, undone = make_school_class(), list[object]()
    class_id, teacher_id = school_class.id, school_class.teacher_id
    noted = add_note(class_id=class_id, topic=Topic(TopicKind.SKILL, "add-20"), student_ids=[], text="Ask again")
    assert noted is not None
    undoing = partial(undo_follow_up, class_id=class_id, follow_up_id=noted.id, teacher_id=teacher_id)
    assert second_comes_before_the_commit(app, undoing, lambda: undone.append(undoing())) == []
    assert undone == [None]


def test_a_session_opens_while_its_seats_are_canceled(app: Flask) -> None:
    school_class = make_school_class()
    ids, class_id = [one.id for one in make_students(2, school_class=school_class)], school_class.id
    noted = seat_together(class_id=class_id, topic=Topic(TopicKind.SKILL, "add-20"), student_ids=ids)
    teacher_id = school_class.teacher_id
    canceling = partial(undo_follow_up, class_id=class_id, follow_up_id=noted.id, teacher_id=teacher_id)
    opening = partial(open_session, class_id=class_id, settings=TableSettings())
    assert second_comes_before_the_commit(app, canceling, opening) == []
    assert db.session.execute(select(ClassSession.seats)).scalar_one() is None


def test_two_equations_left_out_at_once_are_both_left_out(app: Flask) -> None:
    deck_id = make_deck().id
    first, second = (partial(keeping.leave_out, deck_id=deck_id, text=text) for text in ("5 + 5", "6 + 6"))
    assert second_comes_before_the_commit(app, first, second) == []
    content = keeping.content_of(db.session.get_one(Deck, deck_id))
    assert isinstance(content, WrittenCards)
    assert not {"5 + 5", "6 + 6"} & {card.text for card in content.cards}


def test_an_import_that_is_saved_is_not_discarded(app: Flask) -> None:
    """Otherwise it could not be undone."""
    school_class = make_school_class()
    import_id, class_id, teacher_id = planned(school_class, "Ana").import_id, school_class.id, school_class.teacher_id
    saving, discarding = (partial(one, import_id=import_id) for one in (apply_if_clear, discard_import))
    assert second_comes_before_the_commit(app, saving, discarding) == []
    assert last_import_of(class_id=class_id, teacher_id=teacher_id) is not None
