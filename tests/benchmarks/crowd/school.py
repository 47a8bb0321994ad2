"""A whole school, written directly to the database: classes of 28 at tables of four."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select

from classroom.database import db
from classroom.hosting import hosted_app
from classroom.models import ClassSession, Game, Student
from classroom.services.classes import roster, school_classes
from classroom.services.play.positions import position_of
from classroom.services.sessions import class_sessions, lobby
from classroom.services.settings import TableSettings
from engine import apply_event, legal_moves
from tests.benchmarks.school_year import ANSWERS, write_past
from tests.factories import make_teacher
from tests.over_http.stage import cookie_of

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask

    from engine import Position

_IN_A_CLASS = 28
SETTINGS = TableSettings(deck="times-tables", board="8x8", table_size=4)


@dataclass(slots=True)
class CrowdTable:
    """A table whose next correct move is known."""

    position: Position
    version: int
    cookies: list[str]
    """By seat."""
    rng: random.Random
    class_session_id: str
    teacher_cookie: str
    is_lost: bool = False
    """A move failed, so the position is unknown."""

    @property
    def can_continue(self) -> bool:
        """Return whether the next position can be known: not after a shuffle, which only the server knows."""
        return not self.is_lost and self.position.outcome is None and not self.position.needs_reshuffle

    def next_move(self) -> tuple[int, dict[str, str]]:
        """Choose a move and apply it; return the seat and the form's fields."""
        seat = self.position.turn
        move = self.rng.choice(list(legal_moves(self.position)))
        event = move.to_json(self.position.setup.board)
        fields: dict[str, str] = {name: str(event[name]) for name in ("card", "space") if name in event}
        if event["do"] in {"exchange", "pass"}:
            fields["do"] = event["do"]
        self.position = apply_event(self.position, move)
        self.version += 1
        return seat, fields


def open_school(folder: Path, *, students: int) -> list[CrowdTable]:
    """Fill the environment's database, or a file in the folder, and deal all games."""
    with hosted_app(instance_path=folder) as app, app.app_context():
        open_classes(students=students)
        return _tables(app)


def open_classes(*, students: int, past: int = 0) -> None:
    """Let classes play, each with its own teacher, in the app whose context is open.

    :param past: how many moves these students have made in earlier sessions.
    """
    for number in range(-(-students // _IN_A_CLASS)):
        _open_class(number, min(_IN_A_CLASS, students - number * _IN_A_CLASS), past / students)


def _open_class(number: int, students: int, past: float) -> None:
    teacher_id = make_teacher(f"Teacher {number}").id
    class_id = school_classes.create_class(teacher_id=teacher_id, name=f"Class {number}").id
    roster.add_students(class_id=class_id, text="\n".join(f"Student {one:02}" for one in range(students)))
    ids = db.session.scalars(select(Student.id).where(Student.class_id == class_id)).all()
    write_past(class_id, list(ids), sessions=round(past / ANSWERS))
    session_id = class_sessions.open_session(class_id=class_id, settings=SETTINGS).id
    for student_id in ids:
        class_sessions.join_session(class_session_id=session_id, student_id=student_id)
    lobby.start_session(class_session_id=session_id)


def _tables(app: Flask) -> list[CrowdTable]:
    games = db.session.execute(select(Game).order_by(Game.class_session_id, Game.table_number)).scalars().all()
    teachers = {
        session.id: cookie_of(app, teacher_id=session.school_class.teacher_id)
        for session in db.session.execute(select(ClassSession)).scalars().all()
    }
    return [
        CrowdTable(
            position=position_of(game),
            version=game.version,
            cookies=[cookie_of(app, student_id=player.student_id) for player in game.players],
            rng=random.Random(game.id),
            class_session_id=game.class_session_id,
            teacher_cookie=teachers[game.class_session_id],
        )
        for game in games
    ]
