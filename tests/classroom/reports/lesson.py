"""A session in which students give the answers that a test needs."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sqlalchemy import bindparam, insert, inspect, update

from classroom import clock
from classroom.clock import local_day
from classroom.database import db
from classroom.models import Attempt, AttemptKind, Game, GameEvent, SchoolClass, SessionState, Student
from engine.equations import describe
from tests.factories import make_class_session, make_game, together

_LONGEST = timedelta(hours=1)
_ADD_EVENT = insert(GameEvent)
_ADD_ATTEMPT = insert(Attempt)
_SET_VERSION = update(Game).where(Game.id == bindparam("game")).values(version=bindparam("to"))
WRONG_DEAD_CLAIM = "traded in by mistake"


class Lesson:
    """One ended session of a class, with a game that no one plays."""

    def __init__(self, school_class: SchoolClass, *, days_ago: float = 0, hours: float = 0) -> None:
        opened_at = clock.now() - timedelta(days=days_ago, hours=hours)
        if local_day(opened_at) != local_day(opened_at + _LONGEST):  # answers on two days count as two sessions
            opened_at -= _LONGEST
        self._opened_at = opened_at
        self.class_session = make_class_session(
            school_class, state=SessionState.ENDED, opened_at=opened_at, started_at=opened_at, ended_at=opened_at
        )
        self._game_id = make_game(self.class_session, [None, None]).id
        self._version = 0

    def answer(
        self,
        student: Student,
        equation: str,
        answer: str,
        given: str | None = None,
        *,
        try_number: int = 1,
        seconds: float | None = None,
        **more: Any,
    ) -> None:
        """Let a student answer; rightly, unless another answer is given. What has a time was solved ahead."""
        is_dead = given == WRONG_DEAD_CLAIM
        described = describe(equation, int(answer))
        self._version += 1
        key = {"game_id": self._game_id, "version": self._version, "student_id": _id_of(student)}
        with together():
            session = db.session()
            session.flush()
            connection = session.connection()
            # Tests need thousands of answers. Objects for these rows would take several times as long.
            connection.execute(_ADD_EVENT, {**key, "event": {"do": "place"}, "at": clock.now()})
            values = {
                "kind": AttemptKind.DEAD if is_dead else AttemptKind.PLACE if seconds is None else AttemptKind.SOLVE,
                "equation": equation,
                "answer": answer,
                "skill": described.skill,
                "fact": described.fact_key,
                "given": None if is_dead else answer if given is None else given,
                "try_number": try_number,
                "is_right": given is None,
                "seconds": seconds,
                "at": self._opened_at + timedelta(seconds=self._version),
            }
            connection.execute(_ADD_ATTEMPT, {**key, **values, **more})
            connection.execute(_SET_VERSION, {"game": self._game_id, "to": self._version})


def _id_of(student: Student) -> str:
    """Return the ID without reading the row again, as the attribute would after each commit."""
    identity = inspect(student).identity
    return student.id if identity is None else str(identity[0])
