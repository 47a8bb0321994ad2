"""Who is signed in: Flask-Login with our own login sessions. Pages need a sign-in unless an area makes them public."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from flask import Flask, flash, g, has_request_context, redirect, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_login import LoginManager, UserMixin, current_user, login_user, logout_user
from werkzeug.exceptions import NotFound

from classroom.database import db
from classroom.i18n import _, pgettext
from classroom.live import presence
from classroom.models import Face, LoginSession
from classroom.permissions import ANONYMOUS, Identity
from classroom.presenters.words import isolated
from classroom.services.accounts import logins
from classroom.services.accounts.logins import Login
from classroom.services.audit_log import Actor, name_actors
from classroom.services.play.location import Location
from classroom.web import unfinished
from classroom.web.areas import Audience, audience_of, is_automatic
from classroom.web.device import remember_person, this_device
from classroom.web.form_tokens import renew_form_secret
from classroom.web.htmx import go_to, is_htmx, leave_for
from classroom.web.refused_access import Reason, note_refused


class SignedIn(UserMixin):  # type: ignore[misc]  # Flask-Login has no types
    """Flask-Login's user: holds the token from the cookie and the person from the database."""

    def __init__(self, token: str, login: Login) -> None:
        self.token = token
        self.login = login
        self.identity = Identity(
            teacher_id=login.teacher_id,
            student_id=login.student_id,
            class_id=login.class_id,
            is_administrator=login.is_administrator,
        )

    def get_id(self) -> str:
        """Return the token for the cookie."""
        return self.token


def use_identity(app: Flask) -> None:
    """Reject people without access to a page, and make the signed-in person available to templates."""
    manager = LoginManager(app, add_context_processor=False)  # templates read `identity`
    manager.session_protection = None  # schools' proxies change addresses during a lesson
    # Even so, it would hash the browser's address and name in each request, and keep the hash in the cookie.
    manager._session_identifier_generator = lambda: None  # noqa: SLF001
    manager.user_loader(_load)
    app.before_request(_reject_strangers)
    name_actors(_actor)
    app.context_processor(lambda: {"identity": current_identity(), "person_name": person_name()})


def _load(token: str) -> SignedIn | None:
    login = logins.find_login(token=token)
    if login is None:
        return None
    if not is_automatic(request.endpoint):
        logins.touch_login(login=login)
    person = g.person = SignedIn(token, login)
    return person


def _current() -> SignedIn | None:
    """Return who is signed in. Requests need it several times, so `g` caches it besides Flask-Login."""
    known: SignedIn | None = g.get("person")
    if known is not None:
        return known
    person = current_user._get_current_object()  # noqa: SLF001  (how werkzeug names the way past its proxy)
    return person if isinstance(person, SignedIn) else None


def _signed_in() -> SignedIn:
    person = _current()
    if person is None:
        raise NotFound
    return person


def current_identity() -> Identity:
    """Return who makes this request."""
    person = _current()
    return person.identity if person else ANONYMOUS


def is_signed_in() -> bool:
    """Return whether anyone is signed in."""
    return current_identity() is not ANONYMOUS


def current_teacher_id() -> str:
    """Return the signed-in teacher's ID, on a page that only teachers can open."""
    teacher_id = current_identity().teacher_id
    if teacher_id is None:
        raise NotFound
    return teacher_id


def current_login() -> LoginSession:
    """Return the signed-in teacher's login in this browser."""
    current_teacher_id()
    return db.session.get_one(LoginSession, _signed_in().login.token_hash)


def current_student() -> tuple[str, str]:
    """Return the signed-in student and the student's class, on a page that only students can open."""
    identity = current_identity()
    if identity.student_id is None or identity.class_id is None:
        raise NotFound
    return identity.student_id, identity.class_id


def current_location() -> Location | None:
    """Return where the signed-in student is, read together with the login."""
    return _signed_in().login.location


def person_name() -> str | None:
    """Return the name of the signed-in person."""
    person = _current()
    return person.login.name if person else None


def own_face() -> Face | None:
    """Return the face of the signed-in student."""
    person = _current()
    return person.login.face if person else None


def sign_in(token: str) -> None:
    """Store the token in the browser, and delete everything stored for the previous person."""
    _end_present_login()
    g.pop("person", None)
    chosen_language = session.get("language")
    session.clear()
    renew_form_secret()
    login = logins.find_login(token=token)
    if login is not None:
        if chosen_language is not None:
            logins.keep_language(teacher_id=login.teacher_id, student_id=login.student_id, language=chosen_language)
        g.person = SignedIn(token, login)
        login_user(g.person)
        remember_person(login.student_id or login.teacher_id or "")


def sign_in_here(token: str) -> None:
    """Sign a student in without a credential, replacing anyone signed in on this device."""
    before, name_before = current_identity(), person_name()
    sign_in(token)
    if name_before and before.student_id != current_identity().student_id:
        now, before_that = isolated(person_name() or ""), isolated(name_before)
        flash(_("%(name)s is signed in. %(before)s was signed out.", name=now, before=before_that), "good")


def sign_out() -> None:
    """End the login and delete the cookie, so the Back button shows no page."""
    student_id = current_identity().student_id
    _end_present_login()
    if student_id is not None:
        presence.note_gone(student_id=student_id)
    g.pop("person", None)
    logout_user()
    session.clear()


def sign_in_mark() -> str:
    """Return an ID of the current login. It grants no access: the token can't be computed from it."""
    return hashlib.blake2b(_signed_in().token.encode(), digest_size=6).hexdigest()


def name_mark() -> str:
    """Return a short digest of the signed-in person's name, so that open pages notice a new name."""
    return hashlib.blake2b((person_name() or "").encode(), digest_size=4).hexdigest()


def own_language() -> str | None:
    """Return the tag of the signed-in person's language, if set."""
    person = _current()
    return person.login.language if person else None


class Support(NamedTuple):
    """Support for the signed-in student on the student's pages."""

    reads_aloud: bool = False
    has_large_text: bool = False
    has_wide_spacing: bool = False
    has_keys_off: bool = False


def own_support() -> Support:
    """Return the signed-in student's support."""
    person = _current()
    if person is None:
        return Support()
    login = person.login
    return Support(login.reads_aloud, login.has_large_text, login.has_wide_spacing, login.has_keys_off)


def _actor() -> Actor:
    """Return the actor for the activity log: the person making this request, or the server itself."""
    if not has_request_context():
        return Actor()
    identity = current_identity()
    kind, person_id = ("teacher", identity.teacher_id) if identity.is_teacher else ("student", identity.student_id)
    return Actor(f"{kind}:{person_id}" if person_id else "", this_device().id or "")


def _end_present_login() -> None:
    token = session.get("_user_id")
    if isinstance(token, str):
        logins.end_login(token=token)


def _reject_strangers() -> ResponseReturnValue | None:
    if request.endpoint is None:
        return None
    identity = current_identity()
    audience = audience_of(request.endpoint)
    may_open = {
        Audience.EVERYONE: True,
        Audience.TEACHERS: identity.is_teacher,
        Audience.ADMINISTRATORS: identity.is_administrator,
        Audience.STUDENTS: identity.is_student,
    }
    if audience is not None and may_open[audience]:
        return None
    return redirect_to_sign_in(is_teachers=audience is not Audience.STUDENTS)


def redirect_to_sign_in(*, is_teachers: bool) -> ResponseReturnValue:
    """Redirect to sign-in; show a person of the other kind a 404."""
    identity = current_identity()
    if identity.is_teacher or identity.is_student:
        note_refused(Reason.FOR_OTHERS)
        raise NotFound
    g.is_signed_out = True
    door = url_for("auth.sign_in") if is_teachers else url_for("home.show")
    if not is_teachers and session.pop("_user_id", None) is not None:
        # The sign-in has ended: the class was archived, the teacher signed everyone out, or it was long ago.
        flash(pgettext("student", "You were signed out. Sign in again, or ask your teacher."))
        return go_to(door)
    if is_htmx():  # a fragment's sign-in has ended: leave the whole page
        return leave_for(door)
    if is_teachers:
        is_form = request.method == "POST"
        flash(_("You were signed out, so nothing was saved.") if is_form else _("Please sign in first."))
        unfinished.note_page()
    elif request.method == "GET":
        flash(pgettext("student", "Please sign in first."))
    return redirect(door, 303)
