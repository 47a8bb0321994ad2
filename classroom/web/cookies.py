"""Cookies besides the session's: inaccessible to scripts and, over https, to other hosts of the domain."""

from __future__ import annotations

from datetime import timedelta

from flask import Flask, current_app, request
from werkzeug import Response

_HOST_ONLY = "__Host-"
"""Browsers accept this prefix only from this host over https, so other hosts of the domain can't set the cookie."""
_ENCRYPTED_ONLY = "__Secure-"
"""For https only. If the app shares its host, its cookies have a path, which the other prefix doesn't allow."""


def use_cookie_names(app: Flask) -> None:
    """Name the session's cookie by the same rule."""
    app.config["SESSION_COOKIE_PATH"] = _path_of(app)
    app.config["SESSION_COOKIE_NAME"] = _prefix_of(app) + app.config["SESSION_COOKIE_NAME"]


def read_cookie(name: str) -> str:
    """Return a cookie's value, or ""."""
    return request.cookies.get(_full_name(name), "")


def has_any_cookie(*names: str) -> bool:
    """Return whether the browser sent the session's cookie or one of these."""
    return not request.cookies.keys().isdisjoint(
        {current_app.config["SESSION_COOKIE_NAME"], *(_full_name(name) for name in names)}
    )


def keep_cookie(response: Response, name: str, value: str, good_for: timedelta | None = None) -> None:
    """Store a value in the browser.

    :param good_for: None means until the browser is closed.
    """
    is_secure, path = bool(current_app.config["SESSION_COOKIE_SECURE"]), _path_of(current_app)
    response.set_cookie(_full_name(name), value, good_for, path=path, secure=is_secure, httponly=True, samesite="Lax")


def drop_cookie(response: Response, name: str) -> None:
    is_secure, path = bool(current_app.config["SESSION_COOKIE_SECURE"]), _path_of(current_app)
    response.delete_cookie(_full_name(name), path=path, secure=is_secure, httponly=True, samesite="Lax")


def _full_name(name: str) -> str:
    return _prefix_of(current_app) + name


def _prefix_of(app: Flask) -> str:
    if not app.config["SESSION_COOKIE_SECURE"]:
        return ""
    return _ENCRYPTED_ONLY if app.config["PATH"] else _HOST_ONLY


def _path_of(app: Flask) -> str:
    return f"{app.config['PATH']}/"
