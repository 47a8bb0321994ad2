"""PostgreSQL: no row mentions a deleted student, and outdated data is deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from classroom.database import db
from classroom.learning.topics import Topic, TopicKind
from classroom.models import Attempt, Student
from classroom.presenters.reports.export_files import kept_about, student_files
from classroom.services.classes import deleting
from classroom.services.follow_ups.actions import add_note
from classroom.services.maintenance import retention
from classroom.services.maintenance.retention import Limits
from tests.classroom.reports.lesson import Lesson
from tests.classroom.services.test_erasing import rows_with
from tests.factories import make_attendance, make_cast, make_deck, make_student
from tests.frozen_clock import FrozenClock

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

pytestmark = [pytest.mark.nightly, pytest.mark.postgres, pytest.mark.slow]


def test_deleting_by_hand_and_by_age(make_postgres_app: Callable[[], Flask], cheap_hashes: None) -> None:
    with make_postgres_app().app_context(), FrozenClock() as clock:
        cast = make_cast()
        zqo = make_student("Zqoqqy Zqoqqlast", school_class=cast.class_7b)
        lesson = Lesson(cast.class_7b)
        for one in (zqo, cast.bob):
            make_attendance(lesson.class_session, one)
            lesson.answer(one, "7 × 8", "56")
        make_deck(cast.alice, title="For Zqoqqy Zqoqqlast")
        topic = Topic(TopicKind.FACT, "mul:7x8", zqo.id)
        add_note(class_id=cast.class_7b.id, topic=topic, student_ids=[zqo.id, cast.bob.id], text="Zqoqqy helps")
        assert b"7 \xc3\x97 8" in student_files(kept_about(zqo), {})["answers.csv"]
        deleting.delete_student(student_id=zqo.id)
        assert rows_with("Zqoqqy") == set()
        retention.save_limits(Limits(answers_years=1, names_months=12))
        clock.move_on(days=367)
        assert retention.delete_due()
        assert db.session.execute(select(func.count()).select_from(Attempt)).scalar_one() == 0
        assert set(db.session.scalars(select(Student.name))) == {"#1"}
        db.session.rollback()
