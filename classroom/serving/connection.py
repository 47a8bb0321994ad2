"""A client's connection. The event loop reads requests; a thread answers each complete one."""

from __future__ import annotations

import logging
import socket
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from classroom.serving.body import BodyTooLargeError, RefusedBody
from classroom.serving.interface import HAND_OVER, Feed
from classroom.serving.outbox import LargePieces, Outbox
from classroom.serving.parsing import BadRequestError, RequestReader, plain_answer
from classroom.serving.phases import SECONDS, Phase
from classroom.serving.streaming import Stream

if TYPE_CHECKING:
    from classroom.serving.loop import ConnectionLoop

log = logging.getLogger(__name__)

_LOW = b"u=5"
"""The value of the header `Priority` (RFC 9218) that updates of live tables send; 3 is usual."""
_READ_BYTES = 64 * 1024
_MOST_AHEAD = 64 * 1024  # maximum bytes of pipelined requests read before the current one is answered
_MOST_DISCARDED = 4 * 1024 * 1024  # bytes that browsers have in flight when a file is rejected


class Connection:
    """A connection, as seen by the event loop and cheroot's threads.

    Only the event loop's thread may call methods other than `communicate`, `release`, `close`, and `abort`.
    """

    ssl_env = None

    def __init__(self, loop: ConnectionLoop, sock: socket.socket, address: tuple[Any, ...]) -> None:
        self.server = loop.server
        self.socket = sock
        self.remote_addr: str = address[0]
        self.remote_port: int = address[1]
        self.wfile = self.outbox = Outbox(sock, on_blocked=lambda: loop.call(self._watch_writing))
        self.phase = Phase.IDLE
        self.since = time.monotonic()
        self._loop = loop
        self._inbox = bytearray()
        self._reader = RequestReader(self, loop.server)
        self._is_at_end = False
        self._is_reading = False
        self._discarded = 0
        self._stream: Stream | None = None

    @property
    def can_wait(self) -> bool:
        """Return whether the client says that other requests go first."""
        return bool(self._reader.request.inheaders.get(b"Priority") == _LOW)

    # Called by worker threads.

    def communicate(self) -> bool:
        """Let the app answer the request. Return whether the connection continues, with another request or a stream."""
        request = self._reader.request
        is_answered = self._answer(request)
        if self._stream is None:
            return is_answered and not request.close_connection
        if not is_answered:
            self._stream.end()
        return is_answered

    def _answer(self, request: Any) -> bool:  # noqa: ANN401  cheroot's
        try:
            gateway = self.server.gateway(request)
            gateway.env |= {HAND_OVER: self._take_feed, "wsgi.file_wrapper": LargePieces}
            try:
                gateway.respond()
            finally:
                request.flush()
            if request.chunked_write and self._stream is None:
                self.outbox.write(b"0\r\n\r\n")
        except ConnectionError:
            return False
        except BodyTooLargeError:
            self._send_last(plain_answer("413 Request Entity Too Large"), unless=request.sent_headers)
            return False
        except Exception:
            log.exception("the app failed")
            self._send_last(plain_answer("500 Internal Server Error"), unless=request.sent_headers)
            return False
        return True

    def release(self) -> None:
        """Wait for the next request, after the current one was answered or has become a stream."""
        if self._stream is not None:
            self._loop.call(self._begin_stream)
            return
        self.since = time.monotonic()
        self.phase = Phase.IDLE
        # The event loop checks these after each read, unless a thread is busy. Check here, so that nothing is missed.
        if self._inbox or self._is_at_end or not self._is_reading or self.outbox.has_pending:
            self._loop.call(self._resume)

    def close(self) -> None:
        """Close the connection after the client has received everything written."""
        self._loop.call(self._close)

    def abort(self) -> None:
        """Close the connection at once."""
        self._loop.call(self.drop)

    def _take_feed(self, feed: Feed) -> None:
        is_chunked = self._reader.request.chunked_write
        self._stream = Stream(feed, self.outbox, is_chunked=is_chunked, loop=self._loop, on_end=self._end_stream)

    # Called by the event loop.

    def begin(self) -> None:
        """Read what has arrived, and everything from now on."""
        self._watch_reading()
        self._on_readable()

    def check(self, now: float) -> None:
        """Close the connection if it exceeds a time limit."""
        if self.outbox.is_stalled(now):
            self.drop()
            return
        if now - self.since <= SECONDS.get(self.phase, now):
            return
        if self.phase in {Phase.HEADER, Phase.BODY}:
            self.refuse("408 Request Timeout")
        elif not self.outbox.has_pending:
            self.drop()

    def refuse(self, status: str) -> None:
        """Reject a request that is incomplete, or that no thread can answer soon."""
        self._loop.note_refusal()
        self._send_last(plain_answer(status))
        self._close()

    def give_up(self) -> None:
        """Forget a request that is too slow, and read no more, but leave the connection open until its time is over.

        A client that was disconnected would connect again at once, which costs far more than an open connection.
        """
        self.phase = Phase.GIVEN_UP
        self._loop.unfinished.forget(self)
        self._stop_reading()
        self._inbox.clear()
        self._reader = RequestReader(self, self._loop.server)

    def drop(self) -> None:
        """Close the connection at once; a thread that is still answering gets write errors."""
        if self.phase is Phase.CLOSED:
            return
        self.phase = Phase.CLOSED
        self._loop.unfinished.forget(self)
        self._stop_reading()
        self._loop.unwatch_writing(self.socket)
        self.outbox.give_up()
        self.socket.close()
        self._loop.forget(self)
        if self._stream is not None:
            self._stream.end()

    def _on_readable(self) -> None:
        try:
            data = self.socket.recv(_READ_BYTES)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            self.drop()
            return
        if not data:
            self._on_end()
        elif self.phase in {Phase.STREAMING, Phase.CLOSING, Phase.LINGER}:
            self._discarded += len(data)
            if self._discarded > _MOST_DISCARDED:
                self.drop()
        else:
            self._inbox += data
            self._advance()

    def _on_end(self) -> None:
        self._is_at_end = True
        self._stop_reading()
        if self.phase is Phase.STREAMING or (self.phase is not Phase.BUSY and not self.outbox.has_pending):
            self.drop()

    def _on_writable(self) -> None:
        try:
            is_sent = self.outbox.flush()
        except ConnectionError:
            self.drop()
            return
        if is_sent:
            self._loop.unwatch_writing(self.socket)
            if self.phase is Phase.CLOSING:
                self._linger()
            elif self._stream is not None and self.phase is Phase.STREAMING:
                self._stream.resume()
            elif self.phase is not Phase.BUSY:
                self._resume()

    def _begin_stream(self) -> None:
        if self._stream is None:
            return
        if self.phase is Phase.CLOSED:
            self._stream.end()
        elif self._is_at_end:
            self.drop()
        else:
            self.phase = Phase.STREAMING
            self._inbox.clear()
            if self._loop.watches_busy:
                self._watch_reading()
            self._stream.begin()

    def _end_stream(self, error: ConnectionError | None) -> None:
        if error is not None:
            self.drop()
        else:
            self._close()

    def _resume(self) -> None:
        if self.phase is not Phase.IDLE:
            return
        if not self._is_at_end:
            self._watch_reading()
        self._advance()

    def _advance(self) -> None:
        """Continue to read the current request, and pass it to a thread if it is complete."""
        if self.phase is Phase.BUSY or self.outbox.has_pending:
            if len(self._inbox) > _MOST_AHEAD:
                self._stop_reading()
            return
        try:
            phase = self._reader.read(self._inbox)
        except BadRequestError as error:
            self._send_last(error.answer)
            self._close()
            return
        except ConnectionError:
            self.drop()
            return
        if phase is not self.phase:
            self.phase = phase
            self.since = time.monotonic()
        if phase is Phase.BUSY:
            if isinstance(self._reader.request.rfile, RefusedBody) or not self._loop.watches_busy:
                self._stop_reading()
            self._loop.unfinished.forget(self)
            self._loop.hand_over(self)
        elif self._is_at_end:
            self.drop()
        elif phase is not Phase.IDLE:
            self._loop.note_unfinished(self, len(self._inbox) + self._reader.body_size)

    def _close(self) -> None:
        if self.phase in {Phase.CLOSING, Phase.LINGER, Phase.CLOSED}:
            return
        self._loop.unfinished.forget(self)
        self._inbox.clear()
        self.phase = Phase.CLOSING
        if not self.outbox.has_pending:
            self._linger()

    def _linger(self) -> None:
        self.phase = Phase.LINGER
        self.since = time.monotonic()
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            self._is_at_end = True
        if self._is_at_end:
            self.drop()
        else:
            self._watch_reading()

    def _send_last(self, answer: bytes, *, unless: bool = False) -> None:
        with suppress(ConnectionError):  # otherwise no thread is waiting for the body
            if not unless:
                self.outbox.write(answer)

    def _watch_reading(self) -> None:
        if not self._is_reading:
            self._is_reading = True
            self._loop.watch_reading(self.socket, self._on_readable)

    def _stop_reading(self) -> None:
        if self._is_reading:
            self._is_reading = False
            self._loop.unwatch_reading(self.socket)

    def _watch_writing(self) -> None:
        if self.phase is not Phase.CLOSED:
            self._loop.watch_writing(self.socket, self._on_writable)
