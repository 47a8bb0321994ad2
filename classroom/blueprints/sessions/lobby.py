"""The lobby: who sits where, saved tables, teams, and the start."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound
from wtforms import StringField
from wtforms.validators import InputRequired

from classroom.blueprints.sessions import blueprint
from classroom.blueprints.sessions.pages import SWAP, WAY, session_again, to_session
from classroom.models import UNDER_WAY, SessionState
from classroom.presenters.sessions.team_choice import team_choice
from classroom.presenters.words import count
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
    """Form tables in the way and of the sizes chosen, at random without a choice."""
    class_session_or_404(class_session_id)
    chosen = request.form.get("way", FormingMethod.RANDOM)
    lobby.arrange_tables(class_session_id=class_session_id, forming=_forming(chosen, "fit"))
    session[WAY] = chosen
    return to_session(class_session_id, at="tables")


@blueprint.post("/sessions/<class_session_id>/move")
@on_refusal(session_again)
def move(class_session_id: str) -> ResponseReturnValue:
    """Move the student whose button was pressed to what was chosen beside it: a table, alone, or another's place."""
    class_session_or_404(class_session_id)
    student_id = request.form.get("student", "")
    _move(class_session_id, student_id, request.form.get(f"table-{student_id}", ""))
    left = 0 if is_htmx() else len(_not_applied() - {student_id})  # a part of the page keeps what is chosen
    notice = f"{count(left, 'other choice')} not applied yet. Choose again, and press Move." if left else None
    return to_session(class_session_id, at=f"at-{student_id}", notice=notice)


@blueprint.post("/sessions/<class_session_id>/split")
@on_refusal(session_again)
def split(class_session_id: str) -> ResponseReturnValue:
    """Make tables that can play of one that cannot."""
    class_session_or_404(class_session_id)
    chosen = request.form.get("table", "")
    _apply_choices(class_session_id)
    planning.split_table(class_session_id=class_session_id, table_number=_table_number(chosen) or 0)
    return to_session(class_session_id, at="tables")


@blueprint.post("/sessions/<class_session_id>/share")
@on_refusal(session_again)
def share(class_session_id: str) -> ResponseReturnValue:
    """Let one device go round at a table, ``3-yes``, or not, ``3-no``."""
    class_session_or_404(class_session_id)
    number, _, wish = request.form.get("share", "").partition("-")
    _apply_choices(class_session_id)
    table_plans.share_device(
        class_session_id=class_session_id, table_number=_table_number(number) or 0, is_shared=wish == "yes"
    )
    return to_session(class_session_id, at=f"plan-{number}")


@blueprint.post("/sessions/<class_session_id>/leave")
@on_refusal(session_again)
def leave(class_session_id: str) -> ResponseReturnValue:
    """Take a student who is not there any more off the list."""
    class_session_or_404(class_session_id)
    student_id = request.form.get("student", "")
    _apply_choices(class_session_id)
    lobby.leave_session(class_session_id=class_session_id, student_id=student_id)
    return to_session(class_session_id, at="tables")


@blueprint.post("/sessions/<class_session_id>/start")
@on_refusal(session_again)
def start(class_session_id: str) -> ResponseReturnValue:
    """Deal at every table, also at those chosen and not applied yet.

    A second tap finds the games begun, which is what was wished for.
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
    """Seat a student where the list beside the name says."""
    if chosen == _ALONE:
        planning.seat_alone(class_session_id=class_session_id, student_id=student_id)
    elif chosen.startswith(SWAP):
        other_id = chosen.removeprefix(SWAP)
        planning.swap_places(class_session_id=class_session_id, student_id=student_id, other_id=other_id)
    else:
        number = _table_number(chosen)
        planning.move_to_table(class_session_id=class_session_id, student_id=student_id, table_number=number)


def _not_applied() -> set[str]:
    """Find the students for whom the form names another table than the page showed when it was sent."""
    shown = {name.removeprefix("was-"): value for name, value in request.form.items() if name.startswith("was-")}
    return {one for one, table in shown.items() if request.form.get(f"table-{one}", table) != table}


def _apply_choices(class_session_id: str) -> None:
    """Seat everybody as chosen, so that no choice on the page is lost by pressing another button than Move."""
    swapped: set[str] = set()
    for student_id in sorted(_not_applied()):
        chosen = request.form[f"table-{student_id}"]
        if chosen == f"{SWAP}{student_id}" or student_id in swapped:  # both may name each other: that is one swap
            continue
        _move(class_session_id, student_id, chosen)
        if chosen.startswith(SWAP):
            swapped.add(chosen.removeprefix(SWAP))


def _forming_at_start(class_session_id: str) -> Forming:
    """Read how tables are formed for those who have none.

    :raises ServiceError: METHOD_NOT_APPLIED, if tables are formed, and another way or other sizes are chosen for them.
    """
    if not planned_tables(attendances_of(class_session_id=class_session_id)):
        return _forming(request.form.get("way", FormingMethod.RANDOM), "fit")
    way = request.form.get("way", "")
    if way != request.form.get("way-was", way) or request.form.get("fit", Fit.NEAREST) != Fit.NEAREST:
        session[WAY] = way
        raise ServiceError(SeatingErrorCode.METHOD_NOT_APPLIED)
    return _forming(FormingMethod.RANDOM, "further-fit")


def _forming(chosen: str, fit_field: str) -> Forming:
    """Read a way of forming tables; ``saved-12`` says which saved ones.

    :param fit_field: the field that says what sizes to make.
    :raises ServiceError: NO_SUCH_SAVED_TABLES, if it is none.
    """
    way, _, number = chosen.partition("-")
    is_number = number.isdecimal() and number.isascii() and len(number) <= 9
    if way not in set(FormingMethod) or (way == FormingMethod.SAVED) is not is_number:
        raise ServiceError(SeatingErrorCode.NO_SUCH_SAVED_TABLES)
    fit = request.form.get(fit_field, Fit.NEAREST)
    return Forming(FormingMethod(way), int(number) if is_number else 0, Fit(fit) if fit in set(Fit) else Fit.NEAREST)


def _table_number(chosen: str) -> int | None:
    """Read the table chosen; nothing chosen: no table.

    :raises ServiceError: NO_SUCH_TABLE, if it is no number.
    """
    if not chosen:
        return None
    if not (chosen.isdecimal() and chosen.isascii() and len(chosen) <= 3):
        raise ServiceError(SeatingErrorCode.NO_SUCH_TABLE)
    return int(chosen)


class SavedTablesForm(Form):
    """A name for the tables planned."""

    refused_at = "name"
    name = StringField(
        "Save these tables as",
        [InputRequired("Please give a name.")],
        description="Such as “Project groups”. Whoever is missing later leaves a gap, and others take it.",
        render_kw={"maxlength": MAX_NAME},
    )


@blueprint.form("/sessions/<class_session_id>/saved-tables")
def saved_tables(class_session_id: str) -> ResponseReturnValue:
    """Save the tables planned under a name; show what is saved."""
    class_session = class_session_or_404(class_session_id)
    form = SavedTablesForm()
    if form.validate_on_submit():
        save_tables(class_session_id=class_session_id, name=form.text("name"))
        flash("The tables are saved. You find them where tables are formed.", "good")
        return redirect(url_for("sessions.saved_tables", class_session_id=class_session_id), 303)
    saved = saved_tables_of(class_id=class_session.class_id)
    page = render_template("sessions/saved_tables.html", form=form, class_session=class_session, saved=saved)
    return page, form.status


@blueprint.post("/sessions/<class_session_id>/saved-tables/delete")
def delete_tables(class_session_id: str) -> ResponseReturnValue:
    """Forget saved tables."""
    class_session = class_session_or_404(class_session_id)
    number = request.form.get("saved", 0, type=int)
    if 0 < number < 2**31:
        delete_saved_tables(class_id=class_session.class_id, saved_id=number)
    return redirect(url_for("sessions.saved_tables", class_session_id=class_session_id), 303)


@blueprint.form("/sessions/<class_session_id>/tables/<int:table_number>/teams")
def teams(class_session_id: str, table_number: int) -> ResponseReturnValue:
    """Names and colors of the teams at a table; table 0 stands for all of them."""
    class_session = class_session_or_404(class_session_id)
    lobby = redirect(url_for("sessions.show", class_session_id=class_session_id, _anchor=f"plan-{table_number}"), 303)
    if class_session.state != SessionState.LOBBY:
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
