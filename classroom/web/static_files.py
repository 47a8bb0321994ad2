"""Static files, served before the app: no session, database, or cookie, so all students can share cached copies."""

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
"""For an address without the current hash: during an upgrade, two processes have different files."""
_NEVER_PAGES = frozenset({"text/css", "text/javascript", "font/woff2"})
"""Types that browsers show as text or not at all, so policies of pages don't apply."""


@dataclass(frozen=True)
class StaticFile:
    """One file that browsers can request."""

    content: bytes
    mimetype: str

    @cached_property
    def digest(self) -> str:
        """Return a hash of the content, short enough for an address."""
        return hashlib.sha256(self.content).hexdigest()[:10]

    @cached_property
    def compressed(self) -> bytes | None:
        """Return the content in gzip, compressed on first use; None if that saves nothing."""
        packed = compress_once(self.content) if is_compressible(self.mimetype) else self.content
        return packed if len(packed) < len(self.content) else None


class StaticFiles:
    """Answers GET and HEAD for known files; passes everything else on to the app."""

    def __init__(self, app: WSGIApplication, files: Mapping[str, StaticFile], *, prefix: str) -> None:
        """Wrap the app.

        :param files: the files by name below the prefix.
        """
        self._app = app
        self._files = files
        self._prefix = prefix

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Handle a request as a WSGI app."""
        path: str = environ.get("PATH_INFO", "")
        if path.startswith(self._prefix) and environ["REQUEST_METHOD"] in {"GET", "HEAD"}:
            file = self._files.get(path.removeprefix(self._prefix))
            if file is not None:
                return _answer(file, environ)(environ, start_response)
        return self._app(environ, start_response)


def _answer(file: StaticFile, environ: WSGIEnvironment) -> WSGIApplication:
    """Respond with the file, compressed if the client accepts that.

    Byte ranges refer to the uncompressed file. The two forms have different ETags, so their ranges are never mixed.
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
