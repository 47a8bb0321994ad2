"""Loaders that load *and* authorize. No access gets the same 404 as a missing row; only former teachers learn more."""

from __future__ import annotations

from typing import TypeVar

from sqlalchemy import bindparam, select
from sqlalchemy.orm import joinedload
from werkzeug.exceptions import NotFound

from classroom.database import db
from classroom.models import ClassSession, Deck, Game, RosterImport, SchoolClass, Student
from classroom.permissions import Permission, class_of, permits
from classroom.services.classes.teachers_of_class import has_taught
from classroom.services.rosters.undoing import classes_of_import
from classroom.services.sessions.taught_session import TaughtSession, taught_session
from classroom.web.identity import current_identity, current_teacher_id
from classroom.web.refused_access import Reason, note_refused

_SESSION_WITH_CLASS = (
    select(ClassSession)
    .options(joinedload(ClassSession.school_class, innerjoin=True))
    .where(ClassSession.id == bindparam("id"))
)
"""Built once: most buttons on a session's page run this query."""


class NoLongerTaughtError(NotFound):
    """The page belongs to a class that the signed-in teacher no longer teaches."""


Row = TypeVar("Row", SchoolClass, Student, ClassSession, Game, Deck, RosterImport)


def school_class_or_404(class_id: str) -> SchoolClass:
    """Return a class that the signed-in teacher manages."""
    return _load(SchoolClass, class_id, Permission.MANAGE)


def own_class_or_404(class_id: str) -> SchoolClass:
    """Return a class that the signed-in teacher owns."""
    return _load(SchoolClass, class_id, Permission.OWN)


def student_or_404(student_id: str) -> Student:
    """Return a student whom the signed-in teacher manages."""
    return _load(Student, student_id, Permission.MANAGE)


def own_student_or_404(student_id: str) -> Student:
    """Return a student of a class that the signed-in teacher owns."""
    return _load(Student, student_id, Permission.OWN)


def class_session_or_404(class_session_id: str) -> ClassSession:
    """Return a class session that the signed-in teacher manages."""
    return _permitted(
        db.session.execute(_SESSION_WITH_CLASS, {"id": class_session_id}).scalar_one_or_none(), Permission.MANAGE
    )


def taught_session_or_404(class_session_id: str) -> TaughtSession:
    """Return a class session that the signed-in teacher manages, for views that need little of it."""
    row = taught_session(class_session_id=class_session_id, teacher_id=current_teacher_id())
    if row is None:
        class_session_or_404(class_session_id)  # records requests for another teacher's
        raise NotFound
    return row


def game_or_404(game_id: str) -> Game:
    """Return a game that the signed-in teacher manages."""
    return _load(Game, game_id, Permission.MANAGE)


def played_game_or_404(game_id: str) -> Game:
    """Return a game in which the signed-in student has or had a seat."""
    return _load(Game, game_id, Permission.REPLAY)


def own_deck_or_404(deck_id: str) -> Deck:
    """Return a deck that the signed-in teacher owns."""
    return _load(Deck, deck_id, Permission.MANAGE)


def deck_or_404(deck_id: str) -> Deck:
    """Return a deck that the signed-in teacher owns or that is shared."""
    return _load(Deck, deck_id, Permission.USE)


def roster_import_or_404(import_id: str) -> RosterImport:
    """Return a roster import by the signed-in teacher, if the teacher still manages all its classes."""
    kept = _load(RosterImport, import_id, Permission.MANAGE)
    for class_id in classes_of_import(kept):
        if db.session.get(SchoolClass, class_id) is not None:
            school_class_or_404(class_id)
    return kept


def _load(model: type[Row], row_id: str, permission: Permission) -> Row:
    return _permitted(db.session.get(model, row_id), permission)


def _permitted(row: Row | None, permission: Permission) -> Row:
    if row is None:
        raise NotFound
    if not permits(current_identity(), permission, row):
        note_refused(Reason.OF_OTHERS)
        if not isinstance(row, Deck | RosterImport) and _has_taught(class_of(row)):
            raise NoLongerTaughtError
        raise NotFound
    return row


def _has_taught(school_class: SchoolClass) -> bool:
    """Return whether the signed-in teacher taught the class, and doesn't anymore."""
    person = current_identity()
    if person.teacher_id is None or permits(person, Permission.MANAGE, school_class):
        return False
    return has_taught(class_id=school_class.id, teacher_id=person.teacher_id)
