"""Practice alone: a student starts and ends it."""

from __future__ import annotations

from flask import redirect, url_for
from flask.typing import ResponseReturnValue

from classroom.blueprints.play.views import blueprint
from classroom.services.sessions.practice import start_practice, stop_practice
from classroom.web.identity import current_student
from classroom.web.refusals import flashed, on_refusal


@blueprint.post("/play/practice")
@on_refusal(flashed("play.show"))
def practice() -> ResponseReturnValue:
    """Deal a game against a bot."""
    student_id, _ = current_student()
    start_practice(student_id=student_id)
    return redirect(url_for("play.show"), 303)


@blueprint.post("/play/practice/stop")
def stop_practicing() -> ResponseReturnValue:
    """End it."""
    student_id, _ = current_student()
    stop_practice(student_id=student_id)
    return redirect(url_for("play.show"), 303)
