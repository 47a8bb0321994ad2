"""Teachers' accounts and how people prove who they are."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from sqlalchemy import exists, select

from classroom import instance
from classroom.database import ALPHABET, db, transaction
from classroom.models import Student, Teacher
from classroom.services import logins, throttle
from classroom.services.names import LONGEST_KEY, clean_name, fold_name
from classroom.services.passwords import check_new_password, hash_secret, is_right_secret
from classroom.services.problems import Problem, ProblemError

if TYPE_CHECKING:
    from pathlib import Path


def has_teacher() -> bool:
    """Whether the first-run set-up is done."""
    return db.session.execute(select(exists().where(Teacher.id.is_not(None)))).scalar_one()


def set_up(*, folder: Path, token: str, name: str, password: str, network: str) -> str:
    """Do the first-run set-up: make the first account and sign its owner in; gives the login token.

    :param folder: the instance folder, in which the one-time token lies. It is spent by this.
    :param network: where the request came from; wrong tokens are counted against it.
    :raises ProblemError: WRONG_SECRET, TOO_MANY_TRIES, or as `create_first_teacher`.
    """
    scope = f"setup:{network}"[:80]
    throttle.reserve(scope=scope, limit=throttle.SETUP_TOKEN)
    if not instance.check_setup_token(folder, token):
        raise ProblemError(Problem.WRONG_SECRET)
    throttle.forgive(scope=scope)
    teacher = create_first_teacher(name=name, password=password)
    instance.spend_setup_token(folder)
    return logins.start_login(teacher_id=teacher.id)


def create_first_teacher(*, name: str, password: str) -> Teacher:
    """Make the account of whoever installed the app.

    :raises ProblemError: SETUP_DONE, or as `create_teacher`.
    """
    with transaction():
        if has_teacher():
            raise ProblemError(Problem.SETUP_DONE)
        return create_teacher(name=name, password=password)


def create_teacher(*, name: str, password: str) -> Teacher:
    """Make a teacher's account.

    :raises ProblemError: a NAME_… or PASSWORD_… problem, NAME_TAKEN.
    """
    name = clean_name(name)
    check_new_password(password)
    password_hash = hash_secret(password)
    with transaction() as session:
        key = fold_name(name)
        if session.execute(select(Teacher.id).where(Teacher.name_key == key)).first():
            raise ProblemError(Problem.NAME_TAKEN, name=name)
        teacher = Teacher(name=name, name_key=key, password_hash=password_hash)
        session.add(teacher)
        session.flush()
    return teacher


def sign_in_teacher(*, name: str, password: str) -> str:
    """Check a teacher's password; gives the token of a new login session.

    An unknown name takes as long and says the same as a wrong password.

    :raises ProblemError: WRONG_SECRET or TOO_MANY_TRIES.
    """
    key = fold_name(name)[:LONGEST_KEY]
    scope = f"teacher:{key}"
    throttle.reserve(scope=scope, limit=throttle.PASSWORD)
    found = db.session.execute(select(Teacher.id, Teacher.password_hash).where(Teacher.name_key == key)).first()
    db.session.rollback()  # hashing takes long: hold no connection meanwhile
    if not is_right_secret(password[:1024], found.password_hash if found else None) or found is None:
        raise ProblemError(Problem.WRONG_SECRET)
    throttle.forgive(scope=scope)
    return logins.start_login(teacher_id=found.id)


def change_password(*, teacher_id: str, old: str, new: str) -> str:
    """Give a teacher another password; all sign-ins end, and the token of a new one is given.

    :raises ProblemError: a PASSWORD_… problem, WRONG_SECRET (the old one) or TOO_MANY_TRIES.
    """
    check_new_password(new)
    found = db.session.execute(select(Teacher.name_key, Teacher.password_hash).where(Teacher.id == teacher_id)).one()
    scope = f"teacher:{found.name_key}"
    throttle.reserve(scope=scope, limit=throttle.PASSWORD)
    db.session.rollback()  # hashing takes long: hold no connection meanwhile
    if not is_right_secret(old[:1024], found.password_hash):
        raise ProblemError(Problem.WRONG_SECRET)
    password_hash = hash_secret(new)
    with transaction() as session:
        session.get_one(Teacher, teacher_id).password_hash = password_hash
        logins.end_logins_of_teacher(teacher_id=teacher_id)
        throttle.forgive(scope=scope)
        return logins.start_login(teacher_id=teacher_id)


def sign_in_student(*, student_id: str, pin: str) -> str:
    """Check a student's PIN; gives the token of a new login session.

    :raises ProblemError: NO_PIN, WRONG_SECRET or TOO_MANY_TRIES.
    """
    pin_hash = db.session.execute(select(Student.pin_hash).where(Student.id == student_id)).scalar_one()
    if pin_hash is None:
        raise ProblemError(Problem.NO_PIN)
    scope = f"pin:{student_id}"
    throttle.reserve(scope=scope, limit=throttle.PIN)
    db.session.rollback()  # hashing takes long: hold no connection meanwhile
    if not is_right_secret(pin[:64], pin_hash):
        raise ProblemError(Problem.WRONG_SECRET)
    throttle.forgive(scope=scope)
    return logins.start_login(student_id=student_id)


def reset_password(*, name: str) -> str | None:
    """Give a teacher a new random password and end their sign-ins; None if nobody has the name."""
    password = "-".join("".join(secrets.choice(ALPHABET) for _ in range(4)) for _ in range(4))
    password_hash = hash_secret(password)
    with transaction() as session:
        teacher = session.execute(select(Teacher).where(Teacher.name_key == fold_name(name))).scalar_one_or_none()
        if teacher is None:
            return None
        teacher.password_hash = password_hash
        logins.end_logins_of_teacher(teacher_id=teacher.id)
        throttle.forgive(scope=f"teacher:{teacher.name_key}")
    return password
