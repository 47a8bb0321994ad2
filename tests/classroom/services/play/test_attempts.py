"""Answers are derived from the log: rebuilding gives the same rows, and an independent count the same numbers."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import delete, select

from classroom.database import db
from classroom.models import Attempt, Player
from classroom.reports.equations import equation_lines
from classroom.reports.spans import DateRange
from classroom.reports.students import student_lines
from classroom.services.classes.roster import remove_student
from classroom.services.play.attempts import rebuild_attempts
from classroom.services.play.positions import forget_positions
from classroom.services.settings import TableSettings
from engine import DrawMode, SolveMode
from tests.classroom.random_lesson import play_random_lesson
from tests.classroom.recount import answers_in_logs, first_answers_by_equation, first_answers_by_student
from tests.database_snapshot import DatabaseSnapshot
from tests.factories import Cast, make_cast

if TYPE_CHECKING:
    from flask import Flask

LESSONS = [
    pytest.param(TableSettings(), 9, id="sums, nine present", marks=pytest.mark.nightly),
    pytest.param(
        TableSettings(deck="times-tables", board="8x8", tries=3), 4, id="tables, three tries", marks=pytest.mark.nightly
    ),
    pytest.param(
        TableSettings(deck="mixed", board="6x6", tries=None, table_size=6),
        6,
        id="no limit of tries",
        marks=pytest.mark.nightly,
    ),
    pytest.param(TableSettings(tries=1, draw=DrawMode.MANUAL, table_talk=True), 5, id="by the book, one try"),
    pytest.param(TableSettings(draw=DrawMode.MANUAL, table_talk=True, table_size=2), 1, id="one alone with a bot"),
    pytest.param(TableSettings(solve=SolveMode.AHEAD), 5, id="solved ahead"),
    pytest.param(
        *(TableSettings(solve=SolveMode.AHEAD, tries=1, draw=DrawMode.MANUAL, table_talk=True), 7),
        id="ahead, by the book",
        marks=pytest.mark.nightly,
    ),
]


def attempt_rows() -> list[dict[str, Any]]:
    """Return all columns of the table."""
    table = Attempt.__table__
    rows = db.session.execute(select(table).order_by(table.c.game_id, table.c.version))
    return [dict(row._mapping) for row in rows]


@functools.cache
def lesson(settings: TableSettings, present: int) -> DatabaseSnapshot[str]:
    """Play a lesson once for both tests. Return the class."""

    def play() -> str:
        school_class = make_cast().class_7b
        play_random_lesson(school_class, settings, present=present, seed=present + 1)
        return school_class.id

    return DatabaseSnapshot(play)


@pytest.mark.slow
@pytest.mark.usefixtures("db_session")
@pytest.mark.parametrize(("settings", "present"), LESSONS)
def test_rebuilding_gives_the_same_rows(app: Flask, settings: TableSettings, present: int) -> None:
    lesson(settings, present).restore(app)
    written = attempt_rows()
    assert {row["is_right"] for row in written} == {True, False}
    is_ahead = settings.solve is SolveMode.AHEAD
    assert {row["kind"] for row in written} == ({"solve"} if is_ahead else {"place", "dead"})
    assert any(row["seconds"] for row in written) == is_ahead
    assert db.session.execute(select(Player.id).where(Player.left_at_version.is_not(None))).first(), "no seat changed"

    db.session.execute(delete(Attempt))
    db.session.commit()
    forget_positions()

    assert rebuild_attempts() == len(written)
    assert attempt_rows() == written


@pytest.mark.slow
@pytest.mark.usefixtures("db_session")
@pytest.mark.parametrize(("settings", "present"), LESSONS)
def test_an_independent_count_gives_the_same_report(app: Flask, settings: TableSettings, present: int) -> None:
    class_id = lesson(settings, present).restore(app)
    answers = answers_in_logs(class_id)
    by_student, by_equation = first_answers_by_student(answers), first_answers_by_equation(answers)
    span = DateRange(class_id)

    students = student_lines(span)
    assert {
        line.student_id: (line.first.right, line.first.trials) for line in students if line.first.trials
    } == by_student
    assert sum(line.later.trials for line in students) == sum(one.try_number > 1 for one in answers)
    lines = equation_lines(span)
    assert {line.equation: (line.first.right, line.first.trials) for line in lines} == {
        equation: (right, tried) for equation, (right, tried, _) in by_equation.items()
    }
    assert all({one.given: one.count for one in line.wrong} == by_equation[line.equation][2] for line in lines)


def test_answers_in_the_table_equal_those_in_the_logs(cast: Cast) -> None:
    play_random_lesson(cast.class_7b, TableSettings(), present=4, seed=3)
    counted = {(one.game_id, one.version): one for one in answers_in_logs(cast.class_7b.id)}
    written = attempt_rows()

    assert {(row["game_id"], row["version"]) for row in written} == set(counted)
    for row in written:
        one = counted[row["game_id"], row["version"]]
        assert (row["student_id"], row["equation"], row["answer"], row["given"]) == (
            one.student_id,
            one.equation,
            one.answer,
            one.given,
        )
        assert (row["try_number"], row["is_right"]) == (one.try_number, one.is_right)


def test_plus_and_minus_are_not_answers(cast: Cast) -> None:
    play_random_lesson(cast.class_7b, TableSettings(), present=4, seed=4)
    assert not {row["equation"] for row in attempt_rows()} & {"Plus", "Minus"}


def test_rebuilding_does_not_restore_removed_students(cast: Cast) -> None:
    play_random_lesson(cast.class_7b, TableSettings(), present=4, seed=5)
    gone = db.session.execute(select(Attempt.student_id)).scalars().first()
    assert gone is not None
    remove_student(student_id=gone)
    left = attempt_rows()
    assert gone not in {row["student_id"] for row in left}

    rebuild_attempts()
    assert attempt_rows() == left
