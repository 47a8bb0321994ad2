"""A student who returned from the school's sign-in service or LMS and is not signed in yet.

The signed cookie says who it is, so the page can continue by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from flask import session, url_for
from flask.typing import ResponseReturnValue

from classroom import clock
from classroom.models import Student
from classroom.services.accounts.school_accounts import (
    ask_for_link,
    has_asked,
    sign_in_by_account,
    students_of_account,
)
from classroom.services.open_sessions import lets_students_in
from classroom.web import identity
from classroom.web.device import this_device
from classroom.web.htmx import go_to

_NOTE = "school_student"
_GOOD_FOR = timedelta(minutes=30)
"""How long to wait for someone who may have left. Afterwards, the student signs in at the service again."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A student who returned to this browser."""

    subject: str
    name: str
    class_id: str
    """The class whose code was typed, or of the link; "" for any class."""

    def students(self) -> list[Student]:
        """Return the students that the account may belong to."""
        return students_of_account(subject=self.subject, class_id=self.class_id or None)

    def open_students(self) -> list[Student]:
        """Return those of them who can sign in now."""
        return [one for one in self.students() if lets_students_in(one.school_class)]

    def has_asked(self) -> bool:
        """Return whether the request to the teacher to link the account is open."""
        return bool(self.class_id) and has_asked(class_id=self.class_id, subject=self.subject)


def arrive(waiting: Waiting) -> ResponseReturnValue:
    """Sign in the student whose account it is, or ask the teacher to link it and let the student wait.

    :raises ServiceError: like `ask_for_link`.
    """
    if not waiting.students():
        ask_for_link(class_id=waiting.class_id, subject=waiting.subject, name=waiting.name, device=this_device())
    session[_NOTE] = [waiting.subject, waiting.name[:100], waiting.class_id, clock.now().timestamp()]
    return sign_in_if_ready(waiting) or go_to(url_for("student_sso.wait"))


def sign_in_if_ready(waiting: Waiting, chosen: str | None = None) -> ResponseReturnValue | None:
    """Sign in the only possible student, or the one chosen on the page; return None if neither."""
    students = [one for one in waiting.open_students() if chosen in {None, one.id}]
    if len(students) != 1:
        return None
    subject = waiting.subject
    identity.sign_in_here(sign_in_by_account(student_id=students[0].id, subject=subject, device=this_device()))
    return go_to(url_for("play.show"))


def waiting_student() -> Waiting | None:
    subject, name, class_id, since = session.get(_NOTE, ("", "", "", 0.0))
    is_late = clock.now().timestamp() - since > _GOOD_FOR.total_seconds()
    return None if is_late else Waiting(subject, name, class_id)


def forget_waiting() -> None:
    """Forget who is waiting: someone else uses the device, or the teacher declined."""
    session.pop(_NOTE, None)
