"""Pages beside the lobby: tables saved under a name, and what teams are called and wear."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound
from wtforms import StringField
from wtforms.validators import InputRequired

from classroom.blueprints.sessions import blueprint
from classroom.models import SessionState
from classroom.presenters.sessions.team_choice import team_choice
from classroom.services.names import MAX_NAME
from classroom.services.seating.arrangements import arrangements_of, delete_arrangement, save_arrangement
from classroom.services.seating.table_plans import choose_teams
from classroom.web.access import class_session_or_404
from classroom.web.forms import Form
from engine import Team


class ArrangementForm(Form):
    """A name for the tables planned."""

    refused_at = "name"
    name = StringField(
        "Save these tables as",
        [InputRequired("Please give a name.")],
        description="Such as “Project groups”. Whoever is missing later leaves a gap, and others take it.",
        render_kw={"maxlength": MAX_NAME},
    )


@blueprint.form("/sessions/<class_session_id>/arrangements")
def arrangements(class_session_id: str) -> ResponseReturnValue:
    """Save the tables planned under a name; show what is saved."""
    class_session = class_session_or_404(class_session_id)
    form = ArrangementForm()
    if form.validate_on_submit():
        save_arrangement(class_session_id=class_session_id, name=form.text("name"))
        flash("The tables are saved. You find them where tables are formed.", "good")
        return redirect(url_for("sessions.arrangements", class_session_id=class_session_id), 303)
    saved = arrangements_of(class_id=class_session.class_id)
    page = render_template("sessions/arrangements.html", form=form, class_session=class_session, saved=saved)
    return page, form.status


@blueprint.post("/sessions/<class_session_id>/arrangements/delete")
def delete_tables(class_session_id: str) -> ResponseReturnValue:
    """Forget saved tables."""
    class_session = class_session_or_404(class_session_id)
    number = request.form.get("arrangement", 0, type=int)
    if 0 < number < 2**31:
        delete_arrangement(class_id=class_session.class_id, arrangement_id=number)
    return redirect(url_for("sessions.arrangements", class_session_id=class_session_id), 303)


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
