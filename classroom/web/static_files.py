"""Static files, answered before the app: no session, no database, no cookie, so every student shares one copy."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from werkzeug.exceptions import RequestedRangeNotSatisfiable
from werkzeug.wrappers import Response

from classroom.web.compression import accepts_gzip, compress_once, is_compressible
from classroom.web.security import NO_GUESSING, SECURITY_HEADERS

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_FOREVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
"""For an address without the current hash: while a new version is rolled out, two processes know different files."""
_NEVER_PAGES = frozenset({"text/css", "text/javascript", "font/woff2"})
"""What a browser shows as text, or not at all: the policies of pages mean nothing for it."""


@dataclass(frozen=True)
class StaticFile:
    """One file that browsers can ask for."""

    content: bytes
    mimetype: str

    @cached_property
    def digest(self) -> str:
        """Hash of the content, short enough for an address."""
        return hashlib.sha256(self.content).hexdigest()[:10]

    @cached_property
    def compressed(self) -> bytes | None:
        """The content in gzip, made when it is first asked for; None where that saves nothing."""
        packed = compress_once(self.content) if is_compressible(self.mimetype) else self.content
        return packed if len(packed) < len(self.content) else None


class StaticFiles:
    """Answer GET and HEAD for known files; pass everything else on to the app."""

    def __init__(self, app: WSGIApplication, files: Mapping[str, StaticFile], *, prefix: str) -> None:
        """Stand before the app.

        :param files: by their names below the prefix.
        """
        self._app = app
        self._files = files
        self._prefix = prefix

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Be a WSGI app."""
        path: str = environ.get("PATH_INFO", "")
        if path.startswith(self._prefix) and environ["REQUEST_METHOD"] in {"GET", "HEAD"}:
            file = self._files.get(path.removeprefix(self._prefix))
            if file is not None:
                return _answer(file, environ)(environ, start_response)
        return self._app(environ, start_response)


def _answer(file: StaticFile, environ: WSGIEnvironment) -> WSGIApplication:
    """Answer with the file, compressed if the client takes it so.

    A part of a file is a part of the plain one. The two have an ETag each, so that their parts are never mixed.
    """
    content, digest, compressed = file.content, file.digest, None
    if "HTTP_RANGE" not in environ and accepts_gzip(environ.get("HTTP_ACCEPT_ENCODING", "")):
        compressed = file.compressed
    headers = NO_GUESSING if file.mimetype in _NEVER_PAGES else SECURITY_HEADERS
    response = Response(content if compressed is None else compressed, mimetype=file.mimetype, headers=headers)
    if compressed is not None:
        response.headers["Content-Encoding"] = "gzip"
    if file.compressed is not None:
        response.headers["Vary"] = "Accept-Encoding"
    is_current = environ.get("QUERY_STRING") == f"v={digest}"
    response.headers["Cache-Control"] = _FOREVER if is_current else _ASK_AGAIN
    response.set_etag(digest if compressed is None else f"{digest}-gzip")
    try:
        length = len(response.get_data())
        return response.make_conditional(environ, accept_ranges=compressed is None, complete_length=length)
    except RequestedRangeNotSatisfiable as error:
        return error
