from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import func, select

from classroom.database import db
from classroom.learning.knowledge import StudentModels, rebuild, start_level
from classroom.models import Attempt, AttemptKind, ClassSession
from classroom.prepared_statements import Row
from classroom.rng import seeded
from classroom.services.learning import knowledge
from classroom.services.learning.folding import START, Place, first_attempt, later_rows
from classroom.services.learning.knowledge import forget_knowledge, known
from classroom.services.settings import TableSettings
from engine import Team
from tests.classroom.services.learning.dealing import answer, current, play_out, start
from tests.factories import make_attempt, make_game, make_game_event, make_school_class, make_student
from tests.sql_statements import statements

pytestmark = pytest.mark.usefixtures("db_session")


@pytest.fixture(autouse=True)
def same_deal() -> Iterator[None]:
    """Deal the same games in every run."""
    with seeded(1):
        yield


def played() -> ClassSession:
    """A session of two tables whose games have ended."""
    class_session = start(4, TableSettings(table_size=2))
    for table in (0, 1):
        play_out(current(class_session, table), strong=Team.BLUE, seed=table)
    return class_session


def test_nothing_is_known_before_the_first_answer() -> None:
    student = make_student(level=6)
    assert folded().students == {}
    with known() as everything:
        assert everything.of(student.id).levels.start == start_level(6)


def test_knowledge_includes_every_answer() -> None:
    class_session = start(2)
    game = current(class_session)
    student_id = answer(game)
    with known() as everything:
        before = everything.of(student_id).levels.of(("overall",))
        assert everything.of(student_id).answers == 1
    answer(current(class_session))
    other_id = answer(current(class_session), rightly=False)
    assert other_id == student_id
    with known() as everything:
        assert everything.of(student_id).answers == 2
        assert everything.of(student_id).levels.of(("overall",)) < before


def test_folding_in_steps_equals_folding_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    class_session = start(2)
    for rightly in (True, False, True, True, False):
        answer(current(class_session), rightly=rightly)
        with known():
            pass
    little_by_little = folded()
    assert len(little_by_little.students) == 2
    forget_knowledge()
    monkeypatch.setattr(knowledge, "_STEP", 2)
    at_once = folded()
    assert at_once is not little_by_little
    assert at_once.students == little_by_little.students
    assert at_once.difficulties == little_by_little.difficulties


def test_a_page_is_complete_while_another_thread_folds_a_few_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    played()
    forget_knowledge()
    counted = []

    def read(place: Place, most: int) -> list[Row]:
        rows = later_rows(place, most)
        if most == 1:  # before these are folded, a page folds all
            counted.append(folded().students)
        return rows

    monkeypatch.setattr("classroom.services.learning.folding.later_rows", read)
    with known(most=1):
        assert len(counted[0]) == 4
        assert not knowledge.is_being_counted()


def test_second_tries_do_not_count() -> None:
    class_session = start(2)
    answer(current(class_session), rightly=False)
    answer(current(class_session), rightly=True)  # the same student: a turn has two tries
    assert sum(one.answers for one in folded().students.values()) == first_attempts() == 1


def test_knowledge_equals_that_from_the_answers_of_whole_games() -> None:
    class_session = played()
    students = folded().students
    assert set(students) <= {one.student_id for one in class_session.attendances}
    assert sum(one.answers for one in students.values()) == first_attempts() > 20


def test_times_and_goals_are_included() -> None:
    game = make_game()
    student = game.players[0].student
    assert student is not None
    solving = make_game_event(game, {"do": "solve"}, student=student)
    make_attempt(solving, student=student, kind=AttemptKind.SOLVE, seconds=2.5, goal=0.82)
    with known() as everything:
        mine = everything.of(student.id)
        assert list(mine.times.seconds) == [2.5]
        assert mine.levels.of(("form", "number"))[0] > 0
        assert mine.steering.surplus > 0


def test_levels_are_read_only_for_unknown_students() -> None:
    class_session = start(2)
    student_id = answer(current(class_session))
    with statements() as noted, known() as everything:
        students = [everything.of(one.student_id) for one in class_session.attendances]
    assert len(students) == 2
    assert len(reads_of_levels(noted)) == 2  # to fold the answer, and for the student who has given none
    with statements() as noted, known() as everything:
        assert everything.of(student_id) in students
    assert noted
    assert reads_of_levels(noted) == []


def test_the_levels_of_a_class_are_read_together() -> None:
    school_class = make_school_class()
    levels = [1, 2, 4, 6, None]
    student_ids = [make_student(school_class=school_class, level=level).id for level in levels]
    with statements() as noted, known() as everything:
        assert [everything.of(one).levels.start for one in student_ids] == [*map(start_level, levels)]
    assert len(reads_of_levels(noted)) == 1


def test_a_level_changed_by_another_process_counts_for_unknown_students() -> None:
    school_class = make_school_class()
    first, second = (make_student(school_class=school_class, level=2) for _ in range(2))
    with known() as everything:
        assert everything.of(first.id).levels.start == start_level(2)
    second.level = 6  # through the service, this process would clear its cache
    db.session.commit()
    with known() as everything:
        assert everything.of(second.id).levels.start == start_level(6)


def test_knowledge_equals_the_pure_fold() -> None:
    class_session = start(2)
    grades = {}
    for level, attendance in enumerate(class_session.attendances, start=1):
        attendance.student.level = grades[attendance.student_id] = level
    db.session.commit()
    for rightly in (True, True, False, True):
        answer(current(class_session), rightly=rightly)
        with known():
            pass
    caught_up, at_once = folded(), rebuild(map(first_attempt, later_rows(START, 100)), grades)
    assert (caught_up.students, caught_up.difficulties) == (at_once.students, at_once.difficulties)
    assert {one.levels.start for one in caught_up.students.values()} == {start_level(1), start_level(2)}


def folded() -> StudentModels:
    """Give everything that this process has folded."""
    with known():
        assert knowledge._fold is not None
        return knowledge._fold.knowledge


def reads_of_levels(noted: list[str]) -> list[str]:
    """Return the queries that read levels and no other student data."""
    return [one for one in noted if one.startswith("SELECT students.id, students.level \nFROM students")]


def first_attempts() -> int:
    return db.session.execute(select(func.count()).select_from(Attempt).where(Attempt.is_first)).scalar_one()
