"""Retention of answers and names: administrators preview what would be deleted, then choose."""

from __future__ import annotations

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from wtforms import SelectField
from wtforms.validators import InputRequired

from classroom.i18n import _, lazy_gettext
from classroom.presenters.retention import KEEP, answers_choices, names_choices, retention_page
from classroom.services.maintenance import retention
from classroom.services.maintenance.retention import Limits
from classroom.web.areas import Area, Audience
from classroom.web.forms import Form
from classroom.web.passwords import PasswordAgainForm
from classroom.web.refusals import form_again, on_refusal

blueprint = Area("retention", __name__, Audience.ADMINISTRATORS)


class LimitsForm(Form):
    answers = SelectField(lazy_gettext("Keep sessions and answers"), [InputRequired()])
    names = SelectField(
        lazy_gettext("Keep names of students who don’t take part"),
        [InputRequired()],
        description=lazy_gettext(
            "Then a student appears as #1, #2, … Answers stay, so reports of the class still add up."
        ),
    )

    def offer(self) -> None:
        self.answers.choices = list(answers_choices())
        self.names.choices = list(names_choices())

    @property
    def limits(self) -> Limits:
        answers, names = self.text("answers"), self.text("names")
        return Limits(None if answers == KEEP else int(answers), None if names == KEEP else int(names))


class SaveForm(PasswordAgainForm, LimitsForm):
    """The limits, with the administrator's password."""


@blueprint.get("/admin/retention")
def show() -> ResponseReturnValue:
    """Show the rules, and what they would delete now."""
    kept = retention.rules()
    form = LimitsForm(formdata=None)
    form.offer()
    form.answers.data = str(kept.answers_years or KEEP) if kept else KEEP
    form.names.data = str(kept.names_months or KEEP) if kept else KEEP
    return render_template("admin/retention.html", page=retention_page(None), form=form, save_form=None)


@blueprint.post("/admin/retention/preview")
def preview() -> ResponseReturnValue:
    """Show what other rules would delete, without changing anything."""
    form = LimitsForm()
    form.offer()
    if not form.validate():
        return render_template("admin/retention.html", page=retention_page(None), form=form, save_form=None), 422
    save_form = SaveForm(formdata=None)
    return render_template("admin/retention.html", page=retention_page(form.limits), form=form, save_form=save_form)


@blueprint.post("/admin/retention")
@on_refusal(form_again)
def save() -> ResponseReturnValue:
    """Save the rules, after asking for the administrator's password."""
    form = SaveForm()
    form.offer()
    if form.validate():
        form.confirm()
        retention.save_limits(form.limits)
        flash(_("Retention rules saved."), "good")
        return redirect(url_for("retention.show"), 303)
    limits = None if form.answers.errors or form.names.errors else form.limits
    page = retention_page(limits)
    return render_template(
        "admin/retention.html", page=page, form=form, save_form=form if limits else None
    ), form.status
