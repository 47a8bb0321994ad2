"""The introduction to the rules in the waiting room, and *How to play* for reading them again."""

from __future__ import annotations

from flask import render_template, request
from flask.typing import ResponseReturnValue

from classroom.blueprints.play import blueprint
from classroom.blueprints.play.views import after_form
from classroom.database import db
from classroom.models import ClassSession
from classroom.presenters.student.introduction import shown_steps
from classroom.services.play.introduction import begin_again, skip_introduction, take_step
from classroom.services.settings import TableSettings
from classroom.web.htmx import is_htmx
from classroom.web.identity import current_location, current_student

_LONGEST = 9
"""Maximum digits of the progress in the form."""


@blueprint.post("/play/introduction")
def introduction() -> ResponseReturnValue:
    student_id, _ = current_student()
    form = request.form
    seen, tapped = _whole(form.get("seen", "")), form.get("tap") or form.get("space", "")
    if seen is not None:
        if tapped == "skip":
            skip_introduction(student_id=student_id, seen=seen)
        elif tapped == "again":
            begin_again(student_id=student_id, seen=seen)
        else:
            take_step(student_id=student_id, seen=seen, tapped=tapped, typed=form.get("typed"))
    return after_form(student_id)


@blueprint.get("/play/rules")
def rules() -> ResponseReturnValue:
    """Show how to play: as a part over the student's page, or as a page of its own."""
    here = current_location()
    class_session = None if here is None else db.session.get(ClassSession, here.class_session_id)
    settings = TableSettings.from_json(class_session.settings) if class_session else TableSettings()
    template = "play/_rules.html" if is_htmx() else "play/rules.html"
    return render_template(
        template, steps=shown_steps(settings), has_numbers=settings.has_numbers, is_over_page=is_htmx()
    )


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _LONGEST else None
