"""School accounts of a class: link them to students, dismiss strangers' accounts, and unlink accounts."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from classroom.blueprints.classes import blueprint
from classroom.i18n import _, ngettext
from classroom.presenters.classes.school_accounts import school_accounts_page
from classroom.services.accounts import school_accounts as accounts
from classroom.web.access import school_class_or_404
from classroom.web.refusals import Refusal, on_refusal

_FIELD = "student-"
"""Prefix of an account's field, before its ID; the value is a student's ID."""


@blueprint.get("/classes/<class_id>/school-accounts")
def school_accounts(class_id: str) -> ResponseReturnValue:
    """Show accounts that are waiting, with suggestions, and linked students."""
    page = school_accounts_page(school_class_or_404(class_id))
    return render_template("classes/school_accounts.html", page=page, problem=None)


def _again(refusal: Refusal, class_id: str) -> ResponseReturnValue:
    page = school_accounts_page(school_class_or_404(class_id), _sent())
    return render_template("classes/school_accounts.html", page=page, problem=refusal.message)


@blueprint.post("/classes/<class_id>/school-accounts")
@on_refusal(_again)
def link_accounts(class_id: str) -> ResponseReturnValue:
    """Link the accounts that have a student chosen. The others keep waiting."""
    school_class_or_404(class_id)
    linked = accounts.link_accounts(class_id=class_id, chosen=_sent())
    flash(ngettext("%(num)d account linked.", "%(num)d accounts linked.", linked), "good")
    return redirect(url_for("classes.school_accounts", class_id=class_id), 303)


@blueprint.post("/classes/<class_id>/school-accounts/dismiss")
def dismiss_account(class_id: str) -> ResponseReturnValue:
    """Dismiss an account that belongs to no one in this class."""
    school_class_or_404(class_id)
    accounts.dismiss_request(class_id=class_id, request_id=request.form.get("account", ""))
    flash(_("Account dismissed. It can’t sign in."), "good")
    return redirect(url_for("classes.school_accounts", class_id=class_id), 303)


def _sent() -> dict[str, str]:
    return {
        field.removeprefix(_FIELD): student_id
        for field, student_id in request.form.items()
        if field.startswith(_FIELD) and student_id
    }
