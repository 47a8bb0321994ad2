"""What a teacher does for those who are missing, before the games and while they go on."""

from __future__ import annotations

from flask import request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from classroom.blueprints.sessions import blueprint
from classroom.blueprints.sessions.pages import session_again, to_session
from classroom.presenters.words import isolated
from classroom.services.accounts import student_sign_in
from classroom.services.sessions.class_sessions import note_present
from classroom.web.access import class_session_or_404, student_or_404
from classroom.web.refusals import on_refusal


@blueprint.post("/sessions/<class_session_id>/unlock")
@on_refusal(session_again)
def unlock(class_session_id: str) -> ResponseReturnValue:
    """Unlock the student whose button was pressed, or all who are locked out."""
    class_session = class_session_or_404(class_session_id)
    if request.form.get("everybody"):
        student_sign_in.unlock_all(class_id=class_session.class_id)
        return to_session(class_session_id, notice="Everyone can sign in again now.")
    student = student_or_404(request.form.get("student", ""))
    if student.class_id != class_session.class_id:
        raise NotFound
    student_sign_in.unlock(student_id=student.id)
    return to_session(class_session_id, notice=f"{isolated(student.name)} can sign in again now.")


@blueprint.post("/sessions/<class_session_id>/here")
@on_refusal(session_again)
def here(class_session_id: str) -> ResponseReturnValue:
    """Note a student who has no device as present."""
    class_session_or_404(class_session_id)
    student_id = request.form.get("student", "")
    note_present(class_session_id=class_session_id, student_id=student_id)
    return to_session(class_session_id, at=f"at-{student_id}")
