"""The contents of the sample class, and its complete removal."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import func, select

from classroom.database import Base, db, transaction
from classroom.learning.knowledge import StudentModels
from classroom.models import Attempt, AuditEntry, ClassSession, Game, SchoolClass, SessionState, Student, TicketAnswer
from classroom.services.attendance import attendances_of
from classroom.services.classes.roster import add_students, rename_student, students_of
from classroom.services.errors import ClassErrorCode, ServiceError
from classroom.services.learning.knowledge import known
from classroom.services.sample import sample_class
from classroom.services.sample.games import play_table
from classroom.services.sample.sample_class import (
    NAMES,
    add_sample_class,
    is_untouched,
    join_sample,
    remove_sample_class,
)
from classroom.services.sessions import class_sessions, lobby
from classroom.services.settings import TableSettings
from tests.classroom.reports.lesson import Lesson
from tests.classroom.sample_school import play_one_session, sample_school
from tests.factories import make_teacher
from tests.frozen_clock import FrozenClock

if TYPE_CHECKING:
    from flask import Flask

    from tests.database_snapshot import DatabaseSnapshot
    from tests.factories import Cast


@pytest.fixture(autouse=True)
def one_session(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each sample class play one session."""
    play_one_session(monkeypatch)


@pytest.fixture(scope="module")
def snapshot(cheap_hashes: None) -> DatabaseSnapshot[str]:
    """A sample class for tests that need no class without one."""
    return sample_school()


@pytest.fixture
def school_class(app: Flask, db_session: object, snapshot: DatabaseSnapshot[str]) -> SchoolClass:
    """A sample class."""
    return db.session.get_one(SchoolClass, snapshot.restore(app))


def add(cast: Cast) -> SchoolClass:
    return add_sample_class(teacher_id=cast.alice.id, name="Sample class")


def rows() -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of all tables except the activity log, which is never deleted."""
    db.session.rollback()
    return {
        table.name: sorted(map(tuple, db.session.execute(select(table)).all()), key=repr)
        for table in Base.metadata.sorted_tables
        if table.name != AuditEntry.__tablename__
    }


def count(model: type[Base]) -> int:
    return db.session.execute(select(func.count()).select_from(model)).scalar_one()


@pytest.mark.nightly
def test_its_answers_are_the_same_on_every_day(cast: Cast) -> None:
    answers = []
    for hours in (0, 5 * 24 + 7):  # Monday, Saturday
        with FrozenClock() as now:
            now.move_on(hours=hours)
            school_class = add(cast)
            given = select(Student.name, Attempt.equation, Attempt.given).join(
                Student, Attempt.student_id == Student.id
            )
            answers.append(sorted(map(str, db.session.execute(given))))
            remove_sample_class(class_id=school_class.id)
    assert len(answers[0]) >= 50
    assert answers[0] == answers[1]


def test_the_sample_class_has_a_finished_session(school_class: SchoolClass) -> None:
    assert school_class.is_sample
    assert sorted(one.name for one in students_of(class_id=school_class.id)) == sorted(NAMES)
    (session,) = db.session.execute(select(ClassSession).where(ClassSession.class_id == school_class.id)).scalars()
    assert session.state == SessionState.ENDED
    assert session.ended_at is not None
    games = db.session.execute(select(Game).where(Game.class_session_id == session.id)).scalars().all()
    assert len({one.table_number for one in games}) == 3
    assert all(one.over_at for one in games)
    by_student = select(Attempt.student_id, func.count()).where(Attempt.is_first).group_by(Attempt.student_id)
    answers = [number for _student, number in db.session.execute(by_student)]
    assert len(answers) == 12
    assert sum(number >= 5 for number in answers) >= 6, "reports say something"
    assert {True, False} == set(db.session.execute(select(Attempt.is_right)).scalars())
    assert count(TicketAnswer) > 12


def test_an_interrupted_sample_class_leaves_nothing(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    before = rows()
    monkeypatch.setattr(class_sessions, "end_session", lambda **_: sys.exit())
    with pytest.raises(SystemExit):
        add(cast)
    assert rows() == before


def test_moves_of_other_classes_do_not_wait_for_its_games(
    app: Flask, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[bool] = []

    def write() -> None:
        with app.app_context(), transaction() as session:
            session.get_one(Student, bob_id).name = "Bobby"

    def play_while_another_writes(*arguments: Any, **options: Any) -> None:
        thread = threading.Thread(target=write)
        thread.start()
        thread.join(timeout=5)
        waited.append(thread.is_alive())
        play_table(*arguments, **options)

    bob_id = cast.bob.id
    monkeypatch.setattr(sample_class, "play_table", play_while_another_writes)
    add(cast)
    assert waited == [False, False, False]
    db.session.rollback()
    assert db.session.get_one(Student, bob_id).name == "Bobby"


def test_a_teacher_has_one_sample_class(school_class: SchoolClass) -> None:
    assert add_sample_class(teacher_id=school_class.teacher_id, name="Sample class").id == school_class.id
    assert add_sample_class(teacher_id=make_teacher().id, name="Muestra").id != school_class.id


def test_removing_leaves_nothing_behind(cast: Cast) -> None:
    before = rows()
    school_class = add(cast)
    opened = class_sessions.open_session(class_id=school_class.id, settings=TableSettings())
    join_sample(class_session_id=opened.id, class_id=school_class.id)
    lobby.start_session(class_session_id=opened.id)
    assert rows() != before
    remove_sample_class(class_id=school_class.id)
    assert rows() == before


def test_a_real_class_is_never_removed(cast: Cast) -> None:
    before = rows()
    with pytest.raises(ServiceError) as refused:
        remove_sample_class(class_id=cast.class_7b.id)
    assert refused.value.code is ClassErrorCode.NO_SAMPLE_CLASS
    assert rows() == before


def test_a_sample_class_with_a_real_student_is_not_removed(school_class: SchoolClass) -> None:
    assert is_untouched(school_class)
    first = students_of(class_id=school_class.id)[0]
    rename_student(student_id=first.id, name="A real child")
    assert not is_untouched(school_class)
    rename_student(student_id=first.id, name=NAMES[0].upper())
    assert is_untouched(school_class)
    add_students(class_id=school_class.id, text="Another")
    before = rows()
    with pytest.raises(ServiceError) as refused:
        remove_sample_class(class_id=school_class.id)
    assert refused.value.code is ClassErrorCode.NO_SAMPLE_CLASS
    assert rows() == before


@pytest.mark.nightly
def test_everyone_joins_once(school_class: SchoolClass) -> None:
    opened = class_sessions.open_session(class_id=school_class.id, settings=TableSettings())
    someone = students_of(class_id=school_class.id)[3].id
    join_sample(class_session_id=opened.id, class_id=school_class.id, besides={someone})
    version = opened.version
    here = {one.student_id for one in attendances_of(class_session_id=opened.id)}
    assert len(here) == 11
    assert someone not in here
    join_sample(class_session_id=opened.id, class_id=school_class.id, besides={someone})
    assert opened.version == version


def test_estimates_of_equations_use_only_real_students(cast: Cast) -> None:
    Lesson(cast.class_7b).answer(cast.bob, "7 + 8", "15")

    def of_equations() -> tuple[object, object]:
        with known() as knowledge:
            assert isinstance(knowledge, StudentModels)
            return repr(knowledge.difficulties), repr(knowledge.item_times)

    before = of_equations()
    school_class = add(cast)
    assert of_equations() == before
    ids = db.session.execute(select(Student.id).where(Student.class_id == school_class.id)).scalars().all()
    with known() as knowledge:
        assert any(knowledge.of(one).answers for one in ids), "their own reports are filled"
