"""Cookies of our own, beside the session's: out of reach of scripts and, over https, of the domain's other hosts."""

from __future__ import annotations

from datetime import timedelta

from flask import Flask, current_app, request
from werkzeug import Response

_HOST_ONLY = "__Host-"
"""Browsers take a cookie so named from this very host only, over https: no neighbor in the domain can set it."""
_ENCRYPTED_ONLY = "__Secure-"
"""Over https only. Where the app shares its host, cookies are its path's, and so can't be those of the whole host."""


def use_cookie_names(app: Flask) -> None:
    """Name the session's cookie as the others are named."""
    app.config["SESSION_COOKIE_PATH"] = _path_of(app)
    app.config["SESSION_COOKIE_NAME"] = _prefix_of(app) + app.config["SESSION_COOKIE_NAME"]


def read_cookie(name: str) -> str:
    """Give what the browser keeps; empty: nothing."""
    return request.cookies.get(_full_name(name), "")


def has_any_cookie(*names: str) -> bool:
    """Whether the browser sent the session's cookie, or one of these."""
    return not request.cookies.keys().isdisjoint(
        {current_app.config["SESSION_COOKIE_NAME"], *(_full_name(name) for name in names)}
    )


def keep_cookie(response: Response, name: str, value: str, good_for: timedelta | None = None) -> None:
    """Let the browser keep a value.

    :param good_for: None: until the browser is closed.
    """
    is_secure, path = bool(current_app.config["SESSION_COOKIE_SECURE"]), _path_of(current_app)
    response.set_cookie(_full_name(name), value, good_for, path=path, secure=is_secure, httponly=True, samesite="Lax")


def drop_cookie(response: Response, name: str) -> None:
    """Let the browser forget a value."""
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
