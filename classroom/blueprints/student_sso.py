"""Sign students in with a linked school account, or let them wait until a teacher of the class links it."""

from __future__ import annotations

from enum import StrEnum

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue

from classroom.services.classes.school_classes import find_class_by_code
from classroom.web.areas import Area, Audience, automatic
from classroom.web.device import this_device
from classroom.web.error_messages import Reader
from classroom.web.htmx import go_to, is_htmx
from classroom.web.refusals import Refusal, on_refusal
from classroom.web.school_sign_in import Purpose, asked_number, service_or_404
from classroom.web.waiting_student import Waiting, arrive, forget_waiting, sign_in_if_ready, waiting_student

blueprint = Area("student_sso", __name__, Audience.EVERYONE, reader=Reader.STUDENT)


class State(StrEnum):
    """States of the page for a student who has returned from the service."""

    ASKED = "asked"
    """The teacher has to link the account."""
    CLOSED = "closed"
    """It is linked, and the class is not playing."""
    CHOOSE = "choose"
    """It is linked in several open classes."""
    DISMISSED = "dismissed"
    REFUSED = "refused"


def _refused(refusal: Refusal, **values: object) -> ResponseReturnValue:
    del values
    return render_template("home/account.html", state=State.REFUSED, text=refusal.message)


@blueprint.get("/school-sign-in/students")
@on_refusal(_refused)
def sign_in() -> ResponseReturnValue:
    """Send the browser to the service, from the start page or from a class's names."""
    service = service_or_404(Purpose.STUDENT, asked_number())
    code = request.args.get("code")
    class_id = find_class_by_code(code=code, device=this_device()).id if code else ""
    return service.begin(Purpose.STUDENT, about=class_id)


@blueprint.get("/school-sign-in/students/callback", defaults={"number": 1})
@blueprint.get("/school-sign-in/<int:number>/students/callback")
@on_refusal(_refused)
def callback(number: int) -> ResponseReturnValue:
    """Sign in the student whose account it is, or ask the teacher to link it."""
    service = service_or_404(Purpose.STUDENT, number)
    back = service.finish(request.args.get("state", ""), [Purpose.STUDENT])
    return arrive(Waiting(back.person.subject, back.person.name, back.about))


@blueprint.get("/school-sign-in/students/waiting")
def wait() -> ResponseReturnValue:
    waiting = waiting_student()
    return go_to(url_for("home.show")) if waiting is None else _page(waiting)


@blueprint.post("/school-sign-in/students/waiting")
@automatic
@on_refusal(_refused)
def retry() -> ResponseReturnValue:
    """Sign the student in as soon as possible. The page retries every few seconds, and has a button."""
    waiting = waiting_student()
    if waiting is None:
        return go_to(url_for("home.show"))
    return sign_in_if_ready(waiting, request.form.get("student")) or _page(waiting)


@blueprint.post("/school-sign-in/students/stop")
def stop() -> ResponseReturnValue:
    """Forget who returned from the service: someone else is using the device."""
    forget_waiting()
    return go_to(url_for("home.show"))


def _page(waiting: Waiting) -> ResponseReturnValue:
    state = _state(waiting)
    if is_htmx() and request.form.get("shown") == state:
        return "", 204
    if state is State.DISMISSED:
        forget_waiting()
    return render_template(
        "home/_account.html" if is_htmx() else "home/account.html",
        state=state,
        name=waiting.name,
        students=waiting.open_students(),
    )


def _state(waiting: Waiting) -> State:
    if waiting.open_students():
        return State.CHOOSE
    if waiting.students():
        return State.CLOSED
    return State.ASKED if waiting.has_asked() else State.DISMISSED
