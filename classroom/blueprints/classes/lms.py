"""A class's courses in the LMS: import their rosters, and preview and send scores."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from classroom.blueprints.classes import blueprint
from classroom.blueprints.classes.roster import review
from classroom.i18n import _, ngettext
from classroom.models import LtiCourse
from classroom.presenters.classes.import_rows import FROM_LMS
from classroom.presenters.classes.lms import ScoresPage, lms_page, scores_page
from classroom.services.errors import LmsErrorCode, ServiceError
from classroom.services.lti.courses import courses_of, disconnect_course
from classroom.services.lti.memberships import roster_of_course
from classroom.services.lti.scores import send_scores
from classroom.services.rosters.drafts import Draft
from classroom.web.access import school_class_or_404
from classroom.web.lti import tool_key_or_404
from classroom.web.refusals import Refusal, flashed, on_refusal


@blueprint.get("/classes/<class_id>/lms")
def lms(class_id: str) -> ResponseReturnValue:
    tool_key_or_404()
    return render_template("classes/lms.html", page=lms_page(school_class_or_404(class_id)))


@blueprint.post("/classes/<class_id>/lms/roster")
@on_refusal(flashed("classes.lms"))
def pull_course(class_id: str) -> ResponseReturnValue:
    """Request the students of a course from the LMS, and preview them."""
    course = _course_or_404(class_id)
    return review(Draft(archive=roster_of_course(course, key=tool_key_or_404())), FROM_LMS, class_id)


@blueprint.get("/classes/<class_id>/lms/scores")
def scores(class_id: str) -> ResponseReturnValue:
    return _preview(class_id, None)


def _preview_again(refusal: Refusal, class_id: str) -> ResponseReturnValue:
    return _preview(class_id, refusal.message)


@blueprint.post("/classes/<class_id>/lms/scores")
@on_refusal(_preview_again)
def send(class_id: str) -> ResponseReturnValue:
    course = _course_or_404(class_id)
    page = _scores_or_404(course)
    if page.scores and page.seen != request.form.get("seen"):
        raise ServiceError(LmsErrorCode.SCORES_CHANGED)
    sent = send_scores(course, page.column, page.scores, key=tool_key_or_404())
    flash(ngettext("%(num)d score sent.", "%(num)d scores sent.", sent), "good")
    return redirect(url_for("classes.lms", class_id=class_id), 303)


@blueprint.post("/classes/<class_id>/lms/disconnect")
def disconnect_lms(class_id: str) -> ResponseReturnValue:
    course = _course_or_404(class_id)
    disconnect_course(class_id=class_id, course_id=course.id)
    flash(_("Course disconnected. Students and their links are kept."), "good")
    return redirect(url_for("classes.lms", class_id=class_id), 303)


def _preview(class_id: str, problem: str | None) -> ResponseReturnValue:
    course = _course_or_404(class_id)
    shown = {"class_name": course.school_class.name, "class_id": class_id}
    return render_template("classes/lms_scores.html", page=_scores_or_404(course), problem=problem, **shown)


def _scores_or_404(course: LtiCourse) -> ScoresPage:
    page = scores_page(course, request.values.get("about", ""))
    if page is None:
        raise NotFound
    return page


def _course_or_404(class_id: str) -> LtiCourse:
    school_class_or_404(class_id)
    tool_key_or_404()
    for one in courses_of(class_id=class_id):
        if one.id == request.values.get("course"):
            return one
    raise NotFound
