"""Signing in by the QR code of a login card, whether the system's camera read it or the page that scans."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response, flash, make_response, redirect, render_template, request, url_for

from classroom.blueprints.home.views import blueprint
from classroom.presenters.words import isolated
from classroom.services.accounts.student_sign_in import sign_in_by_card
from classroom.services.problems import Problem, ProblemError
from classroom.web import identity
from classroom.web.device import this_device
from classroom.web.forms import Form
from classroom.web.sentences import sentence_of, status_of

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

_WITH_CAMERA = "camera=(self), microphone=(), geolocation=()"


@blueprint.get("/card")
def card() -> ResponseReturnValue:
    """The page that a card's QR code opens: its script takes the token out of the address, and posts it."""
    return render_template("home/card.html", form=Form(), state="none")


@blueprint.get("/scan")
def scan() -> ResponseReturnValue:
    """Read a card with this device's camera: the only page that may use it."""
    response = make_response(render_template("home/scan.html", form=Form()))
    response.headers["Permissions-Policy"] = _WITH_CAMERA
    return response


@blueprint.post("/card")
def use_card() -> ResponseReturnValue:
    """Sign in whoever holds the card, in place of whoever was signed in here."""
    before, name_before = identity.current_identity(), identity.person_name()
    try:
        token = sign_in_by_card(token=request.form.get("token", "")[:200], device=this_device())
    except ProblemError as error:
        return _refusal(error)
    identity.sign_in(token)
    if name_before and before.student_id != identity.current_identity().student_id:
        now = isolated(identity.person_name() or "")
        flash(f"Now {now} is signed in here. {isolated(name_before)} was signed out.", "good")
    goal = url_for("play.show")
    if request.headers.get("HX-Request"):
        return Response(status=204, headers={"HX-Redirect": goal})
    return redirect(goal, 303)


def _refusal(error: ProblemError) -> ResponseReturnValue:
    """Say why, or that the class does not play yet: then the page asks again by itself."""
    state = "waiting" if error.problem is Problem.CLASS_NOT_OPEN else "refused"
    refusal = {"state": state, "text": sentence_of(error), "name": error.facts.get("name")}
    if request.headers.get("HX-Request"):
        return render_template("home/_card.html", **refusal), status_of(error)
    return render_template("home/card.html", form=Form(), **refusal), status_of(error)
