"""Tables on PostgreSQL with several concurrent processes: every change is complete."""

from __future__ import annotations

import threading
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select, text

from classroom import clock
from classroom.database import db, transaction
from classroom.learning.plans import Dealing
from classroom.models import Attendance, ClassSession, Game, GameEvent, SessionState, Student
from classroom.rng import seeded
from classroom.services.accounts import login_cards
from classroom.services.accounts.card_secrets import hash_card_token
from classroom.services.classes import roster, teachers_of_class
from classroom.services.classes.moving_students import move_to_class
from classroom.services.errors import AccountErrorCode, ClassErrorCode, PlayErrorCode, ServiceError, SessionErrorCode
from classroom.services.learning.knowledge import known
from classroom.services.locks import locked_session
from classroom.services.play import games
from classroom.services.play.bots import play_due_bots
from classroom.services.play.game_log import bot_seats
from classroom.services.play.game_row import seats_of
from classroom.services.play.moves import play_move
from classroom.services.play.positions import position_of
from classroom.services.play.records import record_of
from classroom.services.play.seats import give_seat
from classroom.services.sessions import class_sessions, lobby, pauses
from classroom.services.sessions.moving import swap_students
from classroom.services.sessions.next_games import deal_next_game
from classroom.services.settings import TableSettings
from engine import Solve, SolveMode, unsolved
from tests.classroom.services.learning.dealing import answer, current, start
from tests.classroom.services.meeting import all_at_once
from tests.classroom.services.sessions.joining import join
from tests.factories import make_class_session, make_school_class, make_student, make_teacher
from tests.page_client import PageClient

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask import Flask

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

AT_ONCE = 4
ATTEMPTS = [pytest.param(one, marks=[pytest.mark.nightly] if one else []) for one in range(5)]
"""Repetitions of tests whose conflicts are a matter of chance: twice in CI, more at night."""


@pytest.fixture
def app(make_postgres_app: Callable[[], Flask], cheap_hashes: None) -> Iterator[Flask]:
    """An app on PostgreSQL, with its context open."""
    app = make_postgres_app()
    with app.app_context():
        yield app


def test_a_lesson_and_its_pages(app: Flask) -> None:
    class_session = start(5)
    teacher, session_id = class_session.school_class.teacher, class_session.id
    answer(current(class_session), rightly=False)
    page = PageClient(app).sign_in(teacher)
    assert "Last miss:" in page.get("sessions.show", class_session_id=session_id).text
    page.get("games.show", game_id=current(class_session).id)
    page.post("sessions.end", class_session_id=session_id)
    assert page.follow().heading.startswith("Session summary: 7B")


def test_a_student_with_two_pages_joins_once(app: Flask) -> None:
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
    assert all_at_once(app, *starting) == [SessionErrorCode.SESSION_NOT_IN_LOBBY] * (AT_ONCE - 1)
    assert db.session.execute(select(func.count()).select_from(Game)).scalar_one() == 1


def test_the_next_game_is_dealt_once(app: Flask) -> None:
    game = current(start(4))
    games.stop_game(game_id=game.id)
    game_id = game.id
    assert all_at_once(app, *[lambda: deal_next_game(game_id=game_id)] * AT_ONCE) == []
    assert db.session.execute(select(func.count()).select_from(Game)).scalar_one() == 2


def test_a_seat_goes_to_one_student(app: Flask) -> None:
    class_session = start(4)
    game_id = current(class_session).id
    late = [student.id for student in join(class_session, AT_ONCE)]
    give_seat(game_id=game_id, seat=0, student_id=None)

    takes = [partial(give_seat, game_id=game_id, seat=0, student_id=student_id) for student_id in late]
    assert all_at_once(app, *takes) == [PlayErrorCode.SEAT_TAKEN] * (AT_ONCE - 1)


def test_simultaneous_answers_all_count(app: Flask) -> None:
    game = current(start(4, TableSettings(solve=SolveMode.AHEAD)))
    position, game_id = position_of(game), game.id
    solving = [
        partial(
            play_move,
            game_id=game_id,
            student_id=student_id or "",
            move=Solve(seat, card, position.setup.answers[card]),
            version=0,
            idempotency_key=f"k{card}",
        )
        for seat, student_id in seats_of(game).items()
        for card in unsolved(position, position.hands[seat])[:2]
    ]
    assert all_at_once(app, *solving, *solving) == []
    game = db.session.get_one(Game, game_id)
    assert game.version == len(solving)
    assert len(position_of(game).solved) == len(solving)


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_a_bot_that_takes_over_during_a_move_is_scheduled(app: Flask, attempt: int) -> None:
    game = current(start(2))
    game_id, mover = game.id, position_of(game).turn

    def move() -> None:
        with suppress(ServiceError):
            answer(db.session.get_one(Game, game_id))

    all_at_once(app, move, lambda: give_seat(game_id=game_id, seat=1 - mover, student_id=None))
    game = db.session.get_one(Game, game_id)
    assert bot_seats(game) == {1 - mover}
    is_bots_turn = position_of(game).turn == 1 - mover
    assert (game.bot_due_at is not None) is is_bots_turn


def test_processes_that_find_the_same_bot_due_let_it_act_once(app: Flask) -> None:
    """The next seat has a bot too, which waits before it acts, no matter which process waited for the first."""
    game = current(start(4))
    game_id, turn = game.id, position_of(game).turn
    for seat in {0, 1, 2, 3} - {(turn + 3) % 4}:
        give_seat(game_id=game_id, seat=seat, student_id=None)
    with transaction() as session:
        session.get_one(Game, game_id).bot_due_at = clock.now()

    with db.engine.connect() as holding, db.engine.connect() as looking:
        holding.execute(select(Game.id).where(Game.id == game_id).with_for_update())

        def let_go() -> None:
            waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
            while looking.execute(waiting).scalar_one() < AT_ONCE:
                looking.rollback()
            holding.rollback()

        assert all_at_once(app, *[play_due_bots] * AT_ONCE, let_go) == []
    assert db.session.get_one(Game, game_id).version == 1


@pytest.mark.parametrize("attempt", ATTEMPTS[:3])
def test_the_end_comes_between_two_moves(app: Flask, attempt: int) -> None:
    class_session = start(8)
    session_id = class_session.id
    game_ids = [game.id for game in games.current_games(class_session_id=session_id)]

    def move(game_id: str) -> None:
        with suppress(StopIteration):  # the end came first: there is no game
            answer(db.session.get_one(Game, game_id))

    moves = [partial(move, game_id) for game_id in game_ids]
    all_at_once(app, *moves, lambda: class_sessions.end_session(class_session_id=session_id))
    assert db.session.get_one(ClassSession, session_id).state == SessionState.ENDED
    for game in games.current_games(class_session_id=session_id):
        assert record_of(game_id=game.id)["events"][-1] == {"do": "stop"}
        assert len(seats_of(game)) == 4


def test_simultaneous_swaps_are_serialized(app: Flask) -> None:
    """In both orders, at two tables and at one: no deadlock, and everyone keeps one seat."""
    class_session = start(8)
    session_id = class_session.id
    one, other = (dict(seats_of(game)) for game in games.current_games(class_session_id=session_id))
    pairs = [(one[0], other[0]), (other[1], one[0]), (one[2], one[3]), (other[0], one[2])]
    swaps = [
        partial(swap_students, class_session_id=session_id, student_id=mine or "", other_id=theirs or "")
        for pair in pairs
        for mine, theirs in (pair, pair[::-1])
    ]
    assert all_at_once(app, *swaps) == []
    found = [seats_of(game) for game in games.current_games(class_session_id=session_id)]
    assert sorted(str(holder) for seats in found for holder in seats.values()) == sorted(
        str(holder) for seats in (one, other) for holder in seats.values()
    )


@pytest.mark.parametrize("attempt", ATTEMPTS[:3])
def test_a_move_during_a_swap_counts_once_for_one_seat(app: Flask, attempt: int) -> None:
    class_session = start(8)
    session_id = class_session.id
    game, other = games.current_games(class_session_id=session_id)
    game_id, turn = game.id, position_of(game).turn
    ana, ben = seats_of(game)[turn] or "", seats_of(other)[0] or ""

    def move() -> None:
        with suppress(ServiceError):  # the swap came first: it is another student's seat
            answer(db.session.get_one(Game, game_id))

    swapping = partial(swap_students, class_session_id=session_id, student_id=ana, other_id=ben)
    assert all_at_once(app, move, swapping) == []
    (player,) = [one for one in db.session.get_one(Game, game_id).players if one.student_id == ana]
    moved = db.session.execute(select(GameEvent).where(GameEvent.game_id == game_id)).scalars().all()
    assert all(event.student_id == (ana if event.version <= (player.left_at_version or 0) else ben) for event in moved)


def swap_two(game_id: str) -> None:
    game = db.session.get_one(Game, game_id)
    one, other, *_ = seats_of(game).values()
    swap_students(class_session_id=game.class_session_id, student_id=one or "", other_id=other or "")


ACTIONS_AT_A_TABLE: dict[str, Callable[[str], object]] = {
    "give a seat": lambda game_id: give_seat(game_id=game_id, seat=0, student_id=None),
    "pause": lambda game_id: pauses.pause_game(game_id=game_id),
    "resume": lambda game_id: pauses.resume_game(game_id=game_id),
    "deal again": lambda game_id: deal_next_game(game_id=game_id),
    "swap": swap_two,
}


@pytest.mark.parametrize("action", ACTIONS_AT_A_TABLE.values(), ids=ACTIONS_AT_A_TABLE.keys())
def test_changes_of_session_and_table_lock_the_session_first(app: Flask, action: Callable[[str], object]) -> None:
    """Otherwise a lesson that ends at that moment holds the session, the action holds the table: a deadlock."""
    class_session = start(4)
    game_id, session_id = current(class_session).id, class_session.id
    pauses.pause_game(game_id=game_id)
    if action is ACTIONS_AT_A_TABLE["deal again"]:
        games.stop_game(game_id=game_id)

    def do() -> None:
        with app.app_context():
            action(game_id)

    with db.engine.connect() as ending, db.engine.connect() as looking:
        ending.execute(select(ClassSession.id).where(ClassSession.id == session_id).with_for_update())
        doing = threading.Thread(target=do)
        doing.start()
        waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
        while doing.is_alive() and not looking.execute(waiting).scalar_one():
            looking.rollback()
        try:
            ending.execute(select(Game.id).where(Game.id == game_id).with_for_update(nowait=True))
        finally:
            ending.rollback()
            doing.join()


def about_to_draw(app: Flask) -> tuple[str, threading.Thread]:
    """A session of own levels, and a thread that will play a move there and draw a card with an equation."""
    with seeded(1):
        class_session = start(4, TableSettings(deck="times-tables", dealing=Dealing.AUTOMATIC))
    session_id, game_id = class_session.id, current(class_session).id
    db.session.rollback()

    def move() -> None:
        with app.app_context():
            answer(db.session.get_one(Game, game_id))

    return session_id, threading.Thread(target=move)


def test_a_move_that_deals_by_level_does_not_wait_for_a_session_lock(app: Flask) -> None:
    """Otherwise it would wait for the session while the session's holder waits for its game, which it writes twice."""
    session_id, moving = about_to_draw(app)
    logged = select(func.count()).select_from(GameEvent)
    before = db.session.execute(logged).scalar_one()

    with db.engine.connect() as looking, transaction() as session:
        locked_session(session, session_id)
        moving.start()
        waiting, has_waited = text("SELECT count(*) FROM pg_locks WHERE NOT granted"), False
        while moving.is_alive() and not has_waited:
            has_waited = bool(looking.execute(waiting).scalar_one())
            looking.rollback()
    moving.join()
    assert not has_waited
    assert db.session.execute(logged).scalar_one() == before + 2, "a chip, and the equation of the card drawn"


def test_a_move_waits_for_no_session_and_blocks_no_estimates(app: Flask) -> None:
    """The database cannot detect such a deadlock: no one at any table could move until a restart."""
    session_id, moving = about_to_draw(app)

    def ask() -> None:
        with app.app_context(), known():
            pass

    asking = threading.Thread(target=ask)
    with db.engine.connect() as deleting:
        deleting.execute(select(ClassSession.id).where(ClassSession.id == session_id).with_for_update())
        for thread in (moving, asking):
            thread.start()
            thread.join(60)
        are_done = not moving.is_alive() and not asking.is_alive()
        deleting.rollback()
    for thread in (moving, asking):
        thread.join()
    assert are_done


def test_simultaneous_changes_each_increase_the_session_version(app: Flask) -> None:
    class_session = start(16)
    before, session_id = class_session.version, class_session.id
    ids = [game.id for game in games.current_games(class_session_id=session_id)]
    assert all_at_once(app, *[partial(pauses.pause_game, game_id=game_id) for game_id in ids]) == []
    assert db.session.get_one(ClassSession, session_id).version == before + len(ids)


def test_simultaneous_duplicates_count_once(app: Flask) -> None:
    """A double click reaches two processes: the second finds the result of the first."""
    school_class, other, eve = make_school_class(), make_school_class(), make_teacher("Eve")
    class_id, other_id, name = school_class.id, other.id, eve.name
    adding = partial(roster.add_students, class_id=class_id, text="Ana\nBen")
    assert all_at_once(app, *[adding] * AT_ONCE) == []
    ids = [one.id for one in roster.students_of(class_id=class_id)]
    assert len(ids) == 2
    sharing = partial(teachers_of_class.add_teacher, class_id=class_id, name=name)
    assert all_at_once(app, *[sharing] * AT_ONCE) == [ClassErrorCode.TEACHES_ALREADY] * (AT_ONCE - 1)
    moving = partial(move_to_class, class_id=class_id, to_class_id=other_id, student_ids=ids)
    assert all_at_once(app, *[moving] * AT_ONCE) == [ClassErrorCode.NOT_IN_CLASS] * (AT_ONCE - 1)
    giving = partial(teachers_of_class.transfer_class, class_id=class_id, name=name, stays=True)
    assert all_at_once(app, *[giving] * AT_ONCE) == [ClassErrorCode.TEACHES_ALREADY] * (AT_ONCE - 1)


def test_one_of_two_simultaneous_orders_creates_the_cards(app: Flask) -> None:
    """Two teachers print at the same time: the first one's cards work, the second gets a message."""
    student = make_student()
    class_id, ids = student.class_id, [student.id]
    orders = [login_cards.order_cards(class_id=class_id, student_ids=ids) for _ in range(AT_ONCE)]
    db.session.rollback()
    printed: list[str] = []

    def print_card(order: login_cards.CardOrder) -> None:
        printed.extend(one.token for one in login_cards.make_cards(class_id=class_id, order=order, key=b"key"))

    refused = all_at_once(app, *[partial(print_card, order) for order in orders])
    assert refused == [AccountErrorCode.CARDS_OUTDATED] * (AT_ONCE - 1)
    assert db.session.get_one(Student, ids[0]).card_hash == hash_card_token(printed[0])
