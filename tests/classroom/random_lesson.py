"""A whole lesson through the services with random moves: right and wrong answers, bots, seats that change hands."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from random import Random
from string import ascii_uppercase

from sqlalchemy import select

from classroom import clock
from classroom.database import db, transaction
from classroom.models import Game, GameEvent, SchoolClass, Student
from classroom.rng import seeded
from classroom.services.errors import ServiceError
from classroom.services.play.bots import play_bot
from classroom.services.play.game_row import seats_of
from classroom.services.play.games import call_penalty, current_games
from classroom.services.play.moves import SeatMove, play_move
from classroom.services.play.positions import position_of
from classroom.services.play.seats import give_seat
from classroom.services.play.turns import play_due_turn, skip_turn
from classroom.services.sessions import class_sessions, lobby
from classroom.services.sessions.moving import TableSeat, move_student
from classroom.services.sessions.next_games import deal_next_game
from classroom.services.sessions.pauses import pause_game, resume_game
from classroom.services.settings import TableSettings
from engine import CardKind, Draw, Exchange, Forfeit, IllegalMoveError, Place, Position, Solve, legal_moves, unsolved
from tests.factories import make_student


def play_random_lesson(school_class: SchoolClass, settings: TableSettings, *, present: int, seed: int) -> str:
    """Play one session of this many new students to its end. Return the session's ID.

    The lesson is reproducible: seats depend on names, so the students' names don't depend on what ran before.
    """
    rng = Random(seed)
    students = [make_student(f"{ascii_uppercase[one]} {seed}", school_class=school_class) for one in range(present)]
    with seeded(seed):
        class_session = class_sessions.open_session(class_id=school_class.id, settings=settings)
        session_id = class_session.id
        for student in students:
            class_sessions.join_session(class_session_id=session_id, student_id=student.id)
        lobby.start_session(class_session_id=session_id)
        for step in range(80 * len(current_games(class_session_id=session_id))):
            game = rng.choice(current_games(class_session_id=session_id))
            if game.over_at is not None:
                deal_next_game(game_id=game.id)
            elif step % 20 == 19:
                _change_something(game, students, rng)
            elif step % 10 == 4:
                _step_in(game, students, rng)
            else:
                _move(game, rng, key=f"k{step}")
        class_sessions.end_session(class_session_id=session_id)
    return session_id


def _move(game: Game, rng: Random, *, key: str) -> None:
    position = position_of(game)
    seats = seats_of(game)
    student_id = seats[position.turn]
    owing = [seat for seat, holder in seats.items() if holder and position.owed[seat] and rng.random() < 0.7]
    if owing:
        draw = Draw(owing[0])
        holder = seats[owing[0]]
        assert holder is not None
        play_move(game_id=game.id, student_id=holder, move=draw, version=game.version, idempotency_key=key)
    elif rng.random() < 0.5 and (solving := _any_solving(position, seats, rng)):
        holder, solve = solving
        play_move(
            game_id=game.id,
            student_id=holder,
            move=solve,
            version=rng.randint(_last_answer(game, solve), game.version),  # the page may have been outdated
            idempotency_key=key,
            milliseconds=rng.choice([None, 900, 1800]),
        )
    elif student_id is None:
        play_bot(game_id=game.id)
    else:
        try:
            move = _any_move(position, rng)
            play_move(game_id=game.id, student_id=student_id, move=move, version=game.version, idempotency_key=key)
        except IllegalMoveError:
            db.session.rollback()  # the random action is against the rules; try another time


def _last_answer(game: Game, solve: Solve) -> int:
    """Return the version of the last answer to a card, or 0. A page that shows another try is newer."""
    logged = select(GameEvent).where(GameEvent.game_id == game.id)
    return max(
        (
            row.version
            for row in db.session.execute(logged).scalars()
            if row.event["do"] == Solve.do and row.event["card"] == solve.card
        ),
        default=0,
    )


def _any_solving(position: Position, seats: dict[int, str | None], rng: Random) -> tuple[str, Solve] | None:
    """Return an answer of some student for some card to be solved ahead, in or out of turn."""
    cards = [
        (holder, seat, card)
        for seat, holder in seats.items()
        if holder and not (seat == position.turn and position.forfeits_due[seat])
        for card in unsolved(position, position.hands[seat])
    ]
    if not cards:
        return None
    holder, seat, card = rng.choice(cards)
    return holder, Solve(seat, card, position.setup.answers[card] + rng.choice([0, 0, 0, 1]))


def _any_move(position: Position, rng: Random) -> SeatMove:
    seat, hand = position.turn, position.hands[position.turn]
    if position.forfeits_due[seat]:
        return Forfeit(seat, rng.choice(hand))
    wish = rng.random()
    matches = [card for card in hand if position.setup.cards_by_id[card].kind is CardKind.MATCH]
    if matches and wish < 0.35:
        return Place(seat, rng.choice(matches), rng.randrange(position.setup.board.size))
    if matches and wish < 0.45:
        return Exchange(seat, rng.choice(matches))
    move = rng.choice(legal_moves(position))
    assert isinstance(move, SeatMove)
    return move


def _step_in(game: Game, students: list[Student], rng: Random) -> None:
    """Let a bot play the current turn, on request or by the clock; or seat a student elsewhere."""
    action = rng.random()
    if action < 0.4:
        skip_turn(game_id=game.id, turn_number=position_of(game).turn_number)
    elif action < 0.7:
        with transaction() as session:
            session.get_one(Game, game.id).turn_due_at = clock.now() - timedelta(minutes=1)
        play_due_turn(game_id=game.id)
    elif action < 0.85:
        pause_game(game_id=game.id)
        resume_game(game_id=game.id)
    else:
        with suppress(ServiceError):  # no seat is free there
            place = TableSeat(game.id, rng.choice(sorted(seats_of(game))))
            student_id = rng.choice(students).id
            move_student(class_session_id=game.class_session_id, student_id=student_id, to=place)
        db.session.rollback()


def _change_something(game: Game, students: list[Student], rng: Random) -> None:
    """Give a seat to a bot, or a bot's seat to a student without one; or penalize table talk."""
    seats = seats_of(game)
    seat = rng.choice(sorted(seats))
    try:
        if rng.random() < 0.3:
            call_penalty(game_id=game.id, team=rng.choice(position_of(game).setup.teams))
        else:
            student_id = None if seats[seat] else rng.choice(students).id
            give_seat(game_id=game.id, seat=seat, student_id=student_id)
    except ServiceError:
        db.session.rollback()  # no table talk in this lesson, or the student sits elsewhere
