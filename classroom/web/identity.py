"""Who is signed in: the cookie carries a token, the database knows the sign-in. Closed unless listed as open."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, cast

from flask import Response, flash, g, redirect, request, session, url_for
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
    from classroom.services.play.location import Location

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


_TOKEN = "_user_id"  # noqa: S105  the name of a field of the cookie
_SIGNED_IN = "classroom.signed_in"
_NOT_ASKED = object()


class SignedIn:
    """Whoever makes a request: the token in the cookie, the person in the database."""

    def __init__(self, token: str, login: Login) -> None:
        self.token = token
        self.login = login
        self.identity = Identity(
            teacher_id=login.teacher_id,
            student_id=login.student_id,
            class_id=login.class_id,
            is_administrator=login.is_administrator,
        )


def use_identity(app: Flask) -> None:
    """Turn away whoever has no business at an address, and tell templates who is signed in."""
    app.before_request(_turn_away_strangers)
    app.context_processor(lambda: {"identity": current_identity(), "person_name": person_name()})


def _current() -> SignedIn | None:
    """Find who is signed in, once in a request."""
    found = request.environ.get(_SIGNED_IN, _NOT_ASKED)
    if found is _NOT_ASKED:
        found = request.environ[_SIGNED_IN] = _load()
    return cast("SignedIn | None", found)


def _load() -> SignedIn | None:
    token = session.get(_TOKEN)
    if not isinstance(token, str) or (login := logins.find_login(token=token)) is None:
        return None
    if request.endpoint not in AUTOMATIC:
        logins.touch_login(login=login)
    return SignedIn(token, login)


def current_identity() -> Identity:
    """Who makes this request."""
    person = _current()
    return person.identity if person else NOBODY


def current_teacher_id() -> str:
    """The signed-in teacher, on a page that only teachers reach."""
    teacher_id = current_identity().teacher_id
    if teacher_id is None:
        raise NotFound
    return teacher_id


def current_login() -> LoginSession:
    """The signed-in teacher's sign-in in this browser."""
    current_teacher_id()
    return db.session.get_one(LoginSession, _signed_in().login.token_hash)


def current_student() -> tuple[str, str]:
    """The signed-in student and the student's class, on a page that only students reach."""
    identity = current_identity()
    if identity.student_id is None or identity.class_id is None:
        raise NotFound
    return identity.student_id, identity.class_id


def current_location() -> Location | None:
    """Where the signed-in student is, read together with the sign-in."""
    return _signed_in().login.location


def _signed_in() -> SignedIn:
    person = _current()
    if person is None:
        raise NotFound
    return person


def person_name() -> str | None:
    """The name of whoever is signed in."""
    person = _current()
    return person.login.name if person else None


def sign_in(token: str) -> None:
    """Let the browser keep the token; whatever it kept of somebody before is gone."""
    _end_present_login()
    session.clear()
    login = logins.find_login(token=token)
    if login is not None:
        session[_TOKEN] = token
        request.environ[_SIGNED_IN] = SignedIn(token, login)
        remember_person(login.student_id or login.teacher_id or "")


def sign_out() -> None:
    """End the login session and delete the cookie, so that Back shows nobody's page."""
    student_id = current_identity().student_id
    _end_present_login()
    if student_id is not None:
        presence.note_gone(student_id=student_id)
    request.environ[_SIGNED_IN] = None
    session.clear()


def sign_in_mark() -> str:
    """What tells the present sign-in from others. Nobody is signed in with it: the token cannot be found from it."""
    return hashlib.blake2b(_signed_in().token.encode(), digest_size=6).hexdigest()


def own_support() -> tuple[bool, bool]:
    """Whether the pages of whoever is signed in offer to read aloud, and whether they are set in larger type."""
    person = _current()
    return (person.login.reads_aloud, person.login.has_large_text) if person else (False, False)


def _end_present_login() -> None:
    token = session.get(_TOKEN)
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
