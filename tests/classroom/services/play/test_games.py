"""Games at tables: table talk, stopping, the next game, the record."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.models import ClassSession, Game
from classroom.services.errors import PlayErrorCode, ServiceError, SessionErrorCode
from classroom.services.play import games
from classroom.services.play.game_row import seats_of
from classroom.services.play.positions import position_of
from classroom.services.play.records import record_of
from classroom.services.play.seats import give_seat
from classroom.services.sessions import class_sessions, lobby
from classroom.services.sessions.next_games import deal_next_game, deal_next_games
from classroom.services.sessions.pauses import pause_session
from classroom.services.settings import TableSettings
from engine import IllegalMoveError, IllegalReason, Team, check_record
from tests.classroom.services.learning.dealing import answer, current, start
from tests.classroom.services.sessions.joining import join
from tests.factories import make_class_session
from tests.sql_statements import statements

if TYPE_CHECKING:
    from flask import Flask
    from sqlalchemy.orm import Session, scoped_session


# Table talk, stopping


def test_table_talk_costs_each_team_member_a_card(game: Game) -> None:
    games.call_penalty(game_id=game.id, team=Team.GREEN)
    assert position_of(game).forfeits_due == (0, 1, 0, 1)


def test_no_penalty_without_the_rule(db_session: scoped_session[Session]) -> None:
    game = current(start(4, TableSettings()))
    with pytest.raises(ServiceError) as refused:
        games.call_penalty(game_id=game.id, team=Team.GREEN)
    assert refused.value.code is PlayErrorCode.NO_TABLE_TALK


def test_no_penalty_in_a_whole_class_game(db_session: scoped_session[Session]) -> None:
    settings = TableSettings(table_talk=True, whole_class_teams=2)
    class_session = make_class_session(settings=settings, is_whole_class=True)
    lobby.start_session(class_session_id=class_session.id)
    (game,) = games.current_games(class_session_id=class_session.id)
    with pytest.raises(ServiceError) as refused:
        games.call_penalty(game_id=game.id, team=Team.BLUE)
    assert refused.value.code is PlayErrorCode.NO_TABLE_TALK
    assert game.version == 0


def test_no_penalty_after_the_game(game: Game) -> None:
    games.stop_game(game_id=game.id)
    with pytest.raises(IllegalMoveError) as refused:
        games.call_penalty(game_id=game.id, team=Team.BLUE)
    assert refused.value.reason is IllegalReason.GAME_OVER


def test_no_penalty_for_an_unknown_team(game: Game) -> None:
    with pytest.raises(IllegalMoveError) as refused:
        games.call_penalty(game_id=game.id, team=Team.RED)
    assert refused.value.reason is IllegalReason.NO_SUCH_TEAM


def test_no_penalty_in_a_pause(class_session: ClassSession, game: Game) -> None:
    pause_session(class_session_id=class_session.id)
    with pytest.raises(ServiceError) as refused:
        games.call_penalty(game_id=game.id, team=Team.BLUE)
    assert refused.value.code is SessionErrorCode.SESSION_PAUSED


def test_a_game_is_stopped_once(game: Game) -> None:
    games.stop_game(game_id=game.id)
    games.stop_game(game_id=game.id)
    assert (game.version, game.outcome_reason, game.winner) == (1, "stopped", None)


# The next game


def test_the_next_game_has_the_same_seats_and_the_next_dealer(game: Game) -> None:
    games.stop_game(game_id=game.id)
    following = deal_next_game(game_id=game.id)
    before, after = position_of(game).setup, position_of(following).setup
    assert seats_of(following) == seats_of(game)
    assert after.dealer == (before.dealer + 1) % 4
    assert after.board == before.board
    assert after.deck != before.deck
    assert (following.table_number, following.round, following.version) == (1, 2, 0)


def test_the_next_game_starts_once(game: Game) -> None:
    games.stop_game(game_id=game.id)
    assert deal_next_game(game_id=game.id) is deal_next_game(game_id=game.id)


def test_simultaneous_requests_deal_one_game(game: Game, app: Flask) -> None:
    games.stop_game(game_id=game.id)
    game_id, dealt = game.id, []
    gate = threading.Barrier(4)

    def press() -> None:
        with app.app_context():
            gate.wait()
            dealt.append(deal_next_game(game_id=game_id).id)

    threads = [threading.Thread(target=press) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(dealt) == 4
    assert len(set(dealt)) == 1


def test_no_next_game_before_the_end(game: Game) -> None:
    with pytest.raises(ServiceError) as refused:
        deal_next_game(game_id=game.id)
    assert refused.value.code is PlayErrorCode.GAME_NOT_OVER


def test_no_next_game_after_the_lesson(class_session: ClassSession, game: Game) -> None:
    class_sessions.end_session(class_session_id=class_session.id)
    with pytest.raises(ServiceError) as refused:
        deal_next_game(game_id=game.id)
    assert refused.value.code is SessionErrorCode.SESSION_ENDED


def test_a_bot_keeps_its_seat_in_the_next_game(game: Game) -> None:
    give_seat(game_id=game.id, seat=3, student_id=None)
    games.stop_game(game_id=game.id)
    following = deal_next_game(game_id=game.id)
    assert seats_of(following)[3] is None


def test_a_seat_given_between_two_games_counts_from_the_next(class_session: ClassSession, game: Game) -> None:
    give_seat(game_id=game.id, seat=3, student_id=None)
    games.stop_game(game_id=game.id)
    (late,) = join(class_session, 1)
    give_seat(game_id=game.id, seat=3, student_id=late.id)
    assert seats_of(deal_next_game(game_id=game.id))[3] == late.id


def test_all_finished_tables_continue_at_once(db_session: scoped_session[Session]) -> None:
    class_session = start(12)
    first, second, third = games.current_games(class_session_id=class_session.id)
    for game in (first, third):
        games.stop_game(game_id=game.id)
    assert deal_next_games(class_session_id=class_session.id) == 2
    assert [game.round for game in games.current_games(class_session_id=class_session.id)] == [2, 1, 2]
    assert current(class_session, 1) is second


def test_no_table_continues_during_a_pause(class_session: ClassSession, game: Game) -> None:
    games.stop_game(game_id=game.id)
    pause_session(class_session_id=class_session.id)
    with pytest.raises(ServiceError) as refused:
        deal_next_games(class_session_id=class_session.id)
    assert refused.value.code is SessionErrorCode.SESSION_PAUSED


def test_a_student_sees_the_latest_game_of_the_table(class_session: ClassSession, game: Game) -> None:
    student_id = seats_of(game)[0] or ""
    games.stop_game(game_id=game.id)
    following = deal_next_game(game_id=game.id)
    assert games.current_game_of(class_session_id=class_session.id, student_id=student_id) is following


def test_all_games_of_a_session(game: Game) -> None:
    games.stop_game(game_id=game.id)
    following = deal_next_game(game_id=game.id)
    assert games.all_games(class_session_id=game.class_session_id) == [game, following]
    assert games.current_games(class_session_id=game.class_session_id) == [following]


# The record


def test_the_record_of_a_whole_game_is_valid(db_session: scoped_session[Session]) -> None:
    game = current(start(2, TableSettings(tries=1)))
    wishes = iter([True, False] * 200)
    while game.over_at is None:
        try:
            answer(game, rightly=next(wishes))
        except StopIteration:  # no playable equation: the game at this table ends
            games.stop_game(game_id=game.id)
    record = record_of(game_id=game.id)
    outcome = check_record(record).outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winner) == (game.outcome_reason, game.winner)
    assert len(record["events"]) == game.version


def test_a_game_in_progress_has_no_record(game: Game) -> None:
    answer(game)
    with pytest.raises(ServiceError) as refused:
        record_of(game_id=game.id)
    assert refused.value.code is PlayErrorCode.GAME_NOT_OVER


# Number of queries


@pytest.mark.parametrize("tables", [1, 8])
def test_all_tables_are_read_in_two_queries(db_session: scoped_session[Session], tables: int) -> None:
    class_session = start(4 * tables)
    session_id = class_session.id
    db.session.expire_all()
    db.session.rollback()
    db.session.expunge_all()
    with statements() as noted:
        found = games.current_games(class_session_id=session_id)
        names = [player.student.name for game in found for player in game.players if player.student]
        positions = [position_of(game) for game in found]
    assert (len(found), len(names), len(positions)) == (tables, 4 * tables, tables)
    assert len([one for one in noted if one.startswith("SELECT")]) == 2
