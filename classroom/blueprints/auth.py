"""Sign teachers in, and sign anyone out."""

from __future__ import annotations

from typing import Any

from flask import flash, redirect, render_template, session, url_for
from flask.typing import ResponseReturnValue
from wtforms import PasswordField, StringField
from wtforms.validators import DataRequired

from classroom.i18n import _, lazy_gettext
from classroom.models import LinkKind
from classroom.presenters.shell import NavLink, ShownPerson
from classroom.services.accounts import invitations, teachers, two_factor
from classroom.web import identity
from classroom.web import second_step as steps
from classroom.web.areas import Area, Audience
from classroom.web.device import this_device
from classroom.web.forms import Form
from classroom.web.once import address_of
from classroom.web.passwords import NewPasswordForm
from classroom.web.second_step import LINK, SCHOOL_PERSON
from classroom.web.server_key import server_key

blueprint = Area("auth", __name__, Audience.EVERYONE)

_NAME = lazy_gettext("The name students call you, like Ms. Okafor. You also sign in with it.")
_NAME_MISSING = lazy_gettext("Enter your name.")


class SignInForm(Form):
    refused_at = "password"
    name = StringField(
        lazy_gettext("Your name"),
        [DataRequired(_NAME_MISSING)],
        description=lazy_gettext("Type it as you did when you created your account."),
    )
    password = PasswordField(lazy_gettext("Password"), [DataRequired(lazy_gettext("Enter your password."))])


class CodeForm(Form):
    refused_at = "code"
    code = StringField(
        lazy_gettext("Code"),
        [DataRequired(lazy_gettext("Enter the code that the app shows."))],
        description=lazy_gettext("Six digits. A new code appears every 30 seconds."),
    )


class LinkForm(Form):
    """The code of a one-time link; JavaScript fills it in from the address."""

    refused_at = "code"
    code = StringField(
        lazy_gettext("Code from your link"),
        [DataRequired(lazy_gettext("Paste your link here."))],
        description=lazy_gettext("The part after the # sign. You can paste the whole link."),
    )


class InvitationForm(NewPasswordForm):
    """A new account from an invitation link, with a password."""

    refused_at = "name"
    name = StringField(lazy_gettext("Your name"), [DataRequired(_NAME_MISSING)], description=_NAME)


class SchoolInvitationForm(Form):
    """A new account from an invitation link, for someone who signs in with a school account."""

    refused_at = "name"
    name = StringField(lazy_gettext("Your name"), [DataRequired(_NAME_MISSING)], description=_NAME)


@blueprint.form("/sign-in")
def sign_in() -> ResponseReturnValue:
    """Sign a teacher in, and the previous person out."""
    if identity.current_identity().is_teacher:
        return redirect(url_for("classes.index"), 303)
    if not teachers.has_teacher():
        return redirect(url_for("setup.show"), 303)
    form = SignInForm()
    if form.validate_on_submit():
        name, password = form.text("name"), form.text("password")
        return steps.admit(teachers.check_name_and_password(name=name, password=password, device=this_device()))
    return render_template("auth/sign_in.html", form=form), form.status


@blueprint.form("/sign-in/code")
def second_step() -> ResponseReturnValue:
    """Ask for the code of the authenticator app, after the first step."""
    if identity.current_identity().is_teacher:
        return redirect(url_for("classes.index"), 303)
    teacher_id = steps.waiting_teacher_id()
    if teacher_id is None:
        flash(_("Please sign in first."))
        return redirect(url_for("auth.sign_in"), 303)
    form = CodeForm()
    if form.validate_on_submit():
        two_factor.check_code(
            teacher_id=teacher_id, code=form.text("code"), server_key=server_key(), device=this_device()
        )
        return steps.finish(teacher_id)
    return render_template("auth/second_step.html", form=form), form.status


@blueprint.form("/link")
def open_link() -> ResponseReturnValue:
    """Accept the token of a one-time link. It follows the # of the address, which browsers never send."""
    form = LinkForm()
    if form.validate_on_submit():
        token = form.text("code").rpartition("#")[2]
        invitations.find_link(token=token)
        session[LINK] = token
        session.pop(SCHOOL_PERSON, None)  # from another link, so it may be another person
        return redirect(url_for("auth.use_link"), 303)
    return render_template("auth/open_link.html", form=form), form.status


@blueprint.form("/link/account")
def use_link() -> ResponseReturnValue:
    """Use the link: create the account, or set the new password."""
    token = session.get(LINK)
    if not token:
        return redirect(url_for("auth.open_link"), 303)
    link = invitations.find_link(token=token)
    if link.kind == LinkKind.RESET:
        return _reset(token, link.label)
    return _accept_by_school(token) if SCHOOL_PERSON in session else _accept(token, link.label)


def _reset(token: str, name: str) -> ResponseReturnValue:
    form = NewPasswordForm()
    if form.validate_on_submit():
        invitations.use_reset_link(token=token, password=form.text("password"))
        session.pop(LINK)
        flash(_("Password changed. Sign in with your new password."), "good")
        return redirect(url_for("auth.sign_in"), 303)
    return render_template("auth/reset.html", form=form, name=name), form.status


def _accept(token: str, name: str) -> ResponseReturnValue:
    form = InvitationForm(name=name)
    if form.validate_on_submit():
        password = form.text("password")
        return steps.finish(invitations.accept(token=token, name=form.text("name"), password=password))
    return render_template("auth/invitation.html", form=form, known_by=None), form.status


def _accept_by_school(token: str) -> ResponseReturnValue:
    subject, name, service = session[SCHOOL_PERSON]
    form = SchoolInvitationForm(name=name)
    if form.validate_on_submit():
        return steps.finish(invitations.accept(token=token, name=form.text("name"), oidc_subject=subject))
    return render_template("auth/invitation.html", form=form, known_by=service), form.status


@blueprint.post("/sign-out")
def sign_out() -> ResponseReturnValue:
    """Sign out a teacher or student. Flash nothing: the answer deletes the cookie, so that Back shows nothing."""
    was_student = identity.current_identity().is_student
    identity.sign_out()
    return redirect(url_for("home.show" if was_student else "auth.sign_in"), 303)


@blueprint.app_context_processor
def signed_in() -> dict[str, Any]:
    """Pass `signed_in` to every page, for its header."""
    person = identity.current_identity()
    if not (person.is_teacher or person.is_student):
        return {"signed_in": None}
    links = [
        NavLink("classes", _("Classes"), address_of("classes.index")),
        NavLink("decks", _("Decks"), address_of("decks.index")),
        NavLink("account", _("Account"), address_of("account.show")),
    ]
    if person.is_administrator:
        links.append(NavLink("admin", _("Server"), address_of("admin.show")))
    support = identity.own_support()
    return {
        "signed_in": ShownPerson(
            mark=identity.sign_in_mark(),
            name_mark=identity.name_mark(),
            name=identity.person_name() or "",
            face=identity.own_face(),
            sign_out_url=address_of("auth.sign_out"),
            links=tuple(links) if person.is_teacher else (),
            **support._asdict(),
        )
    }
