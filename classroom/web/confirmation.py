"""That a teacher has just typed the password again, for a deed that takes another page to do."""

from __future__ import annotations

from datetime import timedelta

from flask import session

from classroom import clock
from classroom.web.identity import current_teacher_id

_CONFIRMED = "confirmed_at"
GOOD_FOR = timedelta(minutes=5)


def note_confirmation() -> None:
    """The password was right."""
    session[_CONFIRMED] = [current_teacher_id(), clock.now().timestamp()]


def has_confirmed() -> bool:
    """Whether that was a short time ago, and by whoever is signed in now."""
    teacher_id, since = session.get(_CONFIRMED, (None, 0.0))
    is_fresh = clock.now().timestamp() - since < GOOD_FOR.total_seconds()
    return bool(is_fresh and teacher_id == current_teacher_id())
