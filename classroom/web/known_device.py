"""A browser in which a teacher has signed in before keeps a note of that, so that strangers cannot lock it out."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import TYPE_CHECKING

from flask import current_app, request
from itsdangerous import BadData, URLSafeTimedSerializer

from classroom.services.accounts.teachers import KnownDevice
from classroom.web.server_key import server_key

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

COOKIE = "device"
GOOD_FOR = timedelta(days=180)


def known_device() -> KnownDevice | None:
    """What this browser knows. It opens nothing: a right password is asked for all the same."""
    try:
        teacher_id, number = _serializer().loads(request.cookies.get(COOKIE, ""), max_age=int(GOOD_FOR.total_seconds()))
    except (BadData, ValueError, TypeError):
        return None
    return KnownDevice(str(teacher_id), str(number))


def remember_device(answer: Response, *, teacher_id: str) -> None:
    """Note that the teacher has signed in here."""
    before = known_device()
    number = before.number if before and before.teacher_id == teacher_id else secrets.token_hex(6)
    answer.set_cookie(
        COOKIE,
        str(_serializer().dumps([teacher_id, number])),
        GOOD_FOR,
        secure=bool(current_app.config["SESSION_COOKIE_SECURE"]),
        httponly=True,
        samesite="Lax",
    )


def _serializer() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(server_key(), salt="known-device")
