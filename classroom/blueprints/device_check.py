"""The connection test of a device, without signing in. Stores only how far the last device's clock was off."""

from __future__ import annotations

import time
from pathlib import Path

from flask import Response, current_app, jsonify, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from classroom import clock
from classroom.instance.other_devices import note_other_clock, note_other_device
from classroom.live import get_bus
from classroom.live.notifications import OTHER_DEVICE_TOPIC
from classroom.presenters.device_check import device_check_page
from classroom.services.doctor.addresses import is_own_address
from classroom.web.areas import Area, Audience, automatic
from classroom.web.cookies import keep_cookie, read_cookie
from classroom.web.stream import stream_check

blueprint = Area("device_check", __name__, Audience.EVERYONE)

_COOKIE = "check"
_FARTHEST = 8_640_000_000_000_000
"""The latest time that a browser's clock can show, in milliseconds since 1970."""


@blueprint.get("/check")
def show() -> ResponseReturnValue:
    """Show the tests, with results of those that need no script, and set a cookie to see whether it returns."""
    if not is_own_address(request.remote_addr or "") and note_other_device(Path(current_app.instance_path)):
        get_bus().publish([OTHER_DEVICE_TOPIC])
    page = device_check_page(
        address=f"{request.host_url.rstrip('/')}{url_for('device_check.show')}",
        user_agent=request.user_agent.string,
        is_https=request.is_secure,
        needs_https=bool(current_app.config["SESSION_COOKIE_SECURE"]),
        has_cookie=bool(read_cookie(_COOKIE)) if "again" in request.args else None,
    )
    response = make_response(render_template("device_check/show.html", page=page))
    response.headers["Permissions-Policy"] = "camera=(self), microphone=(), geolocation=()"
    keep_cookie(response, _COOKIE, "1")
    return response


@blueprint.get("/check/answer")
@automatic
def answer() -> Response:
    """Return the server's time, and whether the cookie came back. Record how far another device's clock is off."""
    claimed = request.args.get("clock", type=int)
    if claimed is not None and abs(claimed) <= _FARTHEST and not is_own_address(request.remote_addr or ""):
        note_other_clock(Path(current_app.instance_path), time.time() - claimed / 1000)
    return jsonify(now=round(clock.now().timestamp() * 1000), cookie=bool(read_cookie(_COOKIE)))


@blueprint.get("/check/stream")
@automatic
def stream() -> Response:
    """Stream an event at once, then heartbeats, like every stream."""
    return stream_check()
