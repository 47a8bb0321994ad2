"""Requests by htmx and answers to it: the one place that reads and writes its headers."""

from __future__ import annotations

from flask import Response, redirect, request
from flask.typing import ResponseReturnValue

REQUEST_HEADER = "HX-Request"
"""Answers differ by it, so caches must tell them apart."""


def is_htmx() -> bool:
    """Tell whether a script asks for a part of the page, and not the browser for a whole one."""
    return REQUEST_HEADER in request.headers


def shown_version() -> str:
    """The version of what the page shows, if it can put the rest together (``static/js/live.js``), or ""."""
    return request.headers.get("X-Shown-Version", "")


def leave_for(url: str) -> Response:
    """Answer a page by sending the browser to another one."""
    return Response(status=204, headers={"HX-Redirect": url})


def go_to(url: str) -> ResponseReturnValue:
    """Redirect to a page, whether a script asks or the browser."""
    return leave_for(url) if is_htmx() else redirect(url, 303)


def keep_page(response: Response) -> None:
    """Let the page that asks stay as it is, whatever the answer says."""
    if is_htmx():
        response.headers["HX-Reswap"] = "none"
