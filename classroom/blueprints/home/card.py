"""Signing in by the QR code of a login card, whether the system's camera read it or the page that scans."""

from __future__ import annotations

from flask import flash, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from classroom.blueprints.home.views import blueprint
from classroom.presenters.words import isolated
from classroom.services.accounts.student_sign_in import sign_in_by_card
from classroom.services.errors import AccountErrorCode
from classroom.web import identity
from classroom.web.device import this_device
from classroom.web.forms import Form
from classroom.web.htmx import go_to, is_htmx
from classroom.web.refusals import Refusal, on_refusal

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


def _refused(refusal: Refusal) -> ResponseReturnValue:
    """Say why, or that the class does not play yet: then the page asks again by itself."""
    state = "waiting" if refusal.code is AccountErrorCode.CLASS_NOT_OPEN else "refused"
    shown = {"state": state, "text": refusal.message, "name": refusal.facts.get("name")}
    return render_template("home/_card.html" if is_htmx() else "home/card.html", form=Form(), **shown)


@blueprint.post("/card")
@on_refusal(_refused)
def use_card() -> ResponseReturnValue:
    """Sign in whoever holds the card, in place of whoever was signed in here."""
    before, name_before = identity.current_identity(), identity.person_name()
    token = sign_in_by_card(token=request.form.get("token", "")[:200], device=this_device())
    identity.sign_in(token)
    if name_before and before.student_id != identity.current_identity().student_id:
        now = isolated(identity.person_name() or "")
        flash(f"Now {now} is signed in here. {isolated(name_before)} was signed out.", "good")
    return go_to(url_for("play.show"))
