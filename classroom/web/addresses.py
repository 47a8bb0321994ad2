"""``url_for`` of templates: the address of an endpoint is worked out once, as it is the same for everyone."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from flask import request, url_for

if TYPE_CHECKING:
    from flask import Flask

_ROOM = 4096


def use_addresses(app: Flask) -> None:
    """Let templates find addresses so."""

    @lru_cache(maxsize=_ROOM)
    def kept(root: str, endpoint: str, values: tuple[tuple[str, str | int], ...]) -> str:
        del root  # what the address begins with: `url_for` reads it from the request
        return url_for(endpoint, **dict(values))

    def address(endpoint: str, **values: object) -> str:
        """Give the address of an endpoint below the root of the request."""
        plain = tuple((name, value) for name, value in values.items() if isinstance(value, str | int))
        is_whole = any(name.startswith("_") for name in values)  # with its host, scheme, or a place on the page
        if is_whole or endpoint.startswith(".") or len(plain) < len(values):
            return url_for(endpoint, **values)  # type: ignore[arg-type]
        return kept(request.script_root, endpoint, plain)

    app.jinja_env.globals["url_for"] = address
