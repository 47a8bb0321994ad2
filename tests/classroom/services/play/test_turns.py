"""Turns that a bot plays for a student, on the teacher's request or because time is up."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from classroom import rng
from classroom.database import db
from classroom.models import Attempt, ClassSession, Game, GameEvent, SessionState, Student
from classroom.services.errors import PlayErrorCode, ServiceError, SessionErrorCode
from classroom.services.play import games
from classroom.services.play.attempts import rebuild_attempts
from classroom.services.play.bots import play_bot
from classroom.services.play.game_row import seats_of
from classroom.services.play.moves import play_move
from classroom.services.play.positions import SubstituteReason, forget_positions, position_of
from classroom.services.play.records import events_of, record_of
from classroom.services.play.seats import give_seat
from classroom.services.play.turns import ON_THE_WAY, extend_turn, play_due_turns, skip_turn
from classroom.services.sessions import class_sessions, practice
from classroom.services.sessions.pauses import pause_game, pause_session
from classroom.services.settings import TableSettings
from engine import DrawMode, IllegalMoveError, IllegalReason, Solve, SolveMode, check_record, unsolved
from tests.classroom.services.learning.dealing import answer, current, start
from tests.classroom.services.sessions.joining import join
from tests.factories import make_school_class, make_student

if TYPE_CHECKING:
    from sqlalchemy.orm import Session, scoped_session

    from tests.frozen_clock import FrozenClock

TIMED = TableSettings(turn_seconds=60)


@pytest.fixture
def game(db_session: scoped_session[Session], frozen_clock: FrozenClock) -> Game:
    """Two students at a table without a time limit."""
    return current(start(2))


@pytest.fixture
def timed(db_session: scoped_session[Session], frozen_clock: FrozenClock) -> Game:
    """Two students at a table with 60 seconds per turn."""
    return current(start(2, TIMED))


def skip(game: Game) -> None:
    """Let a bot play the current turn."""
    skip_turn(game_id=game.id, turn_number=position_of(game).turn_number)


def rows(game: Game) -> list[GameEvent]:
    """Return the log."""
    return events_of(game)


def holder(game: Game) -> Student:
    """Return the student on turn."""
    return db.session.get_one(Student, seats_of(game)[position_of(game).turn])


class TestSkipping:
    def test_a_bot_plays_one_turn_and_the_seat_stays(self, game: Game) -> None:
        before, seats = position_of(game), seats_of(game)
        skip(game)
        after = position_of(game)
        assert (after.turn_number, after.turn) == (before.turn_number + 1, 1 - before.turn)
        assert seats_of(game) == seats
        assert {(row.student_id, row.event.get("stand_in")) for row in rows(game)} == {(None, SubstituteReason.ASKED)}

    def test_no_answer_is_credited(self, game: Game) -> None:
        answer(game, rightly=False)
        skip(game)
        assert [one.is_right for one in db.session.execute(select(Attempt)).scalars()] == [False]
        rebuild_attempts()
        assert [one.is_right for one in db.session.execute(select(Attempt)).scalars()] == [False]

    def test_the_same_turn_is_played_once(self, game: Game) -> None:
        number = position_of(game).turn_number
        for _ in range(2):  # as a double click sends it
            skip_turn(game_id=game.id, turn_number=number)
        assert position_of(game).turn_number == number + 1

    def test_a_manually_drawn_card_is_drawn_too(self, db_session: scoped_session[Session]) -> None:
        game = current(start(2, TableSettings(draw=DrawMode.MANUAL)))
        seat = position_of(game).turn
        skip(game)
        position = position_of(game)
        assert position.turn != seat
        assert not position.owed[seat]
        assert len(position.hands[seat]) == len(position.hands[1 - seat])

    def test_cards_to_solve_are_left_for_the_student(self, db_session: scoped_session[Session]) -> None:
        game = current(start(2, TableSettings(solve=SolveMode.AHEAD)))
        position = position_of(game)
        seat = position.turn
        cards = unsolved(position, position.hands[seat])
        own = Solve(seat, cards[0], position.setup.answers[cards[0]])
        play_move(game_id=game.id, student_id=holder(game).id, move=own, version=game.version, idempotency_key="k")
        skip(game)
        after = position_of(game)
        assert after.turn != seat
        assert set(cards[1:]) <= set(after.hands[seat])
        assert not set(cards[1:]) & set(after.solved)

    def test_one_card_is_solved_if_none_is_solved_yet(self, db_session: scoped_session[Session]) -> None:
        with rng.seeded(2):
            game = current(start(2, TableSettings(solve=SolveMode.AHEAD)))
            position = position_of(game)
            skip(game)
        cards = unsolved(position, position.hands[position.turn])
        assert len(set(cards) & set(position_of(game).solved)) + len(rows(game)) <= 2
        assert position_of(game).turn != position.turn

    @pytest.mark.parametrize("draw", list(DrawMode))
    @pytest.mark.parametrize("solve", list(SolveMode))
    def test_a_whole_game_of_skipped_turns_follows_the_rules(
        self, db_session: scoped_session[Session], draw: DrawMode, solve: SolveMode
    ) -> None:
        with rng.seeded(1):
            game = current(start(2, TableSettings(draw=draw, solve=solve, sequences_to_win=1)))
            while game.over_at is None and game.version < 400:
                skip(game)
        games.stop_game(game_id=game.id)
        check_record(record_of(game_id=game.id))
        assert db.session.execute(select(Attempt)).first() is None

    def test_a_finished_game_cannot_be_skipped(self, game: Game) -> None:
        games.stop_game(game_id=game.id)
        with pytest.raises(IllegalMoveError) as refused:
            skip(game)
        assert refused.value.reason is IllegalReason.GAME_OVER

    def test_a_paused_game_cannot_be_skipped(self, game: Game) -> None:
        pause_game(game_id=game.id)
        with pytest.raises(ServiceError) as refused:
            skip(game)
        assert refused.value.code is PlayErrorCode.TABLE_PAUSED

    def test_skipping_after_the_lesson_is_refused(self, game: Game) -> None:
        class_sessions.end_session(class_session_id=game.class_session_id)
        with pytest.raises(ServiceError) as refused:
            skip(game)
        assert refused.value.code is SessionErrorCode.SESSION_ENDED


class TestTime:
    def test_turns_are_not_timed_by_default(self, game: Game, frozen_clock: FrozenClock) -> None:
        assert game.turn_due_at is None
        frozen_clock.move_on(hours=1)
        assert play_due_turns() == 0

    def test_a_bot_plays_after_a_timeout(self, timed: Game, frozen_clock: FrozenClock) -> None:
        seat = position_of(timed).turn
        frozen_clock.move_on(seconds=60)
        assert play_due_turns() == 0  # what was sent in time may still arrive
        frozen_clock.move_on(seconds=ON_THE_WAY.seconds)
        assert play_due_turns() == 1
        assert position_of(timed).turn == 1 - seat
        assert {(row.student_id, row.event.get("stand_in")) for row in rows(timed)} == {(None, SubstituteReason.TIME)}
        assert play_due_turns() == 0

    def test_a_move_starts_the_time_of_the_next_turn(self, timed: Game, frozen_clock: FrozenClock) -> None:
        frozen_clock.move_on(seconds=50)
        answer(timed)
        assert timed.turn_due_at == frozen_clock.now + timedelta(seconds=60)
        frozen_clock.move_on(seconds=50)
        assert play_due_turns() == 0

    def test_a_miss_does_not_restart_the_time(self, timed: Game, frozen_clock: FrozenClock) -> None:
        due = timed.turn_due_at
        frozen_clock.move_on(seconds=50)
        answer(timed, rightly=False)
        assert timed.turn_due_at == due

    def test_a_move_before_the_timeout_counts(self, timed: Game, frozen_clock: FrozenClock) -> None:
        frozen_clock.move_on(seconds=61)
        student_id = answer(timed)
        assert play_due_turns() == 0
        assert rows(timed)[0].student_id == student_id

    def test_extra_time_is_not_in_the_log(self, timed: Game, frozen_clock: FrozenClock) -> None:
        active_player = holder(timed)
        other = next(one for one in seats_of(timed).values() if one != active_player.id)
        db.session.get_one(Student, other).time_factor = 1.5
        db.session.commit()
        answer(timed)
        assert timed.turn_due_at == frozen_clock.now + timedelta(seconds=90)
        frozen_clock.move_on(seconds=91)
        assert play_due_turns() == 1
        assert set(rows(timed)[-1].event) <= {"do", "seat", "card", "space", "stand_in"}
        assert timed.turn_due_at == frozen_clock.now + timedelta(seconds=60)

    def test_a_new_player_has_a_full_turn(self, timed: Game, frozen_clock: FrozenClock) -> None:
        seat = position_of(timed).turn
        frozen_clock.move_on(seconds=50)
        give_seat(game_id=timed.id, seat=seat, student_id=None)
        assert timed.turn_due_at is None  # bots have their own pace
        (late,) = join(timed.class_session, 1)
        frozen_clock.move_on(seconds=20)
        give_seat(game_id=timed.id, seat=seat, student_id=late.id)
        assert timed.turn_due_at == frozen_clock.now + timedelta(seconds=60)
        assert timed.moved_at == frozen_clock.now

    def test_reassigning_an_inactive_seat_does_not_change_the_time(
        self, timed: Game, frozen_clock: FrozenClock
    ) -> None:
        due = timed.turn_due_at
        frozen_clock.move_on(seconds=20)
        give_seat(game_id=timed.id, seat=1 - position_of(timed).turn, student_id=None)
        assert timed.turn_due_at == due

    def test_nothing_is_due_when_the_game_is_over(self, timed: Game, frozen_clock: FrozenClock) -> None:
        games.stop_game(game_id=timed.id)
        assert timed.turn_due_at is None

    def test_the_time_continues_after_a_restart(self, timed: Game, frozen_clock: FrozenClock) -> None:
        forget_positions()
        db.session.expunge_all()
        frozen_clock.move_on(minutes=5)
        assert play_due_turns() == 1

    def test_more_time_can_be_requested_repeatedly(self, timed: Game, frozen_clock: FrozenClock) -> None:
        student = holder(timed)
        student.time_factor = 1.5
        db.session.commit()
        number = position_of(timed).turn_number
        for _ in range(12):
            frozen_clock.move_on(seconds=55)
            extend_turn(game_id=timed.id, student_id=student.id, turn_number=number)
            assert timed.turn_due_at == frozen_clock.now + timedelta(seconds=90)
            assert play_due_turns() == 0
        frozen_clock.move_on(seconds=92)
        assert play_due_turns() == 1

    def test_more_time_applies_only_to_the_turn_that_asked(self, timed: Game, frozen_clock: FrozenClock) -> None:
        student, number, due = holder(timed), position_of(timed).turn_number, timed.turn_due_at
        other = next(one for one in seats_of(timed).values() if one != student.id)
        frozen_clock.move_on(seconds=5)
        extend_turn(game_id=timed.id, student_id=other or "", turn_number=number)
        extend_turn(game_id=timed.id, student_id=student.id, turn_number=number - 1)
        assert timed.turn_due_at == due
        pause_game(game_id=timed.id)
        with pytest.raises(ServiceError) as refused:
            extend_turn(game_id=timed.id, student_id=student.id, turn_number=number)
        assert refused.value.code is PlayErrorCode.TABLE_PAUSED

    def test_a_turn_without_a_timer_gets_none(self, game: Game) -> None:
        extend_turn(game_id=game.id, student_id=holder(game).id, turn_number=position_of(game).turn_number)
        assert game.turn_due_at is None

    def test_a_clock_set_back_does_not_extend_turns(self, timed: Game, frozen_clock: FrozenClock) -> None:
        frozen_clock.move_on(hours=-2)
        assert play_due_turns() == 0
        assert timed.turn_due_at == frozen_clock.now + timedelta(seconds=60)

    def test_tables_that_share_a_device_are_not_timed(self, timed: Game) -> None:
        timed.is_shared = True
        db.session.commit()
        answer(timed)
        assert timed.turn_due_at is None

    def test_practice_is_not_timed(self, db_session: scoped_session[Session]) -> None:
        school_class = make_school_class(allows_practice=True)
        lesson = start(2, TIMED, school_class=school_class)
        class_sessions.end_session(class_session_id=lesson.id)
        game = practice.start_practice(student_id=make_student(school_class=school_class).id)
        assert game.turn_due_at is None
        assert practice.practice_settings(class_id=school_class.id) == replace(
            TIMED, table_size=2, draw=DrawMode.AUTO, turn_seconds=None, sequences_to_win=2
        )

    def test_an_error_in_one_game_does_not_stop_the_others(
        self, db_session: scoped_session[Session], frozen_clock: FrozenClock, caplog: pytest.LogCaptureFixture
    ) -> None:
        broken, sound = games.current_games(class_session_id=start(4, replace(TIMED, table_size=2)).id)
        broken.setup = {"format": "nonsense"}
        db.session.commit()
        forget_positions()
        frozen_clock.move_on(minutes=2)
        with caplog.at_level("CRITICAL", logger="classroom.services.play.turns"):
            assert play_due_turns() == 1
        assert (broken.version, sound.version > 0) == (0, True)


def test_answers_stay_with_the_student_across_hand_overs(game: Game, frozen_clock: FrozenClock) -> None:
    """Student, substitute, bot, student again, bot: each answer counts for the student who gave it."""
    seat = position_of(game).turn
    student_id = answer(game, rightly=False)
    skip(game)
    give_seat(game_id=game.id, seat=seat, student_id=None)
    other_id = answer(game)
    assert play_bot(game_id=game.id)
    give_seat(game_id=game.id, seat=seat, student_id=student_id)
    answer(game)
    assert answer(game) == student_id
    give_seat(game_id=game.id, seat=seat, student_id=None)
    answer(game)
    assert play_bot(game_id=game.id)
    for _ in range(2):
        given = db.session.execute(select(Attempt).order_by(Attempt.version)).scalars().all()
        credited = [(one.student_id, one.is_right) for one in given]
        assert credited[0] == (student_id, False)
        assert [one for one in credited if one[0] == student_id] == [(student_id, False), (student_id, True)]
        assert {one for one, _ in credited} == {student_id, other_id}
        rebuild_attempts()
    tenures = [one.student_id for one in game.players if one.seat == seat]
    assert tenures == [student_id, None, student_id, None]


def test_a_paused_session_plays_no_due_turn(timed: Game, frozen_clock: FrozenClock) -> None:
    class_session: ClassSession = timed.class_session
    pause_session(class_session_id=class_session.id)
    frozen_clock.move_on(minutes=5)
    assert class_session.state == SessionState.PAUSED
    assert play_due_turns() == 0
