"""The lobby: who sits where, saved tables, teams, and the start."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound
from wtforms import StringField
from wtforms.validators import InputRequired

from classroom.blueprints.sessions import blueprint
from classroom.blueprints.sessions.pages import METHOD, SWAP, begun_meanwhile, session_again, to_session
from classroom.i18n import _, lazy_gettext, ngettext
from classroom.models import UNDER_WAY, SessionState
from classroom.presenters.sessions.team_choice import team_choice
from classroom.services.attendance import attendances_of
from classroom.services.errors import SeatingErrorCode, ServiceError, SessionErrorCode
from classroom.services.names import MAX_NAME
from classroom.services.seating import planning, table_plans
from classroom.services.seating.planning import planned_tables
from classroom.services.seating.saved_tables import delete_saved_tables, save_tables, saved_tables_of
from classroom.services.seating.sizes import Fit
from classroom.services.seating.table_plans import choose_teams
from classroom.services.sessions import lobby
from classroom.services.sessions.lobby import Forming, FormingMethod
from classroom.web.access import class_session_or_404
from classroom.web.forms import Form
from classroom.web.htmx import is_htmx
from classroom.web.refusals import on_refusal
from engine import Team

_ALONE = "alone"


@blueprint.post("/sessions/<class_session_id>/arrange")
@on_refusal(session_again)
def arrange(class_session_id: str) -> ResponseReturnValue:
    """Form tables by the chosen method and sizes, randomly by default."""
    class_session_or_404(class_session_id)
    chosen = request.form.get("forming", FormingMethod.RANDOM)
    lobby.arrange_tables(class_session_id=class_session_id, forming=_forming(chosen, "fit"))
    session[METHOD] = chosen
    return to_session(class_session_id, at="tables")


@blueprint.post("/sessions/<class_session_id>/move")
@on_refusal(session_again)
def move(class_session_id: str) -> ResponseReturnValue:
    """Move the student of the pressed button to the choice beside it: a table, alone, or another's seat."""
    class_session_or_404(class_session_id)
    student_id = request.form.get("student", "")
    _move(class_session_id, student_id, request.form.get(f"table-{student_id}", ""))
    left = 0 if is_htmx() else len(_not_applied() - {student_id})  # the fragment keeps what is chosen
    notice = _not_applied_text(left) if left else None
    return to_session(class_session_id, at=f"at-{student_id}", notice=notice)


@blueprint.post("/sessions/<class_session_id>/split")
@on_refusal(session_again)
def split(class_session_id: str) -> ResponseReturnValue:
    """Split a table that can't play into tables that can."""
    class_session_or_404(class_session_id)
    chosen = request.form.get("table", "")
    _apply_choices(class_session_id)
    planning.split_table(class_session_id=class_session_id, table_number=_table_number(chosen) or 0)
    return to_session(class_session_id, at="tables")


@blueprint.post("/sessions/<class_session_id>/share")
@on_refusal(session_again)
def share(class_session_id: str) -> ResponseReturnValue:
    """Set whether the students of a table share one device: ``3-yes``, ``3-no``."""
    class_session_or_404(class_session_id)
    number, _dash, is_shared = request.form.get("share", "").partition("-")
    _apply_choices(class_session_id)
    table_plans.share_device(
        class_session_id=class_session_id, table_number=_table_number(number) or 0, is_shared=is_shared == "yes"
    )
    return to_session(class_session_id, at=f"plan-{number}")


@blueprint.post("/sessions/<class_session_id>/leave")
@on_refusal(session_again)
def leave(class_session_id: str) -> ResponseReturnValue:
    """Remove a student who left from the lobby."""
    class_session_or_404(class_session_id)
    student_id = request.form.get("student", "")
    _apply_choices(class_session_id)
    lobby.leave_session(class_session_id=class_session_id, student_id=student_id)
    return to_session(class_session_id, at="tables")


@blueprint.post("/sessions/<class_session_id>/start")
@on_refusal(session_again)
def start(class_session_id: str) -> ResponseReturnValue:
    """Start the games, including table choices that are not applied yet.

    A second tap is not an error.
    """
    class_session = class_session_or_404(class_session_id)
    try:
        _apply_choices(class_session_id)
        lobby.start_session(class_session_id=class_session_id, forming=_forming_at_start(class_session_id))
    except ServiceError as error:
        if error.code is not SessionErrorCode.SESSION_NOT_IN_LOBBY or class_session.state not in UNDER_WAY:
            raise
    return to_session(class_session_id)


def _move(class_session_id: str, student_id: str, chosen: str) -> None:
    """Give a student the seat chosen beside the name."""
    if chosen == _ALONE:
        planning.seat_alone(class_session_id=class_session_id, student_id=student_id)
    elif chosen.startswith(SWAP):
        other_id = chosen.removeprefix(SWAP)
        planning.swap_places(class_session_id=class_session_id, student_id=student_id, other_id=other_id)
    else:
        number = _table_number(chosen)
        planning.move_to_table(class_session_id=class_session_id, student_id=student_id, table_number=number)


def _not_applied() -> set[str]:
    """Return the students whose table in the form differs from the one that the page showed."""
    shown = {name.removeprefix("was-"): value for name, value in request.form.items() if name.startswith("was-")}
    return {one for one, table in shown.items() if request.form.get(f"table-{one}", table) != table}


def _not_applied_text(left: int) -> str:
    return ngettext(
        "%(num)d other choice isn’t applied yet. Choose again, and press Move.",
        "%(num)d other choices aren’t applied yet. Choose again, and press Move.",
        left,
    )


def _apply_choices(class_session_id: str) -> None:
    """Apply all table choices, so that none is lost by pressing a button other than Move."""
    swapped: set[str] = set()
    for student_id in sorted(_not_applied()):
        chosen = request.form[f"table-{student_id}"]
        if chosen == f"{SWAP}{student_id}" or student_id in swapped:  # naming each other is a single swap
            continue
        _move(class_session_id, student_id, chosen)
        if chosen.startswith(SWAP):
            swapped.add(chosen.removeprefix(SWAP))


def _forming_at_start(class_session_id: str) -> Forming:
    """Return the method of forming tables for students who have none.

    :raises ServiceError: METHOD_NOT_APPLIED, if tables are formed, and another method or other sizes are chosen.
    """
    if not planned_tables(attendances_of(class_session_id=class_session_id)):
        return _forming(request.form.get("forming", FormingMethod.RANDOM), "fit")
    method = request.form.get("forming", "")
    if method != request.form.get("forming-was", method) or request.form.get("fit", Fit.NEAREST) != Fit.NEAREST:
        session[METHOD] = method
        raise ServiceError(SeatingErrorCode.METHOD_NOT_APPLIED)
    return _forming(FormingMethod.RANDOM, "further-fit")


def _forming(chosen: str, fit_field: str) -> Forming:
    """Parse a method of forming tables; ``saved-12`` means saved ones.

    :param fit_field: the field with the sizes to form.
    :raises ServiceError: NO_SUCH_SAVED_TABLES, if the ID is invalid.
    """
    method, _dash, number = chosen.partition("-")
    is_number = number.isdecimal() and number.isascii() and len(number) <= 9
    if method not in set(FormingMethod) or (method == FormingMethod.SAVED) is not is_number:
        raise ServiceError(SeatingErrorCode.NO_SUCH_SAVED_TABLES)
    fit = request.form.get(fit_field, Fit.NEAREST)
    return Forming(FormingMethod(method), int(number) if is_number else 0, Fit(fit) if fit in set(Fit) else Fit.NEAREST)


def _table_number(chosen: str) -> int | None:
    """Parse the chosen table; None if nothing is chosen.

    :raises ServiceError: NO_SUCH_TABLE, if it is not a number.
    """
    if not chosen:
        return None
    if not (chosen.isdecimal() and chosen.isascii() and len(chosen) <= 3):
        raise ServiceError(SeatingErrorCode.NO_SUCH_TABLE)
    return int(chosen)


class SavedTablesForm(Form):
    """A name for the planned tables."""

    refused_at = "name"
    name = StringField(
        lazy_gettext("Name"),
        [InputRequired(lazy_gettext("Type a name."))],
        description=lazy_gettext(
            "For example, “Project groups”. If a student is absent later, another takes the seat."
        ),
        render_kw={"maxlength": MAX_NAME},
    )


@blueprint.form("/sessions/<class_session_id>/saved-tables")
def saved_tables(class_session_id: str) -> ResponseReturnValue:
    """Save the planned tables under a name, and list saved tables."""
    class_session = class_session_or_404(class_session_id)
    form = SavedTablesForm()
    if form.validate_on_submit():
        save_tables(class_session_id=class_session_id, name=form.text("name"))
        flash(_("Tables saved. You can choose them when you form tables."), "good")
        return redirect(url_for("sessions.saved_tables", class_session_id=class_session_id), 303)
    saved = saved_tables_of(class_id=class_session.class_id)
    page = render_template("sessions/saved_tables.html", form=form, class_session=class_session, saved=saved)
    return page, form.status


@blueprint.post("/sessions/<class_session_id>/saved-tables/delete")
def delete_tables(class_session_id: str) -> ResponseReturnValue:
    class_session = class_session_or_404(class_session_id)
    number = request.form.get("saved", 0, type=int)
    if 0 < number < 2**31:
        delete_saved_tables(class_id=class_session.class_id, saved_id=number)
    return redirect(url_for("sessions.saved_tables", class_session_id=class_session_id), 303)


@blueprint.form("/sessions/<class_session_id>/tables/<int:table_number>/teams")
@on_refusal(begun_meanwhile)
def teams(class_session_id: str, table_number: int) -> ResponseReturnValue:
    """Edit the names and colors of the teams at a table; table 0 means all tables."""
    class_session = class_session_or_404(class_session_id)
    lobby = redirect(url_for("sessions.show", class_session_id=class_session_id, _anchor=f"plan-{table_number}"), 303)
    if class_session.state != SessionState.LOBBY and request.method == "GET":
        return lobby
    typed = {team.value: (request.form.get(f"name-{team}", ""), request.form.get(f"color-{team}", "")) for team in Team}
    typed = {team: look for team, look in typed.items() if look[1]}
    form = Form()
    if form.validate_on_submit():
        choose_teams(class_session_id=class_session_id, table_number=table_number, teams=typed)
        return lobby
    page = team_choice(class_session, table_number, typed)
    if page is None:
        raise NotFound
    return render_template("sessions/teams.html", form=form, class_session=class_session, page=page), form.status
