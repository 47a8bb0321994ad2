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
from functools import partial

from sqlalchemy import delete, func, insert, select, tuple_
from sqlalchemy.orm import Session

from classroom.database import after_commit, database_file, db, end_read, transaction
from classroom.learning.knowledge import StudentKnowledge, StudentModels
from classroom.learning.snapshots import generation, pack
from classroom.models import Attempt, ClassSnapshot, SharedSnapshot, StudentSnapshot
from classroom.services.learning.evidence import forget_evidence
from classroom.services.learning.folding import START, Fold, Grades, OutdatedError, Place, State

_STEP = 500
"""Answers to read at once."""
_MOST_OF_A_PAGE = 6_000
"""Answers that a page folds itself. After a change of the algorithm, the background thread folds years of them."""
_LONGEST_PAUSE = 0.05
"""Maximum pause in seconds between two steps of the background thread, during which moves can proceed."""

_lock = threading.Lock()
"""Protects the next two."""
_fold: Fold | None = None
_drops = 0


@contextmanager
def known(*, most: int | None = None) -> Iterator[StudentModels]:
    """Give the estimates for use within the block. Students are copies, and no lock is held, so no one has to wait.

    :param most: maximum number of answers to fold first; with more, the estimates lag behind (`is_being_counted`). None
        for a page's limit.
    """
    fold = _caught_up(_MOST_OF_A_PAGE if most is None else most)
    knowledge = fold.knowledge
    yield StudentModels(
        grades=Grades(),
        difficulties=knowledge.difficulties,
        item_times=knowledge.item_times,
        sample_difficulties=knowledge.sample_difficulties,
        sample_times=knowledge.sample_times,
        load=partial(_student, fold),
    )


def _student(fold: Fold, student_id: str) -> StudentKnowledge | None:
    while True:
        try:
            return fold.student(student_id)
        except OutdatedError:
            drop_knowledge()
            fold = _caught_up(_MOST_OF_A_PAGE)


def is_being_counted() -> bool:
    """Return whether the background thread still has to fold answers, so little is known yet."""
    return _fold is not None and _fold.is_behind


def drop_knowledge() -> None:
    """Clear the cache, like a restart: the snapshot and later answers are read again."""
    global _fold, _drops
    with _lock:
        _fold, _drops = None, _drops + 1


def drop_memory() -> None:
    """Clear the caches of students and classes, like a restart."""
    drop_knowledge()
    forget_evidence()


def forget_knowledge() -> None:
    """Clear the cache and delete all snapshots. Required when answers are deleted or rebuilt."""
    with transaction() as session:
        session.execute(delete(StudentSnapshot))
        session.execute(delete(SharedSnapshot))
        session.execute(delete(ClassSnapshot))
        drop_memory()  # before the commit, so that a snapshot of the deleted answers can no longer be stored
        after_commit(drop_memory)


def save_knowledge() -> bool:
    """Store a snapshot if there are new answers; return whether one was stored.

    Folding happens before the transaction, which only writes. Answers of transactions that are still open must not be
    stored: in that case, the cache is read again.
    """
    fold = _caught_up(_MOST_OF_A_PAGE)
    if fold.is_behind:
        fold = _replaced(fold)
    end_read()
    state = fold.state()
    if not state.unsaved:
        return False
    states = [{"student_id": one, "state": pack(known)} for one, known in state.students.items()]
    at, game_id, version = state.last
    shared = SharedSnapshot(id=1, generation=generation(), at=at, game_id=game_id, version=version)
    shared.state = pack(state.shared)
    with transaction() as session:
        if fold is not _fold:
            return False  # the cache was cleared meanwhile
        if not _is_true(session, fold, state):
            drop_memory()
            return False
        session.execute(delete(StudentSnapshot).where(StudentSnapshot.student_id.in_(state.students)))
        session.execute(insert(StudentSnapshot), states)
        session.execute(delete(SharedSnapshot))
        session.add(shared)
    fold.note_saved(state)
    return True


def _is_true(session: Session, fold: Fold, state: State) -> bool:
    """Return whether exactly the folded answers are committed, and no other process has stored a snapshot since."""
    kept = session.execute(select(SharedSnapshot.at, SharedSnapshot.game_id, SharedSnapshot.version)).one_or_none()
    if (tuple(kept) if kept else START) != fold.saved:
        return False
    return _answers_between(session, fold.checked, state.last) == state.unchecked


def _answers_between(session: Session, after: Place, until: Place) -> Counter[str]:
    """Count the first answers of each student, after one answer and up to another."""
    place = tuple_(Attempt.at, Attempt.game_id, Attempt.version)
    answers = select(Attempt.student_id, func.count().label("answers")).group_by(Attempt.student_id)
    between = session.execute(answers.where(Attempt.is_first, place > after, place <= until))
    return Counter({row.student_id: row.answers for row in between})


def _current() -> Fold:
    with _lock:
        fold, drops = _fold, _drops
    return fold or _installed(Fold.begin(), drops)


def _installed(begun: Fold, drops: int) -> Fold:
    """Use a new fold, unless another thread was faster, or the cache was cleared meanwhile."""
    global _fold  # noqa: PLW0603
    with _lock:
        if _fold is None and drops == _drops:
            _fold = begun
        return _fold or begun


def _caught_up(most: int) -> Fold:
    while True:
        fold = _current()
        try:
            left = most
            while left > 0 and fold.advance(step := min(left, _STEP)) == step:
                left -= step
        except OutdatedError:
            drop_knowledge()
        else:
            if not (fold.is_behind and fold.is_overtaken()):
                return fold
            drop_knowledge()


def _replaced(behind: Fold) -> Fold:
    """Fold all answers separately, with pauses, while others use the estimates so far; then use the new ones."""
    global _fold  # noqa: PLW0603
    behind.is_being_replaced = True
    try:
        complete = Fold.begin()
        started = time.monotonic()
        while complete.advance(_STEP) == _STEP:
            end_read()
            time.sleep(min(time.monotonic() - started, _LONGEST_PAUSE))
            started = time.monotonic()
        if database_file() is not None:
            # Counting years of answers in the transaction would block moves. No other process can delete answers here.
            state = complete.state()
            if _answers_between(db.session(), complete.checked, state.last) == state.unchecked:
                complete.note_checked(state)
    finally:
        behind.is_being_replaced = False
    with _lock:
        if _fold is behind:
            _fold = complete
    return complete
