"""Views of one student: name, login card, private labels, leaving and coming back, the end."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from classroom.blueprints.students.forms import StudentNameForm
from classroom.presenters.classes.deletion_summary import receipt_of_student
from classroom.presenters.classes.labels import label_form, read_labels
from classroom.presenters.words import isolated
from classroom.services.accounts.student_sign_in import locked_out
from classroom.services.classes import roster
from classroom.services.classes.deleting import delete_student, holdings_of_student
from classroom.services.classes.labels import groups_of, set_labels
from classroom.web.access import own_student_or_404, student_or_404
from classroom.web.areas import Area, Audience
from classroom.web.identity import current_teacher_id
from classroom.web.login_cards import card_order
from classroom.web.password_again import PasswordAgainForm
from classroom.web.refusals import Refusal, form_again, on_refusal

blueprint = Area("students", __name__, Audience.TEACHERS)


def _labels_again(refusal: Refusal, student_id: str) -> ResponseReturnValue:
    form = StudentNameForm(formdata=None, obj=student_or_404(student_id))
    return _edit_page(student_id, form, problem=refusal.message)


def _class_page(refusal: Refusal, student_id: str) -> ResponseReturnValue:
    flash(refusal.message, "bad")
    return redirect(url_for("classes.show", class_id=student_or_404(student_id).class_id), 303)


@blueprint.get("/students/<student_id>")
def edit(student_id: str) -> ResponseReturnValue:
    """Name, login card and removal of a student."""
    return _edit_page(student_id, StudentNameForm(obj=student_or_404(student_id)))


@blueprint.post("/students/<student_id>/rename")
@on_refusal(form_again)
def rename(student_id: str) -> ResponseReturnValue:
    """Give the student another name. Answers and login card stay."""
    student = student_or_404(student_id)
    form = StudentNameForm()
    if form.validate():
        roster.rename_student(student_id=student_id, name=form.text("name"))
        flash(f"The student is called {isolated(student.name)} now.", "good")
        return redirect(url_for("classes.show", class_id=student.class_id), 303)
    return _edit_page(student_id, form)


@blueprint.post("/students/<student_id>/support")
@on_refusal(_labels_again)
def labels(student_id: str) -> ResponseReturnValue:
    """Keep the private labels of the student."""
    student = student_or_404(student_id)
    set_labels(class_id=student.class_id, labels=read_labels(request.form, [student_id]))
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
@on_refusal(_class_page)
def restore(student_id: str) -> ResponseReturnValue:
    """Put the student on the lists of the class again."""
    student = student_or_404(student_id)
    name, class_id = student.name, student.class_id
    roster.restore_student(student_id=student_id)
    flash(f"{isolated(name)} is back, with the same login card.", "good")
    return redirect(url_for("classes.show", class_id=class_id), 303)


@blueprint.form("/students/<student_id>/remove")
def remove(student_id: str) -> ResponseReturnValue:
    """Say what would be lost and ask for the password, then delete the student, and say what was."""
    student = own_student_or_404(student_id)
    form = PasswordAgainForm()
    if form.validate_on_submit():
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
    return page, form.status
