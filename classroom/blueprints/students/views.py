"""Views of one student."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, flash, redirect, render_template, request, url_for

from classroom.blueprints.students.forms import StudentNameForm
from classroom.presenters.words import isolated
from classroom.services import roster
from classroom.web.access import student_or_404
from classroom.web.forms import Form
from classroom.web.login_cards import card_order, printed_cards_page

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

blueprint = Blueprint("students", __name__)


@blueprint.get("/students/<student_id>")
def edit(student_id: str) -> ResponseReturnValue:
    """Name, login card and removal of a student."""
    return _edit_page(student_id, StudentNameForm(obj=student_or_404(student_id)))


@blueprint.post("/students/<student_id>/rename")
def rename(student_id: str) -> ResponseReturnValue:
    """Give the student another name. Answers and PIN stay."""
    student = student_or_404(student_id)
    form = StudentNameForm()
    if form.validate():
        with form.refusals("name"):
            roster.rename_student(student_id=student_id, name=form.text("name"))
            flash(f"The student is called {isolated(student.name)} now.", "good")
            return redirect(url_for("classes.show", class_id=student.class_id), 303)
    return _edit_page(student_id, form)


@blueprint.post("/students/<student_id>/new-card")
def new_card(student_id: str) -> ResponseReturnValue:
    """Make a new PIN and show its card; the old PIN stops working."""
    student = student_or_404(student_id)
    return printed_cards_page(student.school_class, request.form.get("order", ""))


@blueprint.route("/students/<student_id>/remove", methods=["GET", "POST"])
def remove(student_id: str) -> ResponseReturnValue:
    """Say what would be lost, then remove the student from the class."""
    student = student_or_404(student_id)
    form = Form()
    if form.validate_on_submit():
        name, class_id = student.name, student.class_id
        roster.remove_student(student_id=student_id)
        flash(f"{isolated(name)} is removed, with all answers.", "good")
        return redirect(url_for("classes.show", class_id=class_id), 303)
    answers = roster.count_answers(student_id=student_id)
    return render_template("students/remove.html", student=student, answers=answers, form=form)


def _edit_page(student_id: str, form: StudentNameForm) -> ResponseReturnValue:
    student = student_or_404(student_id)
    order = card_order(student.class_id, [student_id])
    return render_template("students/edit.html", student=student, order=order, form=form), form.status
