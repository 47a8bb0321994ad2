"""Estimates from all answers, cached in memory and updated from the database before use.

The answers are the source of truth: in the same order, they always give the same numbers. The background thread
regularly stores a snapshot with its last answer, so after a start or a rollback, a process folds only later answers. A
student's part of the snapshot is read on first use. (With several processes, an answer that is committed late counts
from the next snapshot on.)
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, TypeAlias

from sqlalchemy import Integer, Select, bindparam, delete, func, insert, select, tuple_
from sqlalchemy.orm import Session

from classroom.clock import local_day
from classroom.database import after_commit, db, transaction
from classroom.learning.attempts import BOARD, DEAD, NUMBER, FirstAttempt
from classroom.learning.knowledge import StudentKnowledge, StudentModels
from classroom.learning.snapshots import (
    SharedEstimates,
    generation,
    pack_shared,
    pack_student,
    unpack_shared,
    unpack_student,
)
from classroom.models import Attempt, AttemptKind, ClassSnapshot, SchoolClass, SharedSnapshot, Student, StudentSnapshot
from classroom.prepared_statements import PreparedSelect, Row
from classroom.services.learning.evidence import forget_evidence

_FORMS = {AttemptKind.PLACE: BOARD, AttemptKind.DEAD: DEAD, AttemptKind.SOLVE: NUMBER}
_STEP = 500
"""Answers to fold while others wait: about 20 ms of CPU time."""
_MOST_OF_A_PAGE = 6_000
"""Answers that a page folds itself. After a change of the algorithm, the background thread folds years of them."""
_LONGEST_PAUSE = 0.05
"""Maximum pause in seconds between two steps of the background thread, during which moves can proceed."""
_OF_SAMPLES = select(Student.id).join(SchoolClass).where(SchoolClass.is_sample)
_Place: TypeAlias = tuple[datetime, str, int]
_START: _Place = (datetime(1970, 1, 1, tzinfo=UTC), "", 0)


def _load_student(student_id: str) -> StudentKnowledge | None:
    if _memory.saved == _START:
        return None
    kept = select(StudentSnapshot.state).where(StudentSnapshot.student_id == student_id)
    state = db.session.execute(kept).scalar_one_or_none()
    return None if state is None else unpack_student(state)


class _Memory:
    """The estimates, and the last answer included."""

    def __init__(self) -> None:
        self.knowledge = StudentModels(load=_load_student)
        self.last = self.saved = _START
        self.unsaved: Counter[str] = Counter()
        """First answers folded since the snapshot, by student."""
        self.is_loaded = False
        self.is_behind = False
        """Whether the last use had more new answers than its limit."""


_lock = threading.RLock()
_memory = _Memory()


@contextmanager
def known(*, most: int | None = None) -> Iterator[StudentModels]:
    """Give the current thread exclusive access to the estimates within the block. Do not keep or change them.

    :param most: maximum number of answers to fold first; with more, the estimates lag behind (`is_being_counted`). None
        for a page's limit.
    """
    _catch_up(_MOST_OF_A_PAGE if most is None else most)
    with _lock:
        yield _memory.knowledge


def is_being_counted() -> bool:
    """Return whether the background thread still has to fold answers, so little is known yet."""
    return _memory.is_behind


def drop_memory() -> None:
    """Clear the cache, like a restart: the snapshot and later answers are read again."""
    global _memory  # noqa: PLW0603  one memory for the process
    with _lock:
        _memory = _Memory()
    forget_evidence()


def forget_knowledge() -> None:
    """Clear the cache and delete all snapshots. Required when answers are deleted or rebuilt."""
    with transaction() as session:
        session.execute(delete(StudentSnapshot))
        session.execute(delete(SharedSnapshot))
        session.execute(delete(ClassSnapshot))
        after_commit(drop_memory)
    drop_memory()


def forget_newcomers() -> None:
    """Forget students without answers: a teacher may have changed their level, which determines their prior.

    Others keep the prior they started with: their answers matter more, and folding all of them again takes long.
    """
    with _lock:
        students = _memory.knowledge.students
        for student_id in [student_id for student_id, one in students.items() if not one.answers]:
            del students[student_id]
    forget_evidence()


def save_knowledge() -> bool:
    """Store a snapshot if there are new answers; return whether one was stored.

    Folding happens before the transaction, which only writes. Answers of transactions that are still open must not be
    stored: in that case, the cache is read again.
    """
    _fold_all()
    with _lock:
        memory = _memory
        knowledge, last, unsaved = memory.knowledge, memory.last, Counter(memory.unsaved)
        if not unsaved:
            return False
        shared = SharedEstimates(
            *(knowledge.difficulties, knowledge.item_times, knowledge.sample_difficulties, knowledge.sample_times)
        )
        states = {student: pack_student(knowledge.students[student]) for student in unsaved}
        state, saved = pack_shared(shared), memory.saved
    with transaction() as session:
        if not _is_true(session, saved, last, unsaved):
            drop_memory()
            return False
        session.execute(delete(StudentSnapshot).where(StudentSnapshot.student_id.in_(states)))
        session.execute(insert(StudentSnapshot), [{"student_id": one, "state": kept} for one, kept in states.items()])
        session.execute(delete(SharedSnapshot))
        at, game_id, version = last
        session.add(SharedSnapshot(id=1, generation=generation(), at=at, game_id=game_id, version=version, state=state))
    with _lock:
        if memory is _memory:
            memory.saved = last
            memory.unsaved -= unsaved
    return True


def _fold_all() -> None:
    """Fold everything in small steps, with pauses of equal length in which others use the estimates."""
    started = time.monotonic()
    while _fold(_STEP) == _STEP:
        db.session.rollback()
        time.sleep(min(time.monotonic() - started, _LONGEST_PAUSE))
        started = time.monotonic()


def _is_true(session: Session, saved: _Place, last: _Place, unsaved: Counter[str]) -> bool:
    """Return whether exactly the folded answers are committed, and no other process has stored a snapshot since."""
    kept = session.execute(select(SharedSnapshot.at, SharedSnapshot.game_id, SharedSnapshot.version)).one_or_none()
    if (tuple(kept) if kept else _START) != saved:
        return False
    place = tuple_(Attempt.at, Attempt.game_id, Attempt.version)
    answers = select(Attempt.student_id, func.count().label("answers")).group_by(Attempt.student_id)
    between = session.execute(answers.where(Attempt.is_first, place > saved, place <= last))
    return {row.student_id: row.answers for row in between} == unsaved


def _load_shared() -> None:
    """Start from the snapshot, if it was made by the same algorithm and equation bank."""
    _memory.is_loaded = True
    kept = db.session.execute(select(SharedSnapshot)).scalar_one_or_none()
    if kept is None or kept.generation != generation():
        return
    shared, knowledge = unpack_shared(kept.state), _memory.knowledge
    knowledge.difficulties, knowledge.item_times = shared.difficulties, shared.item_times
    knowledge.sample_difficulties, knowledge.sample_times = shared.sample_difficulties, shared.sample_times
    _memory.last = _memory.saved = (kept.at, kept.game_id, kept.version)


class _Grades:
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


def _catch_up(most: int) -> None:
    """Fold new answers in steps, between which a waiting move gets access."""
    left = most
    while left > 0 and _fold(step := min(left, _STEP)) == step:
        left -= step
        time.sleep(0.001)


def _fold(most: int) -> int:
    """Fold the next answers; return their number."""
    with _lock:
        if not _memory.is_loaded:
            _load_shared()
        knowledge = _memory.knowledge
        knowledge.grades = _Grades()
        rows = _later_rows(most)
        for row in rows:
            knowledge.learn(_first_attempt(row))
            _memory.last = row.at, row.game_id, row.version
            _memory.unsaved[row.student_id] += 1
        _memory.is_behind = len(rows) == most
        return len(rows)


def _select_later() -> Select[*tuple[Any, ...]]:
    place = Attempt.at, Attempt.game_id, Attempt.version
    last = (bindparam(f"last_{one.key}", type_=one.type) for one in place)
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
            Attempt.student_id.in_(_OF_SAMPLES).label("is_sample"),
        )
        .where(Attempt.is_first, tuple_(*place) > tuple_(*last))
        .order_by(*place)
        .limit(bindparam("most", type_=Integer))
    )


_LATER = PreparedSelect(_select_later)


def _later_rows(most: int) -> list[Row]:
    at, game_id, version = _memory.last
    return _LATER.all(last_at=at, last_game_id=game_id, last_version=version, most=most)


def _first_attempt(row: Row) -> FirstAttempt:
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
