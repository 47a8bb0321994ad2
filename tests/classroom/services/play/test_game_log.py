"""Writing to a game's log: events, intents, outcomes, bots' times, notifications."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from classroom.database import transaction
from classroom.live import get_bus, session_topic, student_topic
from classroom.models import ClassSession, Game, SessionState
from classroom.services.notifications import notify
from classroom.services.play.game_log import BOT_THINKS_SECONDS, MoveDetails, append_move, bot_seats, event_json
from classroom.services.play.game_row import seats_of
from classroom.services.play.positions import position_of
from classroom.services.play.records import events_of
from classroom.services.settings import TableSettings
from engine import (
    CardKind,
    DrawMode,
    IllegalMoveError,
    IllegalReason,
    Miss,
    Move,
    Place,
    Stop,
    legal_moves,
    right_spaces,
)
from tests.factories import make_class_session, make_game, make_student

if TYPE_CHECKING:
    from sqlalchemy.orm import Session, scoped_session

    from tests.frozen_clock import FrozenClock


@pytest.fixture
def class_session(db_session: scoped_session[Session]) -> ClassSession:
    """A running session."""
    return make_class_session(state=SessionState.PLAYING)


@pytest.fixture
def game(class_session: ClassSession) -> Game:
    """Two students, just dealt."""
    return make_game(class_session)


def append(game: Game, move: Move, student_id: str | None = None) -> None:
    """Log a move in a separate transaction."""
    with transaction() as session:
        append_move(session, game, position_of(game), move, MoveDetails(student_id))


def right_place(game: Game) -> Place:
    """Return a right answer of the student on turn."""
    position = position_of(game)
    kinds = {card.id: card.kind for card in position.setup.cards}
    places = (move for move in legal_moves(position) if isinstance(move, Place))
    return next(move for move in places if kinds[move.card] is CardKind.MATCH)


def wrong_place(game: Game) -> Place:
    """Return a wrong answer with the same card."""
    position, move = position_of(game), right_place(game)
    right = right_spaces(position, move.card)
    space = next(s for s in range(position.setup.board.size) if position.open >> s & 1 and s not in right)
    return Place(move.seat, move.card, space)


def test_a_move_becomes_the_next_event(game: Game, frozen_clock: FrozenClock) -> None:
    student_id = seats_of(game)[position_of(game).turn]
    move = right_place(game)
    append(game, move, student_id)
    (row,) = events_of(game)
    assert (row.version, row.student_id, row.at) == (1, student_id, frozen_clock.now)
    assert row.event == move.to_json(position_of(game).setup.board)
    assert row.intent is None
    assert (game.version, game.moved_at) == (1, frozen_clock.now)


def test_a_wrong_answer_is_logged_with_its_intent(game: Game) -> None:
    move = wrong_place(game)
    board = position_of(game).setup.board
    append(game, move, seats_of(game)[move.seat])
    (row,) = events_of(game)
    assert row.event == Miss(move.seat, move.card, move.space).to_json(board)
    assert row.intent == event_json(row) == move.to_json(board)


def test_a_refused_move_leaves_no_trace(game: Game) -> None:
    move = right_place(game)
    with pytest.raises(IllegalMoveError) as refused:
        append(game, Place((move.seat + 1) % 2, move.card, move.space))
    assert refused.value.reason is IllegalReason.NOT_YOUR_TURN
    assert (game.version, events_of(game)) == (0, [])


def test_a_rolled_back_move_leaves_no_trace(game: Game) -> None:
    before = position_of(game)

    def fail_after_a_move() -> None:
        with transaction() as session:
            append_move(session, game, before, right_place(game))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_after_a_move()
    assert (game.version, events_of(game)) == (0, [])
    assert position_of(game) == before


def test_a_stop_ends_the_game(game: Game, frozen_clock: FrozenClock) -> None:
    append(game, Stop())
    assert (game.outcome_reason, game.winner, game.over_at) == ("stopped", None, frozen_clock.now)


def test_a_game_in_progress_has_no_outcome(game: Game) -> None:
    append(game, right_place(game))
    assert (game.outcome_reason, game.winner, game.over_at) == (None, None, None)


def test_a_bot_waits_before_it_moves(class_session: ClassSession, frozen_clock: FrozenClock) -> None:
    student = make_student(school_class=class_session.school_class)
    game = make_game(class_session, [student, None])
    append(game, right_place(game))
    if position_of(game).turn == 0:  # the bot was dealt to first
        append(game, right_place(game))
    assert game.bot_due_at is not None
    shortest, longest = BOT_THINKS_SECONDS
    assert timedelta(seconds=shortest) <= game.bot_due_at - frozen_clock.now <= timedelta(seconds=longest)


def test_no_bot_is_due_while_a_student_is_on_turn(class_session: ClassSession) -> None:
    student = make_student(school_class=class_session.school_class)
    game = make_game(class_session, [student, None])
    while position_of(game).turn == 0:
        append(game, right_place(game))
    append(game, right_place(game))
    assert position_of(game).turn == 0
    assert game.bot_due_at is None


def test_a_bot_with_an_owed_card_is_due_out_of_turn(class_session: ClassSession) -> None:
    student = make_student(school_class=class_session.school_class)
    game = make_game(class_session, [student, None], settings=TableSettings(draw=DrawMode.MANUAL))
    while position_of(game).turn == 0:
        append(game, right_place(game))
    append(game, right_place(game))
    position = position_of(game)
    assert (position.turn, position.owed[1] != ()) == (0, True)
    assert game.bot_due_at is not None


def test_a_table_of_bots_does_not_play(class_session: ClassSession) -> None:
    game = make_game(class_session, [None, None])
    append(game, right_place(game))
    assert game.bot_due_at is None


def test_no_bot_is_due_when_the_game_is_over(class_session: ClassSession) -> None:
    student = make_student(school_class=class_session.school_class)
    game = make_game(class_session, [student, None])
    append(game, Stop())
    assert game.bot_due_at is None


def test_seats_are_recorded(class_session: ClassSession) -> None:
    student = make_student(school_class=class_session.school_class)
    game = make_game(class_session, [None, student, None])
    assert seats_of(game) == {0: None, 1: student.id, 2: None}
    assert bot_seats(game) == {0, 2}


def test_all_pages_of_the_table_are_notified_of_a_move(game: Game) -> None:
    ears = [get_bus().subscribe(student_topic(one)) for one in seats_of(game).values() if one]
    ears.append(get_bus().subscribe(session_topic(game.class_session_id)))
    stranger = get_bus().subscribe(student_topic(make_student().id))
    append(game, right_place(game))
    assert len(ears) == 3
    assert all(ear.wait(0) for ear in ears)
    assert not stranger.wait(0)


def test_notifications_wait_for_the_commit(class_session: ClassSession) -> None:
    ear = get_bus().subscribe(session_topic(class_session.id))
    with transaction():
        notify(class_session.id, [])
        assert not ear.wait(0)
    assert ear.wait(0)


def test_a_rollback_sends_no_notification(class_session: ClassSession) -> None:
    ear = get_bus().subscribe(session_topic(class_session.id))

    def fail_after_a_notification() -> None:
        with transaction():
            notify(class_session.id, [])
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_after_a_notification()
    assert not ear.wait(0)
