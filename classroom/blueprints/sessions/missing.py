"""What a teacher does for those who are missing, before the games and while they go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import request
from werkzeug.exceptions import NotFound

from classroom.blueprints.sessions import blueprint
from classroom.blueprints.sessions.pages import answered, done
from classroom.presenters.words import isolated
from classroom.services.accounts import student_sign_in
from classroom.services.sessions.class_sessions import note_present
from classroom.web.access import class_session_or_404, student_or_404

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue


@blueprint.post("/sessions/<class_session_id>/unlock")
def unlock(class_session_id: str) -> ResponseReturnValue:
    """Unlock the student whose button was pressed, or all who are locked out."""
    class_session = class_session_or_404(class_session_id)
    class_id, kind = class_session.class_id, request.form.get("back", "")
    if request.form.get("everybody"):
        notice = "Everyone can sign in again now."
        return answered(class_session, lambda: student_sign_in.unlock_all(class_id=class_id), kind=kind, notice=notice)
    student = student_or_404(request.form.get("student", ""))
    if student.class_id != class_id:
        raise NotFound
    notice = f"{isolated(student.name)} can sign in again now."
    return answered(class_session, lambda: student_sign_in.unlock(student_id=student.id), kind=kind, notice=notice)


@blueprint.post("/sessions/<class_session_id>/here")
def here(class_session_id: str) -> ResponseReturnValue:
    """Note a student who has no device as present."""
    class_session = class_session_or_404(class_session_id)
    student_id = request.form.get("student", "")
    return done(
        class_session,
        lambda: note_present(class_session_id=class_session_id, student_id=student_id),
        at=f"at-{student_id}",
    )
