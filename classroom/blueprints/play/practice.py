"""Practice alone: a student starts and ends it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import flash, redirect, url_for

from classroom.blueprints.play.views import blueprint
from classroom.services.problems import ProblemError
from classroom.services.sessions.practice import start_practice, stop_practice
from classroom.web.identity import current_student
from classroom.web.sentences import sentence_of

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue


@blueprint.post("/play/practice")
def practice() -> ResponseReturnValue:
    """Deal a game against a bot."""
    student_id, _ = current_student()
    try:
        start_practice(student_id=student_id)
    except ProblemError as error:
        flash(sentence_of(error), "bad")
    return redirect(url_for("play.show"), 303)


@blueprint.post("/play/practice/stop")
def stop_practicing() -> ResponseReturnValue:
    """End it."""
    student_id, _ = current_student()
    stop_practice(student_id=student_id)
    return redirect(url_for("play.show"), 303)
