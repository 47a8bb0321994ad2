"""What the event loop needs of the server, and what it tells the app."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

WHEN_GONE = "classroom.when_gone"
"""In the WSGI environment: a function that takes what to call, on the event loop, when the client hangs up."""


class HttpServer(Protocol):
    """The server as its connections see it."""

    ready: bool
    requests: Any
    gateway: Any
    max_request_header_size: int
    body_limit: Callable[[str, str], int]
    """How many bytes the body of a request may have, by its method and path."""
