from __future__ import annotations

import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.models import Attempt, ClassSession, SessionState, Student
from classroom.reports.spans import DateRange
from classroom.reports.students import student_line, student_lines
from classroom.services.classes.school_classes import overview_of
from classroom.services.errors import ServiceError, SessionErrorCode
from classroom.services.open_sessions import lets_students_in, open_session_of
from classroom.services.play.bots import play_bot
from classroom.services.play.game_row import seats_of
from classroom.services.play.positions import position_of
from classroom.services.sessions.class_sessions import last_settings, open_session
from classroom.services.sessions.practice import allow_practice, start_practice, stop_practice
from classroom.services.settings import TableSettings
from tests.classroom.services.learning.dealing import answer
from tests.factories import make_class_session, make_school_class, make_student

pytestmark = pytest.mark.usefixtures("db_session")


def pupil() -> Student:
    """Return a student of a class that may practice."""
    student = make_student(school_class=make_school_class())
    allow_practice(class_id=student.class_id, is_allowed=True)
    return student


def states(student: Student) -> list[str]:
    """Return the states of the class's practice sessions, oldest first."""
    found = select(ClassSession.state).where(ClassSession.class_id == student.class_id, ClassSession.is_practice)
    return list(db.session.execute(found.order_by(ClassSession.opened_at)).scalars())


def test_a_student_plays_a_bot_with_the_cards_of_the_last_lesson() -> None:
    student = pupil()
    lesson = TableSettings(deck="times-tables", board="8x8", table_size=4, table_talk=True)
    make_class_session(student.school_class, settings=lesson, state=SessionState.ENDED)
    game = start_practice(student_id=student.id)
    assert list(seats_of(game).values()) == [student.id, None]
    settings = TableSettings.from_json(game.class_session.settings)
    assert (settings.deck, settings.board, settings.table_size, settings.table_talk) == (
        "times-tables",
        "8x8",
        2,
        False,
    )
    assert last_settings(class_id=student.class_id) == lesson


@pytest.mark.parametrize(("chosen", "played"), [(None, 2), (1, 1), (2, 2)])
def test_practice_takes_two_sequences_by_default(chosen: int | None, played: int) -> None:
    student = pupil()
    lesson = TableSettings(sequences_to_win=chosen)
    make_class_session(student.school_class, settings=lesson, state=SessionState.ENDED)
    assert position_of(start_practice(student_id=student.id)).setup.rules.sequences_to_win == played


def test_after_playing_cards_practice_uses_numbers() -> None:
    student = pupil()
    make_class_session(student.school_class, settings=TableSettings(edition="classic"), state=SessionState.ENDED)
    assert TableSettings.from_json(start_practice(student_id=student.id).class_session.settings).has_numbers


def test_practice_must_be_allowed() -> None:
    student = make_student()
    with pytest.raises(ServiceError) as refused:
        start_practice(student_id=student.id)
    assert refused.value.code is SessionErrorCode.NO_PRACTICE
    assert not lets_students_in(student.school_class)


def test_no_one_practices_during_a_lesson() -> None:
    student = pupil()
    open_session(class_id=student.class_id, settings=TableSettings())
    with pytest.raises(ServiceError) as refused:
        start_practice(student_id=student.id)
    assert refused.value.code is SessionErrorCode.CLASS_IS_PLAYING


def test_a_lesson_ends_practice() -> None:
    student, other = pupil(), pupil()
    start_practice(student_id=student.id)
    start_practice(student_id=other.id)
    open_session(class_id=student.class_id, settings=TableSettings())
    assert (states(student), states(other)) == (["ended"], ["playing"])


def test_two_students_practice_independently() -> None:
    student = pupil()
    friend = make_student(school_class=student.school_class)
    start_practice(student_id=friend.id)
    first = start_practice(student_id=student.id)
    start_practice(student_id=student.id)
    assert sorted(states(student)) == ["ended", "playing", "playing"]
    assert first.over_at is not None
    stop_practice(student_id=student.id)
    assert sorted(states(student)) == ["ended", "ended", "playing"]


def test_turning_off_practice_ends_running_games() -> None:
    student = pupil()
    game = start_practice(student_id=student.id)
    allow_practice(class_id=student.class_id, is_allowed=False)
    assert (game.class_session.state, game.outcome_reason) == ("ended", "stopped")


def test_practice_does_not_count_as_a_lesson() -> None:
    student = pupil()
    start_practice(student_id=student.id)
    assert open_session_of(class_id=student.class_id) is None
    overview = overview_of(class_id=student.class_id)
    assert (overview.sessions, overview.open_session_id) == (0, None)


def test_answers_count_for_the_student_and_not_for_the_class() -> None:
    student = pupil()
    game = start_practice(student_id=student.id)
    while seats_of(game)[position_of(game).turn] != student.id:
        play_bot(game_id=game.id)
    answer(game)
    span = DateRange(student.class_id, with_practice=True)
    mine = student_line(span, student_id=student.id, name=student.name)
    assert (mine.first.trials, mine.practiced) == (1, 1)
    (line,) = student_lines(DateRange(student.class_id))
    assert (line.first.trials, line.practiced) == (0, 0)
    assert db.session.execute(select(Attempt)).scalar_one().student_id == student.id
