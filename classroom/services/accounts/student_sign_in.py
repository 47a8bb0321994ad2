"""How students prove who they are: by name with a PIN or pictures, or by the QR code of their card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from classroom.database import db, transaction
from classroom.models import Student
from classroom.services.accounts import logins, throttle
from classroom.services.accounts.card_secrets import hash_card_token
from classroom.services.accounts.passwords import is_right_secret
from classroom.services.open_sessions import lets_students_in
from classroom.services.problems import Problem, ProblemError

if TYPE_CHECKING:
    from collections.abc import Collection


def sign_in_student(*, student_id: str, secret: str) -> str:
    """Check a student's PIN or pictures; gives the token of a new login session.

    :raises ProblemError: NO_PIN, WRONG_SECRET or TOO_MANY_TRIES.
    """
    listed = select(Student.pin_hash, Student.class_id).where(
        Student.id == student_id, Student.archived_at.is_(None), Student.pin_hash.is_not(None)
    )
    found = db.session.execute(listed).one_or_none()
    if found is None:
        raise ProblemError(Problem.NO_PIN)
    with transaction():
        throttle.reserve(scope=_now(student_id), limit=throttle.PIN)
        throttle.reserve(scope=_today(student_id), limit=throttle.PIN_IN_A_DAY)
        throttle.reserve(scope=_in_class(found.class_id), limit=throttle.PINS_OF_CLASS)
    if not is_right_secret(secret[:64], found.pin_hash):  # it takes long: no connection is held meanwhile
        raise ProblemError(Problem.WRONG_SECRET)
    with transaction() as session:
        present = session.execute(listed).one_or_none()
        if present is None or present.pin_hash != found.pin_hash:  # archived, or given another card meanwhile
            raise ProblemError(Problem.WRONG_SECRET)
        throttle.forgive(scope=_now(student_id))
        throttle.release(scope=_today(student_id))
        throttle.release(scope=_in_class(found.class_id))
        return logins.start_login(student_id=student_id)


def sign_in_by_card(*, token: str, network: str) -> str:
    """Sign in whoever holds the card with this token; gives the token of a new login session.

    A student who is locked out gets in all the same: nobody can guess a token. Only wrong ones are counted, so that
    no classmate can use up the tries of a room.

    :param network: where the request came from; wrong tokens are counted against it.
    :raises ProblemError: UNKNOWN_CARD, also for a card that is void; TOO_MANY_TRIES; CARD_PUT_AWAY; CLASS_NOT_OPEN with
        ``name``.
    """
    student = db.session.execute(
        select(Student).where(
            Student.card_hash == hash_card_token(token),
            Student.archived_at.is_(None),
        )
    ).scalar_one_or_none()
    if student is None:
        throttle.reserve(scope=f"card:{network}", limit=throttle.CARD)
        raise ProblemError(Problem.UNKNOWN_CARD)
    if student.school_class.archived_at is not None:
        raise ProblemError(Problem.CARD_PUT_AWAY)
    if not lets_students_in(student.school_class):
        raise ProblemError(Problem.CLASS_NOT_OPEN, name=student.name)
    return logins.start_login(student_id=student.id)


def let_in(*, student_id: str) -> None:
    """Forget the wrong tries made in a student's name: the teacher says who it is."""
    with transaction() as session:
        class_id = session.get_one(Student, student_id).class_id
        for scope in (_now(student_id), _today(student_id), _in_class(class_id)):
            throttle.forgive(scope=scope)


def let_everybody_in(*, class_id: str) -> None:
    """Forget the wrong tries made in the names of all of a class who are locked out."""
    with transaction():
        for student_id in locked_out(class_id=class_id):
            let_in(student_id=student_id)


def locked_out(*, class_id: str) -> frozenset[str]:
    """Students of a class who cannot sign in by name now, after too many wrong tries."""
    ids = db.session.execute(select(Student.id).where(Student.class_id == class_id)).scalars().all()
    return locked_among(class_id=class_id, student_ids=ids)


def locked_among(*, class_id: str, student_ids: Collection[str]) -> frozenset[str]:
    """Those of some students of a class who are locked out, in one query; none is sent for no students."""
    if not student_ids:
        return frozenset()
    limits = {_in_class(class_id): throttle.PINS_OF_CLASS}
    limits |= {_now(one): throttle.PIN for one in student_ids}
    limits |= {_today(one): throttle.PIN_IN_A_DAY for one in student_ids}
    full = throttle.full_scopes(limits=limits)
    if _in_class(class_id) in full:
        return frozenset(student_ids)
    return frozenset(one for one in student_ids if {_now(one), _today(one)} & full)


def _now(student_id: str) -> str:
    return f"pin:{student_id}"


def _today(student_id: str) -> str:
    return f"pin-day:{student_id}"


def _in_class(class_id: str) -> str:
    return f"pins:{class_id}"
