"""Who may do what: the whole policy as one table of predicates."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from classroom.models import ClassSession, Deck, Game, SchoolClass, Student

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

InClass: TypeAlias = SchoolClass | Student | ClassSession | Game
Context: TypeAlias = InClass | Deck


@dataclass(frozen=True, slots=True)
class Identity:
    """Who asks: a teacher, a student (with the class), or, with all None, nobody we know."""

    teacher_id: str | None = None
    student_id: str | None = None
    class_id: str | None = None

    @property
    def is_teacher(self) -> bool:
        """Whether a teacher is signed in."""
        return self.teacher_id is not None

    @property
    def is_student(self) -> bool:
        """Whether a student is signed in."""
        return self.student_id is not None


NOBODY = Identity()


class Permission(StrEnum):
    """What may be wanted of a class, a student, a class session, a game or a deck."""

    MANAGE = "manage"
    """See and change everything about it: the teacher's side, hands and records included."""
    PLAY = "play"
    """Sit in it: join a session, move in a game."""
    REPLAY = "replay"
    """Watch it again as one who was there."""
    USE = "use"
    """See a deck, copy it and play with it."""


Predicate: TypeAlias = "Callable[[Identity, Context], bool]"


def owns_class(identity: Identity, context: Context) -> bool:
    """The class concerned is this teacher's."""
    return (
        not isinstance(context, Deck) and identity.is_teacher and _class_of(context).teacher_id == identity.teacher_id
    )


def is_in_class(identity: Identity, context: Context) -> bool:
    """The student is in the class concerned."""
    return not isinstance(context, Deck) and identity.is_student and identity.class_id == _class_of(context).id


def holds_seat(identity: Identity, context: Context) -> bool:
    """The student holds a seat of the game now."""
    return isinstance(context, Game) and any(
        player.student_id == identity.student_id and player.left_at_version is None
        for player in context.players
        if player.student_id is not None
    )


def has_held_seat(identity: Identity, context: Context) -> bool:
    """The student held a seat of the game at some time."""
    return isinstance(context, Game) and any(
        player.student_id == identity.student_id for player in context.players if player.student_id is not None
    )


def owns_deck(identity: Identity, context: Context) -> bool:
    """The deck is this teacher's."""
    return isinstance(context, Deck) and identity.is_teacher and context.teacher_id == identity.teacher_id


def may_use_deck(identity: Identity, context: Context) -> bool:
    """The deck is this teacher's, or another teacher shares it and has not put it away."""
    is_shared = isinstance(context, Deck) and context.is_shared and context.archived_at is None
    return owns_deck(identity, context) or (identity.is_teacher and is_shared)


POLICY: Mapping[tuple[Permission, type], tuple[Predicate, ...]] = {
    (Permission.MANAGE, SchoolClass): (owns_class,),
    (Permission.MANAGE, Student): (owns_class,),
    (Permission.MANAGE, ClassSession): (owns_class,),
    (Permission.MANAGE, Game): (owns_class,),
    (Permission.MANAGE, Deck): (owns_deck,),
    (Permission.USE, Deck): (may_use_deck,),
    (Permission.PLAY, ClassSession): (is_in_class,),
    (Permission.PLAY, Game): (is_in_class, holds_seat),
    (Permission.REPLAY, Game): (is_in_class, has_held_seat),
}
"""All predicates of an entry must hold. What is not listed is forbidden."""


def permits(identity: Identity, permission: Permission, context: Context) -> bool:
    """Whether ``identity`` may do this with ``context``."""
    predicates = POLICY.get((permission, type(context)))
    return predicates is not None and all(predicate(identity, context) for predicate in predicates)


def _class_of(context: InClass) -> SchoolClass:
    match context:
        case SchoolClass():
            return context
        case Student() | ClassSession():
            return context.school_class
        case Game():
            return context.class_session.school_class
