"""Requests to services of others that end: in time whatever the other side does, and before they fill the memory.

The timeouts of Requests are for each wait: a service that sends a byte every nine seconds would hold a thread for
hours. So the connections are cut when the time for all that is asked is over. Needs Requests, an extra: import it late.
"""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

import requests
from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool, PoolManager
from urllib3.connection import HTTPConnection, HTTPSConnection

WAIT = 10.0
"""Seconds for one wait."""


@dataclass(frozen=True, slots=True)
class OutsideAnswer:
    """What a service answered."""

    status: int
    body: bytes
    next_url: str | None
    """The address of the next page of a list."""


class TooMuchError(ValueError):
    """The response exceeds the size limit."""


class OutsideRequests:
    """What is asked of a service for one task, within a time and a size for all of it."""

    def __init__(self, *, until: float, most_bytes: int, session: requests.Session | None = None) -> None:
        """Prepare it.

        :param until: when all has to be answered, by the monotonic clock.
        :param session: if the requests need one of a special kind.
        """
        self.session = session or requests.Session()
        adapter = _Adapter(self._watch)
        for scheme in ("https://", "http://"):
            self.session.mount(scheme, adapter)
        self._left = most_bytes
        self._is_over = False
        self._lines: list[socket.socket] = []
        self._lock = threading.Lock()
        self._timer = threading.Timer(max(0.0, until - time.monotonic()), self._cut)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        """Let the time begin."""
        self._timer.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        """Close all connections.

        :raises TimeoutError: instead of an error that comes from the time being over.
        """
        self._timer.cancel()
        self.session.close()
        with self._lock:
            for line in self._lines:
                line.close()
        if self._is_over and isinstance(error, (OSError, ValueError)):
            raise TimeoutError from error

    def ask(self, method: str, url: str, **how: Any) -> OutsideAnswer:  # noqa: ANN401  (as Requests has it)
        """Send one request. Redirects are not followed: they could leak secrets and names.

        :raises requests.RequestException: if there is no answer.
        :raises TooMuchError: if it is larger than it may be.
        :raises TimeoutError: if the time for all is over.
        """
        with self.session.request(method, url, timeout=WAIT, allow_redirects=False, stream=True, **how) as answer:
            body = b""
            for piece in answer.iter_content(64 * 1024):
                body += piece
                if len(body) > self._left:
                    raise TooMuchError(url)
            if self._is_over:  # what was cut may look like an answer that ended
                raise TimeoutError
            self._left -= len(body)
            return OutsideAnswer(answer.status_code, body, answer.links.get("next", {}).get("url"))

    def _watch(self, line: socket.socket) -> None:
        """Keep a connection in view; its copy stays good when the encryption takes the connection over."""
        with self._lock:
            self._lines.append(line.dup())
            if self._is_over:
                _shut(line)

    def _cut(self) -> None:
        with self._lock:
            self._is_over = True
            for line in self._lines:
                _shut(line)


class _Adapter(HTTPAdapter):
    """Opens connections as ever, and tells of each."""

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
    """End what can be read. The thread that reads then closes the connection, as if the other side had ended it."""
    with suppress(OSError):  # the other side was quicker
        line.shutdown(socket.SHUT_RD)
