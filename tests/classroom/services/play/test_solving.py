"""Cards solved ahead: by each student at any time, once, regardless of the others."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.models import Attempt, AttemptKind, Game, GameEvent, SessionState
from classroom.services.errors import PlayErrorCode, ServiceError
from classroom.services.play.attempts import rebuild_attempts
from classroom.services.play.game_row import seats_of
from classroom.services.play.games import stop_game
from classroom.services.play.moves import Played, play_move
from classroom.services.play.positions import forget_positions, position_of
from classroom.services.play.records import record_of
from classroom.services.settings import TableSettings
from engine import IllegalMoveError, IllegalReason, Place, Solve, SolveMode, check_record, legal_moves, unsolved
from tests.factories import make_class_session, make_game

if TYPE_CHECKING:
    from flask import Flask
    from sqlalchemy.orm import Session, scoped_session

    from tests.frozen_clock import FrozenClock

AHEAD = TableSettings(solve=SolveMode.AHEAD)


@pytest.fixture
def game(db_session: scoped_session[Session], frozen_clock: FrozenClock) -> Game:
    """A game of two students, just dealt."""
    return make_game(make_class_session(state=SessionState.PLAYING, settings=AHEAD))


def waiting_seat(game: Game) -> int:
    """Return the seat that is not on turn."""
    return 1 - position_of(game).turn


def first_card(game: Game, seat: int) -> int:
    """Return the first card of a hand that has to be solved."""
    position = position_of(game)
    return unsolved(position, position.hands[seat])[0]


def solve(game: Game, seat: int, card: int | None = None, *, off: int = 0, **options: Any) -> Played:
    """Give the right number for a card of the seat, or one that is off by this much."""
    card = first_card(game, seat) if card is None else card
    move = Solve(seat, card, position_of(game).setup.answers[card] + off)
    student_id = seats_of(game)[seat] or ""
    given = {"version": game.version, "idempotency_key": f"{seat}-{game.version}", **options}
    return play_move(game_id=game.id, student_id=student_id, move=move, **given)


def place(game: Game, *, version: int | None = None) -> Played:
    """Let the student on turn solve all cards and play one."""
    seat = position_of(game).turn
    while unsolved(position_of(game), position_of(game).hands[seat]):
        solve(game, seat)
    move = next(one for one in legal_moves(position_of(game)) if isinstance(one, Place))
    version = game.version if version is None else version
    student_id = seats_of(game)[seat] or ""
    return play_move(
        game_id=game.id, student_id=student_id, move=move, version=version, idempotency_key=f"play-{game.version}"
    )


def attempts() -> list[Attempt]:
    """Return all attempts, in order."""
    return list(db.session.execute(select(Attempt).order_by(Attempt.game_id, Attempt.version)).scalars())


def test_solving_a_card_out_of_turn_creates_an_attempt(game: Game) -> None:
    seat = waiting_seat(game)
    card = position_of(game).setup.cards_by_id[first_card(game, seat)]
    played = solve(game, seat, off=3)
    assert played == Played(1, Solve(seat, card.id, int(card.label or "") + 3))
    solve(game, seat)
    assert card.id in position_of(game).solved
    wrong, right = attempts()
    assert (wrong.kind, wrong.equation, wrong.answer) == (AttemptKind.SOLVE, card.face, card.label)
    assert (wrong.given, wrong.try_number, wrong.is_right) == (str(int(card.label or "") + 3), 1, False)
    assert (right.given, right.try_number, right.is_right, right.seconds) == (card.label, 2, True, None)


def test_placing_a_solved_card_creates_no_second_attempt(game: Game) -> None:
    place(game)
    assert {one.kind for one in attempts()} == {AttemptKind.SOLVE}


def test_solving_is_not_blocked_by_moves_of_others(game: Game) -> None:
    seat = waiting_seat(game)
    place(game)
    assert game.version > 1
    assert solve(game, seat, version=0).version == game.version


def test_moves_are_not_blocked_by_cards_that_others_solve(game: Game) -> None:
    seat = position_of(game).turn
    while unsolved(position_of(game), position_of(game).hands[seat]):
        solve(game, seat)
    shown = game.version
    solve(game, 1 - seat)
    solve(game, 1 - seat, off=1)
    assert place(game, version=shown).version == shown + 3


def test_a_page_from_before_the_last_chip_is_stale(game: Game) -> None:
    place(game)
    shown = game.version
    place(game)
    with pytest.raises(ServiceError) as caught:
        place(game, version=shown)
    assert caught.value.code is PlayErrorCode.STALE


@pytest.mark.parametrize("version", [-1, 1, 99])
def test_a_forged_version_changes_nothing(game: Game, version: int) -> None:
    with pytest.raises(ServiceError) as caught:
        solve(game, 0, version=version)
    assert caught.value.code is PlayErrorCode.STALE
    assert game.version == 0


def test_an_answer_posted_twice_counts_once(game: Game, frozen_clock: FrozenClock) -> None:
    seat = waiting_seat(game)
    card = first_card(game, seat)
    frozen_clock.move_on(seconds=9)
    first = solve(game, seat, card, version=0, idempotency_key="k", milliseconds=1500)
    again = solve(game, seat, card, version=0, idempotency_key="k", milliseconds=1500)
    assert again == first
    assert (game.version, len(attempts())) == (1, 1)
    with pytest.raises(ServiceError) as caught:
        solve(game, seat, card, off=1, version=0, idempotency_key="k")
    assert caught.value.code is PlayErrorCode.IDEMPOTENCY_KEY_REUSED


def test_a_solved_card_cannot_be_answered_again(game: Game) -> None:
    card = first_card(game, 0)
    solve(game, 0, card)
    with pytest.raises(IllegalMoveError) as caught:
        solve(game, 0, card, idempotency_key="other")
    assert caught.value.reason is IllegalReason.ALREADY_SOLVED
    assert len(attempts()) == 1


def test_simultaneous_answers_all_count(app: Flask, game: Game) -> None:
    position = position_of(game)
    cards = [(seat, card) for seat in (0, 1) for card in unsolved(position, position.hands[seat])]
    holders, answers = seats_of(game), position.setup.answers
    game_id, barrier, failed = game.id, threading.Barrier(len(cards)), []
    db.session.rollback()

    def send(seat: int, card: int) -> None:
        with app.app_context():
            barrier.wait()
            try:
                move, student_id = Solve(seat, card, answers[card]), holders[seat] or ""
                for _ in range(2):  # one click too many
                    play_move(game_id=game_id, student_id=student_id, move=move, version=0, idempotency_key=f"k{card}")
            except Exception as error:  # noqa: BLE001  whatever it is, the test is to show it
                failed.append(error)

    threads = [threading.Thread(target=send, args=one) for one in cards]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    db.session.rollback()
    assert failed == []
    assert set(position_of(game).solved) == {card for _, card in cards}
    assert (game.version, len(attempts())) == (len(cards), len(cards))


def test_the_last_try_costs_the_card_and_the_next_turn_brings_another(game: Game) -> None:
    seat = waiting_seat(game)
    card, size = first_card(game, seat), len(position_of(game).hands[seat])
    solve(game, seat, off=1)
    assert card in position_of(game).hands[seat]
    solve(game, seat, off=2)
    assert card not in position_of(game).hands[seat]
    place(game)
    assert len(position_of(game).hands[seat]) == size - 1
    place(game)
    assert len(position_of(game).hands[seat]) == size
    stop_game(game_id=game.id)
    check_record(record_of(game_id=game.id))


def test_a_restart_loses_no_answer(game: Game) -> None:
    solve(game, waiting_seat(game))
    solve(game, waiting_seat(game), off=1)
    before = position_of(game)
    forget_positions()
    assert position_of(game) == before


def test_a_valid_time_is_stored_and_rebuilt(game: Game, frozen_clock: FrozenClock) -> None:
    frozen_clock.move_on(seconds=5)
    solve(game, waiting_seat(game), milliseconds=2345)
    assert [one.seconds for one in attempts()] == [2.345]
    rebuild_attempts()
    assert [one.seconds for one in attempts()] == [2.345]


@pytest.mark.parametrize(("claimed", "kept"), [(299, None), (300, 300), (20_000, 20_000), (20_001, None), (None, None)])
def test_times_that_are_too_short_or_too_long_are_not_stored(
    game: Game, frozen_clock: FrozenClock, claimed: int | None, kept: int | None
) -> None:
    frozen_clock.move_on(minutes=1)
    solve(game, waiting_seat(game), milliseconds=claimed)
    row = db.session.execute(select(GameEvent)).scalar_one()
    assert row.event.get("ms") == kept


def test_a_time_is_limited_to_how_long_the_card_was_visible(game: Game, frozen_clock: FrozenClock) -> None:
    frozen_clock.move_on(seconds=4)
    seat = waiting_seat(game)
    solve(game, seat, milliseconds=6_500)  # dealt 4 s ago, with a tolerance of 2 s
    solve(game, seat, milliseconds=1_900)
    frozen_clock.move_on(seconds=1)
    solve(game, seat, milliseconds=3_100)  # the previous one was solved 1 s ago
    assert [one.seconds for one in attempts()] == [None, 1.9, None]


def test_answers_on_turn_or_at_a_second_try_have_no_time(game: Game, frozen_clock: FrozenClock) -> None:
    frozen_clock.move_on(minutes=1)
    seat = waiting_seat(game)
    solve(game, 1 - seat, milliseconds=2_000)
    solve(game, seat, off=1, milliseconds=2_000)
    solve(game, seat, milliseconds=2_000)
    assert [one.seconds for one in attempts()] == [None, 2.0, None]
