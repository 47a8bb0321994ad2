"""A signed cookie that identifies a browser and lists who has signed in there. It grants no access."""

from __future__ import annotations

import ipaddress
import secrets
from dataclasses import replace
from datetime import timedelta

from flask import Flask, Response, after_this_request, request
from itsdangerous import BadData, URLSafeTimedSerializer

from classroom.services.accounts.devices import Device
from classroom.web.cookies import keep_cookie, read_cookie
from classroom.web.server_key import read_signed, server_key

COOKIE = "device"
GOOD_FOR = timedelta(days=180)
_PEOPLE = 24
"""Maximum number of people to list: several classes may use a shared device."""
_SIGN_IN_PAGES = frozenset(
    {"home.show", "home.find_class", "home.names", "home.pin", "home.card", "home.scan", "auth.sign_in", "setup.show"}
)


def use_devices(app: Flask) -> None:
    """Give a cookie to each browser that opens a sign-in page without one."""

    @app.after_request
    def _give_cookie(response: Response) -> Response:
        if request.method == "GET" and request.endpoint in _SIGN_IN_PAGES and this_device().id is None:
            _set_cookie(response, replace(this_device(), id=_new_id()))
        return response


def this_device() -> Device:
    """Return the browser that makes this request."""
    address = _network(request.remote_addr or "")
    try:
        (first, second), _ = read_signed(_serializer(), read_cookie(COOKIE), GOOD_FOR)
    except (BadData, ValueError, TypeError):
        return Device(address=address)
    if isinstance(second, list):
        return Device(str(first), tuple(map(str, second)), address)
    return Device(str(second), (str(first),), address)  # an earlier format: one teacher and the browser's ID


def remember_person(person_id: str) -> None:
    """Add a person to the list in the cookie, with the response to this request."""
    device = this_device()
    others = [one for one in device.people if one != person_id]
    noted = replace(device, id=device.id or _new_id(), people=(person_id, *others)[:_PEOPLE])

    @after_this_request
    def _note(response: Response) -> Response:
        _set_cookie(response, noted)
        return response


def _set_cookie(response: Response, device: Device) -> None:
    keep_cookie(response, COOKIE, str(_serializer().dumps([device.id, list(device.people)])), GOOD_FOR)


def _network(address: str) -> str:
    """Return the address; for IPv6 the network, because one device has many addresses in it."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else str(found)


def _new_id() -> str:
    return secrets.token_hex(8)


def _serializer() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(server_key(), salt="known-device")
