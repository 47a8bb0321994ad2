"""The next game with new partners, and a new session with the same cards and tables."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.models import ClassSession, SessionState
from classroom.presenters.sessions.live import live_page
from classroom.services.attendance import attendances_of
from classroom.services.classes import roster
from classroom.services.classes.moving_students import move_to_class
from classroom.services.errors import ServiceError, SessionErrorCode
from classroom.services.play import games
from classroom.services.play.game_row import seats_of
from classroom.services.play.positions import position_of
from classroom.services.sessions import class_sessions, lobby
from classroom.services.sessions.next_games import Teams, deal_next_game, deal_next_games, play_again, turned
from classroom.services.settings import TableSettings
from engine import CLASSIC, NUMBERS
from tests.classroom.services.learning.dealing import current, start
from tests.classroom.services.sessions.joining import plan_of
from tests.factories import make_class_session, make_deck, make_school_class, make_student

if TYPE_CHECKING:
    from sqlalchemy.orm import Session, scoped_session

TABLES = sorted(
    {(players, teams) for one in (NUMBERS, CLASSIC) for players, choices in one.teams.items() for teams in choices}
)


def partners(seats: list[int], teams: int) -> set[frozenset[int]]:
    """Return all pairs of partners."""
    return {frozenset(pair) for team in range(teams) for pair in combinations(seats[team::teams], 2)}


@pytest.mark.parametrize(("players", "teams"), TABLES)
def test_partners_change_as_far_as_the_table_allows(players: int, teams: int) -> None:
    before = list(range(players))
    for _ in range(4):
        after = turned(before, teams)
        assert sorted(after) == sorted(before)
        kept = len(partners(before, teams) & partners(after, teams))
        size = players // teams
        spread = [size // teams + (team < size % teams) for team in range(teams)]
        assert kept == teams * sum(some * (some - 1) // 2 for some in spread)  # none, where a team fits into the teams
        before = after


def test_at_a_table_of_four_all_are_partners_within_three_games() -> None:
    seats, met = [0, 1, 2, 3], set()
    for _ in range(3):
        met |= partners(seats, 2)
        seats = turned(seats, 2)
    assert met == {frozenset(pair) for pair in combinations(range(4), 2)}


def test_the_next_game_with_new_partners(db_session: scoped_session[Session]) -> None:
    game = current(start(4))
    games.stop_game(game_id=game.id)
    following = deal_next_game(game_id=game.id, teams=Teams.TURNED)
    before, after = seats_of(game), seats_of(following)
    assert set(before.values()) == set(after.values())
    assert {before[0], before[2]} not in ({after[0], after[2]}, {after[1], after[3]})


def test_all_tables_change_partners_at_once(db_session: scoped_session[Session]) -> None:
    class_session = start(8)
    before = games.current_games(class_session_id=class_session.id)
    for game in before:
        games.stop_game(game_id=game.id)
    assert deal_next_games(class_session_id=class_session.id, teams=Teams.TURNED) == 2
    for old, new in zip(before, games.current_games(class_session_id=class_session.id), strict=True):
        assert seats_of(new) != seats_of(old)
        assert set(seats_of(new).values()) == set(seats_of(old).values())


@pytest.mark.parametrize("leave", ["archived", "elsewhere"])
def test_a_bot_plays_for_former_students(db_session: scoped_session[Session], leave: str) -> None:
    class_session = start(4, TableSettings(table_size=2))
    first, second = games.current_games(class_session_id=class_session.id)
    for game in (first, second):
        games.stop_game(game_id=game.id)
    other = make_school_class(teacher=class_session.school_class.teacher)
    for gone in (seats_of(first)[0], *seats_of(second).values()):
        if leave == "archived":
            roster.archive_student(student_id=gone or "")
        else:
            move_to_class(class_id=class_session.class_id, to_class_id=other.id, student_ids=[gone or ""])
    assert deal_next_games(class_session_id=class_session.id) == 1
    following = current(class_session)
    assert seats_of(following) == {0: None, 1: seats_of(first)[1]}
    assert (following.bot_due_at is not None) == (position_of(following).turn == 0)
    assert games.current_games(class_session_id=class_session.id)[1].id == second.id


def test_a_table_that_everyone_left_stops(db_session: scoped_session[Session]) -> None:
    game = current(start(2, TableSettings(table_size=2)))
    games.stop_game(game_id=game.id)
    for student_id in seats_of(game).values():
        roster.archive_student(student_id=student_id or "")
    (table,) = live_page(game.class_session).tables
    assert not table.can_deal
    with pytest.raises(ServiceError) as refused:
        deal_next_game(game_id=game.id)
    assert refused.value.code is SessionErrorCode.TABLE_EMPTY


class TestPlayingAgain:
    @pytest.fixture
    def ended(self, db_session: scoped_session[Session]) -> ClassSession:
        """A session of two tables of four, which has ended."""
        class_session = start(8, TableSettings(table_size=4, tries=3))
        class_sessions.end_session(class_session_id=class_session.id)
        return class_session

    def seats(self, class_session: ClassSession) -> dict[int, list[str]]:
        """Return the final seats."""
        return {
            game.table_number: [student_id for _, student_id in sorted(seats_of(game).items()) if student_id]
            for game in games.current_games(class_session_id=class_session.id)
        }

    def test_students_who_join_find_their_own_seat(self, ended: ClassSession) -> None:
        following = play_again(class_session_id=ended.id)
        assert following.state == SessionState.LOBBY
        assert following.settings == ended.settings
        assert plan_of(following) == {}
        seats = self.seats(ended)
        for student_id in (*reversed(seats[2]), *seats[1]):
            class_sessions.join_session(class_session_id=following.id, student_id=student_id)
        assert plan_of(following) == seats

    def test_with_new_partners(self, ended: ClassSession) -> None:
        following = play_again(class_session_id=ended.id, teams=Teams.TURNED)
        seats = self.seats(ended)
        for student_id in seats[1]:
            class_sessions.join_session(class_session_id=following.id, student_id=student_id)
        assert plan_of(following) == {1: turned(seats[1], 2)}

    def test_newly_formed_tables_reserve_no_seats(self, ended: ClassSession) -> None:
        following = play_again(class_session_id=ended.id)
        seats = self.seats(ended)
        for student_id in seats[1]:
            class_sessions.join_session(class_session_id=following.id, student_id=student_id)
        lobby.arrange_tables(class_session_id=following.id)
        for student_id in seats[2]:
            class_sessions.join_session(class_session_id=following.id, student_id=student_id)
        waiting = [one for one in attendances_of(class_session_id=following.id) if one.table_number is None]
        assert {one.student_id for one in waiting} == set(seats[2])

    def test_absent_students_wait_for_a_table(self, ended: ClassSession) -> None:
        following = play_again(class_session_id=ended.id)
        new = make_student(school_class=ended.school_class)
        class_sessions.join_session(class_session_id=following.id, student_id=new.id)
        assert plan_of(following) == {}

    def test_a_seat_that_someone_else_was_given_stays_theirs(self, ended: ClassSession) -> None:
        following = play_again(class_session_id=ended.id)
        first, second = self.seats(ended)[1][:2]
        class_sessions.join_session(class_session_id=following.id, student_id=second)
        (seat,) = attendances_of(class_session_id=following.id)
        seat.table_number, seat.place = 1, 0
        db.session.commit()
        class_sessions.join_session(class_session_id=following.id, student_id=first)
        assert plan_of(following) == {1: [second]}

    def test_a_deleted_deck_can_be_played_again(self, db_session: scoped_session[Session]) -> None:
        class_session = start(2)
        deck = make_deck(class_session.school_class.teacher)
        class_sessions.end_session(class_session_id=class_session.id)
        opened = class_sessions.open_session(class_id=class_session.class_id, settings=TableSettings(deck=deck.id))
        class_sessions.end_session(class_session_id=opened.id)
        db_session.delete(deck)
        db_session.commit()
        assert play_again(class_session_id=opened.id).settings == opened.settings

    def test_playing_again_requires_an_ended_session(self, db_session: scoped_session[Session]) -> None:
        with pytest.raises(ServiceError) as refused:
            play_again(class_session_id=start(2).id)
        assert refused.value.code is SessionErrorCode.SESSION_NOT_OVER

    def test_playing_again_requires_no_open_session(self, ended: ClassSession) -> None:
        make_class_session(ended.school_class)
        with pytest.raises(ServiceError) as refused:
            play_again(class_session_id=ended.id)
        assert refused.value.code is SessionErrorCode.SESSION_OPEN
