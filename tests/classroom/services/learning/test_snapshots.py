"""Snapshots: with the answers after them they give exactly what all answers give."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlalchemy import delete, func, select

from classroom import clock
from classroom.database import db, transaction
from classroom.learning.knowledge import StudentKnowledge
from classroom.learning.snapshots import pack, unpack
from classroom.models import Attempt, SchoolClass, SharedSnapshot, Student, StudentSnapshot
from classroom.services.learning import knowledge
from classroom.services.learning.knowledge import drop_memory, forget_knowledge, known, save_knowledge
from tests.classroom.reports.lesson import Lesson
from tests.factories import make_school_class, make_student
from tests.page_client import PageClient
from tests.sql_statements import statements

pytestmark = pytest.mark.usefixtures("db_session")

FACTS = (("7 × 8", "56"), ("6 + 5", "11"), ("52 − 28", "24"), ("56 ÷ 7", "8"), ("our own card", "12"))


@pytest.fixture
def students() -> Iterator[list[Student]]:
    school_class = make_school_class()
    yield [make_student(school_class=school_class, level=level) for level in (2, 3, None)]
    drop_memory()


def play(school_class: SchoolClass, students: list[Student], *, days_ago: int) -> None:
    lesson = Lesson(school_class, days_ago=days_ago)
    for number in range(12):
        for place, student in enumerate(students):
            text, answer = FACTS[(number + place) % len(FACTS)]
            is_right = (number * 7 + place) % 4 > 0
            lesson.answer(student, text, answer, None if is_right else "1", seconds=1.5 + number / 8, goal=0.82)


def everything(students: list[Student]) -> tuple[object, ...]:
    with known() as all_known:
        return ([pack(all_known.of(one.id)) for one in students], all_known.difficulties, all_known.item_times)


def folded() -> int:
    assert knowledge._fold is not None
    return sum(knowledge._fold.unsaved.values())


def test_a_snapshot_plus_later_answers_equals_all_answers(students: list[Student]) -> None:
    school_class = students[0].school_class
    for days_ago in (30, 20, 10):
        play(school_class, students, days_ago=days_ago)
        assert save_knowledge()
        drop_memory()
    assert not save_knowledge()
    play(school_class, students[:2], days_ago=1)
    assert everything(students)
    assert folded() == 24  # not the 108 before them
    restarted = everything(students)
    forget_knowledge()
    assert everything(students) == restarted
    assert folded() == 132


def test_only_students_who_are_asked_for_are_read(students: list[Student]) -> None:
    play(students[0].school_class, students, days_ago=3)
    save_knowledge()
    drop_memory()
    with statements() as noted, known() as all_known:
        assert all_known.of(students[0].id).answers == 12
        assert set(all_known.students) == {students[0].id}
    assert sum("student_snapshots" in one for one in map(str, noted)) == 1


def test_a_stored_snapshot_equals_the_known_state(students: list[Student]) -> None:
    play(students[0].school_class, students, days_ago=3)
    with known() as all_known:
        for one in students:
            assert unpack(StudentKnowledge, pack(all_known.of(one.id))) == all_known.of(one.id)


def test_an_answer_of_a_transaction_that_failed_is_not_kept(students: list[Student]) -> None:
    school_class = students[0].school_class
    play(school_class, students, days_ago=9)
    save_knowledge()
    play(school_class, students, days_ago=3)
    everything(students)
    with transaction() as session:  # one answer is undone after it was folded in
        last = session.execute(select(func.max(Attempt.at))).scalar_one()
        session.execute(delete(Attempt).where(Attempt.at == last))
    assert not save_knowledge()
    undone = everything(students)
    assert folded() == 35  # one answer less, and none from before the snapshot
    assert save_knowledge()
    forget_knowledge()
    assert everything(students) == undone


def test_an_answer_that_came_late_counts_from_the_next_snapshot_on(students: list[Student]) -> None:
    play(students[0].school_class, students, days_ago=9)
    everything(students)
    play(students[0].school_class, students[:1], days_ago=12)
    assert not save_knowledge()
    with known() as all_known:
        assert all_known.of(students[0].id).answers == 24


def test_a_snapshot_of_another_fold_is_not_used(students: list[Student]) -> None:
    play(students[0].school_class, students, days_ago=3)
    save_knowledge()
    db.session.execute(select(SharedSnapshot)).scalar_one().generation = "another"
    db.session.commit()
    drop_memory()
    everything(students)
    assert folded() == 36


def save_in_another_process() -> None:
    """Store a snapshot as another process does: this one keeps what it has folded."""
    mine = knowledge._fold
    drop_memory()
    assert save_knowledge()
    knowledge._fold = mine


def test_a_snapshot_of_another_process_does_not_count_answers_twice(students: list[Student]) -> None:
    school_class = students[0].school_class
    play(school_class, students, days_ago=9)
    save_knowledge()
    drop_memory()
    for days_ago, answers in ((6, 24), (3, 36)):
        with known() as all_known:
            play(school_class, students[:1], days_ago=days_ago)
            save_in_another_process()
            if days_ago == 3:  # while someone reads; before, at the next catch-up
                assert all_known.of(students[0].id).answers == answers
            assert all_known.of(students[1].id).answers == 12
        with known() as all_known:
            assert all_known.of(students[0].id).answers == answers
        drop_memory()


def test_deleting_a_student_deletes_the_snapshot(students: list[Student]) -> None:
    play(students[0].school_class, students, days_ago=3)
    save_knowledge()
    with transaction() as session:
        session.delete(session.get_one(Student, students[0].id))
    assert db.session.execute(select(func.count()).select_from(StudentSnapshot)).scalar_one() == 2
    assert clock.now() - timedelta(days=1) < clock.now()


def test_a_page_leaves_years_of_answers_to_the_background(
    students: list[Student], page: PageClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    school_class = students[0].school_class
    play(school_class, students, days_ago=3)
    monkeypatch.setattr(knowledge, "_MOST_OF_A_PAGE", 10)
    page.sign_in(school_class.teacher)
    of_class = [page.url(endpoint, class_id=school_class.id) for endpoint in ("reports.skills", "reports.groups")]
    reports = [*of_class, page.url("reports.student", student_id=students[0].id)]
    for address in reports:
        drop_memory()
        assert "being counted" in page.open(address).text
        assert folded() < 36
    save_knowledge()
    for address in reports:
        assert "being counted" not in page.open(address).text


def test_a_move_waits_only_for_a_few_answers(students: list[Student]) -> None:
    play(students[0].school_class, students, days_ago=3)
    with known(most=10):
        assert folded() == 10
    with known():
        assert folded() == 36
