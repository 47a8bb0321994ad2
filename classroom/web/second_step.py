"""Store the state of an unfinished sign-in in the cookie: the first of two steps, and a one-time link."""

from __future__ import annotations

from datetime import timedelta

from flask import redirect, session, url_for
from flask.typing import ResponseReturnValue

from classroom import clock
from classroom.services.accounts import logins, teachers, two_factor
from classroom.web import identity, unfinished
from classroom.web.server_key import server_key

LINK = "account_link"
"""The token of the link that was followed."""
SCHOOL_PERSON = "school_person"
"""Who returned from a sign-in service to accept an invitation: subject, name, and name of the service."""


LMS_LAUNCH = "lms_launch"
"""The launch with which a teacher came from the LMS; decides where to go after signing in."""

_HALF = "first_step"
GOOD_FOR = timedelta(minutes=5)


def admit(teacher_id: str) -> ResponseReturnValue:
    """Sign in a teacher who passed the first step, or request the two-step code.

    :raises ServiceError: ACCOUNT_DISABLED, TWO_FACTOR_LOST.
    """
    if not two_factor.is_on(teacher_id=teacher_id):
        return finish(teacher_id)
    two_factor.check_key(teacher_id=teacher_id, server_key=server_key())
    launch, page = session.get(LMS_LAUNCH), unfinished.noted_page(teacher_id)
    identity.sign_out()
    unfinished.keep_noted_page(teacher_id, page)
    if launch:
        session[LMS_LAUNCH] = launch
    session[_HALF] = [teacher_id, clock.now().timestamp(), teachers.password_mark(teacher_id=teacher_id)]
    return redirect(url_for("auth.second_step"), 303)


def finish(teacher_id: str) -> ResponseReturnValue:
    """Sign the teacher in.

    :raises ServiceError: ACCOUNT_DISABLED.
    """
    launch, page = session.get(LMS_LAUNCH), unfinished.noted_page(teacher_id)
    identity.sign_in(logins.start_login(teacher_id=teacher_id))
    if launch:
        session[LMS_LAUNCH] = launch
        return redirect(url_for("lms.enter"), 303)
    return redirect(page or url_for("classes.index"), 303)


def waiting_teacher_id() -> str | None:
    """Return the teacher who passed the first step in this browser a short time ago, unless the password changed."""
    teacher_id, since, mark = session.get(_HALF, (None, 0.0, ""))
    is_late = clock.now().timestamp() - since > GOOD_FOR.total_seconds()
    if not teacher_id or is_late or mark != teachers.password_mark(teacher_id=teacher_id):
        return None
    return str(teacher_id) if two_factor.is_on(teacher_id=teacher_id) else None
