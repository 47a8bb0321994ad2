"""The view that says whether a session with own equations for everybody was fair."""

from __future__ import annotations

from flask import render_template
from flask.typing import ResponseReturnValue

from classroom.blueprints.sessions import blueprint
from classroom.presenters.sessions.fairness import fairness_page
from classroom.web.access import class_session_or_404


@blueprint.get("/sessions/<class_session_id>/fairness")
def fairness(class_session_id: str) -> ResponseReturnValue:
    """Show what each student was dealt, and what came of it."""
    class_session = class_session_or_404(class_session_id)
    return render_template("sessions/fairness.html", page=fairness_page(class_session), class_session=class_session)
