"""Where the app is on its host: at the root, or below a path that a proxy shares out, such as ``/sequence``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask, request

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_PATH = re.compile(r"(?:/[A-Za-z0-9_.-]+)*")


def is_path(text: str) -> bool:
    """Tell whether a text can stand before the addresses of all pages: empty, or ``/sequence``."""
    return _PATH.fullmatch(text) is not None


def use_path(app: Flask) -> None:
    """Let all addresses begin with the app's path. Call it last: what is wrapped sees addresses without it."""
    if app.config["PATH"]:
        app.wsgi_app = _UnderPath(app.wsgi_app, app.config["PATH"])  # type: ignore[method-assign]


def own_address() -> str:
    """Return the address of this request without its host, as links have it: with the app's path and the query."""
    return f"{request.script_root}{request.full_path.rstrip('?')}"


def own_path() -> str:
    """Return `own_address` without the query."""
    return f"{request.script_root}{request.path}"


class _UnderPath:
    """Moves the path to where WSGI has it. It doesn't matter whether the proxy has taken it off already."""

    def __init__(self, app: WSGIApplication, path: str) -> None:
        self._app = app
        self._path = path

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        asked: str = environ.get("PATH_INFO", "")
        if asked == self._path or asked.startswith(f"{self._path}/"):
            environ["PATH_INFO"] = asked.removeprefix(self._path) or "/"
        environ["SCRIPT_NAME"] = self._path
        return self._app(environ, start_response)
