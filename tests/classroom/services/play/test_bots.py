"""Bots in seats without a student."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from classroom.database import db
from classroom.models import Attempt, ClassSession, Game, GameEvent, SessionState
from classroom.services.play import bots
from classroom.services.play.bots import bot_move, play_bot, play_due_bots
from classroom.services.play.game_row import seats_of
from classroom.services.play.games import call_penalty, stop_game
from classroom.services.play.moves import SeatMove, play_move
from classroom.services.play.positions import forget_positions, position_of
from classroom.services.play.records import record_of
from classroom.services.play.seats import give_seat
from classroom.services.sessions.pauses import pause_session, resume_session
from classroom.services.settings import TableSettings
from engine import (
    BotLevel,
    Draw,
    DrawMode,
    Forfeit,
    Move,
    Place,
    Solve,
    SolveMode,
    Team,
    View,
    check_record,
    choose,
    legal_moves,
    unsolved,
)
from tests.factories import make_attendance, make_class_session, make_game, make_student

if TYPE_CHECKING:
    from sqlalchemy.orm import Session, scoped_session

    from tests.frozen_clock import FrozenClock

MANUAL = TableSettings(draw=DrawMode.MANUAL, table_talk=True)
AHEAD = TableSettings(solve=SolveMode.AHEAD)


@pytest.fixture
def class_session(db_session: scoped_session[Session]) -> ClassSession:
    """A running session."""
    return make_class_session(state=SessionState.PLAYING, settings=MANUAL)


def table(class_session: ClassSession, *, bot_begins: bool, settings: TableSettings | None = None) -> Game:
    """A student and a bot at a table; one of them is on turn, and the bot is scheduled."""
    student = make_student(school_class=class_session.school_class)
    make_attendance(class_session, student)
    game = make_game(class_session, [student, student], settings=settings)
    turn = position_of(game).turn
    give_seat(game_id=game.id, seat=turn if bot_begins else 1 - turn, student_id=None)
    return game


def bot_seat(game: Game) -> int:
    """Return the bot's seat."""
    return next(seat for seat, holder in seats_of(game).items() if holder is None)


def students_move(game: Game) -> None:
    """Let the student play any card."""
    position = position_of(game)
    move = next(one for one in legal_moves(position) if isinstance(one, Place))
    student_id = seats_of(game)[position.turn] or ""
    play_move(
        game_id=game.id, student_id=student_id, move=move, version=game.version, idempotency_key=f"k{game.version}"
    )


def test_a_bot_plays_when_it_is_due(class_session: ClassSession, frozen_clock: FrozenClock) -> None:
    game = table(class_session, bot_begins=True)
    assert play_due_bots() == 0
    frozen_clock.move_on(seconds=3)
    assert play_due_bots() == 1
    (row,) = db.session.execute(select(GameEvent)).scalars()
    assert (row.event["seat"], row.student_id) == (bot_seat(game), None)


def test_a_bot_leaves_no_answers_in_the_statistics(class_session: ClassSession, frozen_clock: FrozenClock) -> None:
    table(class_session, bot_begins=True)
    frozen_clock.move_on(seconds=3)
    play_due_bots()
    assert db.session.execute(select(func.count()).select_from(Attempt)).scalar_one() == 0


def test_a_bot_waits_for_its_turn(class_session: ClassSession, frozen_clock: FrozenClock) -> None:
    game = table(class_session, bot_begins=False)
    frozen_clock.move_on(minutes=5)
    assert play_due_bots() == 0
    assert play_bot(game_id=game.id) is False
    students_move(game)
    frozen_clock.move_on(seconds=3)
    assert play_due_bots() == 1


def test_bots_continue_after_a_restart(class_session: ClassSession, frozen_clock: FrozenClock) -> None:
    table(class_session, bot_begins=True)
    forget_positions()
    db.session.expunge_all()
    frozen_clock.move_on(hours=1)
    assert play_due_bots() == 1


def test_a_bot_plays_at_once_if_the_clock_was_set_back(class_session: ClassSession, frozen_clock: FrozenClock) -> None:
    table(class_session, bot_begins=True)
    frozen_clock.move_on(hours=-1)
    assert play_due_bots() == 1
    assert play_due_bots() == 0, "the next move is due by the new clock"


def test_a_pause_applies_to_bots(class_session: ClassSession, frozen_clock: FrozenClock) -> None:
    game = table(class_session, bot_begins=True)
    pause_session(class_session_id=class_session.id)
    frozen_clock.move_on(seconds=3)
    assert play_due_bots() == 0
    assert play_bot(game_id=game.id) is False
    resume_session(class_session_id=class_session.id)
    assert play_due_bots() == 1


def test_a_bot_draws_an_owed_card_out_of_turn(class_session: ClassSession, frozen_clock: FrozenClock) -> None:
    game = table(class_session, bot_begins=True, settings=MANUAL)
    frozen_clock.move_on(seconds=3)
    play_due_bots()
    assert position_of(game).turn != bot_seat(game)
    frozen_clock.move_on(seconds=3)
    assert play_due_bots() == 1
    assert position_of(game).last_event == Draw(bot_seat(game))
    assert game.bot_due_at is None


def test_a_bot_pays_for_table_talk_first(class_session: ClassSession, frozen_clock: FrozenClock) -> None:
    game = table(class_session, bot_begins=True)
    call_penalty(game_id=game.id, team=tuple(Team)[bot_seat(game)])
    frozen_clock.move_on(seconds=3)
    play_due_bots()
    assert isinstance(position_of(game).last_event, Forfeit)


def test_a_bot_sees_no_other_hand(class_session: ClassSession, monkeypatch: pytest.MonkeyPatch) -> None:
    game = table(class_session, bot_begins=True)
    position, seen = position_of(game), []
    monkeypatch.setattr(bots, "choose", lambda view, labels, *_: seen.append((view, labels)))
    bot_move(position, {bot_seat(game)}, BotLevel.GOOD)
    ((view, labels),) = seen
    assert view.seat == bot_seat(game)
    assert set(labels) <= set(position.hands[bot_seat(game)])


@pytest.mark.parametrize("level", [BotLevel.EASY, BotLevel.STRONG])
def test_a_bot_plays_at_the_level_that_the_teacher_chose(
    class_session: ClassSession, frozen_clock: FrozenClock, monkeypatch: pytest.MonkeyPatch, level: BotLevel
) -> None:
    class_session.settings = TableSettings(bots=level).to_json()
    table(class_session, bot_begins=True)
    seen: list[BotLevel] = []

    def spy(view: View, labels: Mapping[int, str], level: BotLevel, rng: Random) -> Move:
        seen.append(level)
        return choose(view, labels, level, rng)

    monkeypatch.setattr(bots, "choose", spy)
    frozen_clock.move_on(seconds=3)
    assert play_due_bots() == 1
    assert seen == [level]


def test_a_bot_solves_its_cards_out_of_turn_one_after_the_other(
    class_session: ClassSession, frozen_clock: FrozenClock
) -> None:
    game = table(class_session, bot_begins=False, settings=AHEAD)
    seat = bot_seat(game)
    cards = unsolved(position_of(game), position_of(game).hands[seat])
    for number in range(1, len(cards) + 1):
        frozen_clock.move_on(seconds=3)
        assert play_due_bots() == 1
        assert len(position_of(game).solved) == number
    assert set(position_of(game).solved) == set(cards)
    assert game.bot_due_at is None
    assert db.session.execute(select(func.count()).select_from(Attempt)).scalar_one() == 0


def test_students_who_solve_do_not_delay_a_bot(class_session: ClassSession, frozen_clock: FrozenClock) -> None:
    game = table(class_session, bot_begins=True, settings=AHEAD)
    due, student_seat = game.bot_due_at, 1 - bot_seat(game)
    frozen_clock.move_on(seconds=1)
    card = unsolved(position_of(game), position_of(game).hands[student_seat])[0]
    move = Solve(student_seat, card, position_of(game).setup.answers[card])
    student_id = seats_of(game)[student_seat] or ""
    play_move(game_id=game.id, student_id=student_id, move=move, version=0, idempotency_key="k")
    assert game.bot_due_at == due


@pytest.mark.parametrize("settings", [TableSettings(), MANUAL, AHEAD], ids=["auto", "manual", "ahead"])
def test_bots_play_a_whole_game_by_the_rules(
    class_session: ClassSession, frozen_clock: FrozenClock, settings: TableSettings
) -> None:
    game = table(class_session, bot_begins=False, settings=settings)
    for _ in range(300):
        if game.over_at is not None:
            break
        if position_of(game).turn == bot_seat(game) or game.bot_due_at is not None:
            frozen_clock.move_on(seconds=3)
            assert play_due_bots() == 1
        else:
            _play_by_the_rules(game)
    stop_game(game_id=game.id)
    check_record(record_of(game_id=game.id))


def _play_by_the_rules(game: Game) -> None:
    position = position_of(game)
    move = legal_moves(position)[0]
    assert isinstance(move, SeatMove)
    student_id = seats_of(game)[position.turn] or ""
    play_move(
        game_id=game.id, student_id=student_id, move=move, version=game.version, idempotency_key=f"k{game.version}"
    )


def test_an_error_in_one_game_does_not_stop_the_others(
    class_session: ClassSession, frozen_clock: FrozenClock, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = (table(class_session, bot_begins=True) for _ in range(2))
    broken.setup = {"format": "nonsense"}
    db.session.commit()
    forget_positions()
    frozen_clock.move_on(seconds=3)
    with caplog.at_level(logging.CRITICAL, logger=bots.__name__):
        assert play_due_bots() == 1
    assert (broken.version, sound.version) == (0, 1)
