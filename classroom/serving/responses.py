"""Responses: cheroot's, with the header in the first packet of the body."""

from __future__ import annotations

import io

from cheroot.server import HTTPRequest

_SMALL = 64 * 1024
"""Maximum bytes of a piece that is copied to be sent with the header."""


class Sink:
    """Stands in for a connection, and keeps what cheroot writes to it."""

    def __init__(self, received: bytes = b"") -> None:
        self.rfile = io.BytesIO(received)
        self.wfile = io.BytesIO()


class Request(HTTPRequest):
    """A request that sends the header of its response with the first piece of the body.

    This saves a system call and a packet for each response.
    """

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
