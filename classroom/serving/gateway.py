"""Requests and their WSGI environment: cheroot's, without what takes most of their time."""

from __future__ import annotations

import io
import sys
from functools import lru_cache
from typing import Any

from cheroot.server import HeaderReader, HTTPRequest
from cheroot.wsgi import Gateway

from classroom.serving.outbox import LargePieces

_LISTS = frozenset(
    b"Accept Accept-Charset Accept-Encoding Accept-Language Accept-Ranges Allow Cache-Control Connection "
    b"Content-Encoding Content-Language Expect If-Match If-None-Match Pragma Proxy-Authenticate Te Trailer "
    b"Transfer-Encoding Upgrade Vary Via Warning Www-Authenticate".split()
)
"""Headers whose repeated values are joined. Of others, the last one counts."""
_NAMES = 256
_SMALL = 64 * 1024
"""Maximum bytes of a piece that is copied to be sent with the header."""


class Sink:
    """Stands in for a connection, and keeps what cheroot writes to it."""

    def __init__(self, received: bytes = b"") -> None:
        self.rfile = io.BytesIO(received)
        self.wfile = io.BytesIO()


class WholeHeaderReader(HeaderReader):
    """Splits the header, which has arrived as a whole. Cheroot's reads it line by line."""

    def __call__(self, rfile: Any, hdict: dict[bytes, bytes] | None = None) -> dict[bytes, bytes]:  # noqa: ANN401
        """Read the headers.

        :raises ValueError: if a line has no name.
        """
        hdict = {} if hdict is None else hdict
        lines: list[bytes] = rfile.read().split(b"\r\n")
        for line in lines[:-2]:  # the last two are empty
            given, colon, rest = line.partition(b":")
            if not colon:
                raise ValueError("Illegal header line.")
            name, value = _header_name(given), rest.strip()
            if name in _LISTS and hdict.get(name):
                value = hdict[name] + b", " + value
            hdict[name] = value
        return hdict


class Request(HTTPRequest):
    """A request that sends the header of its response with the first piece of the body.

    This saves a system call and a packet for each response.
    """

    header_reader = WholeHeaderReader()
    _held = b""

    def send_headers(self) -> None:
        """Create the header, and hold it."""
        connection, self.conn = self.conn, Sink()
        try:
            super().send_headers()
            self._held = self.conn.wfile.getvalue()
        finally:
            self.conn = connection

    def write(self, chunk: bytes) -> None:
        """Send a piece of the body."""
        if self._held and len(chunk) > _SMALL:
            self.flush()
        if self.chunked_write and chunk:
            chunk = b"%x\r\n%b\r\n" % (len(chunk), chunk)
        held, self._held = self._held, b""
        self.conn.wfile.write(held + chunk if held else chunk)

    def flush(self) -> None:
        """Send the header of a response that has no body."""
        if self._held:
            self.write(b"")


class WsgiGateway(Gateway):
    """Passes a request to the app."""

    def get_environ(self) -> dict[str, Any]:  # type: ignore[override]  # cheroot's base class returns none
        """Return the environment of a request."""
        request = self.req
        server, connection = request.server, request.conn
        environ = {
            "ACTUAL_SERVER_PROTOCOL": server.protocol,
            "PATH_INFO": request.path.decode("latin-1"),
            "QUERY_STRING": request.qs.decode("latin-1"),
            "REMOTE_ADDR": connection.remote_addr or "",
            "REMOTE_PORT": str(connection.remote_port or ""),
            "REQUEST_METHOD": request.method.decode("latin-1"),
            "REQUEST_URI": request.uri.decode("latin-1"),
            "SCRIPT_NAME": "",
            "SERVER_NAME": server.server_name,
            "SERVER_PORT": str(server.bind_addr[1]),
            "SERVER_PROTOCOL": request.request_protocol.decode("latin-1"),
            "SERVER_SOFTWARE": server.software,
            "wsgi.errors": sys.stderr,
            "wsgi.file_wrapper": LargePieces,
            "wsgi.input": request.rfile,
            "wsgi.input_terminated": bool(request.chunked_read),
            "wsgi.multiprocess": False,
            "wsgi.multithread": True,
            "wsgi.run_once": False,
            "wsgi.url_scheme": request.scheme.decode("latin-1"),
            "wsgi.version": (1, 0),
        }
        for name, value in request.inheaders.items():
            environ[_variable(name)] = value.decode("latin-1")
        return environ


@lru_cache(_NAMES)
def _header_name(given: bytes) -> bytes:
    name: bytes = given.strip().title()
    return name


@lru_cache(_NAMES)
def _variable(name: bytes) -> str:
    """Return the name of a header in the environment.

    >>> _variable(b"Accept-Encoding"), _variable(b"Content-Type")
    ('HTTP_ACCEPT_ENCODING', 'CONTENT_TYPE')
    """
    variable = name.decode("latin-1").upper().replace("-", "_")
    return variable if variable in {"CONTENT_TYPE", "CONTENT_LENGTH"} else f"HTTP_{variable}"
