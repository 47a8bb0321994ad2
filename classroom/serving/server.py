"""The embedded server: cheroot's parser and threads, with an event loop (docs/adr/0001-server.md)."""

from __future__ import annotations

import errno
import logging
import signal
import socket
import threading
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Any

from cheroot.workers.threadpool import ThreadPool
from cheroot.wsgi import Server as CherootServer

from classroom.serving import capacity
from classroom.serving.connection import Connection
from classroom.serving.loop import ConnectionLoop
from classroom.serving.unfinished import MOST_OF_ADDRESS, UnfinishedRequests
from classroom.serving.warm_queue import WarmQueue

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication


log = logging.getLogger(__name__)

THREADS = 1100
"""More than may wait for a slow hash, so other pages are still answered. An idle thread costs 20 kB."""
AT_ONCE = 1
"""Maximum number of threads that work at once, not counting those that wait aside or are slow."""

_STACK_BYTES = 1024 * 1024  # per thread; the system's default of 8 MB would exceed a small computer's address space
_BODY_BYTES = 2 * 1024 * 1024  # if the app sets no limit of its own
_HEADER_BYTES = 32 * 1024
_MOST_WAITING = 4096  # requests that wait for a thread; the next one gets 503
_NEVER = 0  # how long the accepting thread waits for a slot among them


class ServerError(Exception):
    """The server can't start. The text is one plain sentence for the person who started it."""


class _Threads(ThreadPool):
    """Cheroot's threads. As long as they are fast enough, the same few answer all requests."""

    def __init__(self, server: CherootServer, *, threads: int) -> None:
        super().__init__(server, min=threads, max=threads, accepted_queue_timeout=_NEVER)
        self._queue = WarmQueue(_MOST_WAITING, at_once=AT_ONCE, can_wait=_can_wait)
        self.get = self._queue.get
        self.relieve = self._queue.relieve

    @staticmethod
    def _force_close(conn: Connection | None) -> None:
        """Disconnect a client whose thread does not end in time during a stop."""
        if conn is not None:
            conn.abort()


def _can_wait(connection: Connection) -> bool:
    return connection.can_wait


class Server(CherootServer):
    """Cheroot's parser and threads with our event loop, and limits suited to a school."""

    max_request_header_size = _HEADER_BYTES
    shutdown_timeout = 5

    def __init__(
        self,
        address: tuple[str, int],
        app: WSGIApplication,
        *,
        threads: int,
        body_limit: Callable[[str, str], int],
        are_clients_proxies: bool,
    ) -> None:
        super().__init__(address, app, server_name="classroom", request_queue_size=512)
        self.requests = _Threads(self, threads=threads)
        self.body_limit = body_limit
        self._most_of_address = None if are_clients_proxies else MOST_OF_ADDRESS
        self._connections: Any = None
        self.bind_error: OSError | None = None

    def bind(self, family: int, type: int, proto: int = 0) -> socket.socket:  # noqa: A002 (cheroot's name)
        """Bind one address, and remember why that fails; cheroot only passes on the text."""
        try:
            bound: socket.socket = super().bind(family, type, proto)
        except OSError as error:
            self.bind_error = error
            raise
        return bound

    def prepare(self) -> None:
        """Bind the port and start the threads."""
        super().prepare()
        self._connections.close()  # cheroot's implementation
        self._connections = ConnectionLoop(
            self,
            unfinished=UnfinishedRequests(most_of_address=self._most_of_address),
            most_connections=capacity.most_connections(),
            listener=self.socket,
        )

    def serve(self) -> None:
        """Accept connections until stopped."""
        self._connections.run()

    def put_conn(self, conn: Connection) -> None:
        """Take back a connection from a thread that has answered its request."""
        conn.release()

    def stop(self) -> None:
        """Accept no more connections, finish current requests, then close everything."""
        if not self.ready:
            return
        self.ready = False
        self._connections.stop_accepting()
        self.requests.stop(self.shutdown_timeout)
        self._connections.stop()

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:  # noqa: FBT001, FBT002
        """Log through the app's logging."""
        log.log(level, msg, exc_info=traceback)


def _same_limit(_method: str, _path: str) -> int:
    return _BODY_BYTES


def _why_unbound(host: str, port: int, error: OSError) -> str:
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return (
            f"Can't use {host}: it is not an address of this computer. Choose another one with --host, or leave it out."
        )
    if error.errno == errno.EADDRINUSE:
        return (
            f"Can't use port {port} on {host}: another program uses it, perhaps this app, started earlier. "
            "Stop that program, or choose another port with --port."
        )
    if isinstance(error, PermissionError):
        return f"Can't use port {port} on {host}: this user may not. Choose a port from 1024 up with --port."
    return f"Can't use port {port} on {host} ({error.strerror or error}). Choose another port with --port."


def check_address(host: str, port: int) -> None:
    """Check whether a server could use an address, before work that takes long.

    :raises ServerError: if it can't.
    """
    try:
        socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET).close()
    except OSError as error:
        raise ServerError(_why_unbound(host, port, error)) from error


def make_server(
    app: WSGIApplication,
    *,
    host: str,
    port: int,
    threads: int = THREADS,
    body_limit: Callable[[str, str], int] = _same_limit,
    are_clients_proxies: bool = False,
) -> Server:
    """Bind the port and start the threads; `serve_until_stopped` does the rest.

    :param body_limit: returns the maximum size of a request's body in bytes, by method and path.
    :param are_clients_proxies: whether requests come through proxies, so addresses are not those of clients.
    :raises ServerError: if the port cannot be bound.
    """
    server = Server((host, port), app, threads=threads, body_limit=body_limit, are_clients_proxies=are_clients_proxies)
    previous = threading.stack_size(_STACK_BYTES)
    try:
        server.prepare()
    except OSError as error:
        raise ServerError(_why_unbound(host, port, server.bind_error or error)) from error
    finally:
        threading.stack_size(previous)
    return server


def serve_until_stopped(
    server: Server, *, close_streams: Callable[[], None], meanwhile: Callable[[], None] = lambda: None
) -> None:
    """Serve until SIGINT or SIGTERM, then end streams and let current requests finish (at most 5 s).

    Call it in the main thread. `close_streams` ends every open stream; the pages reconnect by themselves.

    :param meanwhile: called once after the server started to answer requests, for work that should not delay the first
        response.
    """
    stop = threading.Event()

    def ask_to_stop(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    previous: dict[int, Any] = {
        number: signal.signal(number, ask_to_stop) for number in (signal.SIGINT, signal.SIGTERM)
    }
    accepting = threading.Thread(target=server.serve, name="accept", daemon=True)
    accepting.start()
    try:
        meanwhile()
        # With a timeout, because on Windows, Ctrl+C doesn't wake a thread that waits forever.
        while accepting.is_alive() and not stop.wait(0.5):
            pass
    finally:
        close_streams()
        server.stop()
        accepting.join()
        for number, handler in previous.items():
            signal.signal(number, handler)
