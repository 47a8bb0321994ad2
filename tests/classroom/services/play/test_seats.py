"""Seats that change hands: to a bot, back, to a late student; moves stay credited to the student who made them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from classroom.database import db
from classroom.live import get_bus, session_topic, student_topic
from classroom.models import Attempt, ClassSession, Game, GameEvent, Player
from classroom.services.classes.roster import remove_student
from classroom.services.errors import PlayErrorCode, ServiceError, SessionErrorCode
from classroom.services.play import games
from classroom.services.play.bots import play_bot
from classroom.services.play.game_row import seats_of
from classroom.services.play.positions import position_of
from classroom.services.play.seats import give_seat
from classroom.services.sessions import class_sessions
from classroom.services.sessions.next_games import deal_next_game
from tests.classroom.services.learning.dealing import answer, start
from tests.classroom.services.sessions.joining import join
from tests.factories import make_student

if TYPE_CHECKING:
    from sqlalchemy.orm import Session, scoped_session


def test_a_seat_goes_to_a_bot_and_back(game: Game) -> None:
    student_id = seats_of(game)[1]
    give_seat(game_id=game.id, seat=1, student_id=None)
    assert seats_of(game)[1] is None
    give_seat(game_id=game.id, seat=1, student_id=student_id)
    assert seats_of(game)[1] == student_id
    assert [player.student_id for player in game.players if player.seat == 1] == [student_id, None, student_id]


def test_a_seat_keeps_its_hand_when_its_holder_changes(game: Game) -> None:
    hand = position_of(game).hands[1]
    give_seat(game_id=game.id, seat=1, student_id=None)
    assert position_of(game).hands[1] == hand


def test_a_late_student_takes_a_bots_seat(class_session: ClassSession, game: Game) -> None:
    give_seat(game_id=game.id, seat=2, student_id=None)
    (late,) = join(class_session, 1)
    give_seat(game_id=game.id, seat=2, student_id=late.id)
    assert seats_of(game)[2] == late.id


def test_answers_belong_to_who_gave_them(class_session: ClassSession, game: Game) -> None:
    seat = position_of(game).turn
    first = answer(game, rightly=False)
    give_seat(game_id=game.id, seat=seat, student_id=None)
    play_bot(game_id=game.id)
    (late,) = join(class_session, 1)
    give_seat(game_id=game.id, seat=seat, student_id=late.id)
    while position_of(game).turn != seat:
        answer(game)
    answer(game, rightly=False)
    given = db.session.execute(select(Attempt).order_by(Attempt.version)).scalars().all()
    assert [one.student_id for one in given if not one.is_right] == [first, late.id]
    bots = db.session.execute(select(GameEvent).where(GameEvent.student_id.is_(None))).scalars().all()
    assert bots
    assert not {one.version for one in bots} & {one.version for one in given}


def test_a_tenure_has_its_start_and_end(class_session: ClassSession, game: Game) -> None:
    answer(game)
    answer(game)
    give_seat(game_id=game.id, seat=3, student_id=None)
    before, now = (player for player in game.players if player.seat == 3)
    assert (before.from_version, before.left_at_version) == (0, 2)
    assert (now.from_version, now.left_at_version) == (2, None)


def test_giving_a_seat_to_its_holder_changes_nothing(game: Game) -> None:
    student_id = seats_of(game)[0]
    give_seat(game_id=game.id, seat=0, student_id=student_id)
    assert len([player for player in game.players if player.seat == 0]) == 1


def test_a_seated_student_cannot_be_replaced_by_another(class_session: ClassSession, game: Game) -> None:
    (late,) = join(class_session, 1)
    with pytest.raises(ServiceError) as refused:
        give_seat(game_id=game.id, seat=0, student_id=late.id)
    assert refused.value.code is PlayErrorCode.SEAT_TAKEN


def test_no_one_sits_at_two_tables(db_session: scoped_session[Session]) -> None:
    class_session = start(8)
    one, other = games.current_games(class_session_id=class_session.id)
    give_seat(game_id=one.id, seat=0, student_id=None)
    with pytest.raises(ServiceError) as refused:
        give_seat(game_id=one.id, seat=0, student_id=seats_of(other)[0])
    assert refused.value.code is PlayErrorCode.ALREADY_SEATED


def test_a_student_can_change_tables_by_way_of_a_bot(db_session: scoped_session[Session]) -> None:
    class_session = start(8)
    one, other = games.current_games(class_session_id=class_session.id)
    mover = seats_of(other)[0]
    give_seat(game_id=one.id, seat=0, student_id=None)
    give_seat(game_id=other.id, seat=0, student_id=None)
    give_seat(game_id=one.id, seat=0, student_id=mover)
    shown = games.current_game_of(class_session_id=class_session.id, student_id=mover or "")
    assert shown is one


def test_only_who_has_joined_gets_a_seat(class_session: ClassSession, game: Game) -> None:
    give_seat(game_id=game.id, seat=0, student_id=None)
    absent = make_student(school_class=class_session.school_class)
    stranger = make_student()
    for student in (absent, stranger):
        with pytest.raises(ServiceError) as refused:
            give_seat(game_id=game.id, seat=0, student_id=student.id)
        assert refused.value.code is SessionErrorCode.NOT_PRESENT
    assert seats_of(game)[0] is None


@pytest.mark.parametrize("seat", [4, -1, 99])
def test_an_unknown_seat_is_refused(game: Game, seat: int) -> None:
    with pytest.raises(ServiceError) as refused:
        give_seat(game_id=game.id, seat=seat, student_id=None)
    assert refused.value.code is PlayErrorCode.NO_SUCH_SEAT


def test_seats_of_an_ended_session_cannot_change(class_session: ClassSession, game: Game) -> None:
    class_sessions.end_session(class_session_id=class_session.id)
    with pytest.raises(ServiceError) as refused:
        give_seat(game_id=game.id, seat=0, student_id=None)
    assert refused.value.code is SessionErrorCode.SESSION_ENDED


def test_seats_of_an_earlier_game_cannot_change(game: Game) -> None:
    games.stop_game(game_id=game.id)
    deal_next_game(game_id=game.id)
    with pytest.raises(ServiceError) as refused:
        give_seat(game_id=game.id, seat=0, student_id=None)
    assert refused.value.code is PlayErrorCode.NEXT_GAME_BEGUN


def test_former_and_current_players_are_notified(class_session: ClassSession, game: Game) -> None:
    ears = [get_bus().subscribe(student_topic(one)) for one in seats_of(game).values() if one]
    teacher = get_bus().subscribe(session_topic(class_session.id))
    give_seat(game_id=game.id, seat=0, student_id=None)
    assert len(ears) == 4
    assert all(ear.wait(0) for ear in [*ears, teacher])


def test_a_bot_that_gets_the_turn_is_scheduled(game: Game) -> None:
    assert game.bot_due_at is None
    give_seat(game_id=game.id, seat=position_of(game).turn, student_id=None)
    assert game.bot_due_at is not None


def test_a_bot_that_has_to_wait_is_not_scheduled(game: Game) -> None:
    give_seat(game_id=game.id, seat=(position_of(game).turn + 1) % 4, student_id=None)
    assert game.bot_due_at is None


def test_a_returning_student_stops_the_bot(game: Game) -> None:
    seat = position_of(game).turn
    student_id = seats_of(game)[seat]
    give_seat(game_id=game.id, seat=seat, student_id=None)
    give_seat(game_id=game.id, seat=seat, student_id=student_id)
    assert game.bot_due_at is None


def test_a_table_of_bots_does_not_play(game: Game) -> None:
    for seat in range(4):
        give_seat(game_id=game.id, seat=seat, student_id=None)
    assert game.bot_due_at is None


def test_a_bot_takes_over_from_a_student_who_is_removed(game: Game) -> None:
    before = seats_of(game)
    remove_student(student_id=before[2] or "")
    assert seats_of(game) == {**before, 2: None}


def test_the_database_prevents_shared_seats(game: Game) -> None:
    db.session.add(Player(game_id=game.id, seat=0))
    with pytest.raises(IntegrityError):
        db.session.flush()
