"""R15: random lessons against a simple model: students join, leave, change seats, and are deleted while others play."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.models import Attendance, ClassSession, Game, GameEvent, SessionState, Student
from classroom.services.classes import deleting, roster, school_classes
from classroom.services.errors import ServiceError
from classroom.services.play.game_row import seats_of
from classroom.services.play.games import current_games
from classroom.services.play.moves import SeatMove, play_move
from classroom.services.play.positions import forget_positions, position_of
from classroom.services.play.seats import give_seat
from classroom.services.play.turns import skip_turn
from classroom.services.sessions import class_sessions, lobby, pauses
from classroom.services.sessions.moving import TableSeat, move_student
from classroom.services.sessions.next_games import deal_next_game
from classroom.services.settings import TableSettings
from engine import Draw, IllegalMoveError, legal_moves
from tests.database_snapshot import DatabaseSnapshot
from tests.factories import make_teacher
from tests.invariants import assert_invariants
from tests.page_client import PageClient

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

pytestmark = [pytest.mark.nightly, pytest.mark.slow, pytest.mark.timeout(4 * 3600)]
RUNS = int(os.environ.get("LESSON_RUNS", "40"))
STEPS = 50
SHARDS = 4
"""Parts that run in different workers, each with its own seeds."""
CLASS = [f"Student {letter}" for letter in "ABCDEFG"]
IN_PROGRESS = (SessionState.PLAYING, SessionState.PAUSED)
REFUSED = (ServiceError, IllegalMoveError)


def _make_class() -> tuple[str, str, list[str]]:
    teacher_id = make_teacher("Alice Okafor").id
    class_id = school_classes.create_class(teacher_id=teacher_id, name="7B").id
    roster.add_students(class_id=class_id, text="\n".join(CLASS))
    return teacher_id, class_id, [one.id for one in roster.students_of(class_id=class_id)]


@dataclass(frozen=True)
class Sent:
    """A move as a page sends it, once or repeatedly."""

    key: str
    game_id: str
    student_id: str
    move: SeatMove
    version: int

    def play(self) -> None:
        """Send the move."""
        play_move(
            game_id=self.game_id,
            student_id=self.student_id,
            move=self.move,
            version=self.version,
            idempotency_key=self.key,
        )


class Lesson:
    """One session of a class, from the lobby to its end, with a simple model of its state."""

    app: Flask
    snapshot: DatabaseSnapshot[tuple[str, str, list[str]]]

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.teacher_id, class_id, self.ids = self.snapshot.restore(self.app)
        opened = class_sessions.open_session(class_id=class_id, settings=TableSettings(table_size=2, tries=2))
        self.session_id = opened.id
        self.state = SessionState.LOBBY
        self.present: set[str] = set()
        self.deleted: set[str] = set()
        self.acknowledged: set[str] = set()
        self.sent: list[Sent] = []
        self.keys = 0
        self.browsers: dict[str, PageClient] = {}

    def play(self) -> None:
        """Let students join, start, and take random steps. Check the model after each step."""
        for number in range(self.rng.choice([0, 2, 4, 5, 6, 7])):
            self.join(number)
        self.start()
        for _ in range(STEPS):
            number, chance = self.rng.randrange(len(CLASS)), self.rng.randrange(10_000)
            actions: dict[Callable[[], None], int] = {
                partial(self.move, chance, is_stale=chance % 7 == 0, is_repeated=chance % 5 == 0): 12,
                partial(self.resend, chance): 2,
                partial(self.join, number): 2,
                partial(self.change_seat, number, chance): 4,
                partial(self.open_page, number): 4,
                partial(self.leave, number): 1,
                self.start: 1,
                self.pause_or_resume: 1,
                partial(self.delete_student, number, chance): 1,
                self.restart: 1,
                partial(self.end, chance): 1,
            }
            self.rng.choices([*actions], [*actions.values()])[0]()
            self.check_against_model()
        assert_invariants()

    def _present_student(self, number: int) -> str | None:
        student_id = self.ids[number]
        return student_id if student_id in self.present else None

    def _games(self) -> list[Game]:
        db.session.rollback()
        return current_games(class_session_id=self.session_id)

    def _try(self, action: Callable[[], object]) -> bool:
        """Do something that may be refused, and return whether it was accepted."""
        try:
            action()
        except REFUSED:
            db.session.rollback()
            return False
        return True

    def join(self, number: int) -> None:
        if self.state is SessionState.ENDED:
            return
        student_id = self.ids[number]
        if student_id in self.deleted:
            return
        class_sessions.join_session(class_session_id=self.session_id, student_id=student_id)
        self.present.add(student_id)

    def start(self) -> None:
        if self.state is not SessionState.LOBBY or len(self.present) < 2:
            return
        lobby.start_session(class_session_id=self.session_id)
        self.state = SessionState.PLAYING

    def leave(self, number: int) -> None:
        if self.state is not SessionState.LOBBY:
            return
        if student_id := self._present_student(number):
            lobby.leave_session(class_session_id=self.session_id, student_id=student_id)
            self.present.discard(student_id)

    def move(self, chance: int, *, is_stale: bool, is_repeated: bool) -> None:
        if self.state is not SessionState.PLAYING:
            return
        rng = Random(chance)
        for game in rng.sample(found := self._games(), len(found)):
            position, seats = position_of(game), seats_of(game)
            seat = next((one for one in seats if position.owed[one]), position.turn)
            student_id = seats[seat]
            if game.over_at is not None or student_id is None:
                continue
            move = Draw(seat) if position.owed[seat] else rng.choice(legal_moves(position))
            self.keys += 1
            key = f"k{self.keys}"
            game_id, version = game.id, game.version - (is_stale and game.version > 0)
            assert isinstance(move, SeatMove)
            sent = Sent(key, game_id, student_id, move, version)
            if self._try(sent.play):
                self.acknowledged.add(key)
                self.sent.append(sent)
                if is_repeated:
                    sent.play()
            return

    def resend(self, chance: int) -> None:
        if not self.sent or self.state is not SessionState.PLAYING:
            return
        self._try(self.sent[chance % len(self.sent)].play)

    def pause_or_resume(self) -> None:
        if self.state not in IN_PROGRESS:
            return
        is_playing = self.state is SessionState.PLAYING
        (pauses.pause_session if is_playing else pauses.resume_session)(class_session_id=self.session_id)
        self.state = SessionState.PAUSED if is_playing else SessionState.PLAYING

    def change_seat(self, number: int, chance: int) -> None:
        if self.state not in IN_PROGRESS:
            return
        games = self._games()
        game = games[chance % len(games)]
        seat = chance % len(seats_of(game))
        actions: list[Callable[[], object]] = [
            lambda: give_seat(game_id=game.id, seat=seat, student_id=None),
            lambda: give_seat(game_id=game.id, seat=seat, student_id=self.ids[number]),
            lambda: skip_turn(game_id=game.id, turn_number=position_of(game).turn_number),
            lambda: move_student(
                class_session_id=self.session_id, student_id=self.ids[number], to=TableSeat(game.id, seat)
            ),
            lambda: deal_next_game(game_id=game.id),
            lambda: class_sessions.seat_waiting(class_session_id=self.session_id),
        ]
        self._try(actions[chance // 7 % len(actions)])

    def delete_student(self, number: int, chance: int) -> None:
        if len(self.deleted) > 1:
            return
        student_id = self.ids[number]
        if chance % 4 or student_id in self.deleted:
            return
        deleting.delete_student(student_id=student_id)
        self.deleted.add(student_id)
        self.present.discard(student_id)
        self.browsers.pop(student_id, None)

    def open_page(self, number: int) -> None:
        if student_id := self._present_student(number):
            if student_id not in self.browsers:
                student = db.session.get_one(Student, student_id)
                self.browsers[student_id] = PageClient(self.app).sign_in(student)
            answer = self.browsers[student_id].request("GET", "/play", {}, {})
            assert answer.status_code < 500, answer.text[:500]

    def restart(self) -> None:
        forget_positions()

    def end(self, chance: int) -> None:
        if self.state not in IN_PROGRESS or len(self.acknowledged) < 12:
            return
        if chance % 3 == 0:
            class_sessions.end_session(class_session_id=self.session_id)
            self.state = SessionState.ENDED

    def check_against_model(self) -> None:
        db.session.rollback()
        class_session = db.session.get_one(ClassSession, self.session_id)
        assert class_session.state == self.state
        attending = select(Attendance.student_id).where(Attendance.class_session_id == self.session_id)
        assert self.present <= set(db.session.execute(attending).scalars())
        sitting = [
            one for game in current_games(class_session_id=self.session_id) for one in seats_of(game).values() if one
        ]
        assert len(sitting) == len(set(sitting)), "someone sits at two tables"
        assert not set(sitting) & self.deleted
        keys = select(GameEvent.idempotency_key).where(GameEvent.idempotency_key.is_not(None)).distinct()
        logged = set(db.session.execute(keys).scalars())
        gone = {one.key for one in self.sent if one.student_id in self.deleted}
        assert self.acknowledged - gone <= logged, "an acknowledged move is lost"
        assert logged <= self.acknowledged, "a refused move counts"


@pytest.mark.parametrize("shard", range(SHARDS))
def test_whole_lessons(app: Flask, db_session: object, cheap_hashes: None, shard: int) -> None:
    Lesson.app, Lesson.snapshot = app, DatabaseSnapshot(_make_class)
    runs, moves, steps = RUNS // SHARDS, 0, 0
    for number in range(runs):
        lesson = Lesson(Random(SHARDS * number + shard))
        try:
            lesson.play()
        except AssertionError as error:
            raise AssertionError(f"lesson {number} of part {shard}: {error}") from error
        moves += len(lesson.acknowledged)
        steps += STEPS
    print(f"R15 {runs:,} lessons (part {shard + 1} of {SHARDS}), {steps:,} steps, {moves:,} moves: 0 errors, 0 broken")
