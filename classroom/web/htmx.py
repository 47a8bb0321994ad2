"""htmx requests and responses: headers, and fragments that are sent only if they changed."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response, current_app, redirect, request
from flask.typing import ResponseReturnValue

from classroom.presenters.page_version import PageVersion

REQUEST_HEADER = "HX-Request"
"""Responses depend on it, so caches must vary by it."""


_LONGEST_NUMBER = 10


def is_htmx() -> bool:
    """Return whether a script requests part of a page, rather than the browser a whole page."""
    return REQUEST_HEADER in request.headers


def shown_version() -> str:
    """Return the version that the page shows, if it can apply a difference (``static/js/live.js``), or ""."""
    return request.headers.get("X-Shown-Version", "")


def shown_parts() -> dict[str, str]:
    """Return the parts that the page shows, as ``id=digest`` each. The response may omit unchanged ones.

    Empty if the page can't apply a difference.
    """
    if not shown_version():
        return {}
    listed = request.headers.get("X-Shown-Parts", "").split(",")
    return {name: digest for name, _, digest in (part.partition("=") for part in listed) if digest}


def asked_card() -> int | None:
    """Return the card for the number pad: one just chosen, or the one it already shows."""
    card = request.args.get("card") or request.headers.get("X-Asked-Card", "")
    return int(card) if card.isascii() and card.isdecimal() and len(card) < _LONGEST_NUMBER else None


def leave_for(url: str) -> Response:
    """Respond by redirecting an htmx request to another page."""
    return Response(status=204, headers={"HX-Redirect": url})


def go_to(url: str) -> ResponseReturnValue:
    """Redirect to a page, for a request by htmx or by the browser."""
    return leave_for(url) if is_htmx() else redirect(url, 303)


def keep_page(response: Response) -> None:
    """Tell htmx not to swap in the response."""
    if is_htmx():
        response.headers["HX-Reswap"] = "none"


def render_part(template: str, **context: object) -> str:
    """Render a template of a part of a page, which needs nothing of the page's frame, such as the signed-in person."""
    return current_app.jinja_env.get_template(template).render(context)


def fragment(version: PageVersion, render: Callable[[], str], *, page_url: str) -> Response:
    """Respond to a page that requests its fragment; ``?version=`` says which one it shows.

    204 if that one is current. If its address now shows another kind of page, htmx is redirected there.
    """
    shown = PageVersion.parse(request.args.get("version", ""))
    if shown == version:
        return Response(status=204)
    if "version" in request.args and (shown is None or shown.kind != version.kind):
        return leave_for(page_url)
    return Response(render())
