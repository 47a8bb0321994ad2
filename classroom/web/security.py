"""Security headers of every response."""

from __future__ import annotations

from flask import Flask, Response

from classroom.web.htmx import REQUEST_HEADER, is_htmx

NO_GUESSING = {"X-Content-Type-Options": "nosniff"}
"""Browsers must not guess the content type."""
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
"""For one year: an address typed without https is never sent in the clear, where it could be intercepted."""


def use_security_headers(app: Flask) -> None:
    """Set the headers, and forbid caching of pages: Chromebooks are shared."""
    is_https = bool(app.config["SESSION_COOKIE_SECURE"])

    @app.after_request
    def _add_headers(response: Response) -> Response:
        headers = response.headers
        if response.status_code == 204:
            del headers["Content-Type"]  # the response has no content to show
        elif is_htmx():
            # Scripts read this response; only pages that a browser opens need a policy.
            headers.update(NO_GUESSING)
        else:
            for name, value in SECURITY_HEADERS.items():
                headers.setdefault(name, value)
            if is_https:
                headers["Strict-Transport-Security"] = _ALWAYS_HTTPS
        headers["Cache-Control"] = "no-store"
        headers["Vary"] = f"Cookie, {REQUEST_HEADER}"
        return response
