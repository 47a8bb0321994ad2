"""What all answers tell, folded once in this process and caught up from the database before it is used.

Nothing of it is stored: the answers are the truth, and the same answers in the same order always give the same
numbers. (Where several processes write, an answer committed late may be left out until the next start.)
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Row, select, tuple_

from classroom.clock import local_day
from classroom.database import db
from classroom.learning.attempts import BOARD, DEAD, NUMBER, FirstAttempt
from classroom.learning.knowledge import StudentModels
from classroom.models import Attempt, AttemptKind, SchoolClass, Student
from classroom.services.learning.evidence import forget_evidence

_FORMS = {AttemptKind.PLACE: BOARD, AttemptKind.DEAD: DEAD, AttemptKind.SOLVE: NUMBER}
_ROWS_AT_A_TIME = 5_000
_OF_SAMPLES = select(Student.id).join(SchoolClass).where(SchoolClass.is_sample)
_START = (datetime(1970, 1, 1, tzinfo=UTC), "", 0)


class _Memory:
    """The knowledge, and the last answer that is in it."""

    def __init__(self) -> None:
        self.knowledge = StudentModels()
        self.last = _START


_lock = threading.RLock()
_memory = _Memory()


@contextmanager
def known() -> Iterator[StudentModels]:
    """Give what is known, up to date and for this thread alone within the block. Do not keep or change it."""
    with _lock:
        _catch_up()
        yield _memory.knowledge


def forget_knowledge() -> None:
    """Empty the memory, as a restart does. Needed when answers are deleted or derived again."""
    global _memory  # noqa: PLW0603  one memory for the process
    with _lock:
        _memory = _Memory()
    forget_evidence()


class _Grades:
    """The levels that teachers have set, as they are now; asked for once for each student, at the first answer.

    All of a class are read together, and none are kept for the next time: another process may write others.
    """

    def __init__(self) -> None:
        self._read: dict[str, int | None] = {}

    def get(self, student: str, /) -> int | None:
        """Return one student's grade; None: not set."""
        if student not in self._read:
            of_class = select(Student.class_id).where(Student.id == student).scalar_subquery()
            levels = select(Student.id, Student.level).where(Student.class_id == of_class)
            self._read |= {row.id: row.level for row in db.session.execute(levels)}
        return self._read.get(student)


def _catch_up() -> None:
    knowledge = _memory.knowledge
    knowledge.grades = _Grades()
    while rows := _later_rows():
        for row in rows:
            knowledge.learn(_first_attempt(row))
            _memory.last = row.at, row.game_id, row.version


def _later_rows() -> list[Row[Any]]:
    place = Attempt.at, Attempt.game_id, Attempt.version
    return list(
        db.session.execute(
            select(
                Attempt.game_id,
                Attempt.version,
                Attempt.at,
                Attempt.student_id,
                Attempt.kind,
                Attempt.equation,
                Attempt.answer,
                Attempt.is_right,
                Attempt.seconds,
                Attempt.goal,
                Attempt.skill,
                Attempt.student_id.in_(_OF_SAMPLES).label("is_sample"),
            )
            .where(Attempt.is_first, tuple_(*place) > _memory.last)
            .order_by(*place)
            .limit(_ROWS_AT_A_TIME)
        )
    )


def _first_attempt(row: Row[Any]) -> FirstAttempt:
    return FirstAttempt(
        student=row.student_id,
        day=local_day(row.at),
        text=row.equation,
        answer=int(row.answer),
        is_right=row.is_right,
        form=_FORMS[AttemptKind(row.kind)],
        seconds=row.seconds,
        goal=row.goal,
        game=row.game_id,
        is_sample=bool(row.is_sample),
        skill=row.skill,
    )
