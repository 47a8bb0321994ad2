"""A base class for fake external services. They run in a thread of the test."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class FakeService:
    """A service on a local port."""

    def __post_init__(self) -> None:
        """Open the port."""
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                service.on_get(self)

            def do_POST(self) -> None:
                service.on_post(self)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()

    def on_get(self, request: BaseHTTPRequestHandler) -> None:
        """Answer a GET."""
        raise NotImplementedError

    def on_post(self, request: BaseHTTPRequestHandler) -> None:
        """Answer a POST."""
        raise NotImplementedError

    @property
    def url(self) -> str:
        """The service's address."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def close(self) -> None:
        """Close the port."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
