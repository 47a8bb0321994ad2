"""Views for signing in and out, and the person in the header of every page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, redirect, render_template, url_for

from classroom.blueprints.auth.forms import SignInForm
from classroom.presenters.shell import NavLink, SignedIn
from classroom.services import accounts
from classroom.web import identity

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

blueprint = Blueprint("auth", __name__)


@blueprint.route("/sign-in", methods=["GET", "POST"])
def sign_in() -> ResponseReturnValue:
    """Sign a teacher in. Whoever was signed in here before is not any more."""
    if identity.current_identity().is_teacher:
        return redirect(url_for("classes.index"), 303)
    if not accounts.has_teacher():
        return redirect(url_for("setup.show"), 303)
    form = SignInForm()
    if form.validate_on_submit():
        with form.refusals("password"):
            identity.sign_in(accounts.sign_in_teacher(name=form.text("name"), password=form.text("password")))
            return redirect(url_for("classes.index"), 303)
    return render_template("auth/sign_in.html", form=form), form.status


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
    links = (
        NavLink("classes", "Classes", url_for("classes.index")),
        NavLink("decks", "Decks", url_for("decks.index")),
        NavLink("account", "Account", url_for("account.show")),
    )
    return {
        "signed_in": SignedIn(
            name=identity.person_name() or "",
            sign_out_url=url_for("auth.sign_out"),
            links=links if person.is_teacher else (),
        )
    }
