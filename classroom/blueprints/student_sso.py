"""Sign students in with a school account that a teacher of the class has linked, or let them wait until one does.

Who came back from the school's service is noted in the cookie, which is signed, so that the page can go on by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from flask import render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from classroom import clock
from classroom.models import Student
from classroom.services.accounts.school_accounts import (
    ask_for_link,
    has_asked,
    sign_in_by_account,
    students_of_account,
)
from classroom.services.classes.school_classes import find_class_by_code
from classroom.services.open_sessions import lets_students_in
from classroom.web import identity
from classroom.web.areas import Area, Audience, automatic
from classroom.web.device import this_device
from classroom.web.error_messages import Reader
from classroom.web.htmx import go_to, is_htmx
from classroom.web.refusals import Refusal, on_refusal
from classroom.web.school_sign_in import Purpose, SchoolPerson, asked_number, service_or_404

blueprint = Area("student_sso", __name__, Audience.EVERYONE, reader=Reader.STUDENT)

_NOTE = "school_student"
_GOOD_FOR = timedelta(minutes=30)
"""How long a browser goes on for someone who may have left: then the student signs in at the service again."""


class State(StrEnum):
    """What the page says to a student who has come back from the service."""

    ASKED = "asked"
    """The teacher has to link the account."""
    CLOSED = "closed"
    """It is linked, and the class is not playing."""
    CHOOSE = "choose"
    """It is linked in several classes that are open."""
    DISMISSED = "dismissed"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Waiting:
    """The student who came back from the service in this browser."""

    person: SchoolPerson
    class_id: str
    """The class whose code was typed; "": none was."""

    def students(self) -> list[Student]:
        """Return the students to whom the account is linked, where one can be meant."""
        return students_of_account(subject=self.person.subject, class_id=self.class_id or None)

    def open_students(self) -> list[Student]:
        """Return those who can sign in now."""
        return [one for one in self.students() if lets_students_in(one.school_class)]

    def state(self) -> State:
        """Find out what the student waits for."""
        if self.open_students():
            return State.CHOOSE
        if self.students():
            return State.CLOSED
        has_request = bool(self.class_id) and has_asked(class_id=self.class_id, subject=self.person.subject)
        return State.ASKED if has_request else State.DISMISSED


def _refused(refusal: Refusal, **values: object) -> ResponseReturnValue:
    del values
    return render_template("home/account.html", state=State.REFUSED, text=refusal.message)


@blueprint.get("/school-sign-in/students")
@on_refusal(_refused)
def sign_in() -> ResponseReturnValue:
    """Send the browser to the service, from the start page or from the names of a class."""
    service = service_or_404(Purpose.STUDENT, asked_number())
    code = request.args.get("code")
    class_id = find_class_by_code(code=code, device=this_device()).id if code else ""
    return service.begin(Purpose.STUDENT, about=class_id)


@blueprint.get("/school-sign-in/students/callback", defaults={"number": 1})
@blueprint.get("/school-sign-in/<int:number>/students/callback")
@on_refusal(_refused)
def callback(number: int) -> ResponseReturnValue:
    """Sign the student in whose account it is, or ask the teacher to link it."""
    service = service_or_404(Purpose.STUDENT, number)
    back = service.finish(request.args.get("state", ""), [Purpose.STUDENT])
    waiting = Waiting(back.person, back.about)
    if not waiting.students():
        ask_for_link(
            class_id=waiting.class_id, subject=back.person.subject, name=back.person.name, device=this_device()
        )
    session[_NOTE] = [back.person.subject, back.person.name[:100], back.about, clock.now().timestamp()]
    return _go_on(waiting) or go_to(url_for("student_sso.wait"))


@blueprint.get("/school-sign-in/students/waiting")
def wait() -> ResponseReturnValue:
    """Say what the student waits for."""
    waiting = _waiting()
    return go_to(url_for("home.show")) if waiting is None else _page(waiting)


@blueprint.post("/school-sign-in/students/waiting")
@automatic
@on_refusal(_refused)
def go_on() -> ResponseReturnValue:
    """Sign the student in once that is possible. The page asks every few seconds; a button asks too."""
    waiting = _waiting()
    if waiting is None:
        return go_to(url_for("home.show"))
    return _go_on(waiting) or _page(waiting)


@blueprint.post("/school-sign-in/students/stop")
def stop() -> ResponseReturnValue:
    """Forget who came back from the service: it is someone else's turn."""
    session.pop(_NOTE, None)
    return go_to(url_for("home.show"))


def _go_on(waiting: Waiting) -> ResponseReturnValue | None:
    """Sign in the only student who can be meant, or the one chosen on the page."""
    chosen = request.form.get("student")
    students = [one for one in waiting.open_students() if chosen in {None, one.id}]
    if len(students) != 1:
        return None
    subject = waiting.person.subject
    identity.sign_in_here(sign_in_by_account(student_id=students[0].id, subject=subject, device=this_device()))
    return go_to(url_for("play.show"))


def _page(waiting: Waiting) -> ResponseReturnValue:
    state = waiting.state()
    if is_htmx() and request.form.get("shown") == state:
        return "", 204
    if state is State.DISMISSED:
        session.pop(_NOTE)
    return render_template(
        "home/_account.html" if is_htmx() else "home/account.html",
        state=state,
        name=waiting.person.name,
        students=waiting.open_students(),
    )


def _waiting() -> Waiting | None:
    subject, name, class_id, since = session.get(_NOTE, ("", "", "", 0.0))
    is_late = clock.now().timestamp() - since > _GOOD_FOR.total_seconds()
    return None if is_late else Waiting(SchoolPerson(subject, name), class_id)
