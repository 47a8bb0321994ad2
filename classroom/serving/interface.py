"""What the event loop needs of the server and of the app, and what it offers them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

HAND_OVER = "classroom.hand_over"
"""In the WSGI environment: a function that takes a `Feed`. The app calls it as the last thing its answer's body does.

The thread is free then, and the event loop writes the feed until it ends or the client hangs up.
"""


class Feed(Protocol):
    """The rest of an answer without an end. The event loop calls all of it, so nothing in it may block."""

    heartbeat: float
    """Seconds between two signs of life."""

    def listen(self, wake: Callable[[], None]) -> None:
        """Call this, from any thread, whenever there is something to take; not again before it was taken."""

    def take(self) -> bytes | None:
        """Give what to send now; None if the feed has ended."""

    def beat(self) -> bytes:
        """Give a sign of life."""

    def end(self) -> None:
        """Close: the client is gone, or the server hangs up. May be called more than once."""


class HttpServer(Protocol):
    """The server as its connections see it."""

    ready: bool
    requests: Any
    gateway: Any
    max_request_header_size: int
    body_limit: Callable[[str, str], int]
    """How many bytes the body of a request may have, by its method and path."""
