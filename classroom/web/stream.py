"""Server-sent events: pokes and heartbeats, never anything that could be secret."""

from __future__ import annotations

import threading
from collections import Counter
from typing import TYPE_CHECKING

from flask import Response, current_app, request

from classroom.database import db
from classroom.live import get_bus

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from classroom.live import Subscription

_count_lock = threading.Lock()
_open_streams: Counter[str] = Counter()
_PER_TOPIC = 24
"""Nobody needs more pages about one thing; and nobody can take the streams of a whole school."""


def stream_pokes(topic: str, *, on_alive: Callable[[], None], on_gone: Callable[[], None]) -> Response:
    """Poke the page now and at every change of the topic, until it goes away.

    The view has authorised already; the stream itself touches no database. When every slot is
    taken the answer is 204 and the page polls (503 at a reconnection, which the page retries later).

    :param on_alive: called at the start and with every heartbeat.
    :param on_gone: called when the page has closed the stream.
    """
    if not _take_slot(topic):
        return Response(status=503 if "Last-Event-ID" in request.headers else 204)
    subscription = get_bus().subscribe(topic)
    heartbeat: float = current_app.config["HEARTBEAT_SECONDS"]
    db.session.close()  # give the connection back: streams would eat the pool
    response = Response(
        _Stream(topic, subscription, heartbeat, on_alive, on_gone),
        mimetype="text/event-stream",
        direct_passthrough=True,
    )
    response.headers["X-Accel-Buffering"] = "no"
    return response


class _Stream:
    """The body of the answer. The server calls `close` whatever happens, even before the first line."""

    def __init__(
        self,
        topic: str,
        subscription: Subscription,
        heartbeat: float,
        on_alive: Callable[[], None],
        on_gone: Callable[[], None],
    ) -> None:
        self._topic = topic
        self._subscription = subscription
        self._heartbeat = heartbeat
        self._on_alive = on_alive
        self._on_gone = on_gone
        self._is_closed = False

    def __iter__(self) -> Iterator[bytes]:
        number = 1
        self._on_alive()
        yield _poke(number)
        while True:
            poked = self._subscription.wait(self._heartbeat)
            if self._subscription.is_closed:
                return
            if poked:
                number += 1
                yield _poke(number)
            else:
                self._on_alive()
                yield b"event: beat\n\n"  # an event, not a comment: the page counts missed ones

    def close(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        self._subscription.close()
        self._on_gone()
        _free_slot(self._topic)


def _poke(number: int) -> bytes:
    return f"id: {number}\nevent: poke\ndata: {number}\n\n".encode()


def _take_slot(topic: str) -> bool:
    with _count_lock:
        if _open_streams[topic] >= _PER_TOPIC or _open_streams.total() >= current_app.config["MAX_STREAMS"]:
            return False
        _open_streams[topic] += 1
        return True


def _free_slot(topic: str) -> None:
    with _count_lock:
        _open_streams[topic] -= 1
        if not _open_streams[topic]:
            del _open_streams[topic]


def open_streams() -> int:
    """How many streams this process holds open."""
    with _count_lock:
        return _open_streams.total()
