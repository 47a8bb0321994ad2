"""The session cookie. Its signature is verified once per process, not at each request."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from flask import Flask, Request, Response, g
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadData

from classroom.web.server_key import is_too_old, read_signed

_CACHE_SIZE = 4096
"""Maximum number of cached cookies, at 0.5 kB each: enough for a school building."""
_Plain = str | int | bool | None


class VerifiedOnce(SecureCookieSessionInterface):
    """Flask's sessions, cached by the full text of the cookie, so a changed cookie is always verified."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, tuple[dict[str, _Plain], float]] = OrderedDict()

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        header: str = request.environ.get("HTTP_COOKIE", "")
        longest = app.permanent_session_lifetime
        with self._lock:
            kept = self._kept.get(header)
        if kept is not None and not is_too_old(kept[1], longest):
            return self.session_class(kept[0])
        serializer = self.get_signing_serializer(app)
        if serializer is None:
            return None
        cookie = request.cookies.get(self.get_cookie_name(app))
        if not cookie:
            return self.session_class()
        try:
            found, signed = read_signed(serializer, cookie, longest)
        except BadData:
            return self.session_class()
        self._keep(header, found, signed.timestamp())
        return self.session_class(found)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send the cookie if necessary. `web.security` sets Vary for all responses."""
        if g.get("is_from_other_site"):  # the browser did not send its session (`web.form_tokens`)
            return
        if session.modified or session.permanent:
            super().save_session(app, session, response)

    def _keep(self, header: str, found: Mapping[str, Any], signed_at: float) -> None:
        if not all(isinstance(value, _Plain) for value in found.values()):  # mutable: requests would share it
            return
        with self._lock:
            self._kept[header] = dict(found), signed_at
            if len(self._kept) > _CACHE_SIZE:
                self._kept.popitem(last=False)


def use_session_cookie(app: Flask) -> None:
    """Make the app use these sessions."""
    app.session_interface = VerifiedOnce()
