"""Games with their players, events, and attempts. To create whole games, call services instead."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from classroom import clock
from classroom.models import (
    Attempt,
    AttemptKind,
    Baseline,
    ClassSession,
    Game,
    GameEvent,
    Player,
    SessionState,
    Student,
)
from classroom.services.play.positions import progress_of, setup_to_json
from classroom.services.settings import TableSettings
from engine import Face
from engine.equations import describe
from tests.factories.people import make_students
from tests.factories.saving import save, together
from tests.factories.sessions import make_class_session

if TYPE_CHECKING:
    from collections.abc import Sequence as Seq


def make_game(
    class_session: ClassSession | None = None,
    students: Seq[Student | None] | None = None,
    *,
    seed: int = 1,
    settings: TableSettings | None = None,
    **values: Any,
) -> Game:
    """Create a newly dealt game. Seats belong to `students` (None: a bot), by default to two new ones."""
    class_session = class_session or make_class_session(state=SessionState.PLAYING)
    if students is None:
        students = make_students(2, school_class=class_session.school_class)
    chosen = settings or TableSettings.from_json(class_session.settings)
    setup = chosen.new_setup(len(students), random.Random(seed))
    values.setdefault("table_number", 1 + max((game.table_number for game in class_session.games), default=0))
    with together():
        game = save(Game(class_session_id=class_session.id, setup=setup_to_json(setup), **values))
        for seat, student in enumerate(students):
            make_player(game, seat=seat, student=student)
    return game


def faces_dealt(game: Game) -> list[tuple[int, Face]]:
    """Return the equations that were dealt for cards, with their versions, latest first."""
    entries = reversed(progress_of(game).faces)
    return [(entry.version, entry.event) for entry in entries if isinstance(entry.event, Face)]


def make_player(game: Game, *, seat: int, student: Student | None = None, **values: Any) -> Player:
    """Create the player in a seat: a student, or a bot."""
    return save(Player(game_id=game.id, seat=seat, student_id=student.id if student else None, **values))


def make_game_event(game: Game, event: dict[str, Any], *, student: Student | None = None, **values: Any) -> GameEvent:
    """Add an event to a game's log, without checking the rules."""
    game.version += 1
    return save(
        GameEvent(
            game_id=game.id, version=game.version, event=event, student_id=student.id if student else None, **values
        )
    )


def make_attempt(event: GameEvent, *, student: Student, **values: Any) -> Attempt:
    """Create an answer; by default 3 + 4, correct on the first try."""
    values = {
        "kind": AttemptKind.PLACE,
        "equation": "3 + 4",
        "answer": "7",
        "given": "7",
        "try_number": 1,
        "is_right": True,
        "at": clock.now(),
        **values,
    }
    equation = describe(values["equation"], int(values["answer"]))
    values = {"skill": equation.skill, "fact": equation.fact_key, **values}
    return save(Attempt(game_id=event.game_id, version=event.version, student_id=student.id, **values))


def make_baseline(game: Game, *, student: Student, **values: Any) -> Baseline:
    """Create a finished warm-up; by default 24, typed in one second."""
    values = {"at": clock.now(), "number": 24, "milliseconds": 1000, **values}
    return save(Baseline(game_id=game.id, student_id=student.id, **values))
