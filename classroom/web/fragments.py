"""Fragments: parts of pages that are fetched again, and not sent if they are shown already."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from flask import Response, request

from classroom.web.htmx import leave_for

if TYPE_CHECKING:
    from collections.abc import Callable


def version_of(kind: str, page: object) -> str:
    """A token for all that a page shows: another token, another content.

    :param kind: which page it is.
    :param page: the frozen dataclass that its template reads; its ``repr`` must tell everything.
    """
    return f"{kind}-{blake2b(repr(page).encode(), digest_size=8).hexdigest()}"


def fragment(version: str, render: Callable[[], str], *, page_url: str) -> Response:
    """Answer a page that asks for its fragment, and says in ``?version=`` which one it shows.

    204 if it is that one still. If there is another kind of page at its address by now, htmx is sent there.
    """
    shown = request.args.get("version")
    if shown == version:
        return Response(status=204)
    if shown is not None and shown.partition("-")[0] != version.partition("-")[0]:
        return leave_for(page_url)
    return Response(render())
