"""A server with few threads, in this process, for any app."""

from __future__ import annotations

import socket
import threading
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from classroom.serving.server import Server, make_server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

THREADS = 4
BODY_BYTES = 64 * 1024

Serve = "Callable[..., Line]"


def echo(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Respond with the request's body."""
    body = environ["PATH_INFO"].encode() + b" " + environ["wsgi.input"].read()
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]


class Line:
    """A server, and connections that send exactly the given bytes."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._lines: list[socket.socket] = []

    def connect(self, sent: bytes = b"", *, address: str = "127.0.0.1", receives: int | None = None) -> socket.socket:
        """Open a connection and send something.

        :param address: this computer's own, that it comes from.
        :param receives: bytes that the client has room for.
        """
        line = socket.socket()
        line.settimeout(60)
        if receives is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
        line.bind((address, 0))
        line.connect(self.server.bind_addr)
        line.sendall(sent)
        self._lines.append(line)
        return line

    def ask(self, sent: bytes) -> bytes:
        """Send something over a new connection. Return all data until the server closes it."""
        return read_all(self.connect(sent))

    def close(self) -> None:
        for line in self._lines:
            line.close()


def read_all(line: socket.socket) -> bytes:
    """Read until the server closes the connection."""
    received = b""
    while data := line.recv(65536):
        received += data
    return received


def is_open(line: socket.socket) -> bool:
    """Return whether the server has neither responded nor closed the connection."""
    line.settimeout(0)
    try:
        line.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        line.settimeout(60)
    return False


@pytest.fixture
def serve() -> Iterator[Callable[..., Line]]:
    """Start a server for an app."""
    with ExitStack() as stack:
        yield lambda app=echo, **settings: stack.enter_context(_running(app, settings))


@contextmanager
def _running(app: Any, settings: dict[str, Any]) -> Iterator[Line]:
    given = {"body_limit": lambda _method, _path: BODY_BYTES, **settings}
    server = make_server(app, host="127.0.0.1", port=0, threads=THREADS, **given)
    thread = threading.Thread(target=server.serve)
    thread.start()
    line = Line(server)
    try:
        yield line
    finally:
        line.close()
        server.stop()
        thread.join(60)
