"""Games with their players, events and attempts. Whole games are better made by the services."""

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
from tests.factories.saving import saved, together
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
    """A game just dealt, with these students in seats 0, 1 … (None: a bot); by default two new ones."""
    class_session = class_session or make_class_session(state=SessionState.PLAYING)
    if students is None:
        students = make_students(2, school_class=class_session.school_class)
    chosen = settings or TableSettings.from_json(class_session.settings)
    setup = chosen.new_setup(len(students), random.Random(seed))
    values.setdefault("table_number", 1 + max((game.table_number for game in class_session.games), default=0))
    with together():
        game = saved(Game(class_session_id=class_session.id, setup=setup_to_json(setup), **values))
        for seat, student in enumerate(students):
            make_player(game, seat=seat, student=student)
    return game


def faces_dealt(game: Game) -> list[tuple[int, Face]]:
    """The equations that holders were dealt for their cards, with their versions, the latest first."""
    entries = reversed(progress_of(game).faces)
    return [(entry.version, entry.event) for entry in entries if isinstance(entry.event, Face)]


def make_player(game: Game, *, seat: int, student: Student | None = None, **values: Any) -> Player:
    """Who holds a seat; no student: a bot."""
    return saved(Player(game_id=game.id, seat=seat, student_id=student.id if student else None, **values))


def make_game_event(game: Game, event: dict[str, Any], *, student: Student | None = None, **values: Any) -> GameEvent:
    """The next event of a game's log. Nothing checks it against the rules."""
    game.version += 1
    return saved(
        GameEvent(
            game_id=game.id, version=game.version, event=event, student_id=student.id if student else None, **values
        )
    )


def make_attempt(event: GameEvent, *, student: Student, **values: Any) -> Attempt:
    """An answer; by default 3 + 4 placed rightly at the first try."""
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
    return saved(Attempt(game_id=event.game_id, version=event.version, student_id=student.id, **values))


def make_baseline(game: Game, *, student: Student, **values: Any) -> Baseline:
    """A warm-up that is over; by default 24 typed in a second."""
    values = {"at": clock.now(), "number": 24, "milliseconds": 1000, **values}
    return saved(Baseline(game_id=game.id, student_id=student.id, **values))
