"""For administrators: the LMSs that may open this app, and the settings to enter in an LMS."""

from __future__ import annotations

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound
from wtforms import StringField, TextAreaField
from wtforms.validators import DataRequired

from classroom.database import db
from classroom.i18n import _, lazy_gettext
from classroom.models import LtiPlatform
from classroom.models.lti import LONGEST_ID, LONGEST_URL
from classroom.services.lti.platforms import Registration, platforms, remove_platform, save_platform
from classroom.services.names import MAX_NAME
from classroom.web.areas import Area, Audience
from classroom.web.forms import Form
from classroom.web.join_link import address_for_others
from classroom.web.lti import INSTALL_COMMAND

blueprint = Area("lti_platforms", __name__, Audience.ADMINISTRATORS)

_REQUIRED = lazy_gettext("Copy this from your LMS.")


def _field(label: str, longest: int, hint: str = "") -> StringField:
    keywords = {"autocomplete": "off", "spellcheck": "false", "maxlength": str(longest)}
    return StringField(label, [DataRequired(_REQUIRED)], description=hint, render_kw=keywords)


class PlatformForm(Form):
    """The data that an LMS shows after this app is registered there."""

    refused_at = "login_url"
    name = _field(lazy_gettext("Name"), MAX_NAME, lazy_gettext("What you call it here, like Canvas."))
    issuer = _field(lazy_gettext("Issuer (platform ID)"), LONGEST_ID)
    client_id = _field(lazy_gettext("Client ID"), LONGEST_ID)
    deployments = TextAreaField(
        lazy_gettext("Deployment IDs, one per line"),
        [DataRequired(_REQUIRED)],
        render_kw={"rows": 2, "spellcheck": "false", "autocomplete": "off"},
    )
    login_url = _field(lazy_gettext("Authorization address"), LONGEST_URL)
    token_url = _field(lazy_gettext("Access token address"), LONGEST_URL)
    keys_url = _field(lazy_gettext("Public keys address (JWKS)"), LONGEST_URL)

    def registration(self) -> Registration:
        """Return the typed data."""
        return Registration(**{name: self.text(name) for name in Registration.__annotations__})


@blueprint.get("/admin/lms")
def show() -> ResponseReturnValue:
    """Show the LMSs, and the addresses to copy."""
    addresses = {
        "login": address_for_others(url_for("lti.login")),
        "launch": address_for_others(url_for("lti.launch")),
        "keys": address_for_others(url_for("lti.keys")),
        "choose": address_for_others(url_for("lti.choose")),
    }
    return render_template(
        "admin/lms.html", platforms=platforms(), addresses=addresses, install_command=INSTALL_COMMAND
    )


@blueprint.form("/admin/lms/new")
def new() -> ResponseReturnValue:
    form = PlatformForm()
    if form.validate_on_submit():
        save_platform(form.registration())
        flash(_("LMS registered. Teachers can open this app from it now."), "good")
        return redirect(url_for("lti_platforms.show"), 303)
    return render_template("admin/lms_form.html", form=form, platform=None), form.status


@blueprint.form("/admin/lms/<platform_id>")
def edit(platform_id: str) -> ResponseReturnValue:
    platform = _platform_or_404(platform_id)
    form = PlatformForm(obj=platform)
    if form.validate_on_submit():
        save_platform(form.registration(), platform_id=platform_id)
        flash(_("LMS saved."), "good")
        return redirect(url_for("lti_platforms.show"), 303)
    return render_template("admin/lms_form.html", form=form, platform=platform), form.status


@blueprint.post("/admin/lms/<platform_id>/remove")
def remove(platform_id: str) -> ResponseReturnValue:
    _platform_or_404(platform_id)
    remove_platform(platform_id=platform_id)
    flash(_("LMS removed. It can no longer open this app."), "good")
    return redirect(url_for("lti_platforms.show"), 303)


def _platform_or_404(platform_id: str) -> LtiPlatform:
    found = db.session.get(LtiPlatform, platform_id)
    if found is None:
        raise NotFound
    return found
