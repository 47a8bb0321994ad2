"""Classes and games for the gallery."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from classroom.database import db
from classroom.models import Game, SchoolClass, Student
from classroom.services.classes import school_classes
from classroom.services.play.game_row import seats_of
from classroom.services.play.moves import SeatMove, play_move
from classroom.services.play.positions import position_of
from engine import Place, legal_moves
from tests.factories import make_student, together

if TYPE_CHECKING:
    from classroom.models import Teacher


def make_class(teacher: Teacher, name: str, students: int) -> tuple[SchoolClass, list[str]]:
    school_class = school_classes.create_class(teacher_id=teacher.id, name=name)
    with together():
        for number in range(students):
            make_student(f"Student {number}", school_class=school_class)
    ids = db.session.execute(select(Student.id).where(Student.class_id == school_class.id).order_by(Student.name_key))
    return school_class, list(ids.scalars())


def play(game: Game, moves: int) -> None:
    """Play correct moves, with an occasional miss if misses are possible."""
    for number in range(moves):
        position = position_of(game)
        if position.outcome is not None:
            return
        move = next(one for one in legal_moves(position) if isinstance(one, SeatMove))
        if position.setup.has_misses and number % 5 == 1 and isinstance(move, Place):
            wrong = next(space for space in range(position.setup.board.size) if position.open >> space & 1)
            move = Place(move.seat, move.card, wrong)
        play_move(
            game_id=game.id,
            student_id=holder(game),
            move=move,
            version=game.version,
            idempotency_key=f"key {game.version}",
        )
        db.session.refresh(game)


def holder(game: Game) -> str:
    return str(seats_of(game)[position_of(game).turn])
