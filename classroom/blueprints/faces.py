"""Let students choose their animal, except during a game."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from classroom.i18n import pgettext
from classroom.models import FACES
from classroom.presenters.faces import face_choices
from classroom.services.classes.faces import choose_face, free_faces
from classroom.web.areas import Area, Audience
from classroom.web.identity import current_location, current_student, own_face
from classroom.web.refusals import flashed, on_refusal

blueprint = Area("faces", __name__, Audience.STUDENTS)
_BY_VALUE = {face.value: face for face in FACES}


@blueprint.get("/play/animal")
def show() -> ResponseReturnValue:
    """Show all animals, and which ones classmates have."""
    if _plays():
        return _later()
    student_id, class_id = current_student()
    choices = face_choices(own=own_face(), free=free_faces(class_id=class_id, student_id=student_id))
    return render_template("faces/show.html", choices=choices)


@blueprint.post("/play/animal")
@on_refusal(flashed("faces.show"))
def choose() -> ResponseReturnValue:
    """Change the student's animal, and go back to the student's page."""
    face = _BY_VALUE.get(request.form.get("face", ""))
    if face is None:
        raise NotFound
    if _plays():
        return _later()
    choose_face(student_id=current_student()[0], face=face)
    return redirect(url_for("play.show"), 303)


def _plays() -> bool:
    """Return whether the student's game is in progress: a change would re-render all tables of the class."""
    here = current_location()
    return here is not None and here.is_under_way and here.game_id is not None and not here.is_over


def _later() -> ResponseReturnValue:
    flash(pgettext("student", "You can change your animal after this game."))
    return redirect(url_for("play.show"), 303)
