"""For administrators: the doctor's findings, and whether another device can connect."""

from __future__ import annotations

from pathlib import Path

from flask import Response, current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.sansio.utils import host_is_trusted

from classroom.live.notifications import OTHER_DEVICE_TOPIC
from classroom.presenters.doctor import ShownExamination, shown_examination
from classroom.presenters.page_version import PageVersion
from classroom.services.doctor import Setup, examine
from classroom.web.areas import Area, Audience, automatic
from classroom.web.htmx import fragment
from classroom.web.join_link import address_for_others, drawn_qr, is_for_this_computer
from classroom.web.stream import stream_updates

blueprint = Area("doctor", __name__, Audience.ADMINISTRATORS)


@blueprint.get("/admin/doctor")
def show() -> ResponseReturnValue:
    """Check the server, and show what to do on another device."""
    shown = _examination()
    address = address_for_others(url_for("device_check.show"))
    return render_template(
        "doctor/show.html",
        shown=shown,
        version=_version(shown),
        address=address,
        qr=drawn_qr(address),
        is_local=is_for_this_computer(),
    )


@blueprint.get("/admin/doctor/fragment")
@automatic
def findings() -> Response:
    """Return the findings if they have changed."""
    shown = _examination()
    return fragment(
        _version(shown),
        lambda: render_template("doctor/_findings.html", shown=shown, version=_version(shown)),
        page_url=url_for("doctor.show"),
    )


@blueprint.get("/admin/doctor/stream")
@automatic
def stream() -> Response:
    """Notify the page when another device has opened the app."""
    return stream_updates(OTHER_DEVICE_TOPIC, on_alive=_nothing, on_gone=_nothing)


def _nothing() -> None:
    pass


def _version(shown: ShownExamination) -> PageVersion:
    return PageVersion.of_content("doctor", [(one.key, one.level) for one in shown.findings])


def _examination() -> ShownExamination:
    settings = current_app.config
    return shown_examination(
        examine(
            Setup(
                folder=Path(current_app.instance_path),
                database_url=settings["SQLALCHEMY_DATABASE_URI"],
                port=settings["PORT"],
                address=_public_address(),
                is_https=bool(settings["SESSION_COOKIE_SECURE"]),
                proxies=settings["PROXIES"],
            )
        )
    )


def _public_address() -> str | None:
    """Return the address in the administrator's browser, if a setting confirms it: the server will request it."""
    hosts = current_app.config["TRUSTED_HOSTS"]
    is_known = bool(hosts) and host_is_trusted(request.host, hosts)
    return f"{request.scheme}://{request.host}{request.script_root}" if is_known else None
