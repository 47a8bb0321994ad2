"""Requests to external services, with limits on the total time and size, whatever the other side does.

Timeouts in Requests apply to each read: a service that sends a byte every nine seconds would hold a thread for hours.
So when the total time is over, the connections are shut down. A whole class may sign in while a service does not
respond: meanwhile, their requests hold neither a connection to the database nor the turn to work. Needs the optional
package Requests: import it late.
"""

from __future__ import annotations

import socket
import threading
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Any, Self

import requests
from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool, PoolManager
from urllib3.connection import HTTPConnection, HTTPSConnection

from classroom.database import end_read
from classroom.serving.warm_queue import waiting_aside

WAIT = 10.0
"""Seconds for one read."""


@dataclass(frozen=True, slots=True)
class OutsideAnswer:
    """A service's response."""

    status: int
    body: bytes
    next_url: str | None
    """The address of the next page of a list."""


class TooMuchError(ValueError):
    """The response exceeds the size limit."""


class LimitedTime:
    """Requests of a session for one task, which end in time."""

    def __init__(self, session: requests.Session, *, until: float) -> None:
        """Set the limit.

        :param until: the deadline, by the monotonic clock.
        """
        self.session = session
        self.is_over = False
        adapter = _Adapter(self._watch)
        for scheme in ("https://", "http://"):
            session.mount(scheme, adapter)
        self._lines: list[socket.socket] = []
        self._lock = threading.Lock()
        self._aside = ExitStack()
        self._timer = threading.Timer(max(0.0, until - time.monotonic()), self._cut)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        """Start the clock, and let other requests use what this one doesn't need while it waits."""
        end_read()
        self._aside.enter_context(waiting_aside())
        self._timer.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        """Close all connections.

        :raises TimeoutError: if the deadline passed, instead of the resulting error.
        """
        self._aside.close()
        self._timer.cancel()
        self.session.close()
        with self._lock:
            for line in self._lines:
                line.close()
        if self.is_over and isinstance(error, (OSError, ValueError)):
            raise TimeoutError from error

    def _watch(self, line: socket.socket) -> None:
        """Keep a duplicate of the connection's socket, which stays valid when TLS takes over the original."""
        with self._lock:
            self._lines.append(line.dup())
            if self.is_over:
                _shut(line)

    def _cut(self) -> None:
        with self._lock:
            self.is_over = True
            for line in self._lines:
                _shut(line)


class OutsideRequests(LimitedTime):
    """Requests for one task, with limits on their total time and size."""

    def __init__(self, *, until: float, most_bytes: int, session: requests.Session | None = None) -> None:
        """Set the limits.

        :param until: the deadline, by the monotonic clock.
        :param session: a special session, if required.
        """
        super().__init__(session or requests.Session(), until=until)
        self._left = most_bytes

    def ask(self, method: str, url: str, **how: Any) -> OutsideAnswer:  # noqa: ANN401  (as Requests has it)
        """Send one request. Redirects are not followed: they could leak secrets and names.

        :raises requests.RequestException: if there is no response.
        :raises TooMuchError: if it exceeds the size limit.
        :raises TimeoutError: if the deadline has passed.
        """
        with self.session.request(method, url, timeout=WAIT, allow_redirects=False, stream=True, **how) as answer:
            body = b""
            for piece in answer.iter_content(64 * 1024):
                body += piece
                if len(body) > self._left:
                    raise TooMuchError(url)
            if self.is_over:  # a response that was cut off may look complete
                raise TimeoutError
            self._left -= len(body)
            return OutsideAnswer(answer.status_code, body, answer.links.get("next", {}).get("url"))


class _Adapter(HTTPAdapter):
    """Opens connections normally, and reports each."""

    def __init__(self, watch: Any) -> None:  # noqa: ANN401
        self._pools = _watched_pools(watch)
        super().__init__()

    def init_poolmanager(self, *arguments: Any, **settings: Any) -> None:  # noqa: ANN401
        super().init_poolmanager(*arguments, **settings)
        self._use(self.poolmanager)

    def proxy_manager_for(self, *arguments: Any, **settings: Any) -> Any:  # noqa: ANN401
        return self._use(super().proxy_manager_for(*arguments, **settings))

    def _use(self, manager: PoolManager) -> PoolManager:
        manager.pool_classes_by_scheme = self._pools
        return manager


def _watched_pools(watch: Any) -> dict[str, Any]:  # noqa: ANN401
    class Plain(HTTPConnection):
        def _new_conn(self) -> socket.socket:
            line = super()._new_conn()
            watch(line)
            return line

    class Encrypted(HTTPSConnection):
        def _new_conn(self) -> socket.socket:
            line = super()._new_conn()
            watch(line)
            return line

    class PlainPool(HTTPConnectionPool):
        ConnectionCls = Plain

    class EncryptedPool(HTTPSConnectionPool):
        ConnectionCls = Encrypted

    return {"http": PlainPool, "https": EncryptedPool}


def _shut(line: socket.socket) -> None:
    """Shut down reading. The reading thread then sees the end of the stream and closes the connection."""
    with suppress(OSError):  # the other side has already closed it
        line.shutdown(socket.SHUT_RD)
