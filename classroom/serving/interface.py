"""Interfaces between the event loop, the server, and the app."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

HAND_OVER = "classroom.hand_over"
"""Key in the WSGI environment: a function that takes a `Feed`. The response's body calls it as its last action.

This frees the thread; the event loop writes the feed until it ends or the client disconnects.
"""


class Feed(Protocol):
    """The rest of an endless response. The event loop calls all methods, so none may block."""

    heartbeat: float
    """Seconds between heartbeats."""

    def listen(self, wake: Callable[[], None]) -> None:
        """Set a callback: called from any thread when there is something to take, and again only after `take`."""

    def take(self) -> bytes | None:
        """Return what to send now; None if the feed has ended."""

    def beat(self) -> bytes:
        """Return the bytes of a heartbeat."""

    def end(self) -> None:
        """Close the feed: the client disconnected, or the server is stopping. May be called more than once."""


class HttpServer(Protocol):
    """The server, as its connections see it."""

    ready: bool
    requests: Any
    gateway: Any
    max_request_header_size: int
    body_limit: Callable[[str, str], int]
    """Returns the maximum size of a request's body in bytes, by method and path."""
