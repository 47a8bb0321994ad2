"""The app's path on its host: the root, or below a path that a proxy forwards, such as ``/sequence``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask, request

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


def use_path(app: Flask) -> None:
    """Prefix all addresses with the app's path. Call it last: wrapped middleware sees addresses without it."""
    if app.config["PATH"]:
        app.wsgi_app = _UnderPath(app.wsgi_app, app.config["PATH"])  # type: ignore[method-assign]


def own_address() -> str:
    """Return this request's address without its host, as in links: with the app's path and the query."""
    return f"{request.script_root}{request.full_path.rstrip('?')}"


def own_path() -> str:
    """Return this request's address without its host and query."""
    return f"{request.script_root}{request.path}"


class _UnderPath:
    """Moves the prefix to SCRIPT_NAME. Works whether or not the proxy has already removed it."""

    def __init__(self, app: WSGIApplication, path: str) -> None:
        self._app = app
        self._path = path

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        asked: str = environ.get("PATH_INFO", "")
        if asked == self._path or asked.startswith(f"{self._path}/"):
            environ["PATH_INFO"] = asked.removeprefix(self._path) or "/"
        environ["SCRIPT_NAME"] = self._path
        return self._app(environ, start_response)
