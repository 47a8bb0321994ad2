"""Teachers who come from the LMS: connect the account once, choose the class of a course, and go to it."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from classroom.i18n import _
from classroom.models import SchoolClass
from classroom.presenters.words import isolated
from classroom.services.classes.school_classes import classes_of, create_class
from classroom.services.errors import LmsErrorCode, ServiceError
from classroom.services.lti.courses import (
    class_of,
    connect_course,
    connect_teacher,
    course_of,
    disconnect_teacher,
    note_services,
    teacher_of,
)
from classroom.services.lti.launches import finish_launch, launch_of
from classroom.services.lti.messages import Launch
from classroom.services.lti.platforms import platform_of
from classroom.services.names import MAX_NAME
from classroom.web import identity
from classroom.web.areas import Area, Audience, public
from classroom.web.forms import Form
from classroom.web.passwords import PasswordAgainForm, has_just_signed_in
from classroom.web.refusals import Refusal, on_refusal
from classroom.web.second_step import LMS_LAUNCH, admit

blueprint = Area("lms", __name__, Audience.TEACHERS)

NEW = "new"
"""Value for a new class with the name of the course."""


@blueprint.get("/lms")
@public
def enter() -> ResponseReturnValue:
    """Sign in the teacher who came from the LMS, by the connected account or after a normal sign-in."""
    launch = _launch()
    if launch is None:
        return redirect(url_for("classes.index"), 303)
    teacher_id, here = teacher_of(subject=launch.subject), identity.current_identity().teacher_id
    if teacher_id is not None and teacher_id != here:
        return admit(teacher_id)
    if here is None:
        flash(_("Sign in once to connect your account."))
        return redirect(url_for("auth.sign_in"), 303)
    if teacher_id is None:
        return redirect(url_for("lms.connect"), 303)
    note_services(launch)
    class_id = class_of(launch)
    if launch.context_id and course_of(launch) is None:
        return redirect(url_for("lms.course"), 303)
    finish_launch(launch_id=session.pop(LMS_LAUNCH))
    is_theirs = class_id in {one.id for one in classes_of(teacher_id=teacher_id)}
    return redirect(url_for("classes.show", class_id=class_id) if is_theirs else url_for("classes.index"), 303)


@blueprint.form("/lms/connect")
def connect() -> ResponseReturnValue:
    """Connect the person who came from the LMS to the signed-in account, after asking for its password.

    Someone else may have come, on a computer where the teacher is still signed in. After a fresh sign-in, there is no
    need to ask.
    """
    launch = _launch()
    if launch is None:
        return redirect(url_for("classes.index"), 303)
    form = Form() if has_just_signed_in() else PasswordAgainForm()
    if form.validate_on_submit():
        if isinstance(form, PasswordAgainForm):
            form.confirm()
        connect_teacher(teacher_id=identity.current_teacher_id(), subject=launch.subject)
        flash(_("Account connected. From now on, the LMS opens it."), "good")
        return redirect(url_for("lms.enter"), 303)
    lms = platform_of(platform_id=launch.platform_id).name
    return render_template("lms/connect.html", form=form, lms=lms, name=launch.name), form.status


@blueprint.post("/lms/disconnect")
def disconnect() -> ResponseReturnValue:
    disconnect_teacher(teacher_id=identity.current_teacher_id())
    flash(_("Account disconnected from your LMS."), "good")
    return redirect(url_for("account.show"), 303)


@blueprint.post("/lms/cancel")
def cancel() -> ResponseReturnValue:
    """Forget the launch."""
    session.pop(LMS_LAUNCH, None)
    return redirect(url_for("classes.index"), 303)


def _course_again(refusal: Refusal) -> ResponseReturnValue:
    return _choosing(refusal.message)


@blueprint.get("/lms/course")
def course() -> ResponseReturnValue:
    """Ask which class belongs to the course."""
    return _choosing(None)


@blueprint.post("/lms/course")
@on_refusal(_course_again)
def save_course() -> ResponseReturnValue:
    """Connect the course to an existing or new class."""
    launch = _own_launch()
    if launch is None:
        return redirect(url_for("classes.index"), 303)
    teacher_id, chosen = identity.current_teacher_id(), request.form.get("school_class", "")
    if chosen == NEW:
        chosen = _new_class(launch, teacher_id).id
    elif chosen not in {one.id for one in classes_of(teacher_id=teacher_id)}:
        raise ServiceError(LmsErrorCode.NO_CLASS_FOR_COURSE)
    connect_course(launch, class_id=chosen)
    finish_launch(launch_id=session.pop(LMS_LAUNCH))
    flash(_("Course connected."), "good")
    return redirect(url_for("classes.lms", class_id=chosen), 303)


def _new_class(launch: Launch, teacher_id: str) -> SchoolClass:
    return create_class(teacher_id=teacher_id, name=launch.context_title[:MAX_NAME] or _("New class"))


def _choosing(problem: str | None) -> ResponseReturnValue:
    launch = _own_launch()
    if launch is None:
        return redirect(url_for("classes.index"), 303)
    classes = classes_of(teacher_id=identity.current_teacher_id())
    title = isolated(launch.context_title) if launch.context_title else ""
    return render_template("lms/course.html", title=title, classes=classes, new=NEW, problem=problem)


def _launch() -> Launch | None:
    """Return the launch that brought this browser."""
    return launch_of(launch_id=session.get(LMS_LAUNCH, ""))


def _own_launch() -> Launch | None:
    """Return the launch if it is the signed-in teacher's."""
    launch = _launch()
    is_own = launch is not None and teacher_of(subject=launch.subject) == identity.current_teacher_id()
    return launch if is_own else None
