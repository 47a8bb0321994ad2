"""A lesson prepared directly in the database, for tests that are not about sign-in and setup."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select

from classroom.database import db
from classroom.hosting import hosted_app
from classroom.models import Student
from classroom.services.accounts import logins
from classroom.services.classes import roster, school_classes
from classroom.services.classes.support import set_levels
from classroom.services.sessions import class_sessions, lobby
from classroom.services.settings import TableSettings
from tests.factories import make_teacher
from tests.migrated_database import copy_migrated_database

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from flask import Flask


@dataclass(frozen=True)
class Person:
    """A signed-in person."""

    id: str
    name: str
    cookie: str


@dataclass(frozen=True)
class Stage:
    """A class with a running session."""

    teacher: Person
    students: tuple[Person, ...]
    """In the order of the roster."""
    class_id: str
    class_code: str
    class_session_id: str


def set_stage(
    folder: Path, *, students: int, settings: TableSettings | None = None, levels: Sequence[int] = ()
) -> Stage:
    """Fill the database of a server that has not started yet: every student sits at a table, and games are dealt.

    :param levels: the levels set by the teacher, for the first students of the roster.
    """
    copy_migrated_database(folder)
    with hosted_app(instance_path=folder) as app, app.app_context():
        return fill_stage(app, students=students, settings=settings, levels=levels)


def fill_stage(
    app: Flask, *, students: int, settings: TableSettings | None = None, levels: Sequence[int] = ()
) -> Stage:
    """Do the same in the database of an app whose context is open; the server may be running."""
    teacher = make_teacher()
    teacher_id, teacher_name = teacher.id, teacher.name
    school_class = school_classes.create_class(teacher_id=teacher_id, name="7B")
    class_id, code = school_class.id, school_class.code
    roster.add_students(class_id=class_id, text="\n".join(f"Student {number:02}" for number in range(students)))
    people = db.session.execute(
        select(Student.id, Student.name).where(Student.class_id == class_id).order_by(Student.name_key)
    ).all()
    set_levels(class_id=class_id, levels={row.id: level for row, level in zip(people, levels, strict=False)})
    class_session_id = class_sessions.open_session(class_id=class_id, settings=settings or TableSettings()).id
    for row in people:
        class_sessions.join_session(class_session_id=class_session_id, student_id=row.id)
    lobby.start_session(class_session_id=class_session_id)
    return Stage(
        teacher=Person(teacher_id, teacher_name, cookie_of(app, teacher_id=teacher_id)),
        students=tuple(Person(row.id, row.name, cookie_of(app, student_id=row.id)) for row in people),
        class_id=class_id,
        class_code=code,
        class_session_id=class_session_id,
    )


def cookie_of(app: Flask, *, teacher_id: str | None = None, student_id: str | None = None) -> str:
    """Sign someone in, and return the session cookie."""
    token = logins.start_login(teacher_id=teacher_id, student_id=student_id)
    signer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    return str(signer.dumps({"_user_id": token, "csrf_token": secrets.token_hex(20)}))
