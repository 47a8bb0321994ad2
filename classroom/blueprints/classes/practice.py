"""The view that opens and closes practice alone."""

from __future__ import annotations

from flask import flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from classroom.blueprints.classes import blueprint
from classroom.services.sessions.practice import allow_practice
from classroom.web.access import school_class_or_404


@blueprint.post("/classes/<class_id>/practice")
def practice(class_id: str) -> ResponseReturnValue:
    """Let students practice between lessons, or no longer."""
    school_class_or_404(class_id)
    is_allowed = request.form.get("allowed") == "yes"
    allow_practice(class_id=class_id, is_allowed=is_allowed)
    if is_allowed:
        flash("Students can sign in with the class code at any time now, and practice with a bot.", "good")
    else:
        flash("Practice is closed. Students can sign in while a session is open.", "good")
    return redirect(url_for("classes.show", class_id=class_id), 303)
