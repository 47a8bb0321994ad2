"""Limit the size of request bodies: small, unless the view accepts a file or a long text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask, request
from werkzeug.exceptions import HTTPException

_View = TypeVar("_View", bound=Callable[..., Any])

FILE_BYTES = 512 * 1024
_ATTRIBUTE = "body_bytes"


def takes_up_to(size: int) -> Callable[[_View], _View]:
    """Let a view accept a larger body than `MAX_CONTENT_LENGTH`. Place it below the route's decorator.

    :param size: maximum size of the whole body in bytes, including what surrounds a file.
    """

    def mark(view: _View) -> _View:
        setattr(view, _ATTRIBUTE, size)
        return view

    return mark


def use_body_limits(app: Flask) -> None:
    """Set the limit of each request before anything reads it."""

    @app.url_value_preprocessor
    def _limit_body(endpoint: str | None, values: dict[str, Any] | None) -> None:
        del values
        request.max_content_length = _limit_of_endpoint(app, endpoint)


def body_limit_of(app: Flask) -> Callable[[str, str], int]:
    """Return the function that gives the server each request's limit, by method and path."""
    routes = app.url_map.bind("")
    own_path: str = app.config["PATH"]

    def limit(method: str, path: str) -> int:
        try:
            endpoint, _ = routes.match(path.removeprefix(own_path), method)
        except HTTPException:  # no such page, or wrong method: the response doesn't read the body
            endpoint = None
        return _limit_of_endpoint(app, endpoint)

    return limit


def _limit_of_endpoint(app: Flask, endpoint: str | None) -> int:
    usual: int = app.config["MAX_CONTENT_LENGTH"]
    return getattr(app.view_functions.get(endpoint or ""), _ATTRIBUTE, usual)
