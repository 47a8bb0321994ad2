"""Launches: the LMS sends a message about a person. Students are signed in here; teachers continue in `lms`."""

from __future__ import annotations

from flask import jsonify, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from classroom.blueprints.lti import blueprint, refused
from classroom.blueprints.lti.choosing import choosing_page
from classroom.services.errors import LaunchErrorCode, ServiceError
from classroom.services.lti.courses import class_of
from classroom.services.lti.launches import accept_launch, finish_launch, launch_of
from classroom.services.lti.messages import Kind
from classroom.services.lti.platforms import find_platform
from classroom.services.safe_addresses import address_parts
from classroom.web.form_tokens import takes_foreign_forms
from classroom.web.lti import (
    address_at_lms,
    asked,
    check_started_here,
    framed,
    is_framed,
    read_message,
    tool_key_or_404,
)
from classroom.web.refusals import on_refusal
from classroom.web.second_step import LMS_LAUNCH
from classroom.web.waiting_student import Waiting
from classroom.web.waiting_student import arrive as arrive_waiting


@blueprint.get("/lti/keys")
def keys() -> ResponseReturnValue:
    """Return this app's public keys."""
    return jsonify(tool_key_or_404().public_keys())


@blueprint.get("/lti/login")
@on_refusal(refused)
def login() -> ResponseReturnValue:
    """Send the browser to the LMS for a message; from a frame, in a new window."""
    tool_key_or_404()
    wanted = request.args
    if not wanted.get("login_hint") or not wanted.get("target_link_uri"):
        raise ServiceError(LaunchErrorCode.LAUNCH_BROKEN)
    platform = find_platform(issuer=wanted.get("iss", ""), client_id=wanted.get("client_id"))
    is_choice = address_parts(wanted["target_link_uri"]).path == url_for("lti.choose")
    if is_framed() and not is_choice:
        return framed(render_template("lti/open.html", url=url_for("lti.login", own_window=1, **asked())))
    return framed(redirect(address_at_lms(platform, is_choice=is_choice), 303))


@blueprint.post("/lti/login")
@takes_foreign_forms
def login_by_form() -> ResponseReturnValue:
    """Begin like with a link, by a redirect: only that request carries this app's cookies."""
    tool_key_or_404()
    return framed(redirect(url_for("lti.login", **asked()), 303))


@blueprint.post("/lti/launch")
@takes_foreign_forms
@on_refusal(refused)
def launch() -> ResponseReturnValue:
    """Verify the message. Reads and sets no cookies, because another site sent the form."""
    tool_key_or_404()
    message, nonce = read_message()
    if message.kind is Kind.CHOOSE:
        return choosing_page(accept_launch(message, nonce=nonce), message)
    return redirect(url_for("lti.arrive", launch=accept_launch(message, nonce=nonce)), 303)


@blueprint.get("/lti/arrive")
@on_refusal(refused)
def arrive() -> ResponseReturnValue:
    """Admit the person of a message that this browser requested: students here, teachers by their own sign-in."""
    launch_id = request.args.get("launch", "")
    check_started_here(launch_id)
    message = launch_of(launch_id=launch_id)
    if message is None:
        raise ServiceError(LaunchErrorCode.LAUNCH_USED)
    if message.is_teacher:
        session[LMS_LAUNCH] = launch_id
        return redirect(url_for("lms.enter"), 303)
    finish_launch(launch_id=launch_id)
    class_id = class_of(message)
    waiting = Waiting(message.subject, message.name, class_id)
    if not class_id and not waiting.students():
        raise ServiceError(LaunchErrorCode.COURSE_NOT_CONNECTED)
    return arrive_waiting(waiting)
