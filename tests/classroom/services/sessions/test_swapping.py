"""Two students who swap seats during games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.models import Attempt, ClassSession, Student
from classroom.services.classes import roster
from classroom.services.errors import PlayErrorCode, ServiceError, SessionErrorCode
from classroom.services.play import games
from classroom.services.play.game_row import seats_of
from classroom.services.play.games import current_games
from classroom.services.play.positions import position_of
from classroom.services.play.seats import give_seat
from classroom.services.sessions import class_sessions
from classroom.services.sessions.moving import move_student, swap_students
from classroom.services.sessions.next_games import deal_next_games
from classroom.services.sessions.pauses import pause_session
from classroom.services.sessions.practice import allow_practice, start_practice
from classroom.services.settings import TableSettings
from tests.classroom.services.learning.dealing import answer, current, start
from tests.classroom.services.sessions.joining import join
from tests.classroom.services.sessions.seated import everything, held
from tests.factories import make_student

if TYPE_CHECKING:
    from sqlalchemy.orm import Session, scoped_session

    from tests.frozen_clock import FrozenClock


@pytest.fixture
def class_session(db_session: scoped_session[Session], frozen_clock: FrozenClock) -> ClassSession:
    """Two tables of two; 60 seconds per turn."""
    return start(4, TableSettings(table_size=2, turn_seconds=60))


def swap(class_session: ClassSession, student_id: str, other_id: str) -> str:
    """Swap two students."""
    return swap_students(class_session_id=class_session.id, student_id=student_id, other_id=other_id)


class TestSwapping:
    def test_students_at_two_tables_can_swap(self, class_session: ClassSession) -> None:
        one, other = current_games(class_session_id=class_session.id)
        ana, ben, stays = held(one, 0), held(other, 1), held(one, 1)
        hands = [position_of(game).hands for game in (one, other)]
        assert swap(class_session, ana, ben) == other.id
        assert seats_of(one) == {0: ben, 1: stays}
        assert seats_of(other)[1] == ana
        assert [position_of(game).hands for game in (one, other)] == hands
        assert [game.over_at for game in (one, other)] == [None, None]

    def test_students_at_one_table_can_swap(self, class_session: ClassSession) -> None:
        game = current(class_session)
        ana, ben = held(game, 0), held(game, 1)
        assert swap(class_session, ana, ben) == game.id
        assert seats_of(game) == {0: ben, 1: ana}

    def test_no_bot_plays_during_a_swap(self, class_session: ClassSession) -> None:
        one, other = current_games(class_session_id=class_session.id)
        give_seat(game_id=one.id, seat=1, student_id=None)
        swap(class_session, held(one), held(other))
        assert one.over_at is None
        assert [player.student_id is None for player in one.players if player.seat == 0] == [False, False]

    def test_earlier_answers_stay_and_later_ones_count_for_the_new_player(self, class_session: ClassSession) -> None:
        one, other = current_games(class_session_id=class_session.id)
        ana = answer(one, rightly=False)  # and tries again
        ben = held(other)
        swap(class_session, ana, ben)
        assert answer(one) == ben
        given = db.session.execute(select(Attempt).order_by(Attempt.version)).scalars()
        assert [(one.student_id, one.is_right) for one in given] == [(ana, False), (ben, True)]
        tenures = {player.student_id: (player.from_version, player.left_at_version) for player in one.players}
        assert (tenures[ana], tenures[ben]) == ((0, 1), (1, None))

    def test_a_swapped_active_player_has_the_full_time(
        self, class_session: ClassSession, frozen_clock: FrozenClock
    ) -> None:
        one, other = current_games(class_session_id=class_session.id)
        frozen_clock.move_on(seconds=50)
        ben = held(other, 1 - position_of(other).turn)
        db.session.get_one(Student, ben).time_factor = 1.5
        db.session.commit()
        before = other.turn_due_at
        swap(class_session, held(one, position_of(one).turn), ben)
        assert one.turn_due_at is not None
        assert (one.turn_due_at - frozen_clock.now).total_seconds() == 90
        assert other.turn_due_at == before  # there, the same student is on turn

    def test_a_finished_game_keeps_its_players(self, class_session: ClassSession) -> None:
        one, other = current_games(class_session_id=class_session.id)
        ana, ben = held(one), held(other)
        answer(one)
        games.stop_game(game_id=one.id)
        swap(class_session, ana, ben)
        assert ana in {player.student_id for player in one.players_at_end}
        assert ben not in {player.student_id for player in one.players_at_end}
        deal_next_games(class_session_id=class_session.id)
        assert held(current(class_session, 0)) == ben

    def test_a_swap_can_be_reversed(self, class_session: ClassSession) -> None:
        one, other = current_games(class_session_id=class_session.id)
        ana, ben = held(one), held(other)
        before = everything(class_session)
        swap(class_session, ana, ben)
        swap(class_session, ana, ben)
        assert everything(class_session) == before

    def test_students_can_swap_in_a_pause(self, class_session: ClassSession) -> None:
        one, other = current_games(class_session_id=class_session.id)
        ana, ben = held(one), held(other)
        pause_session(class_session_id=class_session.id)
        swap(class_session, ana, ben)
        assert held(one) == ben


class TestRefusedSwaps:
    def refused(self, class_session: ClassSession, student_id: str, other_id: str) -> ServiceError:
        """Return why they cannot be swapped, in either order; nothing has changed."""
        before = everything(class_session)
        with pytest.raises(ServiceError):
            swap(class_session, other_id, student_id)
        with pytest.raises(ServiceError) as refused:
            swap(class_session, student_id, other_id)
        assert everything(class_session) == before
        return refused.value

    def test_a_student_cannot_swap_with_themselves(self, class_session: ClassSession) -> None:
        ana = held(current(class_session))
        assert self.refused(class_session, ana, ana).code is PlayErrorCode.SWAP_OF_ONE

    def test_waiting_students_cannot_swap(self, class_session: ClassSession) -> None:
        (late,) = join(class_session, 1)
        error = self.refused(class_session, held(current(class_session)), late.id)
        assert error.code is PlayErrorCode.NO_SEAT_TO_SWAP
        assert error.facts == {"names": (late.name,)}

    def test_students_who_have_not_joined_cannot_swap(self, class_session: ClassSession) -> None:
        stranger, foreign = make_student(school_class=class_session.school_class), held(current(start(2)))
        for other_id in (stranger.id, foreign, "unknown", ""):
            error = self.refused(class_session, held(current(class_session)), other_id)
            assert error.code is SessionErrorCode.NOT_PRESENT

    def test_former_students_cannot_swap(self, class_session: ClassSession) -> None:
        one, other = current_games(class_session_id=class_session.id)
        ben = held(other)
        roster.archive_student(student_id=ben)
        assert self.refused(class_session, held(one), ben).code is SessionErrorCode.NOT_PRESENT

    def test_swapping_after_the_lesson_is_refused(self, class_session: ClassSession) -> None:
        one, other = current_games(class_session_id=class_session.id)
        ana, ben = held(one), held(other)
        class_sessions.end_session(class_session_id=class_session.id)
        assert self.refused(class_session, ana, ben).code is SessionErrorCode.SESSION_ENDED

    def test_swapping_in_practice_is_refused(self, db_session: scoped_session[Session]) -> None:
        ana = make_student()
        ben = make_student(school_class=ana.school_class)
        allow_practice(class_id=ana.class_id, is_allowed=True)
        practice = start_practice(student_id=ana.id).class_session
        assert self.refused(practice, ana.id, ben.id).code is SessionErrorCode.NOT_PRESENT


class TestOneDevice:
    @pytest.fixture
    def class_session(self, db_session: scoped_session[Session], frozen_clock: FrozenClock) -> ClassSession:
        """Two tables of two; at the first one device goes round, on which anyone who sits in seat 0 is signed in."""
        class_session = start(4, TableSettings(table_size=2))
        game = current(class_session)
        game.is_shared = True
        for one in class_session.attendances:
            one.seen_at = None if one.student_id == held(game, 1) else frozen_clock.now
        db.session.commit()
        return class_session

    def test_the_last_signed_in_student_cannot_leave_a_shared_table(self, class_session: ClassSession) -> None:
        one, other = current_games(class_session_id=class_session.id)
        ana, ben = held(one), held(other)
        next(one for one in class_session.attendances if one.student_id == ben).seen_at = None
        db.session.commit()
        before = everything(class_session)
        with pytest.raises(ServiceError) as refused:
            swap(class_session, ben, ana)
        assert refused.value.code is PlayErrorCode.LAST_DEVICE
        assert refused.value.facts == {"table": 1, "names": (db.session.get_one(Student, ana).name,)}
        assert everything(class_session) == before

    def test_moving_away_with_the_last_device_is_refused(self, class_session: ClassSession) -> None:
        ana = held(current(class_session))
        before = everything(class_session)
        with pytest.raises(ServiceError) as refused:
            move_student(class_session_id=class_session.id, student_id=ana, to=None)
        assert refused.value.code is PlayErrorCode.LAST_DEVICE
        assert everything(class_session) == before

    def test_a_single_student_can_leave_with_the_device(self, class_session: ClassSession) -> None:
        game = current(class_session)
        give_seat(game_id=game.id, seat=1, student_id=None)
        move_student(class_session_id=class_session.id, student_id=held(game), to=None)

    def test_a_swap_that_brings_a_device_is_allowed(self, class_session: ClassSession) -> None:
        one, other = current_games(class_session_id=class_session.id)
        ana, ben = held(one), held(other)
        swap(class_session, ana, ben)
        assert held(one) == ben

    def test_a_swap_within_the_table_is_allowed(self, class_session: ClassSession) -> None:
        game = current(class_session)
        ana, ben = held(game, 0), held(game, 1)
        swap(class_session, ana, ben)
        assert seats_of(game) == {0: ben, 1: ana}

    def test_a_student_without_the_device_can_leave(self, class_session: ClassSession) -> None:
        one, other = current_games(class_session_id=class_session.id)
        shares, ben = held(one, 1), held(other)
        swap(class_session, shares, ben)
        assert held(one, 1) == ben
