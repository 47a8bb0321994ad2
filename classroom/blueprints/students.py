"""One student: name, group and support, login card, archiving, and deletion."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import HiddenField, StringField
from wtforms.validators import DataRequired

from classroom.i18n import LANGUAGES, _, lazy_gettext
from classroom.models import Student
from classroom.presenters.classes.deletion_summary import lost_with_student, receipt_of_student
from classroom.presenters.classes.login_cards import card_facts
from classroom.presenters.classes.support import read_support, support_form
from classroom.presenters.words import isolated
from classroom.services.accounts import login_cards, school_accounts, student_sign_in
from classroom.services.accounts.student_sign_in import locked_out
from classroom.services.classes import roster
from classroom.services.classes.deleting import delete_student, holdings_of_student
from classroom.services.classes.support import groups_of, set_support
from classroom.web.access import own_student_or_404, student_or_404
from classroom.web.areas import Area, Audience
from classroom.web.forms import Form
from classroom.web.identity import current_teacher_id
from classroom.web.login_cards import card_order, printed_cards_page
from classroom.web.passwords import PasswordAgainForm
from classroom.web.refusals import Refusal, form_again, on_refusal

blueprint = Area("students", __name__, Audience.TEACHERS)


class StudentNameForm(Form):
    refused_at = "name"
    name = StringField(
        lazy_gettext("Name"),
        [DataRequired(lazy_gettext("Type a name."))],
        render_kw={"dir": "auto", "autocomplete": "off"},
    )
    shown = HiddenField()
    """The name that the page showed as the student's."""


def _support_again(refusal: Refusal, student_id: str) -> ResponseReturnValue:
    form = StudentNameForm(formdata=None, obj=student_or_404(student_id))
    return _edit_page(student_id, form, problem=refusal.message)


def _class_page(refusal: Refusal, student_id: str) -> ResponseReturnValue:
    flash(refusal.message, "bad")
    return redirect(url_for("classes.show", class_id=student_or_404(student_id).class_id), 303)


@blueprint.get("/students/<student_id>")
def edit(student_id: str) -> ResponseReturnValue:
    """Show a student's name, login card, support, and archiving."""
    return _edit_page(student_id, StudentNameForm(obj=student_or_404(student_id)))


@blueprint.post("/students/<student_id>/rename")
@on_refusal(form_again)
def rename(student_id: str) -> ResponseReturnValue:
    """Rename the student. Answers and login card stay."""
    student = student_or_404(student_id)
    form = StudentNameForm()
    if form.validate():
        roster.rename_student(student_id=student_id, name=form.text("name"), shown=form.text("shown"))
        flash(_("Name saved: %(name)s.", name=isolated(student.name)), "good")
        return redirect(url_for("classes.show", class_id=student.class_id), 303)
    return _edit_page(student_id, form)


@blueprint.post("/students/<student_id>/support")
@on_refusal(_support_again)
def support(student_id: str) -> ResponseReturnValue:
    """Save the group, support, and language of the student."""
    student = student_or_404(student_id)
    set_support(class_id=student.class_id, settings=read_support(request.form, [student]))
    flash(_("Settings saved. Large text and read-aloud start when a student next opens a page."), "good")
    return redirect(url_for("students.edit", student_id=student_id), 303)


@blueprint.post("/students/<student_id>/archive")
def archive(student_id: str) -> ResponseReturnValue:
    """Archive the student; all answers are kept."""
    student = student_or_404(student_id)
    name, class_id = student.name, student.class_id
    roster.archive_student(student_id=student_id)
    text = _("%(name)s is archived. All answers are kept, and you can restore the student.", name=isolated(name))
    flash(text, "good")
    return redirect(url_for("classes.show", class_id=class_id), 303)


@blueprint.post("/students/<student_id>/restore")
@on_refusal(_class_page)
def restore(student_id: str) -> ResponseReturnValue:
    student = student_or_404(student_id)
    name, class_id = student.name, student.class_id
    roster.restore_student(student_id=student_id)
    flash(_("%(name)s is restored, with the same login card.", name=isolated(name)), "good")
    return redirect(url_for("classes.show", class_id=class_id), 303)


@blueprint.form("/students/<student_id>/remove")
def remove(student_id: str) -> ResponseReturnValue:
    """Show what would be lost and ask for the password, then delete the student."""
    student = own_student_or_404(student_id)
    form = PasswordAgainForm()
    if form.validate_on_submit():
        form.confirm()
        name, class_id = student.name, student.class_id
        flash(receipt_of_student(name, delete_student(student_id=student_id)), "good")
        return redirect(url_for("classes.show", class_id=class_id), 303)
    lost = lost_with_student(holdings_of_student(student_id=student_id))
    return render_template("students/remove.html", student=student, lost=lost, form=form), form.status


def _edit_page(student_id: str, form: StudentNameForm, *, problem: str | None = None) -> ResponseReturnValue:
    student = student_or_404(student_id)
    form.shown.data = student.name
    page = render_template(
        "students/edit.html",
        student=student,
        order=card_order(student.class_id, [student_id]),
        card_facts=card_facts(student),
        support=support_form([student], groups_of(class_id=student.class_id), request.form if problem else None),
        is_locked_out=student_id in locked_out(class_id=student.class_id),
        is_owner=student.school_class.teacher_id == current_teacher_id(),
        languages=LANGUAGES,
        problem=problem,
        form=form,
    )
    return page, form.status


@blueprint.post("/students/<student_id>/new-card")
def new_card(student_id: str) -> ResponseReturnValue:
    """Create a new card and show it; the old one stops working."""
    return printed_cards_page(student_or_404(student_id).school_class)


@blueprint.post("/students/<student_id>/void-card")
def revoke_card(student_id: str) -> ResponseReturnValue:
    student = student_or_404(student_id)
    login_cards.revoke_card(student_id=student_id)
    text = _(
        "The login card for %(name)s no longer works. Print a new one when you need it.", name=isolated(student.name)
    )
    flash(text, "good")
    return _back_to_list(student)


@blueprint.post("/students/<student_id>/unlock")
def unlock(student_id: str) -> ResponseReturnValue:
    """Unlock a student who was locked out, maybe by a classmate."""
    student = student_or_404(student_id)
    student_sign_in.unlock(student_id=student_id)
    flash(_("%(name)s is unlocked and can sign in again.", name=isolated(student.name)), "good")
    return _back_to_list(student)


@blueprint.post("/students/<student_id>/unlink")
def unlink(student_id: str) -> ResponseReturnValue:
    """Unlink the student's school account."""
    student = student_or_404(student_id)
    school_accounts.unlink_account(student_id=student_id)
    flash(_("The school account of %(name)s is unlinked.", name=isolated(student.name)), "good")
    return redirect(url_for("classes.school_accounts", class_id=student.class_id), 303)


def _back_to_list(student: Student) -> ResponseReturnValue:
    """Go back to the page of the pressed button."""
    if request.form.get("back") == "student":
        return redirect(url_for("students.edit", student_id=student.id), 303)
    return redirect(url_for("classes.cards", class_id=student.class_id), 303)
