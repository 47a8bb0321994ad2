"""Signing in as a teacher, and out as anybody."""

from __future__ import annotations

from typing import Any

from flask import flash, redirect, render_template, session, url_for
from flask.typing import ResponseReturnValue
from wtforms import PasswordField, StringField
from wtforms.validators import DataRequired

from classroom.models import LinkKind
from classroom.presenters.shell import NavLink, SignedIn
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

_NAME = "As students call you: Ms Okafor. You sign in with it."


class SignInForm(Form):
    """Name and password of a teacher."""

    refused_at = "password"
    name = StringField(
        "Your name", [DataRequired("Please give your name.")], description="As you gave it when you made your account."
    )
    password = PasswordField("Password", [DataRequired("Please give your password.")])


class CodeForm(Form):
    """The code of an authenticator app."""

    refused_at = "code"
    code = StringField(
        "Code", [DataRequired("Please type the code.")], description="Six digits. A new one comes every 30 seconds."
    )


class LinkForm(Form):
    """The code of a one-time link; with JavaScript it is taken from the link."""

    refused_at = "code"
    code = StringField(
        "Code from your link",
        [DataRequired("Please copy the code of your link into this field.")],
        description="It is the part behind the # sign. You may paste the whole link.",
    )


class InvitationForm(NewPasswordForm):
    """The account that an invitation is for."""

    refused_at = "name"
    name = StringField("Your name", [DataRequired("Please give your name.")], description=_NAME)


class SchoolInvitationForm(Form):
    """The same for somebody who signs in by the school's service, and needs no password."""

    refused_at = "name"
    name = StringField("Your name", [DataRequired("Please give your name.")], description=_NAME)


@blueprint.form("/sign-in")
def sign_in() -> ResponseReturnValue:
    """Sign a teacher in. Whoever was signed in here before is not any more."""
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
    """Ask whoever has done the first step for the code of the authenticator app."""
    if identity.current_identity().is_teacher:
        return redirect(url_for("classes.index"), 303)
    teacher_id = steps.who_waits()
    if teacher_id is None:
        flash("Please sign in first.")
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
    """Take the token of a one-time link. It came behind the # of the address, which browsers send to nobody."""
    form = LinkForm()
    if form.validate_on_submit():
        token = form.text("code").rpartition("#")[2]
        invitations.find_link(token=token)
        session[LINK] = token
        session.pop(SCHOOL_PERSON, None)  # whoever came back for another link is somebody else
        return redirect(url_for("auth.use_link"), 303)
    return render_template("auth/open_link.html", form=form), form.status


@blueprint.form("/link/account")
def use_link() -> ResponseReturnValue:
    """Make the account that the link is for, or choose the new password."""
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
        flash("Your new password is set. Sign in with it.", "good")
        return redirect(url_for("auth.sign_in"), 303)
    return render_template("auth/reset.html", form=form, name=name), form.status


def _accept(token: str, name: str) -> ResponseReturnValue:
    form = InvitationForm(name=name)
    if form.validate_on_submit():
        password = form.text("password")
        return steps.finish(invitations.accept(token=token, name=form.text("name"), password=password))
    return render_template("auth/invitation.html", form=form, is_known_to_school=False), form.status


def _accept_by_school(token: str) -> ResponseReturnValue:
    subject, name = session[SCHOOL_PERSON]
    form = SchoolInvitationForm(name=name)
    if form.validate_on_submit():
        return steps.finish(invitations.accept(token=token, name=form.text("name"), oidc_subject=subject))
    return render_template("auth/invitation.html", form=form, is_known_to_school=True), form.status


@blueprint.post("/sign-out")
def sign_out() -> ResponseReturnValue:
    """Sign out whoever it is. Nothing is flashed: the answer has to delete the cookie, so that Back shows nothing."""
    was_student = identity.current_identity().is_student
    identity.sign_out()
    return redirect(url_for("home.show" if was_student else "auth.sign_in"), 303)


@blueprint.app_context_processor
def signed_in() -> dict[str, Any]:
    """Give every page `signed_in`, what its header shows."""
    person = identity.current_identity()
    if not (person.is_teacher or person.is_student):
        return {"signed_in": None}
    links = [
        NavLink("classes", "Classes", address_of("classes.index")),
        NavLink("decks", "Decks", address_of("decks.index")),
        NavLink("account", "Account", address_of("account.show")),
    ]
    if person.is_administrator:
        links.append(NavLink("admin", "Server", address_of("admin.show")))
    reads_aloud, has_large_text = identity.own_support()
    return {
        "signed_in": SignedIn(
            mark=identity.sign_in_mark(),
            name=identity.person_name() or "",
            sign_out_url=address_of("auth.sign_out"),
            links=tuple(links) if person.is_teacher else (),
            reads_aloud=reads_aloud,
            has_large_text=has_large_text,
        )
    }
