"""Students leave or come late: no turn is skipped or repeated, and no one has an advantage."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.models import Game, SessionState
from classroom.rng import seeded
from classroom.services.errors import ServiceError, SessionErrorCode
from classroom.services.play.bots import play_bot
from classroom.services.play.game_row import seats_of
from classroom.services.play.moves import play_move
from classroom.services.play.positions import position_of
from classroom.services.play.seats import give_seat
from classroom.services.seating.planning import move_to_table
from classroom.services.sessions import class_sessions
from classroom.services.sessions.lobby import start_session
from engine import Place, right_spaces
from tests.factories import make_attendance, make_class_session, make_game, make_student

if TYPE_CHECKING:
    from sqlalchemy.orm import Session, scoped_session

    from tests.frozen_clock import FrozenClock
    from tests.page_client import PageClient


def table_of(players: int) -> Game:
    """Return a game of this many students, all present."""
    class_session = make_class_session(state=SessionState.PLAYING)
    students = [make_student(school_class=class_session.school_class) for _ in range(players)]
    for student in students:
        make_attendance(class_session, student)
    return make_game(class_session, students)


def play_turn(game: Game) -> int:
    """Let the active player, a student or a bot, make a move. Return the seat."""
    seat = position_of(game).turn
    holder = seats_of(game)[seat]
    while position_of(game).turn == seat and position_of(game).outcome is None:
        if holder is None:
            assert play_bot(game_id=game.id)
        else:
            play_move(
                game_id=game.id,
                student_id=holder,
                move=any_move(game),
                version=game.version,
                idempotency_key=f"k{game.version}",
            )
    return seat


def any_move(game: Game) -> Place:
    """Return a right answer of the active seat at the start of a game."""
    position = position_of(game)
    for card in position.hands[position.turn]:
        for space in right_spaces(position, card):
            if position.open >> space & 1:
                return Place(position.turn, card, space)
    raise AssertionError("no card of this hand has an open space")


@pytest.mark.parametrize("players", [3, 4, 6])
def test_a_player_leaving_skips_and_repeats_no_turn(
    db_session: scoped_session[Session], frozen_clock: FrozenClock, players: int
) -> None:
    with seeded(5):
        game = table_of(players)
        first = position_of(game).turn
        order = []
        for turn in range(2 * players):
            if turn == 1:  # anyone who is on turn leaves in the middle of it
                give_seat(game_id=game.id, seat=position_of(game).turn, student_id=None)
            if turn == players + 1:  # and another one between two turns
                give_seat(game_id=game.id, seat=(position_of(game).turn + 1) % players, student_id=None)
            frozen_clock.move_on(seconds=5)
            order.append(play_turn(game))
    assert order == [(first + turn) % players for turn in range(2 * players)]


def test_five_players_are_refused_with_the_reason(page: PageClient) -> None:
    class_session = make_class_session()
    for _ in range(5):
        student = make_student(school_class=class_session.school_class)
        make_attendance(class_session, student)
        move_to_table(class_session_id=class_session.id, student_id=student.id, table_number=1)
    with pytest.raises(ServiceError) as refused:
        start_session(class_session_id=class_session.id)
    assert refused.value.code is SessionErrorCode.TABLE_SIZE
    page.sign_in(class_session.school_class.teacher).get("sessions.show", class_session_id=class_session.id)
    shown = page.post("sessions.start", class_session_id=class_session.id, status=422)
    assert "five players, who can’t form even teams" in shown.text


def test_a_late_joiner_has_no_advantage_in_any_clock(
    page: PageClient, db_session: scoped_session[Session], frozen_clock: FrozenClock
) -> None:
    game = table_of(2)
    seat = position_of(game).turn
    give_seat(game_id=game.id, seat=seat, student_id=None)
    frozen_clock.move_on(minutes=2)
    late = make_student("Late", school_class=game.class_session.school_class)
    class_sessions.join_session(class_session_id=game.class_session_id, student_id=late.id)
    before = position_of(game)
    give_seat(game_id=game.id, seat=seat, student_id=late.id)
    after = position_of(game)
    assert (after.hands[seat], after.turn, after.misses) == (before.hands[seat], before.turn, before.misses)
    page.sign_in(game.class_session.school_class.teacher)
    live = page.get("sessions.show", class_session_id=game.class_session_id).text
    assert "Late has not moved" not in live, "a new holder is not blamed for the time before"
