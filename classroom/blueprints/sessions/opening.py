"""The settings before a session, with the estimated game length."""

from __future__ import annotations

from flask import Response, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from classroom.blueprints.sessions import blueprint
from classroom.blueprints.sessions.forms import SettingsForm
from classroom.blueprints.sessions.pages import begun_meanwhile, lobby_forecast, session_again, to_session
from classroom.i18n import _
from classroom.models import ClassSession, SchoolClass, SessionState
from classroom.presenters.decks.listing import with_titles
from classroom.presenters.sessions.forecast import ForecastPage, forecast_page
from classroom.presenters.sessions.lobby import lobby_page
from classroom.presenters.sessions.settings_list import last_choice_text, other_settings_text
from classroom.services.decks.choosing import offered_decks, with_copy
from classroom.services.errors import ClassErrorCode, ServiceError
from classroom.services.forecasts import Adjustment, adjustments_for, apply_adjustment
from classroom.services.open_sessions import open_session_of
from classroom.services.sample.sample_class import join_sample
from classroom.services.sessions.class_sessions import has_played, last_settings, open_session
from classroom.services.sessions.lobby import change_settings
from classroom.services.settings import TableSettings
from classroom.web.access import class_session_or_404, school_class_or_404
from classroom.web.areas import automatic
from classroom.web.forecasts import get_forecasts
from classroom.web.identity import current_teacher_id
from classroom.web.paths import own_path
from classroom.web.refusals import Refusal, form_again, on_refusal


def _opened_meanwhile(refusal: Refusal, class_id: str) -> ResponseReturnValue:
    is_open = open_session_of(class_id=class_id)
    return form_again(refusal, class_id=class_id) if is_open is None else _go_to_open(is_open)


def _go_to_open(is_open: ClassSession) -> ResponseReturnValue:
    """Go to a session that was opened meanwhile: by the first click of a double click, or by another teacher.

    If the submitted form has other settings, tell so, and offer them for the lobby.
    """
    if request.method == "GET":
        return _go_to(is_open.id)
    used = TableSettings.from_json(is_open.settings)
    form = SettingsForm.showing(used, with_titles(offered_decks(teacher_id=current_teacher_id(), kept=used)))
    chosen = SettingsForm.fields_for(form.settings() if form.validate_on_submit() else used)
    if chosen == SettingsForm.fields_for(used):
        return _go_to(is_open.id)
    wanted = _playable(form, used) if is_open.state == SessionState.LOBBY else None
    if wanted is None:
        flash(_("This class already has an open session, with other settings. Yours were not used."), "bad")
        return _go_to(is_open.id)
    text = _("While you were choosing, a session was opened with other settings. To use yours, save them here.")
    if others := other_settings_text(used, wanted):
        text += " " + _("Different: %(settings)s.", settings=others)
    flash(text, "bad")
    return redirect(url_for("sessions.settings", class_session_id=is_open.id, **chosen), 303)


@blueprint.form("/classes/<class_id>/sessions/new")
@on_refusal(_opened_meanwhile)
def new(class_id: str) -> ResponseReturnValue:
    """Choose settings, and open the lobby. A class with an open session goes there."""
    school_class = school_class_or_404(class_id)
    is_open = open_session_of(class_id=class_id)
    if is_open is not None:
        return _go_to_open(is_open)
    if school_class.archived_at is not None:
        raise ServiceError(ClassErrorCode.CLASS_ARCHIVED)
    teacher_id = current_teacher_id()
    kept = last_settings(class_id=class_id, teacher_id=teacher_id)
    shown = chosen_in_address(kept) or kept
    form = SettingsForm.showing(shown, with_titles(offered_decks(teacher_id=teacher_id)))
    if form.validate_on_submit():
        return shown_again(form, kept) or _opened(school_class, form.settings())
    forecast = None if form.is_submitted() else choice_forecast(shown, class_id)
    has_last = has_played(class_id=class_id)
    page = render_template(
        "sessions/new.html",
        form=form,
        school_class=school_class,
        forecast=forecast,
        last=last_choice_text(kept) if has_last else None,
    )
    return page, form.status


def _opened(school_class: SchoolClass, settings: TableSettings) -> ResponseReturnValue:
    """Open the lobby and go there. Students of a sample class join at once."""
    opened = open_session(class_id=school_class.id, settings=settings, teacher_id=current_teacher_id())
    if school_class.is_sample:
        join_sample(class_session_id=opened.id, class_id=school_class.id)
    return _go_to(opened.id)


@blueprint.form("/sessions/<class_session_id>/settings")
@on_refusal(begun_meanwhile)
def settings(class_session_id: str) -> ResponseReturnValue:
    """Change the settings before the games start."""
    class_session = class_session_or_404(class_session_id)
    if class_session.state != SessionState.LOBBY and request.method == "GET":
        return _go_to(class_session_id)
    kept = TableSettings.from_json(class_session.settings)
    shown = chosen_in_address(kept) or kept
    form = SettingsForm.showing(shown, with_titles(offered_decks(teacher_id=current_teacher_id(), kept=kept)))
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


def _go_to(class_session_id: str) -> ResponseReturnValue:
    return redirect(url_for("sessions.show", class_session_id=class_session_id), 303)


@blueprint.get("/classes/<class_id>/sessions/forecast")
@automatic
def forecast_of_choice(class_id: str) -> str:
    """Estimate the game length for the settings in the address, whenever the form changes."""
    school_class_or_404(class_id)
    chosen = chosen_in_address(last_settings(class_id=class_id))
    shown = chosen and choice_forecast(chosen, class_id)
    return render_template("sessions/_forecast.html", forecast=shown, forecast_url=own_path())


@blueprint.get("/sessions/<class_session_id>/forecast")
@automatic
def forecast(class_session_id: str) -> ResponseReturnValue:
    """Estimate the game length at the tables of a lobby."""
    class_session = class_session_or_404(class_session_id)
    if class_session.state != SessionState.LOBBY:
        return Response(status=204)
    shown = lobby_forecast(class_session, lobby_page(class_session))
    adjustment_url = url_for("sessions.adjust", class_session_id=class_session_id)
    return render_template(
        "sessions/_forecast.html",
        forecast=shown,
        forecast_url=own_path(),
        adjustment_url=adjustment_url,
        is_update=True,
    )


@blueprint.post("/sessions/<class_session_id>/adjust")
@on_refusal(session_again)
def adjust(class_session_id: str) -> ResponseReturnValue:
    """Apply the adjustment of the pressed button. An outdated adjustment changes nothing."""
    class_session = class_session_or_404(class_session_id)
    wanted = _wanted_adjustment(TableSettings.from_json(class_session.settings))
    if wanted is not None:
        apply_adjustment(class_session_id=class_session_id, adjustment=wanted)
    return to_session(class_session_id, at="forecast")


def chosen_in_address(kept: TableSettings) -> TableSettings | None:
    """Return the settings in the address; None without any, or if they are invalid.

    :param kept: the current settings, whose deck stays available even if it was deleted.
    """
    form = SettingsForm(formdata=request.args, meta={"csrf": False})
    if not request.args or not form.validate():
        return None
    form.offering(with_titles(offered_decks(teacher_id=current_teacher_id(), kept=kept)))
    return _playable(form, kept)


def choice_forecast(settings: TableSettings, class_id: str) -> ForecastPage | None:
    """Estimate the game length for the form."""
    played = settings.as_played
    return forecast_page(get_forecasts(), played, sizes=[played.table_size], class_id=class_id)


def shown_again(form: SettingsForm, kept: TableSettings) -> ResponseReturnValue | None:
    """Redirect to the form if it was submitted for an estimate or an adjustment rather than to save.

    :raises ServiceError: if the settings are invalid.
    """
    if not request.form.keys() & {"forecast", "adjustment"}:
        return None
    chosen = _chosen(form, kept)
    wanted = _wanted_adjustment(chosen)
    fields = SettingsForm.fields_for(wanted.settings if wanted else chosen)
    return redirect(url_for(str(request.endpoint), **(request.view_args or {}), **fields, _anchor="forecast"), 303)


def _playable(form: SettingsForm, kept: TableSettings) -> TableSettings | None:
    try:
        return _chosen(form, kept)
    except ServiceError:
        return None


def _chosen(form: SettingsForm, kept: TableSettings) -> TableSettings:
    chosen = with_copy(form.settings(), teacher_id=current_teacher_id(), kept=kept)
    chosen.check()
    return chosen


def _wanted_adjustment(settings: TableSettings) -> Adjustment | None:
    """Return the adjustment of the pressed button: ``<players>.<key>``."""
    players, _dot, key = request.form.get("adjustment", "").partition(".")
    if players not in map(str, settings.table_sizes):
        return None
    return next((one for one in adjustments_for(settings, int(players)) if one.key == key), None)
