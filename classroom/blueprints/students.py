"""One student: the name, the support, the login card, the removal."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import StringField
from wtforms.validators import DataRequired

from classroom.models import Student
from classroom.presenters.classes.deletion_summary import receipt_of_student
from classroom.presenters.classes.labels import label_form, read_labels
from classroom.presenters.words import isolated
from classroom.services.accounts import student_sign_in
from classroom.services.accounts.login_cards import revoke_card as make_void
from classroom.services.accounts.student_sign_in import locked_out
from classroom.services.classes import roster
from classroom.services.classes.deleting import delete_student, holdings_of_student
from classroom.services.classes.labels import groups_of, set_labels
from classroom.web.access import own_student_or_404, student_or_404
from classroom.web.areas import Area, Audience
from classroom.web.forms import Form
from classroom.web.identity import current_teacher_id
from classroom.web.login_cards import card_order, printed_cards_page
from classroom.web.passwords import PasswordAgainForm
from classroom.web.refusals import Refusal, form_again, on_refusal

blueprint = Area("students", __name__, Audience.TEACHERS)


class StudentNameForm(Form):
    """The name of a student."""

    refused_at = "name"
    name = StringField("Name", [DataRequired("Please give a name.")], render_kw={"dir": "auto", "autocomplete": "off"})


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
