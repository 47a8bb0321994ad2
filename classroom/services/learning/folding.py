"""The fold of first answers in one process: the estimates, and the last answer included.

Readers get copies of students, and answers are folded a few at a time. Only these two hold the lock, for about a
millisecond at most, and never during a query. So no move waits for a report.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeAlias

from sqlalchemy import Integer, Select, bindparam, select, true, tuple_

from classroom.clock import local_day
from classroom.database import db
from classroom.learning.attempts import BOARD, DEAD, NUMBER, FirstAttempt
from classroom.learning.knowledge import StudentKnowledge, StudentModels
from classroom.learning.snapshots import SharedEstimates, generation, unpack
from classroom.models import Attempt, AttemptKind, SchoolClass, SharedSnapshot, Student, StudentSnapshot
from classroom.prepared_statements import PreparedSelect, Row

_FORMS = {AttemptKind.PLACE: BOARD, AttemptKind.DEAD: DEAD, AttemptKind.SOLVE: NUMBER}
_SLICE = 20
"""Answers to fold while holding the lock: about a millisecond of CPU time."""
_BETWEEN_SLICES = 0.0005
"""Seconds in which a waiting thread can take the lock."""
Place: TypeAlias = tuple[datetime, str, int]
"""The position of an answer in the order of folding."""
START: Place = (datetime(1970, 1, 1, tzinfo=UTC), "", 0)


class OutdatedError(Exception):
    """Another process stored a snapshot with later answers, so further students can't be loaded."""


@dataclass(frozen=True, slots=True)
class State:
    """A consistent copy of everything that a snapshot stores."""

    last: Place
    shared: SharedEstimates
    students: dict[str, StudentKnowledge]
    """Students with answers since the previous snapshot."""
    unsaved: Counter[str]
    unchecked: Counter[str]


class Fold:
    """The estimates, and the last answer included."""

    def __init__(self, knowledge: StudentModels | None = None, place: Place = START) -> None:
        self.knowledge = knowledge or StudentModels()
        self.last = self.saved = self.checked = place
        self.unsaved: Counter[str] = Counter()
        """First answers folded since the snapshot, by student."""
        self.unchecked: Counter[str] = Counter()
        """The same since the folded answers were last compared with the database."""
        self.is_behind = False
        """Whether the last use had more new answers than its limit."""
        self.is_being_replaced = False
        """Whether the background thread is folding all answers separately: meanwhile, none are folded here."""
        self._lock = threading.Lock()

    @classmethod
    def begin(cls) -> Fold:
        """Start from the snapshot, if it was made by the same algorithm and equation bank."""
        kept = db.session.execute(select(SharedSnapshot)).scalar_one_or_none()
        if kept is None or kept.generation != generation():
            return cls()
        shared = unpack(SharedEstimates, kept.state)
        models = StudentModels(
            difficulties=shared.difficulties,
            item_times=shared.item_times,
            sample_difficulties=shared.sample_difficulties,
            sample_times=shared.sample_times,
        )
        return cls(models, (kept.at, kept.game_id, kept.version))

    def advance(self, most: int) -> int:
        """Fold the next answers; return their number.

        :raises OutdatedError: start again.
        """
        if self.is_being_replaced:
            return 0
        begun = self.last
        rows = later_rows(begun, most)
        grades = Grades()
        known = self._kept({row.student_id for row in rows} - self.knowledge.students.keys())
        for student_id in {row.student_id for row in rows} - known.keys() - self.knowledge.students.keys():
            grades.get(student_id)
        for start in range(0, len(rows), _SLICE):
            if start:
                time.sleep(_BETWEEN_SLICES)
            with self._lock:
                self.knowledge.grades, self.knowledge.load = grades, known.get
                self._learn(rows[start : start + _SLICE])
        until = _place(rows[-1]) if rows else begun
        with self._lock:
            if self.last == until:  # otherwise, another thread folded later answers, and knows whether there are more
                self.is_behind = len(rows) == most
        return len(rows)

    def _learn(self, rows: list[Row]) -> None:
        for row in rows:
            place = _place(row)
            if place > self.last:  # otherwise, another thread folded it
                self.knowledge.learn(first_attempt(row))
                self.last = place
                self.unsaved[row.student_id] += 1
                self.unchecked[row.student_id] += 1

    def is_overtaken(self) -> bool:
        """Return whether there is a snapshot with later answers."""
        kept = db.session.execute(select(*_SNAPSHOT)).one_or_none()
        return kept is not None and kept.generation == generation() and tuple(kept)[1:] > self.last

    def student(self, student_id: str) -> StudentKnowledge | None:
        """Return a copy of a student's estimates; None if there are none.

        :raises OutdatedError: start again.
        """
        with self._lock:
            found = self.knowledge.students.get(student_id)
            if found is not None:
                return found.copy()
        kept = self._kept([student_id]).get(student_id)
        if kept is None:
            return None
        with self._lock:  # students with answers since the snapshot are in memory already
            return self.knowledge.students.setdefault(student_id, kept).copy()

    def state(self) -> State:
        """Return a consistent copy."""
        with self._lock:
            knowledge = self.knowledge
            shared = SharedEstimates(
                *(knowledge.difficulties.copy(), knowledge.item_times.copy()),
                *(knowledge.sample_difficulties.copy(), knowledge.sample_times.copy()),
            )
            students = {one: knowledge.students[one].copy() for one in self.unsaved}
            return State(self.last, shared, students, self.unsaved.copy(), self.unchecked.copy())

    def note_saved(self, state: State) -> None:
        """Note that a snapshot of a state was stored."""
        self.note_checked(state)
        with self._lock:
            self.saved = state.last
            self.unsaved -= state.unsaved

    def note_checked(self, state: State) -> None:
        """Note that the answers in a state are those in the database."""
        with self._lock:
            self.checked = state.last
            self.unchecked -= state.unchecked

    def _kept(self, student_ids: Collection[str]) -> dict[str, StudentKnowledge]:
        """Read students who are not in memory from the snapshot, whichever process stored it.

        Since they have no answer after the start of this fold, it may be any up to the last answer.

        :raises OutdatedError: if it has later answers, which would be folded twice.
        """
        found = {}
        for student_id in student_ids:
            row = _KEPT.one_or_none(student_id=student_id)
            if row is None or row.generation != generation():
                continue
            if (row.at, row.game_id, row.version) > self.last:
                raise OutdatedError
            found[student_id] = unpack(StudentKnowledge, row.state)
        return found


class Grades:
    """The current levels set by teachers, read once for each student, at the first answer.

    Those of a class are read together, and not kept: another process may change them.
    """

    def __init__(self) -> None:
        self._read: dict[str, int | None] = {}

    def get(self, student: str, /) -> int | None:
        """Return a student's grade; None if not set."""
        if student not in self._read:
            of_class = select(Student.class_id).where(Student.id == student).scalar_subquery()
            levels = select(Student.id, Student.level).where(Student.class_id == of_class)
            self._read |= {row.id: row.level for row in db.session.execute(levels)}
        return self._read.get(student)


_SNAPSHOT = (SharedSnapshot.generation, SharedSnapshot.at, SharedSnapshot.game_id, SharedSnapshot.version)
_KEPT = PreparedSelect(
    lambda: (
        select(StudentSnapshot.state, *_SNAPSHOT)
        .join(SharedSnapshot, true())
        .where(StudentSnapshot.student_id == bindparam("student_id"))
    )
)


def _select_later() -> Select[*tuple[Any, ...]]:
    place = Attempt.at, Attempt.game_id, Attempt.version
    last = (bindparam(f"last_{one.key}", type_=one.type) for one in place)
    of_samples = select(Student.id).join(SchoolClass).where(SchoolClass.is_sample)
    return (
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
            Attempt.student_id.in_(of_samples).label("is_sample"),
        )
        .where(Attempt.is_first, tuple_(*place) > tuple_(*last))
        .order_by(*place)
        .limit(bindparam("most", type_=Integer))
    )


_LATER = PreparedSelect(_select_later)


def _place(row: Row) -> Place:
    return row.at, row.game_id, row.version


def later_rows(place: Place, most: int) -> list[Row]:
    """Read the next first answers after a position."""
    at, game_id, version = place
    return _LATER.all(last_at=at, last_game_id=game_id, last_version=version, most=most)


def first_attempt(row: Row) -> FirstAttempt:
    """Return an answer as input of the fold."""
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
