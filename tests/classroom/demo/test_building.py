from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select, text
from sqlalchemy.orm import Session, scoped_session

from classroom import clock
from classroom.app import create_app
from classroom.clock import local_time
from classroom.database import db
from classroom.demo.building import Size, build
from classroom.demo.people import FIVE_B
from classroom.models import (
    Attempt,
    AttemptKind,
    Baseline,
    ClassSession,
    Deck,
    ExitTicket,
    Game,
    SchoolClass,
    SessionState,
    Student,
    Teacher,
    TicketAnswer,
)
from classroom.reports.solving import solving_times
from classroom.reports.spans import DateRange
from classroom.reports.students import student_lines
from classroom.services.classes.school_classes import archived_classes_of, classes_of
from classroom.services.play.attempts import rebuild_attempts
from classroom.services.seating.rules import rules_of
from classroom.services.seating.saved_tables import saved_tables_of
from tests.classroom.recount import answers_in_logs, first_answers_by_student
from tests.process_caches import clear_process_caches


def tell_no_one(_done: int, _most: int, _what: str) -> None:
    """Build without a progress bar."""


SMALL = Size(weeks=1, students=9)


THURSDAY = datetime(2026, 11, 19, 12, 0).astimezone()
"""Long before midnight on the server's clock, in any time zone."""


@pytest.fixture(autouse=True)
def _thursday() -> Iterator[None]:
    with clock.frozen_at(THURSDAY):
        yield


@pytest.fixture(scope="module")
def built(cheap_hashes: None, empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small demo, built once."""
    folder = tmp_path_factory.mktemp("demo")
    file = Path(shutil.copy(empty_database, folder / "classroom.sqlite3"))
    clear_process_caches()
    app = create_app(instance_path=folder)
    with app.app_context(), clock.frozen_at(THURSDAY):
        build(clock.now(), SMALL, tell=tell_no_one)
    return file


@pytest.fixture
def class_id(built: Path, app: Flask) -> Iterator[str]:
    """The largest class of a copy of that demo."""
    shutil.copy(built, app.instance_path)
    with app.app_context():
        yield db.session.execute(select(SchoolClass.id).where(SchoolClass.name == FIVE_B.name)).scalar_one()
        db.session.rollback()


def everything_answered() -> list[tuple[Any, ...]]:
    columns = (Student.name, Attempt.equation, Attempt.given, Attempt.try_number, Attempt.is_right, Attempt.at)
    return sorted(map(tuple, db.session.execute(select(*columns).join_from(Attempt, Student))), key=str)


def test_lessons_are_over_and_within_school_hours(class_id: str) -> None:
    sessions = db.session.execute(select(ClassSession)).scalars().all()
    assert {one.school_class.name for one in sessions} == {"5B", "3A", "Math club", "5A last year"}
    assert {one.state for one in sessions} == {SessionState.ENDED}
    games = db.session.execute(select(Game)).scalars().all()
    assert games
    assert all(game.over_at is not None for game in games)
    hours = {local_time(at).hour for at in db.session.execute(select(Attempt.at)).scalars()}
    assert hours <= set(range(9, 17))
    assert all(one.ended_at and one.opened_at < one.ended_at < clock.now() for one in sessions)


@pytest.mark.nightly
def test_the_report_of_the_demo_equals_a_recount_of_its_logs(class_id: str) -> None:
    counted = first_answers_by_student(answers_in_logs(class_id))
    lines = student_lines(DateRange(class_id))

    assert {line.student_id: (line.first.right, line.first.trials) for line in lines if line.first.trials} == counted
    assert len(lines) == SMALL.students
    total = sum(line.first.trials for line in lines)
    assert total > 50
    assert 0.5 < sum(line.first.right for line in lines) / total < 0.95


def test_rebuilding_the_answers_of_the_demo_changes_nothing(class_id: str) -> None:
    before = everything_answered()
    assert rebuild_attempts() == len(before)
    assert everything_answered() == before


def test_the_newcomer_has_no_answers_yet(class_id: str) -> None:
    lines = {line.name: line.first.trials for line in student_lines(DateRange(class_id))}
    assert lines["Giang"] == 0
    assert [tried for name, tried in lines.items() if name != "Giang"].count(0) <= 1


def test_students_make_several_kinds_of_mistakes(class_id: str) -> None:
    wrong = Counter(db.session.execute(select(Attempt.kind).where(Attempt.is_right.is_(False))).scalars())
    assert wrong[AttemptKind.PLACE] > 10
    assert db.session.execute(select(func.max(Attempt.try_number))).scalar_one() >= 2


@pytest.mark.nightly
def test_the_same_day_gives_the_same_lessons(class_id: str) -> None:
    first = everything_answered()
    db.session.remove()
    db.drop_all()
    db.create_all()
    clear_process_caches()

    build(clock.now(), SMALL, tell=tell_no_one)
    assert first
    assert everything_answered() == first


def test_the_school_has_data_for_every_page(class_id: str) -> None:
    teachers = {teacher.name: teacher for teacher in db.session.execute(select(Teacher)).scalars()}
    assert {name for name, one in teachers.items() if one.is_administrator} == {"Ms Lindqvist"}
    rivera = teachers["Ms Rivera"].id
    assert [one.name for one in classes_of(teacher_id=rivera)] == ["3A", "5B", "Math club"]
    assert [one.name for one in archived_classes_of(teacher_id=rivera)] == ["5A last year"]
    assert db.session.execute(select(func.count()).where(Student.group.is_not(None))).scalar_one() >= 2
    assert db.session.execute(select(Deck.is_shared).order_by(Deck.is_shared)).scalars().all() == [False, True]
    practices = select(func.count()).where(ClassSession.is_practice)
    assert db.session.execute(practices).scalar_one() == 1
    assert [one.name for one in saved_tables_of(class_id=class_id)] == ["Mixed tables"]
    assert rules_of(class_id=class_id) == [], "the class is too small for those whom they are about"


def test_the_last_lesson_ended_with_a_ticket_that_everyone_took(class_id: str) -> None:
    ticket = db.session.execute(select(ExitTicket).order_by(ExitTicket.opened_at.desc())).scalars().first()
    assert ticket is not None
    written = select(TicketAnswer.is_right).where(TicketAnswer.ticket_id == ticket.id)
    answers = db.session.execute(written).scalars().all()
    assert len(answers) > 6 * SMALL.students
    assert 0.4 < sum(answers) / len(answers) < 1


def test_answers_given_ahead_have_times(class_id: str) -> None:
    times = solving_times(DateRange(class_id))
    assert times is not None
    assert 2 < times.seconds < 8
    assert not db.session.execute(select(Baseline)).first(), "no one is there to type a number"


@pytest.mark.nightly
def test_building_reports_its_progress(db_session: scoped_session[Session]) -> None:
    steps: list[tuple[int, int, str]] = []
    build(clock.now(), Size(weeks=1, students=4), tell=lambda *step: steps.append(step))
    (*before, last) = steps[1:]
    assert [done for done, _, _ in before] == list(range(last[1]))
    assert {what.split(",")[0] for _, _, what in before} == {"5B", "3A", "Math club", "5A last year"}
    assert last == (last[1], last[1], "done")


def test_commits_are_durable_again_after_building(class_id: str) -> None:
    full = 2
    assert db.session.execute(text("PRAGMA synchronous")).scalar_one() == full
