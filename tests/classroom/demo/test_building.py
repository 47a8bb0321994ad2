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

from classroom import clock, create_app
from classroom.clock import local_time
from classroom.database import db
from classroom.demo.building import Size, build
from classroom.models import Attempt, AttemptKind, ClassSession, Game, Player, SchoolClass, SessionState, Student
from classroom.reports.spans import Span
from classroom.reports.students import student_lines
from classroom.services.attempts import rebuild_attempts
from tests.classroom.recount import answers_in_logs, first_answers_by_student


def tell_nobody(_done: int, _most: int) -> None:
    """Build without a progress bar."""


SMALL = Size(weeks=1, students=9)


THURSDAY = datetime(2026, 11, 19, 12, 0).astimezone()
"""Long before midnight on the server's own clock, whatever its time zone."""


@pytest.fixture(autouse=True)
def _thursday() -> Iterator[None]:
    with clock.frozen_at(THURSDAY):
        yield


@pytest.fixture(scope="module")
def built(cheap_hashes: None, empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small demo, built once."""
    folder = tmp_path_factory.mktemp("demo")
    file = Path(shutil.copy(empty_database, folder))
    app = create_app(instance_path=folder)
    with app.app_context(), clock.frozen_at(THURSDAY):
        build(clock.now(), SMALL, tables_done=tell_nobody)
    return file


@pytest.fixture
def class_id(built: Path, app: Flask) -> Iterator[str]:
    """The class of a copy of it."""
    shutil.copy(built, app.instance_path)
    with app.app_context():
        yield db.session.execute(select(SchoolClass.id)).scalar_one()
        db.session.rollback()


def everything_answered() -> list[tuple[Any, ...]]:
    columns = (Student.name, Attempt.equation, Attempt.given, Attempt.try_number, Attempt.is_right, Attempt.at)
    return sorted(map(tuple, db.session.execute(select(*columns).join_from(Attempt, Student))), key=str)


def test_the_lessons_are_over_and_lie_in_school_hours(class_id: str) -> None:
    sessions = db.session.execute(select(ClassSession)).scalars().all()
    assert len(sessions) in {2, 3}
    assert {one.state for one in sessions} == {SessionState.ENDED}
    games = db.session.execute(select(Game)).scalars().all()
    assert games
    assert all(game.over_at is not None for game in games)
    hours = {local_time(at).hour for at in db.session.execute(select(Attempt.at)).scalars()}
    assert hours == {10}
    assert all(one.ended_at and one.opened_at < one.ended_at < clock.now() for one in sessions)


def test_the_report_of_the_demo_equals_a_recount_of_its_logs(class_id: str) -> None:
    counted = first_answers_by_student(answers_in_logs(class_id))
    lines = student_lines(Span(class_id))

    assert {line.student_id: (line.first.right, line.first.tried) for line in lines if line.first.tried} == counted
    assert len(lines) == SMALL.students
    total = sum(line.first.tried for line in lines)
    assert total > 100
    assert 0.6 < sum(line.first.right for line in lines) / total < 0.95


def test_rebuilding_the_answers_of_the_demo_changes_nothing(class_id: str) -> None:
    before = everything_answered()
    assert rebuild_attempts() == len(before)
    assert everything_answered() == before


def test_the_newcomer_has_no_answers_yet(class_id: str) -> None:
    lines = {line.name: line.first.tried for line in student_lines(Span(class_id))}
    assert lines["Giang"] == 0
    assert [tried for name, tried in lines.items() if name != "Giang"].count(0) <= 1


def test_mistakes_of_several_kinds_are_made(class_id: str) -> None:
    wrong = Counter(db.session.execute(select(Attempt.kind).where(Attempt.is_right.is_(False))).scalars())
    assert wrong[AttemptKind.PLACE] > 10
    assert db.session.execute(select(func.max(Attempt.try_number))).scalar_one() >= 2


def test_the_same_day_gives_the_same_lessons(class_id: str) -> None:
    first = everything_answered()
    db.session.remove()
    db.drop_all()
    db.create_all()

    build(clock.now(), SMALL, tables_done=tell_nobody)
    assert everything_answered() == first


def test_a_student_who_leaves_is_followed_by_a_bot(db_session: scoped_session[Session]) -> None:
    build(clock.now(), Size(weeks=2, students=4), tables_done=tell_nobody)
    bots = db.session.execute(select(Player).where(Player.student_id.is_(None))).scalars().all()
    assert bots


def test_building_tells_how_far_it_is(db_session: scoped_session[Session]) -> None:
    told: list[tuple[int, int]] = []
    build(clock.now(), Size(weeks=1, students=4), tables_done=lambda done, most: told.append((done, most)))
    assert told == [(done, len(told)) for done in range(1, len(told) + 1)]
    assert len(told) in {2, 3}


def test_after_building_every_commit_waits_for_the_disk_again(class_id: str) -> None:
    full = 2
    assert db.session.execute(text("PRAGMA synchronous")).scalar_one() == full
