"""Who may do what with a class, student, session, game, or deck. Who may open an area of pages: ``web/areas.py``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from sqlalchemy import BindParameter, ColumnElement, or_, select

from classroom.models import ClassSession, CoTeacher, Deck, Game, RosterImport, SchoolClass, Student

InClass: TypeAlias = SchoolClass | Student | ClassSession | Game
Context: TypeAlias = InClass | Deck | RosterImport


@dataclass(frozen=True, slots=True)
class Identity:
    """Who is asking: a teacher, a student (with the class), or an unknown person, with all fields None."""

    teacher_id: str | None = None
    student_id: str | None = None
    class_id: str | None = None
    is_administrator: bool = False
    """Whether the teacher also administers the server. Not used here: it gives no access to classes."""

    @property
    def is_teacher(self) -> bool:
        """Return whether a teacher is signed in."""
        return self.teacher_id is not None

    @property
    def is_student(self) -> bool:
        """Return whether a student is signed in."""
        return self.student_id is not None


ANONYMOUS = Identity()


class Permission(StrEnum):
    """Actions on a class, a student, a class session, a game, or a deck."""

    MANAGE = "manage"
    """See and change everything: the teacher's view, including hands and records."""
    OWN = "own"
    """Delete it with its answers, transfer it, or change its co-teachers."""
    REPLAY = "replay"
    """Watch a replay of an own game."""
    USE = "use"
    """See a deck, copy it, and use it."""


Predicate: TypeAlias = "Callable[[Identity, Context], bool]"


def owns_class(identity: Identity, context: Context) -> bool:
    return (
        not isinstance(context, Deck | RosterImport)
        and identity.is_teacher
        and class_of(context).teacher_id == identity.teacher_id
    )


def teaches_class(identity: Identity, context: Context) -> bool:
    """Return whether this teacher owns the class or is its co-teacher.

    For the owner, the row is enough; for others, this takes one more query.
    """
    if owns_class(identity, context):
        return True
    return (
        not isinstance(context, Deck | RosterImport)
        and identity.is_teacher
        and any(one.teacher_id == identity.teacher_id for one in class_of(context).co_teachers)
    )


def taught_by(teacher_id: str | BindParameter[str]) -> ColumnElement[bool]:
    """Return the classes that a teacher owns or co-teaches: `teaches_class` as a query."""
    too = select(CoTeacher.class_id).where(CoTeacher.teacher_id == teacher_id)
    return or_(SchoolClass.teacher_id == teacher_id, SchoolClass.id.in_(too))


def has_held_seat(identity: Identity, context: Context) -> bool:
    """Return whether the student ever held a seat of the game."""
    return isinstance(context, Game) and any(
        player.student_id == identity.student_id for player in context.players if player.student_id is not None
    )


def owns_deck(identity: Identity, context: Context) -> bool:
    return isinstance(context, Deck) and identity.is_teacher and context.teacher_id == identity.teacher_id


def may_use_deck(identity: Identity, context: Context) -> bool:
    """Return whether this teacher owns the deck, or it is shared and not archived."""
    is_shared = isinstance(context, Deck) and context.is_shared and context.archived_at is None
    return owns_deck(identity, context) or (identity.is_teacher and is_shared)


def brought_file(identity: Identity, context: Context) -> bool:
    """Return whether this teacher uploaded the roster. Loaders must also check the classes concerned."""
    return isinstance(context, RosterImport) and identity.is_teacher and context.teacher_id == identity.teacher_id


POLICY: Mapping[tuple[Permission, type], tuple[Predicate, ...]] = {
    (Permission.MANAGE, SchoolClass): (teaches_class,),
    (Permission.MANAGE, Student): (teaches_class,),
    (Permission.MANAGE, ClassSession): (teaches_class,),
    (Permission.MANAGE, Game): (teaches_class,),
    (Permission.OWN, SchoolClass): (owns_class,),
    (Permission.OWN, Student): (owns_class,),
    (Permission.MANAGE, Deck): (owns_deck,),
    (Permission.USE, Deck): (may_use_deck,),
    (Permission.MANAGE, RosterImport): (brought_file,),
    (Permission.REPLAY, Game): (has_held_seat,),  # also after a move to another class
}
"""All predicates of an entry must hold. Unlisted permissions are denied."""


def permits(identity: Identity, permission: Permission, context: Context) -> bool:
    """Return whether ``identity`` may do this with ``context``."""
    predicates = POLICY.get((permission, type(context)))
    return predicates is not None and all(predicate(identity, context) for predicate in predicates)


def class_of(context: InClass) -> SchoolClass:
    match context:
        case SchoolClass():
            return context
        case Student() | ClassSession():
            return context.school_class
        case Game():
            return context.class_session.school_class
