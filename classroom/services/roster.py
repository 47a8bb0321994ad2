"""The roster of a class: pasting, renaming, removing."""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlalchemy import func, select

from classroom.database import db, transaction
from classroom.models import Attempt, Student
from classroom.services import games
from classroom.services.names import clean_name, fold_name
from classroom.services.problems import Problem, ProblemError

MAX_LINES = 200
MAX_STUDENTS = 100


@dataclass(frozen=True, slots=True)
class RosterLine:
    """A line of a pasted roster that made no student; ``number`` counts from 1."""

    number: int
    text: str
    problem: Problem


@dataclass(slots=True)
class RosterResult:
    """What came of a pasted roster."""

    added: list[str] = field(default_factory=list)
    repeated: list[RosterLine] = field(default_factory=list)
    """Names already there, or twice in the paste: left out, harmless."""
    wrong: list[RosterLine] = field(default_factory=list)
    """Lines that are no name. If there is one, nobody was added."""


def add_students(*, class_id: str, text: str) -> RosterResult:
    """Add a pasted list of names, one a line; all of them or, if a line is wrong, none.

    :raises ProblemError: ROSTER_TOO_LONG or CLASS_FULL.
    """
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        raise ProblemError(Problem.ROSTER_TOO_LONG, lines=len(lines), longest=MAX_LINES)
    result = RosterResult()
    with transaction() as session:
        known = set(session.execute(select(Student.name_key).where(Student.class_id == class_id)).scalars())
        room = MAX_STUDENTS - len(known)
        students = []
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                name = clean_name(line)
            except ProblemError as error:
                result.wrong.append(RosterLine(number, line, error.problem))
                continue
            key = fold_name(name)
            if key in known:
                result.repeated.append(RosterLine(number, name, Problem.NAME_TAKEN))
                continue
            known.add(key)
            students.append(Student(class_id=class_id, name=name, name_key=key))
        if result.wrong:
            return result
        if len(students) > room:
            raise ProblemError(Problem.CLASS_FULL, longest=MAX_STUDENTS)
        session.add_all(students)
        result.added = [student.name for student in students]
    return result


def students_of(*, class_id: str) -> list[Student]:
    """The students of a class, by name."""
    return list(
        db.session.execute(select(Student).where(Student.class_id == class_id).order_by(Student.name_key)).scalars()
    )


def count_answers(*, student_id: str) -> int:
    """How many answers of a student are kept."""
    return db.session.execute(
        select(func.count()).select_from(Attempt).where(Attempt.student_id == student_id)
    ).scalar_one()


def rename_student(*, student_id: str, name: str) -> None:
    """Give a student another name.

    :raises ProblemError: a NAME_… problem, NAME_TAKEN.
    """
    name = clean_name(name)
    key = fold_name(name)
    with transaction() as session:
        student = session.get_one(Student, student_id)
        same = select(Student.id).where(
            Student.class_id == student.class_id, Student.name_key == key, Student.id != student_id
        )
        if session.execute(same).first():
            raise ProblemError(Problem.NAME_TAKEN, name=name)
        student.name, student.name_key = name, key


def remove_student(*, student_id: str) -> None:
    """Delete a student with all answers. A bot takes over a seat in a running game."""
    with transaction() as session:
        games.vacate_seats(student_id=student_id)
        session.delete(session.get_one(Student, student_id))


def count_students(*, class_id: str) -> int:
    """How many students the class has."""
    return db.session.execute(
        select(func.count()).select_from(Student).where(Student.class_id == class_id)
    ).scalar_one()
