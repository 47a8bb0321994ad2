"""Tables on PostgreSQL, where several processes really write at once: nobody gets half of anything."""

from __future__ import annotations

import threading
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from classroom.database import db
from classroom.models import Attendance, ClassSession, Game, SessionState
from classroom.services import class_sessions, games, lobby
from classroom.services.game_log import bot_seats, seats_of
from classroom.services.moves import play_move
from classroom.services.positions import position_of
from classroom.services.problems import Problem, ProblemError
from classroom.services.settings import TableSettings
from engine import Solve, SolveMode, unsolved
from tests.classroom.services.dealing import answer, current, start
from tests.classroom.services.joining import join
from tests.factories import make_class_session, make_student
from tests.page_client import PageClient

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask import Flask

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

AT_ONCE = 4


@pytest.fixture
def app(make_postgres_app: Callable[[], Flask], cheap_hashes: None) -> Iterator[Flask]:
    """An app on PostgreSQL, with its context open."""
    app = make_postgres_app()
    with app.app_context():
        yield app


def all_at_once(app: Flask, *deeds: Callable[[], object]) -> list[Problem]:
    """Do things in threads of their own, started together; gives what was refused."""
    gate = threading.Barrier(len(deeds))
    refused: list[Problem] = []
    failed: list[Exception] = []

    def run(deed: Callable[[], object]) -> None:
        with app.app_context():
            gate.wait()
            try:
                deed()
            except ProblemError as error:
                refused.append(error.problem)
            except Exception as error:  # noqa: BLE001  whatever it is, the test is to show it
                failed.append(error)

    threads = [threading.Thread(target=run, args=(deed,)) for deed in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    db.session.rollback()
    return refused


def test_a_lesson_and_its_pages(app: Flask) -> None:
    class_session = start(5)
    teacher, session_id = class_session.school_class.teacher, class_session.id
    answer(current(class_session), rightly=False)
    page = PageClient(app).sign_in(teacher)
    assert "Last miss:" in page.get("sessions.show", class_session_id=session_id).text
    page.get("games.show", game_id=current(class_session).id)
    page.post("sessions.end", class_session_id=session_id)
    assert page.follow().heading.startswith("Session of")


def test_two_pages_of_a_student_join_once(app: Flask) -> None:
    class_session = make_class_session()
    session_id, student_id = class_session.id, make_student(school_class=class_session.school_class).id
    joining = [lambda: class_sessions.join_session(class_session_id=session_id, student_id=student_id)] * AT_ONCE
    assert all_at_once(app, *joining) == []
    assert db.session.execute(select(func.count()).select_from(Attendance)).scalar_one() == 1


def test_the_games_start_once(app: Flask) -> None:
    class_session = make_class_session()
    join(class_session, 4)
    session_id = class_session.id
    starting = [lambda: lobby.start_session(class_session_id=session_id)] * AT_ONCE
    assert all_at_once(app, *starting) == [Problem.SESSION_NOT_IN_LOBBY] * (AT_ONCE - 1)
    assert db.session.execute(select(func.count()).select_from(Game)).scalar_one() == 1


def test_one_next_game_is_dealt(app: Flask) -> None:
    game = current(start(4))
    games.stop_game(game_id=game.id)
    game_id = game.id
    assert all_at_once(app, *[lambda: games.deal_next_game(game_id=game_id)] * AT_ONCE) == []
    assert db.session.execute(select(func.count()).select_from(Game)).scalar_one() == 2


def test_a_seat_goes_to_one(app: Flask) -> None:
    class_session = start(4)
    game_id = current(class_session).id
    late = [student.id for student in join(class_session, AT_ONCE)]
    games.give_seat(game_id=game_id, seat=0, student_id=None)

    takes = [partial(games.give_seat, game_id=game_id, seat=0, student_id=student_id) for student_id in late]
    assert all_at_once(app, *takes) == [Problem.SEAT_TAKEN] * (AT_ONCE - 1)


def test_all_solve_at_once_and_every_answer_counts(app: Flask) -> None:
    game = current(start(4, TableSettings(solve=SolveMode.AHEAD)))
    position, game_id = position_of(game), game.id
    solving = [
        partial(
            play_move,
            game_id=game_id,
            student_id=student_id or "",
            move=Solve(seat, card, position.setup.answers[card]),
            version=0,
            client_key=f"k{card}",
        )
        for seat, student_id in seats_of(game).items()
        for card in unsolved(position, position.hands[seat])[:2]
    ]
    assert all_at_once(app, *solving, *solving) == []
    game = db.session.get_one(Game, game_id)
    assert game.version == len(solving)
    assert len(position_of(game).solved) == len(solving)


@pytest.mark.parametrize("attempt", range(5))
def test_a_bot_that_takes_over_at_the_moment_of_a_move_is_woken(app: Flask, attempt: int) -> None:
    game = current(start(2))
    game_id, mover = game.id, position_of(game).turn

    def move() -> None:
        with suppress(ProblemError):
            answer(db.session.get_one(Game, game_id))

    all_at_once(app, move, lambda: games.give_seat(game_id=game_id, seat=1 - mover, student_id=None))
    game = db.session.get_one(Game, game_id)
    assert bot_seats(game) == {1 - mover}
    is_bots_turn = position_of(game).turn == 1 - mover
    assert (game.bot_due_at is not None) is is_bots_turn


@pytest.mark.parametrize("attempt", range(3))
def test_the_end_comes_between_two_moves(app: Flask, attempt: int) -> None:
    class_session = start(8)
    session_id = class_session.id
    game_ids = [game.id for game in games.current_games(class_session_id=session_id)]

    def move(game_id: str) -> None:
        with suppress(StopIteration):  # the end was first: there is nothing to play
            answer(db.session.get_one(Game, game_id))

    moves = [partial(move, game_id) for game_id in game_ids]
    all_at_once(app, *moves, lambda: class_sessions.end_session(class_session_id=session_id))
    assert db.session.get_one(ClassSession, session_id).state == SessionState.ENDED
    for game in games.current_games(class_session_id=session_id):
        assert games.record_of(game_id=game.id)["events"][-1] == {"do": "stop"}
        assert len(seats_of(game)) == 4
