"""A move waits for no report: nothing that a move needs is held while a report or a snapshot is made.

Not timed: at each call of a function, the locks that moves take are looked at.
"""

from __future__ import annotations

import sqlite3
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, ModuleType, SimpleNamespace
from typing import Any

import pytest

from classroom import database
from classroom.database import db
from classroom.models import SchoolClass, Student
from classroom.presenters.table import shared
from classroom.services.learning import knowledge
from classroom.services.learning.evidence import save_evidence
from classroom.services.learning.knowledge import drop_memory, known, save_knowledge
from classroom.services.play import positions, tables
from tests.classroom.reports.lesson import Lesson
from tests.factories import make_school_class, make_student
from tests.page_client import PageClient

pytestmark = pytest.mark.usefixtures("db_session")

MOST_CALLS = 2_500
"""While a lock is held: about a millisecond."""
PAGES = (
    "reports.school_class",
    "reports.skills",
    "reports.groups",
    "reports.mistakes",
    "classes.show",
    "classes.levels",
)
FILES = ("reports.skills_csv", "reports.facts_csv", "reports.attempts_csv", "reports.class_data")
FACTS = [(f"{one} × {two}", str(one * two)) for one in range(2, 10) for two in range(2, 8)]


class Watched:
    """Calls made while locks were held."""

    def __init__(self, locks: dict[str, Callable[[], bool]]) -> None:
        self.locks = locks
        """Whether they are held."""
        self.holds: list[tuple[str, Counter[str]]] = []
        """For each time that a lock was held: its name, and the modules whose functions were called."""
        self.calls = 0
        self._is_held: dict[str, bool] = dict.fromkeys(locks, False)

    def look(self, frame: FrameType, event: str, what: Any) -> None:
        """Record a call."""
        if event not in {"call", "c_call"}:
            return
        self.calls += 1
        is_query = event == "c_call" and isinstance(getattr(what, "__self__", None), sqlite3.Cursor)
        module = "sqlite3" if is_query else frame.f_globals.get("__name__", "")
        for name, locked in self.locks.items():
            is_held = locked()
            if is_held and not self._is_held[name]:
                self.holds.append((name, Counter()))
            self._is_held[name] = is_held
            if is_held:
                next(calls for held, calls in reversed(self.holds) if held == name)[module] += 1


@contextmanager
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[Watched]:
    """Check the locks of moves at each call within the block."""
    writing = threading.Lock()
    modules: list[ModuleType] = [knowledge, positions, tables, shared]
    locks = {one.__name__: vars(one)["_lock"].locked for one in modules}
    with monkeypatch.context() as patch:
        patch.setattr(database, "_write_lock", writing)
        drop_memory()
        seen = Watched({"writing": writing.locked, "fold": is_fold_locked, **locks})
        sys.setprofile(seen.look)
        try:
            yield seen
        finally:
            sys.setprofile(None)
    drop_memory()


def is_fold_locked() -> bool:
    """Return whether the lock of the folded answers is held."""
    return knowledge._fold is not None and knowledge._fold._lock.locked()


@pytest.fixture
def students() -> list[Student]:
    school_class = make_school_class()
    students = [make_student(school_class=school_class, level=3) for _ in range(4)]
    play(school_class, students, days_ago=9)
    save_knowledge()
    save_evidence()
    play(school_class, students[:2], days_ago=1)
    return students


def play(school_class: SchoolClass, students: list[Student], *, days_ago: int) -> None:
    lesson = Lesson(school_class, days_ago=days_ago)
    for place, student in enumerate(students):
        for number, (text, answer) in enumerate(FACTS):
            lesson.answer(student, text, answer, "1" if (number + place) % 5 == 0 else None, goal=0.82)


@pytest.mark.nightly
def test_reports_hold_locks_of_moves_only_for_a_few_answers(
    students: list[Student], page: PageClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    class_id, student_id = students[0].class_id, students[0].id
    page.sign_in(students[0].school_class.teacher)
    addresses = [page.url(one, class_id=class_id) for one in PAGES + FILES]
    addresses += [page.url(one, student_id=student_id) for one in ("reports.student", "reports.student_data")]
    for address in addresses:
        with watched(monkeypatch) as seen:
            assert page.request("GET", address, {}, {}).status_code == 200
        assert seen.calls > 1000
        check(seen, address)


def test_a_snapshot_is_computed_before_the_database_is_locked(
    students: list[Student], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert students
    knowledge.forget_knowledge()
    with watched(monkeypatch) as seen:
        assert save_knowledge()
        assert save_evidence()
    assert any(name == "writing" for name, _ in seen.holds) == (db.engine.dialect.name == "sqlite")
    check(seen, "snapshots")


@pytest.mark.nightly
def test_a_recount_keeps_no_lock_that_a_move_needs(students: list[Student], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knowledge, "_MOST_OF_A_PAGE", 10)
    monkeypatch.setattr(knowledge, "_STEP", 10)
    used = []

    def meanwhile(_seconds: float) -> None:
        with known(most=10) as all_known:  # a move that is made during the recount
            used.append(all_known.of(students[0].id).answers)

    knowledge.forget_knowledge()
    monkeypatch.setattr(knowledge, "time", SimpleNamespace(monotonic=time.monotonic, sleep=meanwhile))
    assert save_knowledge()
    assert len(used) > 20
    assert set(used) == {10}, "it used what was known before, and folded nothing beside"
    with known() as all_known:
        assert all_known.of(students[0].id).answers == 2 * len(FACTS)


def check(seen: Watched, during: str) -> None:
    """Fail if something is computed while the database is locked, or if another lock is held for long."""
    for name, calls in seen.holds:
        if name == "writing":
            computing = ("classroom.learning", "classroom.presenters", "classroom.reports", "jinja2")
            assert not [one for one in calls if one.startswith(computing)], f"{during}: {name} is held in {calls}"
        else:
            queries = [one for one in calls if one.startswith(("sqlite3", "sqlalchemy", "psycopg"))]
            assert not queries, f"{during}: {name} is held in {calls}"
            assert calls.total() <= MOST_CALLS, f"{during}: {name} is held in {calls}"
