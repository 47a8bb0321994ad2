"""Cookies of our own, beside the session's: out of reach of scripts and, over https, of the domain's other hosts."""

from __future__ import annotations

from datetime import timedelta

from flask import Flask, current_app, request
from werkzeug import Response

_HOST_ONLY = "__Host-"
"""Browsers take a cookie so named from this very host only, over https: no neighbor in the domain can set it."""


def use_cookie_names(app: Flask) -> None:
    """Name the session's cookie as the others are named."""
    if app.config["SESSION_COOKIE_SECURE"]:
        app.config["SESSION_COOKIE_NAME"] = _HOST_ONLY + app.config["SESSION_COOKIE_NAME"]


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
    is_secure = bool(current_app.config["SESSION_COOKIE_SECURE"])
    response.set_cookie(_full_name(name), value, good_for, secure=is_secure, httponly=True, samesite="Lax")


def drop_cookie(response: Response, name: str) -> None:
    """Let the browser forget a value."""
    is_secure = bool(current_app.config["SESSION_COOKIE_SECURE"])
    response.delete_cookie(_full_name(name), secure=is_secure, httponly=True, samesite="Lax")


def _full_name(name: str) -> str:
    return _HOST_ONLY + name if current_app.config["SESSION_COOKIE_SECURE"] else name
