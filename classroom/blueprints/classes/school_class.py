"""The list of classes, the page of a class, and its name, code, practice, archiving, and deletion."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import StringField
from wtforms.validators import DataRequired

from classroom import clock
from classroom.blueprints.classes import blueprint
from classroom.blueprints.classes.roster import RosterForm, flash_import, roster_field, to_review
from classroom.clock import local_day
from classroom.i18n import _, lazy_gettext, ngettext
from classroom.models import SchoolClass
from classroom.presenters.classes.deletion_summary import lost_with_class, receipt_of_class
from classroom.presenters.classes.import_rows import PASTED
from classroom.presenters.classes.pages import class_list, class_page, spoken_code
from classroom.presenters.classes.roster_import import last_import
from classroom.presenters.classes.school_accounts import unlinked_accounts
from classroom.presenters.reports.class_page import ClassNow, show_class_now
from classroom.presenters.reports.needs import focus_skills
from classroom.presenters.retention import retention_notice
from classroom.presenters.sessions.past_sessions import session_list
from classroom.presenters.words import isolated
from classroom.reports.class_answers import latest_answers
from classroom.services.classes import roster, school_classes
from classroom.services.classes.deleting import delete_class, holdings_of_class
from classroom.services.classes.faces import faces_of_classes
from classroom.services.learning.evidence import evidence_of
from classroom.services.open_sessions import open_session_of
from classroom.services.rosters import imports
from classroom.services.rosters.drafts import Draft, draft_of_text
from classroom.services.sample.sample_class import is_untouched
from classroom.services.sessions.practice import allow_practice
from classroom.web.access import own_class_or_404, school_class_or_404
from classroom.web.body_limits import FILE_BYTES, takes_up_to
from classroom.web.forms import Form
from classroom.web.identity import current_teacher_id
from classroom.web.join_link import join_link
from classroom.web.login_cards import card_order
from classroom.web.passwords import PasswordAgainForm
from classroom.web.refusals import flashed, form_again, on_refusal


class ClassNameForm(Form):
    refused_at = "name"
    name = StringField(
        lazy_gettext("Class name"),
        [DataRequired(lazy_gettext("Type a name for the class."))],
        description=lazy_gettext("For example 7B."),
    )


class NewClassForm(ClassNameForm):
    """The name of a class and, optionally, a list of its students."""

    refused_at = "names"
    names = roster_field(
        lazy_gettext("Students, one per line"),
        lazy_gettext("First names are enough. If a line is unclear, you see a preview first."),
    )


@blueprint.get("/classes")
def index() -> ResponseReturnValue:
    """List the teacher's classes, or show how to begin."""
    return _index_page(NewClassForm())


@blueprint.post("/classes")
@takes_up_to(FILE_BYTES)  # whole lists may be pasted
@on_refusal(form_again)
def create() -> ResponseReturnValue:
    """Create a class, with any pasted students."""
    form = NewClassForm()
    if not form.validate():
        return _index_page(form)
    name, names = form.text("name"), form.text("names")
    draft = draft_of_text(names, class_name=name) if names else None
    school_class = school_classes.create_class(teacher_id=current_teacher_id(), name=name)
    if draft is not None:
        return _filled(school_class, draft)
    return redirect(url_for("classes.show", class_id=school_class.id), 303)


def _filled(school_class: SchoolClass, draft: Draft) -> ResponseReturnValue:
    """Add students to a new class: at once if there is nothing to decide, otherwise after a preview."""
    import_id = imports.plan_import(
        teacher_id=current_teacher_id(), class_id=school_class.id, file_name=PASTED, draft=draft
    )
    undo = None if draft.needs_columns else imports.apply_if_clear(import_id=import_id)
    if undo is None:
        flash(_("Class created. Check the names, then import them."), "good")
        return to_review(draft, import_id)
    flash_import(_created_text(len(undo.added)), import_id)
    return redirect(url_for("classes.show", class_id=school_class.id), 303)


def _created_text(students: int) -> str:
    return ngettext("Class created with %(num)d student.", "Class created with %(num)d students.", students)


@blueprint.get("/classes/<class_id>")
def show(class_id: str) -> ResponseReturnValue:
    """Show a class: who needs help, the next step, the code, the roster, and past sessions."""
    school_class = school_class_or_404(class_id)
    students = roster.students_of(class_id=class_id)
    page = class_page(
        school_class,
        school_classes.overview_of(class_id=class_id),
        students,
        left=roster.archived_students_of(class_id=class_id),
        teacher_id=current_teacher_id(),
        by_group=request.args.get("by") == "group",
        is_untouched=is_untouched(school_class),
    )
    sessions = session_list(class_id, has_all=request.args.get("sessions") == "all")
    join = join_link(school_class.code)
    imported = last_import(class_id=class_id, teacher_id=current_teacher_id())
    without_card = [one.id for one in students if not one.pin_hash]
    to_print = [one.id for one in students[:1]] if school_class.is_sample else without_card if page.steps else []
    has_answers = bool(sessions.lines) and school_class.archived_at is None
    return render_template(
        "classes/show.html",
        school_class=school_class,
        report=_now(class_id) if has_answers else None,
        page=page,
        sessions=sessions,
        join=join,
        form=RosterForm(),
        last_import=imported,
        order=card_order(class_id, to_print) if to_print else None,
        retention_notice=retention_notice(class_id),
        unlinked_accounts=unlinked_accounts(school_class),
    )


def _now(class_id: str) -> ClassNow | None:
    recent, longer = latest_answers(class_id)
    evidence = evidence_of(class_id=class_id, day=local_day(clock.now()))
    return show_class_now(longer.students, evidence, focus_skills(recent, longer))


@blueprint.get("/classes/<class_id>/edit")
def edit(class_id: str) -> ResponseReturnValue:
    return _edit_page(class_id, ClassNameForm(obj=school_class_or_404(class_id)))


@blueprint.post("/classes/<class_id>/rename")
@on_refusal(form_again)
def rename(class_id: str) -> ResponseReturnValue:
    school_class_or_404(class_id)
    form = ClassNameForm()
    if form.validate():
        school_classes.rename_class(class_id=class_id, name=form.text("name"))
        flash(_("Class renamed."), "good")
        return redirect(url_for("classes.show", class_id=class_id), 303)
    return _edit_page(class_id, form)


@blueprint.post("/classes/<class_id>/change-code")
def change_code(class_id: str) -> ResponseReturnValue:
    school_class = school_class_or_404(class_id)
    school_classes.change_code(class_id=class_id)
    flash(
        _(
            "The new class code is %(code)s. The old code no longer works. Printed cards show the old code, but their "
            "PINs and QR codes still work.",
            code=spoken_code(school_class.code),
        ),
        "good",
    )
    return redirect(url_for("classes.show", class_id=class_id), 303)


def _index_page(form: NewClassForm) -> ResponseReturnValue:
    teacher_id = current_teacher_id()
    overviews = school_classes.classes_of(teacher_id=teacher_id)
    page = class_list(
        overviews,
        archived=school_classes.archived_classes_of(teacher_id=teacher_id),
        teacher_id=teacher_id,
        faces=faces_of_classes(class_ids=[one.id for one in overviews]),
    )
    return render_template("classes/index.html", page=page, form=form), form.status


def _edit_page(class_id: str, form: ClassNameForm) -> ResponseReturnValue:
    school_class = school_class_or_404(class_id)
    return render_template("classes/edit.html", school_class=school_class, form=form), form.status


@blueprint.post("/classes/<class_id>/practice")
def practice(class_id: str) -> ResponseReturnValue:
    """Turn practice with a bot on or off."""
    school_class_or_404(class_id)
    is_allowed = request.form.get("allowed") == "yes"
    allow_practice(class_id=class_id, is_allowed=is_allowed)
    if is_allowed:
        flash(_("Practice is on. Students can sign in with the class code at any time and play with a bot."), "good")
    else:
        flash(_("Practice is off. Students can sign in while a session is open."), "good")
    return redirect(url_for("classes.show", class_id=class_id), 303)


@blueprint.post("/classes/<class_id>/archive")
@on_refusal(flashed("classes.show"))
def archive(class_id: str) -> ResponseReturnValue:
    """Archive the class. An open session must be ended first."""
    name = school_class_or_404(class_id).name
    school_classes.archive_class(class_id=class_id)
    text = _("%(school_class)s is archived. Its code no longer works. All data is kept.", school_class=isolated(name))
    flash(text, "good")
    return redirect(url_for("classes.index"), 303)


@blueprint.post("/classes/<class_id>/restore")
def restore(class_id: str) -> ResponseReturnValue:
    school_class_or_404(class_id)
    school_classes.restore_class(class_id=class_id)
    flash(_("Class restored. The class code is the same."), "good")
    return redirect(url_for("classes.show", class_id=class_id), 303)


@blueprint.form("/classes/<class_id>/delete")
def delete(class_id: str) -> ResponseReturnValue:
    """Show what would be lost and ask for the password, then delete the class."""
    school_class = own_class_or_404(class_id)
    form = PasswordAgainForm()
    if form.validate_on_submit():
        form.confirm()
        name = school_class.name
        flash(receipt_of_class(name, delete_class(class_id=class_id)), "good")
        return redirect(url_for("classes.index"), 303)
    page = render_template(
        "classes/delete.html",
        school_class=school_class,
        lost=lost_with_class(holdings_of_class(class_id=class_id)),
        plays=open_session_of(class_id=class_id) is not None,
        form=form,
    )
    return page, form.status
