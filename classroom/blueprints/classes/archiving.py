"""The views that put a class away, bring it back, and delete it with everything."""

from __future__ import annotations

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from classroom.blueprints.classes import blueprint
from classroom.presenters.classes.deletion_summary import lost_with_class, receipt_of_class
from classroom.presenters.words import isolated
from classroom.services.classes import school_classes
from classroom.services.classes.deleting import delete_class, holdings_of_class
from classroom.services.open_sessions import open_session_of
from classroom.web.access import own_class_or_404, school_class_or_404
from classroom.web.password_again import PasswordAgainForm
from classroom.web.refusals import flashed, on_refusal


@blueprint.post("/classes/<class_id>/archive")
@on_refusal(flashed("classes.show"))
def archive(class_id: str) -> ResponseReturnValue:
    """Take the class off the list until it is brought back. A session that is open must be ended first."""
    name = school_class_or_404(class_id).name
    school_classes.archive_class(class_id=class_id)
    flash(f"{isolated(name)} is put away. Its code opens nothing now; everything in it is kept.", "good")
    return redirect(url_for("classes.index"), 303)


@blueprint.post("/classes/<class_id>/restore")
def restore(class_id: str) -> ResponseReturnValue:
    """Put the class on the list again."""
    school_class_or_404(class_id)
    school_classes.restore_class(class_id=class_id)
    flash("The class is back, with the same code.", "good")
    return redirect(url_for("classes.show", class_id=class_id), 303)


@blueprint.form("/classes/<class_id>/delete")
def delete(class_id: str) -> ResponseReturnValue:
    """Say what would be lost and ask for the password, then delete the class, and say what was."""
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
