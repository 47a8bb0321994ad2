"""The login card of one student: print a new one, revoke it, unlock the student."""

from __future__ import annotations

from flask import flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from classroom.blueprints.students.views import blueprint
from classroom.models import Student
from classroom.presenters.words import isolated
from classroom.services.accounts import student_sign_in
from classroom.services.accounts.login_cards import revoke_card as make_void
from classroom.web.access import student_or_404
from classroom.web.login_cards import printed_cards_page


@blueprint.post("/students/<student_id>/new-card")
def new_card(student_id: str) -> ResponseReturnValue:
    """Make a new card and show it; the old one stops working."""
    return printed_cards_page(student_or_404(student_id).school_class)


@blueprint.post("/students/<student_id>/void-card")
def revoke_card(student_id: str) -> ResponseReturnValue:
    """Let the card open nothing any more: it was lost, or seen by somebody else."""
    student = student_or_404(student_id)
    make_void(student_id=student_id)
    flash(f"The card of {isolated(student.name)} opens nothing any more. Print a new one when you like.", "good")
    return _back_to_list(student)


@blueprint.post("/students/<student_id>/unlock")
def unlock(student_id: str) -> ResponseReturnValue:
    """Unlock a student who was locked out, perhaps by a classmate."""
    student = student_or_404(student_id)
    student_sign_in.unlock(student_id=student_id)
    flash(f"{isolated(student.name)} can sign in again now.", "good")
    return _back_to_list(student)


def _back_to_list(student: Student) -> ResponseReturnValue:
    """To the page whose button was pressed."""
    if request.form.get("back") == "student":
        return redirect(url_for("students.edit", student_id=student.id), 303)
    return redirect(url_for("classes.cards", class_id=student.class_id), 303)
