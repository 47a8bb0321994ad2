from __future__ import annotations

import pytest
from sqlalchemy import select

from classroom import clock
from classroom.database import db
from classroom.models import AuditAction, AuditEntry, SchoolClass, Teacher
from classroom.permissions import Identity, Permission, permits
from classroom.services.classes import school_classes, teachers_of_class
from classroom.services.errors import ClassErrorCode, ErrorCode, ServiceError
from classroom.services.sessions import class_sessions, lobby
from classroom.services.settings import TableSettings
from tests.factories import Cast, make_deck, make_teacher


def rights(teacher: Teacher, school_class: SchoolClass) -> tuple[bool, bool]:
    """Return whether the teacher may manage the class, and whether they may delete it."""
    identity = Identity(teacher_id=teacher.id)
    return permits(identity, Permission.MANAGE, school_class), permits(identity, Permission.OWN, school_class)


@pytest.fixture
def shared(cast: Cast) -> SchoolClass:
    """Alice's class, which Dora teaches too."""
    teachers_of_class.add_teacher(class_id=cast.class_7b.id, name=" dora LIND ")
    return cast.class_7b


def test_a_co_teacher_manages_but_does_not_own(cast: Cast, shared: SchoolClass) -> None:
    assert rights(cast.alice, shared) == (True, True)
    assert rights(cast.dora, shared) == (True, False)
    assert rights(make_teacher(), shared) == (False, False)
    assert rights(cast.alice, cast.class_8c) == (False, False)


def test_both_teachers_list_the_class(cast: Cast, shared: SchoolClass) -> None:
    listed = [(one.name, one.owner_name) for one in school_classes.classes_of(teacher_id=cast.dora.id)]
    assert listed == [("7B", "Alice Okafor"), ("8C", "Dora Lind")]
    assert [one.name for one in school_classes.classes_of(teacher_id=cast.alice.id)] == ["7B"]


def test_removing_a_co_teacher_restores_the_permissions(cast: Cast, shared: SchoolClass) -> None:
    for _ in range(2):
        teachers_of_class.remove_teacher(class_id=shared.id, teacher_id=cast.dora.id)
    assert rights(cast.dora, shared) == (False, False)
    assert teachers_of_class.co_teachers_of(class_id=shared.id) == []
    removals = select(AuditEntry.detail).where(AuditEntry.action == AuditAction.CO_TEACHER_REMOVED)
    assert db.session.scalars(removals).all() == [cast.dora.id], "logged once"


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("Dora", ClassErrorCode.NO_SUCH_TEACHER),
        ("", ClassErrorCode.NO_SUCH_TEACHER),
        ("\0" * 5_000, ClassErrorCode.NO_SUCH_TEACHER),
        ("Gone Away", ClassErrorCode.NO_SUCH_TEACHER),
        ("Dora Lind", ClassErrorCode.TEACHES_ALREADY),
        ("Alice Okafor", ClassErrorCode.TEACHES_ALREADY),
    ],
)
def test_invalid_co_teachers_are_refused(cast: Cast, shared: SchoolClass, name: str, problem: ErrorCode) -> None:
    make_teacher("Gone Away", disabled_at=clock.now())
    with pytest.raises(ServiceError) as caught:
        teachers_of_class.add_teacher(class_id=shared.id, name=name)
    assert caught.value.code is problem


@pytest.mark.parametrize("stays", [True, False])
def test_a_class_can_be_transferred(cast: Cast, shared: SchoolClass, stays: bool) -> None:
    teachers_of_class.transfer_class(class_id=shared.id, name="Dora Lind", stays=stays)
    assert rights(cast.dora, shared) == (True, True)
    assert rights(cast.alice, shared) == (stays, False)
    assert len(shared.co_teachers) == stays


def test_a_class_cannot_be_transferred_to_its_owner(cast: Cast) -> None:
    with pytest.raises(ServiceError) as caught:
        teachers_of_class.transfer_class(class_id=cast.class_7b.id, name="Alice Okafor", stays=True)
    assert caught.value.code is ClassErrorCode.TEACHES_ALREADY
    assert rights(cast.alice, cast.class_7b) == (True, True)


def test_a_co_teacher_can_use_their_own_decks(cast: Cast, shared: SchoolClass) -> None:
    deck = make_deck(cast.dora)
    settings = TableSettings(deck=deck.id, board="6x6")
    with pytest.raises(ServiceError):  # it is not Alice's
        class_sessions.open_session(class_id=shared.id, settings=settings, teacher_id=cast.alice.id)
    opened = class_sessions.open_session(class_id=shared.id, settings=settings, teacher_id=cast.dora.id)
    assert TableSettings.from_json(opened.settings).deck_copy is not None
    second = TableSettings(deck=make_deck(cast.dora).id, board="6x6")
    lobby.change_settings(class_session_id=opened.id, settings=second, teacher_id=cast.dora.id)
    assert class_sessions.last_settings(class_id=shared.id, teacher_id=cast.dora.id).deck == second.deck
    assert class_sessions.last_settings(class_id=shared.id).deck == second.deck  # the cards for practice
    assert class_sessions.last_settings(class_id=shared.id, teacher_id=cast.alice.id).deck != second.deck
