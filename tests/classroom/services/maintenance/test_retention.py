"""Deletion by age: as the school chose, no more and no sooner, and never during a lesson."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from classroom.database import db
from classroom.models import (
    Attempt,
    Attendance,
    AuditAction,
    ClassSession,
    Game,
    GameEvent,
    SessionState,
    Student,
    StudentSnapshot,
)
from classroom.services import audit_log
from classroom.services.audit_log import EntryFilter
from classroom.services.classes import roster
from classroom.services.learning.knowledge import save_knowledge
from classroom.services.maintenance import retention
from classroom.services.maintenance.retention import Due, Limits
from tests.byte_search import files_with
from tests.classroom.reports.lesson import Lesson
from tests.classroom.services.maintenance.tidying import tidy_up
from tests.factories import make_attendance, make_class_session, make_student

if TYPE_CHECKING:
    from flask import Flask

    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock

ACTIONS = frozenset({AuditAction.ANSWERS_DELETED, AuditAction.NAMES_DELETED})


@pytest.fixture
def old_lesson(frozen_clock: FrozenClock, cast: Cast) -> Lesson:
    """A lesson of 7B with two answers of Bob, a year and a day ago; and today's with one answer."""
    old = Lesson(cast.class_7b)
    make_attendance(old.class_session, cast.bob)
    old.answer(cast.bob, "7 × 8", "56", "54")
    old.answer(cast.bob, "7 × 8", "56", try_number=2)
    frozen_clock.move_on(days=367)
    new = Lesson(cast.class_7b)
    new.answer(cast.bob, "3 × 4", "12")
    return old


def turn_on(frozen_clock: FrozenClock, limits: Limits) -> None:
    retention.save_limits(limits)
    frozen_clock.move_on(days=15)


def count(model: type) -> int:
    found = db.session.execute(select(func.count()).select_from(model)).scalar_one()
    db.session.rollback()
    return found


def log() -> list[tuple[AuditAction, str, str]]:
    return [(one.action, one.subject, one.detail) for one in audit_log.entries(EntryFilter(actions=ACTIONS), most=9)]


def test_retention_is_off_by_default(old_lesson: Lesson, frozen_clock: FrozenClock) -> None:
    frozen_clock.move_on(days=5000)
    tidy_up()
    assert count(Attempt) == 3
    assert log() == []


def test_retention_deletes_old_sessions_with_their_answers(
    old_lesson: Lesson, frozen_clock: FrozenClock, cast: Cast
) -> None:
    save_knowledge()
    assert count(StudentSnapshot) == 1
    turn_on(frozen_clock, Limits(answers_years=1))
    tidy_up()
    assert count(Attempt) == count(ClassSession) == count(Game) == count(GameEvent) == 1
    assert count(Attendance) == 0
    assert count(StudentSnapshot) == 0, "estimates are made again of what is left"
    assert log() == [(AuditAction.ANSWERS_DELETED, f"class:{cast.class_7b.id}", "1")]
    assert db.session.get_one(Student, cast.bob.id).name == "Bob"


def test_retention_waits_two_weeks_after_a_stricter_rule(old_lesson: Lesson, frozen_clock: FrozenClock) -> None:
    retention.save_limits(Limits(answers_years=5))
    frozen_clock.move_on(days=15)
    retention.save_limits(Limits(answers_years=1))
    frozen_clock.move_on(days=13)
    tidy_up()
    assert count(Attempt) == 3
    frozen_clock.move_on(days=2)
    tidy_up()
    assert count(Attempt) == 1


def test_retention_deletes_what_it_previewed(old_lesson: Lesson, frozen_clock: FrozenClock, cast: Cast) -> None:
    limits = Limits(answers_years=1, names_months=12)
    frozen_clock.move_on(days=15)
    cast.dora.name_key = "zz"  # the last in the list
    db.session.commit()
    now = frozen_clock.now
    assert retention.due(limits, at=now) == [
        Due(cast.class_7b.id, "7B", "Alice Okafor", sessions=1, answers=2, students=1),
        Due(cast.class_8c.id, "8C", "Dora Lind", students=1),
    ]
    assert count(Attempt) == 3
    retention.save_limits(limits)
    frozen_clock.move_on(days=15)
    assert retention.delete_due()
    assert retention.due(limits, at=frozen_clock.now) == []


def test_retention_erases_every_byte_of_names(app: Flask, frozen_clock: FrozenClock, cast: Cast) -> None:
    zqo = make_student(
        "Zqoqqy", school_class=cast.class_7b, source_id="zqoqq-1", group="zqoqq", name_in_file="Zqoqqv", level=3
    )
    zqo.oidc_subject = "https://school.example zqoqq"
    lesson = Lesson(cast.class_7b)
    make_attendance(lesson.class_session, zqo)
    lesson.answer(zqo, "7 × 8", "56")
    frozen_clock.move_on(days=350)
    make_attendance(Lesson(cast.class_7b).class_session, cast.bob)
    turn_on(frozen_clock, Limits(names_months=12))
    frozen_clock.move_on(days=2)
    tidy_up()
    gone = db.session.get_one(Student, zqo.id)
    assert (gone.name, gone.name_key, gone.pin_hash, gone.level) == ("#1", "#1", None, 3)
    assert gone.oidc_subject is None
    assert gone.archived_at is not None
    assert db.session.get_one(Student, cast.bob.id).name == "Bob", "took part since"
    assert count(Attempt) == 1
    assert (AuditAction.NAMES_DELETED, f"class:{cast.class_7b.id}", "1") in log()
    db.session.rollback()
    assert files_with(Path(app.instance_path), ["zqoqq"]) == {}


def test_retention_keeps_names_of_students_restored_lately(frozen_clock: FrozenClock, cast: Cast) -> None:
    roster.archive_student(student_id=cast.bob.id)
    frozen_clock.move_on(days=800)
    roster.restore_student(student_id=cast.bob.id)
    turn_on(frozen_clock, Limits(names_months=12))
    tidy_up()
    assert db.session.get_one(Student, cast.bob.id).name == "Bob"
    assert db.session.get_one(Student, cast.charlie.id).name == "#1"


@pytest.mark.parametrize("state", [SessionState.LOBBY, SessionState.PLAYING, SessionState.PAUSED, SessionState.TICKET])
def test_retention_deletes_nothing_during_a_lesson(
    old_lesson: Lesson, frozen_clock: FrozenClock, cast: Cast, state: SessionState
) -> None:
    turn_on(frozen_clock, Limits(answers_years=1, names_months=12))
    lesson = make_class_session(cast.class_8c, state=state)
    tidy_up()
    assert count(Attempt) == 3
    lesson.state = SessionState.ENDED
    db.session.commit()
    tidy_up()
    assert count(Attempt) == 1


def test_retention_stops_when_a_lesson_begins_and_continues_after_it(
    old_lesson: Lesson, frozen_clock: FrozenClock, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn_on(frozen_clock, Limits(answers_years=1, names_months=12))
    answers = iter([False, False, True])  # a lesson starts after the sessions of the first class
    with monkeypatch.context() as patch:
        patch.setattr(retention, "has_lesson", lambda: next(answers))
        assert not retention.delete_due()
    assert count(Attempt) == 1
    assert db.session.get_one(Student, cast.bob.id).name == "Bob"
    assert retention.delete_due()
    assert db.session.get_one(Student, cast.charlie.id).name == "#1"


def test_a_session_left_open_delays_retention_for_half_a_day(
    old_lesson: Lesson, frozen_clock: FrozenClock, cast: Cast
) -> None:
    turn_on(frozen_clock, Limits(answers_years=1))
    make_class_session(cast.class_8c, state=SessionState.LOBBY)
    frozen_clock.move_on(hours=13)
    assert retention.delete_due()


def test_retention_runs_once_a_day(old_lesson: Lesson, frozen_clock: FrozenClock) -> None:
    turn_on(frozen_clock, Limits(answers_years=1))
    assert retention.delete_due()
    frozen_clock.move_on(hours=1)
    assert not retention.delete_due()
    frozen_clock.move_on(hours=24)
    assert retention.delete_due()
