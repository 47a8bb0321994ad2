"""Classes: making, naming, deleting, and the code that opens them to students."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import exists, func, select

from classroom.database import ALPHABET, db, transaction
from classroom.models import Attempt, ClassSession, SchoolClass, SessionState, Student
from classroom.services import throttle
from classroom.services.names import clean_name
from classroom.services.problems import Problem, ProblemError

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement

CODE_LENGTH = 6


@dataclass(frozen=True, slots=True)
class ClassOverview:
    """A class in numbers."""

    id: str
    name: str
    students: int
    without_card: int
    """Students for whom no login card was printed."""
    sessions: int
    open_session_id: str | None


def create_class(*, teacher_id: str, name: str) -> SchoolClass:
    """Make an empty class with a code of its own.

    :raises ProblemError: a NAME_… problem.
    """
    name = clean_name(name)
    with transaction() as session:
        school_class = SchoolClass(teacher_id=teacher_id, name=name, code=_new_code())
        session.add(school_class)
        session.flush()
    return school_class


def rename_class(*, class_id: str, name: str) -> None:
    """Give a class another name.

    :raises ProblemError: a NAME_… problem.
    """
    name = clean_name(name)
    with transaction() as session:
        session.get_one(SchoolClass, class_id).name = name


def change_code(*, class_id: str) -> None:
    """Give a class a new code; the old one opens nothing from now on."""
    with transaction() as session:
        session.get_one(SchoolClass, class_id).code = _new_code()


def delete_class(*, class_id: str) -> None:
    """Delete a class with its students, sessions, games and answers."""
    with transaction() as session:
        session.delete(session.get_one(SchoolClass, class_id))


def find_class_by_code(*, code: str, network: str) -> SchoolClass:
    """The class that a typed code opens, in any case and with spaces or hyphens in it.

    :param network: where the request came from; wrong codes are counted against it.
    :raises ProblemError: UNKNOWN_CODE or TOO_MANY_TRIES.
    """
    scope = f"code:{network}"
    throttle.reserve(scope=scope, limit=throttle.CLASS_CODE)
    typed = "".join(sign for sign in code.casefold() if sign.isalnum())[: CODE_LENGTH + 1]
    found = db.session.execute(select(SchoolClass).where(SchoolClass.code == typed)).scalar_one_or_none()
    if found is None:
        raise ProblemError(Problem.UNKNOWN_CODE)
    throttle.release(scope=scope)
    return found


def open_session_of(*, class_id: str) -> ClassSession | None:
    """The class's lesson that has not ended, if there is one."""
    is_open = ClassSession.state != SessionState.ENDED
    return db.session.execute(
        select(ClassSession).where(ClassSession.class_id == class_id, is_open, ~ClassSession.is_practice)
    ).scalar_one_or_none()


def lets_students_in(school_class: SchoolClass) -> bool:
    """Whether students can sign in now: for a lesson, or to practise."""
    return school_class.allows_practice or open_session_of(class_id=school_class.id) is not None


def classes_of(*, teacher_id: str) -> list[ClassOverview]:
    """A teacher's classes, by name."""
    return _overviews(SchoolClass.teacher_id == teacher_id)


def overview_of(*, class_id: str) -> ClassOverview:
    """One class in numbers."""
    return _overviews(SchoolClass.id == class_id)[0]


def count_answers(*, class_id: str) -> int:
    """How many answers of its students are kept."""
    return db.session.execute(
        select(func.count()).select_from(Attempt).join(Student).where(Student.class_id == class_id)
    ).scalar_one()


def _overviews(which: ColumnElement[bool]) -> list[ClassOverview]:
    students = select(func.count()).where(Student.class_id == SchoolClass.id)
    is_lesson = (ClassSession.class_id == SchoolClass.id) & ~ClassSession.is_practice
    sessions = select(func.count()).where(is_lesson)
    open_session = select(ClassSession.id).where(is_lesson, ClassSession.state != SessionState.ENDED)
    rows = db.session.execute(
        select(
            SchoolClass.id,
            SchoolClass.name,
            students.scalar_subquery(),
            students.where(Student.pin_hash.is_(None)).scalar_subquery(),
            sessions.scalar_subquery(),
            open_session.scalar_subquery(),
        )
        .where(which)
        .order_by(func.lower(SchoolClass.name), SchoolClass.created_at)
    )
    return [ClassOverview(*row) for row in rows]


def _new_code() -> str:
    """A code that no class has: 31^6, about 30 bits."""
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        if not db.session.execute(select(exists().where(SchoolClass.code == code))).scalar_one():
            return code
