"""Parse requests from received bytes, with cheroot's parser."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Any

from classroom.serving.body import BadBodyError, Body, BodyTooLargeError, ChunkedBody, RefusedBody, SizedBody
from classroom.serving.interface import HttpServer
from classroom.serving.phases import Phase
from classroom.serving.responses import Request, Sink

if TYPE_CHECKING:
    from classroom.serving.connection import Connection

_END = b"\r\n\r\n"
_HEADER = re.compile(rb"[^\r\n\0]+(?:\r\n[!#$%&'*+.^_`|~0-9A-Za-z-]+:[^\r\n\0]*)*\r\n\r\n")
"""Rejects names with spaces and folded lines, which a proxy might parse differently."""
_ONCE = (b"\r\ncontent-length:", b"\r\ntransfer-encoding:", b"\r\nhost:")


class BadRequestError(Exception):
    def __init__(self, answer: bytes) -> None:
        super().__init__()
        self.answer = answer


class RequestReader:
    """Reads a connection's requests one by one."""

    def __init__(self, connection: Connection, server: HttpServer) -> None:
        self.request: Any = None
        """The current request. Once it is complete, its `rfile` contains the body."""
        self._connection = connection
        self._server = server
        self._scanned = 0
        self._body: Body | None = None

    @property
    def body_size(self) -> int:
        """Return the received bytes of an incomplete body."""
        return 0 if self._body is None else len(self._body.content)

    def read(self, received: bytearray) -> Phase:
        """Consume a request from `received`, and return the next phase: BUSY if the request is complete.

        :raises BadRequestError: if it is malformed.
        """
        if self._body is None:
            header = self._take_header(received)
            if header is None:
                return Phase.HEADER if received else Phase.IDLE
            interim = self._parse(header)
            try:
                self._body = self._expected_body()
            except BodyTooLargeError:
                return self._refuse_body()
            if interim and not received:
                self._connection.outbox.write(interim)
        try:
            if self._body and not self._body.feed(received):
                return Phase.BODY
        except BodyTooLargeError:
            return self._refuse_body()
        except BadBodyError as error:
            raise BadRequestError(plain_answer("400 Bad Request")) from error
        self.request.rfile = io.BytesIO(self._body.content if self._body else b"")
        self._body = None
        return Phase.BUSY

    def _take_header(self, received: bytearray) -> bytes | None:
        while received.startswith(b"\r\n"):
            del received[:2]
        end = received.find(_END, max(0, self._scanned - len(_END)))
        if end < 0:
            if not self._is_hopeless(received):
                self._scanned = len(received)
                return None
            end = len(received)  # the parser finds the error and reports it
        self._scanned = 0
        header = bytes(received[: end + len(_END)])
        del received[: end + len(_END)]
        return header

    def _is_hopeless(self, received: bytearray) -> bool:
        """Return whether no further byte can make this a valid request: not HTTP, or too long."""
        line_end = received.find(b"\n", 0, 4096)
        has_bare_line_end = line_end >= 0 and received[line_end - 1 : line_end] != b"\r"
        is_http = received[:1].isalpha() or not received or received == b"\r"
        return len(received) > self._server.max_request_header_size or has_bare_line_end or not is_http

    def _parse(self, header: bytes) -> bytes:
        """Parse a header. Return the interim response that the client awaits before it sends the body, if any."""
        head = Sink(header)
        request = Request(self._server, head)
        try:
            request.parse_request()
        except ValueError as error:  # an invalid address
            raise BadRequestError(plain_answer("400 Bad Request")) from error
        if not request.ready:
            raise BadRequestError(head.wfile.getvalue() or plain_answer("400 Bad Request"))
        if _is_ambiguous(header, request):
            raise BadRequestError(plain_answer("400 Bad Request"))
        for name in [name for name in request.inheaders if b"_" in name]:
            del request.inheaders[name]  # in WSGI, it would look like a proxy's header with a hyphen
        request.conn = self._connection
        self.request = request
        return head.wfile.getvalue()

    def _expected_body(self) -> Body | None:
        request = self.request
        length = request.inheaders.get(b"Content-Length", b"0")
        if not length.isdigit():
            raise BadRequestError(plain_answer("400 Bad Request"))
        if not request.chunked_read and int(length) == 0:
            return None
        limit = self._server.body_limit(request.method.decode("latin-1"), request.path.decode("utf-8", "replace"))
        return ChunkedBody(limit=limit) if request.chunked_read else SizedBody(int(length), limit=limit)

    def _refuse_body(self) -> Phase:
        self._body = None
        self.request.rfile = RefusedBody()
        self.request.close_connection = True
        return Phase.BUSY


def _is_ambiguous(header: bytes, request: Request) -> bool:
    """Return whether a proxy could see a request with a different end, so that one could hide in another."""
    lines = header.lower()
    has_encoding = b"Transfer-Encoding" in request.inheaders
    return (
        not _HEADER.fullmatch(header)
        or any(lines.count(once) > 1 for once in _ONCE)
        or (has_encoding and (b"Content-Length" in request.inheaders or request.request_protocol != b"HTTP/1.1"))
    )


def plain_answer(status: str) -> bytes:
    """Return a complete response with only a status, after which the connection is closed."""
    text = status.partition(" ")[2]
    head = f"HTTP/1.1 {status}\r\nContent-Length: {len(text)}\r\nContent-Type: text/plain\r\nConnection: close"
    return f"{head}\r\n\r\n{text}".encode()
