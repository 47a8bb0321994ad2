"""Views of one student: name, login card, private labels, leaving and coming back, the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, flash, redirect, render_template, request, url_for

from classroom.blueprints.students.forms import StudentNameForm
from classroom.presenters.classes.deletion_summary import receipt_of_student
from classroom.presenters.classes.labels import label_form, read_labels
from classroom.presenters.words import isolated
from classroom.services.accounts.student_sign_in import locked_out
from classroom.services.classes import roster
from classroom.services.classes.deleting import delete_student, holdings_of_student
from classroom.services.classes.labels import groups_of, set_labels
from classroom.services.problems import ProblemError
from classroom.web.access import own_student_or_404, student_or_404
from classroom.web.identity import current_teacher_id
from classroom.web.login_cards import card_order
from classroom.web.password_again import PasswordAgainForm
from classroom.web.sentences import sentence_of

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

blueprint = Blueprint("students", __name__)


@blueprint.get("/students/<student_id>")
def edit(student_id: str) -> ResponseReturnValue:
    """Name, login card and removal of a student."""
    return _edit_page(student_id, StudentNameForm(obj=student_or_404(student_id)))


@blueprint.post("/students/<student_id>/rename")
def rename(student_id: str) -> ResponseReturnValue:
    """Give the student another name. Answers and login card stay."""
    student = student_or_404(student_id)
    form = StudentNameForm()
    if form.validate():
        with form.refusals("name"):
            roster.rename_student(student_id=student_id, name=form.text("name"))
            flash(f"The student is called {isolated(student.name)} now.", "good")
            return redirect(url_for("classes.show", class_id=student.class_id), 303)
    return _edit_page(student_id, form)


@blueprint.post("/students/<student_id>/support")
def labels(student_id: str) -> ResponseReturnValue:
    """Keep the private labels of the student."""
    student = student_or_404(student_id)
    try:
        set_labels(class_id=student.class_id, labels=read_labels(request.form, [student_id]))
    except ProblemError as error:
        return _edit_page(student_id, StudentNameForm(formdata=None, obj=student), problem=sentence_of(error))
    flash("Saved. Larger type and reading aloud begin when the student next opens or reloads the page.", "good")
    return redirect(url_for("students.edit", student_id=student_id), 303)


@blueprint.post("/students/<student_id>/archive")
def archive(student_id: str) -> ResponseReturnValue:
    """Take the student off the lists of the class; all answers are kept."""
    student = student_or_404(student_id)
    name, class_id = student.name, student.class_id
    roster.archive_student(student_id=student_id)
    flash(f"{isolated(name)} has left the class. All answers are kept, and you can bring the student back.", "good")
    return redirect(url_for("classes.show", class_id=class_id), 303)


@blueprint.post("/students/<student_id>/restore")
def restore(student_id: str) -> ResponseReturnValue:
    """Put the student on the lists of the class again."""
    student = student_or_404(student_id)
    name, class_id = student.name, student.class_id
    try:
        roster.restore_student(student_id=student_id)
    except ProblemError as error:
        flash(sentence_of(error), "bad")
    else:
        flash(f"{isolated(name)} is back, with the same login card.", "good")
    return redirect(url_for("classes.show", class_id=class_id), 303)


@blueprint.route("/students/<student_id>/remove", methods=["GET", "POST"])
def remove(student_id: str) -> ResponseReturnValue:
    """Say what would be lost and ask for the password, then delete the student, and say what was."""
    student = own_student_or_404(student_id)
    form = PasswordAgainForm()
    if form.validate_on_submit():
        with form.refusals("own_password"):
            form.confirm()
            name, class_id = student.name, student.class_id
            flash(receipt_of_student(name, delete_student(student_id=student_id)), "good")
            return redirect(url_for("classes.show", class_id=class_id), 303)
    answers = holdings_of_student(student_id=student_id).answers
    return render_template("students/remove.html", student=student, answers=answers, form=form), form.status


def _edit_page(student_id: str, form: StudentNameForm, *, problem: str | None = None) -> ResponseReturnValue:
    student = student_or_404(student_id)
    page = render_template(
        "students/edit.html",
        student=student,
        order=card_order(student.class_id, [student_id]),
        labels=label_form([student], groups_of(class_id=student.class_id), request.form if problem else None),
        is_locked_out=student_id in locked_out(class_id=student.class_id),
        is_owner=student.school_class.teacher_id == current_teacher_id(),
        problem=problem,
        form=form,
    )
    return page, 422 if problem else form.status
