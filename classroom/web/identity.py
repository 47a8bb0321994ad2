"""Who is signed in: Flask-Login on top of our own login sessions. Closed unless listed as open."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from flask import Response, flash, g, redirect, request, session, url_for
from flask_login import LoginManager, UserMixin, current_user, login_user, logout_user
from werkzeug.exceptions import NotFound

from classroom.database import db
from classroom.live import presence
from classroom.models import LoginSession
from classroom.permissions import NOBODY, Identity
from classroom.services.accounts import logins
from classroom.web.device import remember_person

if TYPE_CHECKING:
    from flask import Flask
    from flask.typing import ResponseReturnValue

    from classroom.services.accounts.logins import Login

OPEN_ENDPOINTS = frozenset(
    {
        "static",
        "health.show",
        "setup.show",
        "auth.sign_in",
        "auth.sign_out",
        "auth.second_step",
        "auth.open_link",
        "auth.use_link",
        "sso.sign_in",
        "sso.accept",
        "sso.callback",
        "home.show",
        "home.find_class",
        "home.names",
        "home.pin",
        "home.card",
        "home.use_card",
        "home.scan",
        "theme.choose",
    }
)
"""What can be opened without signing in. Everything else needs a person."""

TEACHER_BLUEPRINTS = frozenset(
    {"account", "sso", "classes", "students", "decks", "sessions", "games", "replays", "reports"}
)
ADMINISTRATOR_BLUEPRINTS = frozenset({"admin"})
STUDENT_BLUEPRINTS = frozenset({"play", "played"})

AUTOMATIC = frozenset(
    {
        *("play.stream", "play.fragment", "played.call", "games.fragment"),
        *("sessions.stream", "sessions.fragment", "sessions.projector_fragment"),
        *("sessions.forecast", "sessions.forecast_of_choice"),
    }
)
"""Requests that pages make by themselves: they are no sign that anybody is there."""


class SignedIn(UserMixin):  # type: ignore[misc]  # Flask-Login has no types
    """What Flask-Login keeps: the token in the cookie, the person in the database."""

    def __init__(self, token: str, login: Login) -> None:
        self.token = token
        self.token_hash = login.token_hash
        self.name = login.name
        self.reads_aloud = login.reads_aloud
        self.has_large_text = login.has_large_text
        self.identity = Identity(
            teacher_id=login.teacher_id,
            student_id=login.student_id,
            class_id=login.class_id,
            is_administrator=login.is_administrator,
        )

    def get_id(self) -> str:
        """The token that the cookie carries."""
        return self.token


def use_identity(app: Flask) -> None:
    """Load who is signed in before each request, and turn away whoever has no business here."""
    manager = LoginManager(app)
    manager.session_protection = None  # schools' proxies change addresses in mid-lesson
    manager.user_loader(_load)
    app.before_request(_turn_away_strangers)
    app.context_processor(lambda: {"identity": current_identity(), "person_name": person_name()})


def _load(token: str) -> SignedIn | None:
    login = logins.find_login(token=token)
    if login is None:
        return None
    if request.endpoint not in AUTOMATIC and not logins.touch_login(login=login):
        return None
    return SignedIn(token, login)


def current_identity() -> Identity:
    """Who makes this request."""
    return current_user.identity if current_user.is_authenticated else NOBODY


def current_teacher_id() -> str:
    """The signed-in teacher, on a page that only teachers reach."""
    teacher_id = current_identity().teacher_id
    if teacher_id is None:
        raise NotFound
    return teacher_id


def current_login() -> LoginSession:
    """The signed-in teacher's sign-in in this browser."""
    current_teacher_id()
    return db.session.get_one(LoginSession, current_user.token_hash)


def current_student() -> tuple[str, str]:
    """The signed-in student and the student's class, on a page that only students reach."""
    identity = current_identity()
    if identity.student_id is None or identity.class_id is None:
        raise NotFound
    return identity.student_id, identity.class_id


def person_name() -> str | None:
    """The name of whoever is signed in."""
    return current_user.name if current_user.is_authenticated else None


def sign_in(token: str) -> None:
    """Let the browser keep the token; whatever it kept of somebody before is gone."""
    _end_present_login()
    session.clear()
    login = logins.find_login(token=token)
    if login is not None:
        login_user(SignedIn(token, login))
        remember_person(login.student_id or login.teacher_id or "")


def sign_out() -> None:
    """End the login session and delete the cookie, so that Back shows nobody's page."""
    student_id = current_identity().student_id
    _end_present_login()
    if student_id is not None:
        presence.note_gone(student_id=student_id)
    logout_user()
    session.clear()


def sign_in_mark() -> str:
    """What tells the present sign-in from others. Nobody is signed in with it: the token cannot be found from it."""
    return hashlib.blake2b(current_user.get_id().encode(), digest_size=6).hexdigest()


def own_support() -> tuple[bool, bool]:
    """Whether the pages of whoever is signed in offer to read aloud, and whether they are set in larger type."""
    return (current_user.reads_aloud, current_user.has_large_text) if current_user.is_authenticated else (False, False)


def _end_present_login() -> None:
    token = session.get("_user_id")
    if isinstance(token, str):
        logins.end_login(token=token)


def _turn_away_strangers() -> ResponseReturnValue | None:
    endpoint = request.endpoint
    if endpoint is None or endpoint in OPEN_ENDPOINTS:
        return None
    identity = current_identity()
    blueprint = endpoint.partition(".")[0]
    if blueprint in TEACHER_BLUEPRINTS and identity.is_teacher:
        return None
    if blueprint in ADMINISTRATOR_BLUEPRINTS and identity.is_administrator:
        return None
    if blueprint in STUDENT_BLUEPRINTS and identity.is_student:
        return None
    return redirect_to_sign_in(is_teachers=blueprint in TEACHER_BLUEPRINTS | ADMINISTRATOR_BLUEPRINTS)


def redirect_to_sign_in(*, is_teachers: bool) -> ResponseReturnValue:
    """Ask for a sign-in; a person of the other kind learns nothing of what lies there."""
    identity = current_identity()
    if identity.is_teacher or identity.is_student:
        raise NotFound
    g.is_signed_out = True
    door = url_for("auth.sign_in") if is_teachers else url_for("home.show")
    if request.headers.get("HX-Request"):  # a page whose sign-in has ended: leave it as a whole
        return Response(status=204, headers={"HX-Redirect": door})
    if request.method == "GET":
        flash("Please sign in first.")
    return redirect(door, 303)
