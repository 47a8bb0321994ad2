"""An endless response, written by the event loop instead of a thread."""

from __future__ import annotations

import random
from asyncio import TimerHandle
from collections.abc import Callable
from typing import Protocol

from classroom.serving.interface import Feed
from classroom.serving.outbox import Outbox


class Clock(Protocol):
    """The event loop, as a stream sees it."""

    def call_later(self, seconds: float, callback: Callable[[], None]) -> TimerHandle:
        """Schedule a callback on the event loop after a delay in seconds."""

    def note_news(self, tell: Callable[[], None]) -> None:
        """Schedule a callback on the event loop soon; thread-safe."""


class Stream:
    """Writes a feed to a client. Runs on the event loop.

    While the client has data left to take, the feed merges its news, so a slow client holds no more memory than one
    message.
    """

    def __init__(
        self,
        feed: Feed,
        outbox: Outbox,
        *,
        is_chunked: bool,
        loop: Clock,
        on_end: Callable[[ConnectionError | None], None],
    ) -> None:
        """Prepare the stream; `begin` starts it.

        :param on_end: called when the feed has ended (None), or writing failed.
        """
        self._feed = feed
        self._outbox = outbox
        self._is_chunked = is_chunked
        self._loop = loop
        self._on_end = on_end
        self._timer: TimerHandle | None = None
        self._has_news = False
        self._is_ended = False

    def begin(self) -> None:
        """Send everything from now on."""
        # Spread the heartbeats of pages that all reconnect at once after a restart.
        self._set_timer(self._feed.heartbeat * random.uniform(0.5, 1))  # noqa: S311 (no secret)
        self._feed.listen(lambda: self._loop.note_news(self._on_news))

    def resume(self) -> None:
        """Continue after the client has taken all data."""
        if self._has_news:
            self._on_news()

    def end(self) -> None:
        """Stop after the connection was closed."""
        self._is_ended = True
        if self._timer is not None:
            self._timer.cancel()
        self._feed.end()

    def _on_news(self) -> None:
        if self._is_ended:
            return
        self._has_news = self._outbox.has_pending
        if not self._has_news:
            self._write(self._feed.take())

    def _on_beat(self) -> None:
        self._set_timer(self._feed.heartbeat)
        if not self._outbox.has_pending:
            self._write(self._feed.beat())

    def _write(self, data: bytes | None) -> None:
        if data is None and self._is_chunked:
            content = b"0\r\n\r\n"
        elif data and self._is_chunked:
            content = b"%x\r\n%b\r\n" % (len(data), data)
        else:
            content = data or b""
        try:
            if content:
                self._outbox.write(content)
        except ConnectionError as error:
            self._on_end(error)
        else:
            if data is None:
                self.end()
                self._on_end(None)

    def _set_timer(self, seconds: float) -> None:
        self._timer = self._loop.call_later(seconds, self._on_beat)
