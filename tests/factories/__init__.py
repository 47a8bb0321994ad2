"""One factory per model: each creates a row with sensible values, commits it, and returns it."""

from __future__ import annotations

from tests.factories.cast import Cast, make_cast
from tests.factories.decks import make_deck
from tests.factories.games import faces_dealt, make_attempt, make_baseline, make_game, make_game_event, make_player
from tests.factories.logins import lock_out, make_login_failure, make_login_session, sign_in
from tests.factories.people import PASSWORD, PIN, make_school_class, make_student, make_students, make_teacher
from tests.factories.saving import together
from tests.factories.sessions import make_attendance, make_class_session

__all__ = [
    "PASSWORD",
    "PIN",
    "Cast",
    "faces_dealt",
    "lock_out",
    "make_attempt",
    "make_attendance",
    "make_baseline",
    "make_cast",
    "make_class_session",
    "make_deck",
    "make_game",
    "make_game_event",
    "make_login_failure",
    "make_login_session",
    "make_player",
    "make_school_class",
    "make_student",
    "make_students",
    "make_teacher",
    "sign_in",
    "together",
]
