"""Fragments: parts of pages that are fetched again, and not sent if they are shown already."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response, request

from classroom.presenters.page_version import PageVersion
from classroom.web.htmx import leave_for


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
