"""Server-sent events: notifications and heartbeats, never anything secret."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

from flask import Response, current_app, request

from classroom.database import db
from classroom.live import Subscription, get_bus
from classroom.live.notifications import PLAIN
from classroom.serving.interface import HAND_OVER
from classroom.web.identity import sign_in_mark

Owners = tuple[tuple[str, int], ...]
"""A holder of streams, and the maximum for it."""

_count_lock = threading.Lock()
_ALL = ""
_open_streams: Counter[str] = Counter()
_PER_SIGN_IN = 3
"""Further tabs poll, so no one can use up a school's streams."""
_PER_TOPIC = 24
"""However many logins the student has."""
_CHECKS = 60
"""Devices in the connection test at the same time: two classes. They aren't signed in, so no login limits them."""


def _never() -> bool:
    return False


def _nothing() -> None:
    pass


def stream_check() -> Response:
    """Stream heartbeats to a device that runs the connection test, signed in or not."""
    return stream_updates("check", on_alive=_nothing, on_gone=_nothing, owners=(("check", _CHECKS),))


def stream_updates(
    topic: str,
    *,
    on_alive: Callable[[], None],
    on_gone: Callable[[], None],
    is_current: Callable[[], bool] = _never,
    owners: Owners | None = None,
) -> Response:
    """Notify the page now and at every change of the topic, until it closes.

    The view has already authorized; the stream uses no database. If all slots, or all slots of this login, are taken,
    the response is 204 and the page polls (503 on reconnecting, which the page retries later).

    :param on_alive: called at the start and at every heartbeat. Like `on_gone`, it must not block.
    :param on_gone: called when the page closes the stream.
    :param is_current: whether the page is up to date, so no notification is needed now. Called after subscribing, so no
        change is missed.
    :param owners: the holders that this stream counts for; by default the login and the topic.
    """
    owners = owners or ((f"sign-in:{sign_in_mark()}", _PER_SIGN_IN), (topic, _PER_TOPIC))
    if not _take_slot(owners):
        return Response(status=503 if "Last-Event-ID" in request.headers else 204)
    subscription = get_bus().subscribe(topic)
    try:
        is_new = not is_current()
    except BaseException:
        subscription.close()
        _free_slot(owners)
        raise
    heartbeat: float = current_app.config["HEARTBEAT_SECONDS"]
    db.session.close()  # return the connection: streams would use up the pool
    stream = _Stream(subscription, heartbeat, on_alive, on_gone, partial(_free_slot, owners), is_new=is_new)
    response = Response(
        _Body(stream, request.environ.get(HAND_OVER)), mimetype="text/event-stream", direct_passthrough=True
    )
    response.headers["X-Accel-Buffering"] = "no"
    return response


class _Body:
    """The body of the response. The server calls `close` in any case, even before the first line.

    The embedded server takes over the stream after the first line; other servers keep a thread here.
    """

    def __init__(self, stream: _Stream, hand_over: Callable[[_Stream], None] | None) -> None:
        self._stream = stream
        self._hand_over = hand_over
        self._is_handed_over = False

    def __iter__(self) -> Iterator[bytes]:
        yield self._stream.first()
        if self._hand_over is None:
            yield from self._stream.lines()
            return
        self._is_handed_over = True
        self._hand_over(self._stream)

    def close(self) -> None:
        if not self._is_handed_over:
            self._stream.end()


class _Stream:
    """The lines of a stream: a `Feed` for the embedded server, an iterator for others."""

    def __init__(
        self,
        subscription: Subscription,
        heartbeat: float,
        on_alive: Callable[[], None],
        on_gone: Callable[[], None],
        free_slot: Callable[[], None],
        *,
        is_new: bool,
    ) -> None:
        self.heartbeat = heartbeat
        self.listen = subscription.listen
        self._subscription = subscription
        self._on_alive = on_alive
        self._on_gone = on_gone
        self._free_slot = free_slot
        self._is_new = is_new
        self._number = 0
        self._is_ended = False

    def first(self) -> bytes:
        """Begin with a notification if something has changed since the page was rendered."""
        if not self._is_new:
            return self.beat()
        self._on_alive()
        return self._event(PLAIN)

    def take(self) -> bytes | None:
        news = self._subscription.take()
        if self._subscription.is_closed:
            return None
        return b"" if news is None else self._event(news)

    def beat(self) -> bytes:
        self._on_alive()
        return b"event: beat\n\n"  # an event rather than a comment, because the page counts missed ones

    def end(self) -> None:
        if self._is_ended:
            return
        self._is_ended = True
        self._subscription.close()
        self._on_gone()
        self._free_slot()

    def lines(self) -> Iterator[bytes]:
        """Yield each line, blocking the thread until there is one."""
        while True:
            news = self._subscription.wait(self.heartbeat)
            if self._subscription.is_closed:
                return
            yield self.beat() if news is None else self._event(news)

    def _event(self, payload: str) -> bytes:
        self._number += 1
        return f"id: {self._number}\nevent: poke\ndata: {payload}\n\n".encode()


def _take_slot(owners: Owners) -> bool:
    """Count one more stream for all its owners, unless one of them, or the server, has reached its limit."""
    with _count_lock:
        if _open_streams[_ALL] >= current_app.config["MAX_STREAMS"]:
            return False
        if any(_open_streams[owner] >= most for owner, most in owners):
            return False
        _open_streams.update([_ALL, *(owner for owner, _ in owners)])
        return True


def _free_slot(owners: Owners) -> None:
    with _count_lock:
        for owner in (_ALL, *(owner for owner, _ in owners)):
            _open_streams[owner] -= 1
            if not _open_streams[owner]:
                del _open_streams[owner]


def open_streams() -> int:
    with _count_lock:
        return _open_streams[_ALL]
