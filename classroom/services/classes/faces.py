"""Assign faces to students: random, and unique within a class as long as there are enough."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from sqlalchemy import event, inspect, select
from sqlalchemy.orm import Session, UOWTransaction

from classroom.database import db, transaction
from classroom.models import FACES, Face, Student
from classroom.rng import rng
from classroom.services.errors import ClassErrorCode, ServiceError
from classroom.services.locks import locked_class
from classroom.sorting import by_name


@event.listens_for(Session, "before_flush")
def _deal_faces(session: Session, _flush: UOWTransaction, _instances: object) -> None:
    """Assign a face to each student who enters a class in any way: added, imported, moved, restored.

    A hook, so that no service can forget it. An archived student's face is free for others.
    """
    new = [one for one in session.new if isinstance(one, Student) and _given(one, "animal") is None]
    back = [one for one in session.dirty if isinstance(one, Student) and _comes_in(one)]
    if not new and not back:
        return
    classes = defaultdict[object, list[Student]](list)
    for student in (*back, *new):
        classes[_class_of(student)].append(student)
    for class_id, students in classes.items():
        in_use = Counter(_faces_in(session, class_id, back) if isinstance(class_id, str) else ())
        for student in students:
            if student in new or in_use[student.face] > min(in_use[face] for face in FACES):
                face = deal(in_use)
                student.animal, student.disc = face.animal, face.disc
            in_use[student.face] += 1


def _class_of(student: Student) -> object:
    """Return the ID of a student's class, or the class itself if both are new."""
    state = inspect(student)
    return student.class_id if state.persistent else _given(student, "class_id") or state.attrs.school_class.value


def _given(student: Student, attribute: str) -> object:
    """Return a new student's value of an attribute; None if not set yet."""
    return inspect(student).dict.get(attribute)


def deal(in_use: Counter[Face]) -> Face:
    """Draw one of the least used faces of a class, among the least used animals."""
    animals = Counter[str]()
    for face, times in in_use.items():
        animals[face.animal] += times

    def usage(face: Face) -> tuple[int, int]:
        return animals[face.animal], in_use[face]

    fewest = min(map(usage, FACES))
    return rng.choice([face for face in FACES if usage(face) == fewest])


def _free(session: Session, class_id: str, student: Student) -> frozenset[Face]:
    in_use = Counter(_faces_in(session, class_id, [student]))
    fewest = min(in_use[face] for face in FACES)
    return frozenset(face for face in FACES if in_use[face] == fewest) | {student.face}


def _comes_in(student: Student) -> bool:
    """Return whether a student enters a class with this flush, from another class or from the archive."""
    if student.archived_at is not None:
        return False
    attributes = inspect(student).attrs
    return attributes.class_id.history.has_changes() or attributes.archived_at.history.has_changes()


def _faces_in(session: Session, class_id: str, besides: Iterable[Student]) -> list[Face]:
    """Return the faces in a class, except those of some students."""
    others = select(Student.animal, Student.disc).where(
        Student.class_id == class_id, Student.archived_at.is_(None), Student.id.not_in([one.id for one in besides])
    )
    return [Face(*row) for row in session.execute(others)]


def free_faces(*, class_id: str, student_id: str) -> frozenset[Face]:
    """Return the faces that a student may choose: unused or least used ones, and the student's own."""
    return _free(db.session(), class_id, db.session.get_one(Student, student_id))


def choose_face(*, student_id: str, face: Face) -> None:
    """Change a student's face.

    :raises ServiceError: FACE_TAKEN.
    """
    with transaction() as session:
        student = session.get_one(Student, student_id)
        locked_class(session, student.class_id)  # if two choose the same one, the second is rejected
        session.refresh(student)
        if face not in _free(session, student.class_id, student):
            raise ServiceError(ClassErrorCode.FACE_TAKEN)
        student.animal, student.disc = face.animal, face.disc


def faces_of_classes(*, class_ids: Iterable[str]) -> dict[str, tuple[Face, ...]]:
    """Return the faces of the students of each class, in the order of its roster."""
    of_them = select(Student.class_id, Student.animal, Student.disc, Student.sort_key).where(
        Student.class_id.in_(class_ids), Student.archived_at.is_(None)
    )
    faces = defaultdict[str, list[Face]](list)
    for row in sorted(db.session.execute(of_them), key=by_name):
        faces[row.class_id].append(Face(row.animal, row.disc))
    return {class_id: tuple(some) for class_id, some in faces.items()}
