"""How htmx asks and is answered: its headers, and fragments that are not sent if they are shown already."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response, redirect, request
from flask.typing import ResponseReturnValue

from classroom.presenters.page_version import PageVersion

REQUEST_HEADER = "HX-Request"
"""Answers differ by it, so caches must tell them apart."""


_LONGEST_NUMBER = 10


def is_htmx() -> bool:
    """Tell whether a script asks for a part of the page, and not the browser for a whole one."""
    return REQUEST_HEADER in request.headers


def shown_version() -> str:
    """Return the version of what the page shows, if it can put the rest together (``static/js/live.js``), or ""."""
    return request.headers.get("X-Shown-Version", "")


def asked_card() -> int | None:
    """Return the card that the number pad is to ask for: one just chosen, or the one that it asks for already."""
    card = request.args.get("card") or request.headers.get("X-Asked-Card", "")
    return int(card) if card.isascii() and card.isdecimal() and len(card) < _LONGEST_NUMBER else None


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


def fragment(version: PageVersion, render: Callable[[], str], *, page_url: str) -> Response:
    """Answer a page that asks for its fragment, and says in ``?version=`` which one it shows.

    204 if it is that one still. If there is another kind of page at its address by now, htmx is sent there.
    """
    shown = PageVersion.parse(request.args.get("version", ""))
    if shown == version:
        return Response(status=204)
    if "version" in request.args and (shown is None or shown.kind != version.kind):
        return leave_for(page_url)
    return Response(render())
