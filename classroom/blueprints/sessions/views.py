"""Opening a session, and its page."""

from __future__ import annotations

from flask import Response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from classroom.blueprints.sessions import blueprint
from classroom.blueprints.sessions.forecast import choice_forecast, chosen_in_address, shown_again
from classroom.blueprints.sessions.forms import SettingsForm
from classroom.blueprints.sessions.pages import page_of
from classroom.live import session_topic
from classroom.models import SessionState
from classroom.services.decks.choosing import offered_decks
from classroom.services.errors import ClassErrorCode, ServiceError
from classroom.services.open_sessions import open_session_of
from classroom.services.sessions.class_sessions import last_settings, open_session
from classroom.services.sessions.lobby import change_settings
from classroom.services.settings import TableSettings
from classroom.web.access import class_session_or_404, school_class_or_404
from classroom.web.areas import automatic
from classroom.web.fragments import fragment as answer_fragment
from classroom.web.identity import current_teacher_id
from classroom.web.stream import stream_pokes


@blueprint.form("/classes/<class_id>/sessions/new")
def new(class_id: str) -> ResponseReturnValue:
    """Choose cards and rules, and open the lobby. A class with a session open goes there."""
    school_class = school_class_or_404(class_id)
    is_open = open_session_of(class_id=class_id)
    if is_open is not None:
        return _go_to(is_open.id)
    if school_class.archived_at is not None:
        raise ServiceError(ClassErrorCode.CLASS_ARCHIVED)
    teacher_id = current_teacher_id()
    kept = last_settings(class_id=class_id, teacher_id=teacher_id)
    shown = chosen_in_address(kept) or kept
    form = SettingsForm.showing(shown, offered_decks(teacher_id=teacher_id))
    if form.validate_on_submit():
        again = shown_again(form, kept)
        return again or _go_to(open_session(class_id=class_id, settings=form.settings(), teacher_id=teacher_id).id)
    forecast = None if form.is_submitted() else choice_forecast(shown, class_id)
    page = render_template("sessions/new.html", form=form, school_class=school_class, forecast=forecast)
    return page, form.status


@blueprint.form("/sessions/<class_session_id>/settings")
def settings(class_session_id: str) -> ResponseReturnValue:
    """Change cards and rules before the start."""
    class_session = class_session_or_404(class_session_id)
    if class_session.state != SessionState.LOBBY:
        return _go_to(class_session_id)
    kept = TableSettings.from_json(class_session.settings)
    shown = chosen_in_address(kept) or kept
    form = SettingsForm.showing(shown, offered_decks(teacher_id=current_teacher_id(), kept=kept))
    if form.validate_on_submit():
        again = shown_again(form, kept)
        if again is None:
            change_settings(
                class_session_id=class_session_id, settings=form.settings(), teacher_id=current_teacher_id()
            )
        return again or _go_to(class_session_id)
    forecast = None if form.is_submitted() else choice_forecast(shown, class_session.class_id)
    page = render_template("sessions/settings.html", form=form, class_session=class_session, forecast=forecast)
    return page, form.status


@blueprint.get("/sessions/<class_session_id>")
def show(class_session_id: str) -> ResponseReturnValue:
    """The lobby, all tables live, or what came of it."""
    return page_of(class_session_or_404(class_session_id)).whole()


@blueprint.get("/sessions/<class_session_id>/fragment")
@automatic
def fragment(class_session_id: str) -> Response:
    """The part of the page that changes."""
    shown = page_of(class_session_or_404(class_session_id))
    page_url = url_for("sessions.show", class_session_id=class_session_id)
    return answer_fragment(shown.version, shown.fragment, page_url=page_url)


@blueprint.get("/sessions/<class_session_id>/stream")
@automatic
def stream(class_session_id: str) -> Response:
    """Pokes whenever something in the session changes."""
    class_session_or_404(class_session_id)
    return stream_pokes(session_topic(class_session_id), on_alive=_nothing, on_gone=_nothing)


def _nothing() -> None:
    """Nobody asks whether teachers have a page open."""


def _go_to(class_session_id: str) -> ResponseReturnValue:
    return redirect(url_for("sessions.show", class_session_id=class_session_id), 303)
