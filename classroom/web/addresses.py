"""``url_for`` of templates: the address of an endpoint is worked out once, as it is the same for everyone."""

from __future__ import annotations

from functools import lru_cache

from flask import Flask, request, url_for

_ROOM = 4096


def use_addresses(app: Flask) -> None:
    """Let templates find addresses so."""
    app.jinja_env.globals["url_for"] = address_of


def address_of(endpoint: str, **values: object) -> str:
    """Give the address of an endpoint, as `flask.url_for` does."""
    for name, value in values.items():
        if name[0] == "_" or not isinstance(value, str | int):  # with its host, or a place on the page
            return url_for(endpoint, **values)  # type: ignore[arg-type]
    return _kept(request.script_root, endpoint, tuple(values.items()))


def way_back(path: str) -> str:
    """Give the address of a page that a form names, if it is one of this app; else the start.

    A browser takes two slashes, the second in either direction, for another site.
    """
    is_own = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if is_own else url_for("home.show")


@lru_cache(maxsize=_ROOM)
def _kept(root: str, endpoint: str, values: tuple[tuple[str, object], ...]) -> str:
    del root  # what the address begins with: `url_for` reads it from the request
    return url_for(endpoint, **dict(values))  # type: ignore[arg-type]
