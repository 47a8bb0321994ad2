"""Headers that every answer carries."""

from __future__ import annotations

from flask import Flask, Response

from classroom.web.htmx import REQUEST_HEADER, is_htmx

NO_GUESSING = {"X-Content-Type-Options": "nosniff"}
"""A browser takes an answer for what it says it is."""
SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"
    ),
    **NO_GUESSING,
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


_ALWAYS_HTTPS = f"max-age={365 * 24 * 60 * 60}"
"""For a year: who types the address without https is not answered in the clear, where anyone could step in."""


def use_security_headers(app: Flask) -> None:
    """Set the headers, and keep every page out of every cache: Chromebooks are shared."""
    is_https = bool(app.config["SESSION_COOKIE_SECURE"])

    @app.after_request
    def _add_headers(response: Response) -> Response:
        headers = response.headers
        if response.status_code == 204:
            del headers["Content-Type"]  # nothing is sent that could be shown
        elif is_htmx():
            # A script reads this answer: only what a browser opens as a page has a policy of its own.
            headers.update(NO_GUESSING)
        else:
            for name, value in SECURITY_HEADERS.items():
                headers.setdefault(name, value)
            if is_https:
                headers["Strict-Transport-Security"] = _ALWAYS_HTTPS
        headers["Cache-Control"] = "no-store"
        headers["Vary"] = f"Cookie, {REQUEST_HEADER}"
        return response
