"""A student's move: played once, at the right version, by the student in that seat, or not at all."""

from __future__ import annotations

import threading
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import func, select

from classroom.database import db, transaction
from classroom.models import Attempt, Game, GameEvent, SessionState
from classroom.services.errors import ErrorCode, PlayErrorCode, ServiceError, SessionErrorCode
from classroom.services.play import moves
from classroom.services.play.game_log import append_move
from classroom.services.play.game_row import seats_of
from classroom.services.play.moves import Played, SeatMove, play_move
from classroom.services.play.positions import forget_positions, position_of
from classroom.services.play.seats import change_holders, give_seat
from classroom.services.sessions import class_sessions
from engine import CardKind, Exchange, IllegalMoveError, IllegalReason, Miss, Pass, Place, legal_moves, right_spaces
from tests.factories import make_class_session, make_game, make_student

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask
    from sqlalchemy.orm import Session, scoped_session

    from engine import Position


@pytest.fixture
def game(db_session: scoped_session[Session]) -> Game:
    """A game of two students, just dealt, in a running session."""
    return make_game()


def active_player(game: Game) -> str:
    """Return the ID of the student on turn."""
    student_id = seats_of(game)[position_of(game).turn]
    assert student_id is not None
    return student_id


def right_place(position: Position) -> Place:
    """Return a right answer for the first match card in the hand on turn."""
    return next(move for move in legal_moves(position) if isinstance(move, Place) and is_match(position, move.card))


def wrong_place(position: Position) -> Place:
    """Return a wrong answer for that card: an open space with another number."""
    card = next(card for card in position.hands[position.turn] if is_match(position, card))
    right = right_spaces(position, card)
    space = next(s for s in range(position.setup.board.size) if position.open >> s & 1 and s not in right)
    return Place(position.turn, card, space)


def is_match(position: Position, card: int) -> bool:
    """Return whether a card is an equation."""
    return position.setup.cards_by_id[card].kind is CardKind.MATCH


def count_of(model: type) -> int:
    """Return the number of rows."""
    return db.session.execute(select(func.count()).select_from(model)).scalar_one()


def code_of(call: Callable[[], object]) -> ErrorCode:
    """Return why the call was refused."""
    with pytest.raises(ServiceError) as caught:
        call()
    return caught.value.code


def test_a_right_answer_places_a_chip_and_creates_an_attempt(game: Game) -> None:
    student, move = active_player(game), right_place(position_of(game))

    played = play_move(game_id=game.id, student_id=student, move=move, version=0, idempotency_key="k1")

    assert played == Played(version=1, event=move)
    assert game.version == 1
    attempt = db.session.execute(select(Attempt)).scalar_one()
    card = position_of(game).setup.cards_by_id[move.card]
    assert (attempt.student_id, attempt.equation, attempt.answer, attempt.given) == (
        student,
        card.face,
        card.label,
        card.label,
    )
    assert (attempt.try_number, attempt.is_right) == (1, True)


def test_a_wrong_answer_is_a_miss_and_the_second_one_ends_the_turn(game: Game) -> None:
    student, before = active_player(game), position_of(game)
    move = wrong_place(before)

    first = play_move(game_id=game.id, student_id=student, move=move, version=0, idempotency_key="k1")
    assert isinstance(first.event, Miss)
    assert position_of(game).turn == before.turn
    assert position_of(game).tries_left == 1

    play_move(game_id=game.id, student_id=student, move=move, version=1, idempotency_key="k2")
    assert position_of(game).turn != before.turn
    tries = db.session.execute(select(Attempt.try_number, Attempt.is_right).order_by(Attempt.version)).all()
    assert [tuple(row) for row in tries] == [(1, False), (2, False)]


def test_plus_creates_no_attempt(db_session: scoped_session[Session]) -> None:
    for seed in range(40):
        game = make_game(seed=seed)
        position = position_of(game)
        plus = [c for c in position.hands[position.turn] if position.setup.cards_by_id[c].kind is CardKind.WILD]
        if plus:
            break
    else:
        pytest.fail("no hand with a Plus in 40 deals")
    space = position.open.bit_length() - 1
    move = Place(position.turn, plus[0], space)

    play_move(game_id=game.id, student_id=active_player(game), move=move, version=0, idempotency_key="k1")

    assert game.version == 1
    assert count_of(Attempt) == 0


def test_a_move_posted_twice_counts_once_and_gives_the_same_answer(game: Game) -> None:
    student, move = active_player(game), wrong_place(position_of(game))
    first = play_move(game_id=game.id, student_id=student, move=move, version=0, idempotency_key="k1")
    again = play_move(game_id=game.id, student_id=student, move=move, version=0, idempotency_key="k1")
    assert again == first
    assert (game.version, count_of(Attempt)) == (1, 1)

    other = right_place(position_of(game))
    assert (
        code_of(lambda: play_move(game_id=game.id, student_id=student, move=other, version=1, idempotency_key="k1"))
        is PlayErrorCode.IDEMPOTENCY_KEY_REUSED
    )
    assert game.version == 1


def rivals_come_first(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """Let another writer append events before the move this many times, as if the move held no row lock."""
    coming = iter(range(times))

    def append_after_rival(session: Session, game: Game, *rest: Any, **options: Any) -> Any:
        if next(coming, None) is not None:
            session.add(GameEvent(game_id=game.id, version=game.version + 1, event={"do": "pass", "seat": 0}))
            session.flush()
        return append_move(session, game, *rest, **options)

    monkeypatch.setattr(moves, "append_move", append_after_rival)


@pytest.mark.parametrize("times", [1, 2])
def test_a_move_is_checked_again_after_another_writer(game: Game, monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    rivals_come_first(monkeypatch, times)
    student, move = active_player(game), right_place(position_of(game))
    played = play_move(game_id=game.id, student_id=student, move=move, version=0, idempotency_key="k1")
    assert (played, game.version, count_of(GameEvent)) == (Played(version=1, event=move), 1, 1)


def test_a_move_fails_after_three_rounds(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    rivals_come_first(monkeypatch, 3)
    student, move = active_player(game), right_place(position_of(game))
    late = code_of(lambda: play_move(game_id=game.id, student_id=student, move=move, version=0, idempotency_key="k1"))
    assert late is PlayErrorCode.STALE
    assert (game.version, count_of(GameEvent), count_of(Attempt)) == (0, 0, 0)


@pytest.mark.parametrize("version", [-1, 1, 99])
def test_a_stale_or_forged_version_changes_nothing(game: Game, version: int) -> None:
    student, move = active_player(game), right_place(position_of(game))
    assert (
        code_of(
            lambda: play_move(game_id=game.id, student_id=student, move=move, version=version, idempotency_key="k1")
        )
        is PlayErrorCode.STALE
    )
    assert (game.version, count_of(GameEvent)) == (0, 0)


def test_students_move_only_for_themselves(game: Game) -> None:
    position = position_of(game)
    other = seats_of(game)[1 - position.turn]
    assert other is not None
    stranger = make_student(school_class=game.class_session.school_class)
    move = right_place(position)
    for student_id in (other, stranger.id):
        assert (
            code_of(
                lambda student_id=student_id: play_move(  # type: ignore[misc]  # mypy cannot infer a lambda's default
                    game_id=game.id, student_id=student_id, move=move, version=0, idempotency_key="k1"
                )
            )
            is PlayErrorCode.NOT_SEATED
        )
    assert count_of(GameEvent) == 0


@pytest.mark.parametrize("moved", ["elsewhere", "swapped"])
def test_a_move_on_its_way_while_a_teacher_moves_the_student_is_stale(game: Game, moved: str) -> None:
    position = position_of(game)
    student_id = active_player(game)
    seats = seats_of(game)
    if moved == "elsewhere":
        give_seat(game_id=game.id, seat=position.turn, student_id=None)
    else:
        with transaction() as session:
            change_holders(session, game, {seat: seats[1 - seat] for seat in seats})
    move = right_place(position)
    action = partial(play_move, game_id=game.id, student_id=student_id, move=move, version=0, idempotency_key="k1")
    assert code_of(action) is PlayErrorCode.STALE
    assert position_of(game) == position


def test_an_illegal_move_writes_nothing(game: Game) -> None:
    student, position = active_player(game), position_of(game)
    free_corner = Place(position.turn, right_place(position).card, 0)
    foreign_card = Place(position.turn, position.hands[1 - position.turn][0], 9)
    refused: list[tuple[SeatMove, IllegalReason]] = [
        (free_corner, IllegalReason.FREE_SPACE),
        (foreign_card, IllegalReason.CARD_NOT_IN_HAND),
        (Pass(position.turn), IllegalReason.CAN_STILL_PLAY),
    ]
    for move, reason in refused:
        with pytest.raises(IllegalMoveError) as caught:
            play_move(game_id=game.id, student_id=student, move=move, version=0, idempotency_key="k1")
        assert caught.value.reason is reason
    assert (count_of(GameEvent), count_of(Attempt), game.version) == (0, 0, 0)


def test_a_wrong_dead_claim_is_a_miss_without_a_label(game: Game) -> None:
    position = position_of(game)
    move = Exchange(position.turn, right_place(position).card)
    played = play_move(game_id=game.id, student_id=active_player(game), move=move, version=0, idempotency_key="k1")
    assert isinstance(played.event, Miss)
    attempt = db.session.execute(select(Attempt)).scalar_one()
    assert (attempt.given, attempt.is_right, attempt.kind) == (None, False, "dead")


@pytest.mark.parametrize(
    ("state", "problem"),
    [
        (SessionState.LOBBY, SessionErrorCode.SESSION_NOT_RUNNING),
        (SessionState.PAUSED, SessionErrorCode.SESSION_PAUSED),
        (SessionState.ENDED, SessionErrorCode.SESSION_ENDED),
    ],
)
def test_no_one_moves_outside_of_a_running_session(
    db_session: scoped_session[Session], state: SessionState, problem: ErrorCode
) -> None:
    game = make_game(make_class_session(state=state))
    move = right_place(position_of(game))
    student = active_player(game)
    assert (
        code_of(lambda: play_move(game_id=game.id, student_id=student, move=move, version=0, idempotency_key="k1"))
        is problem
    )


def test_an_empty_cache_gives_the_same_position(game: Game) -> None:
    for number in range(6):
        move = right_place(position_of(game))
        play_move(
            game_id=game.id, student_id=active_player(game), move=move, version=number, idempotency_key=f"k{number}"
        )
    before = position_of(game)
    forget_positions()
    assert position_of(game) == before


def test_one_of_many_simultaneous_moves_succeeds(app: Flask, game: Game) -> None:
    """Eight threads send different moves for one version, as two tabs and retries could."""
    student, position = active_player(game), position_of(game)
    moves = [move for move in legal_moves(position) if isinstance(move, Place)][:8]
    game_id, barrier, outcomes = game.id, threading.Barrier(len(moves)), []
    db.session.rollback()

    def send(move: Place, key: str) -> None:
        with app.app_context():
            barrier.wait()
            try:
                play_move(game_id=game_id, student_id=student, move=move, version=0, idempotency_key=key)
                outcomes.append("played")
            except ServiceError as error:
                outcomes.append(error.code.value)

    threads = [threading.Thread(target=send, args=(move, f"k{i}")) for i, move in enumerate(moves)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(outcomes) == ["played"] + ["stale"] * (len(moves) - 1)
    assert count_of(GameEvent) == 1


def test_the_mover_keeps_the_attempt_when_the_seat_changes_hands(game: Game) -> None:
    first, seat = active_player(game), position_of(game).turn
    play_move(game_id=game.id, student_id=first, move=wrong_place(position_of(game)), version=0, idempotency_key="k1")
    late = make_student(school_class=game.class_session.school_class)
    class_sessions.join_session(class_session_id=game.class_session_id, student_id=late.id)
    give_seat(game_id=game.id, seat=seat, student_id=None)
    give_seat(game_id=game.id, seat=seat, student_id=late.id)
    play_move(game_id=game.id, student_id=late.id, move=right_place(position_of(game)), version=1, idempotency_key="k2")

    by = db.session.execute(select(Attempt.student_id, Attempt.is_right).order_by(Attempt.version)).all()
    assert [tuple(row) for row in by] == [(first, False), (late.id, True)]
