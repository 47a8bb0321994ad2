"""Endless responses: the event loop writes them without occupying a thread."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from classroom.serving import outbox
from classroom.serving.interface import HAND_OVER
from tests.classroom.serving.conftest import THREADS, Line, read_all
from tests.waiting import wait_until

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterable, Iterator

ASKED = b"GET /stream HTTP/1.1\r\nHost: x\r\n\r\n"
OLD = b"GET /stream HTTP/1.0\r\n\r\n"
WHOLE = b"GET /whole HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


class Numbers:
    """A feed of numbers of which only the newest matters."""

    def __init__(self, heartbeat: float = 60.0) -> None:
        self.heartbeat = heartbeat
        self.taken: list[bytes | None] = []
        self.is_ended = threading.Event()
        self._wake: Callable[[], None] | None = None
        self._news: bytes | None = b""

    def say(self, news: bytes | None) -> None:
        self._news = news
        if self._wake is not None:
            self._wake()

    def listen(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        wake()

    def take(self) -> bytes | None:
        self.taken.append(self._news)
        return self._news

    def beat(self) -> bytes:
        return b"<beat>"

    def end(self) -> None:
        self.is_ended.set()


class Streams:
    """An app with streams, and its feeds."""

    def __init__(self, **settings: Any) -> None:
        self.feeds: list[Numbers] = []
        self._settings = settings

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [("Content-Type", "text/event-stream")])
        if environ["PATH_INFO"] == "/whole":
            return [b"whole"]
        return self._stream(environ[HAND_OVER])

    def _stream(self, hand_over: Callable[[Numbers], None]) -> Iterator[bytes]:
        yield b"first"
        feed = Numbers(**self._settings)
        self.feeds.append(feed)
        hand_over(feed)

    def wait_for(self, count: int) -> None:
        wait_until(lambda: len(self.feeds) == count and all(one.taken for one in self.feeds))


def say_and_wait(feed: Numbers, news: bytes) -> None:
    before = len(feed.taken)
    feed.say(news)
    wait_until(lambda: len(feed.taken) > before)


def read_until(line: socket.socket, end: bytes) -> bytes:
    received = b""
    while not received.endswith(end):
        data = line.recv(1)
        assert data, received
        received += data
    return received


def test_streams_use_no_threads(serve: Callable[..., Line]) -> None:
    app = Streams()
    line = serve(app)
    open_ones = [line.connect(ASKED) for _ in range(10 * THREADS)]
    app.wait_for(len(open_ones))
    assert line.ask(WHOLE).endswith(b"whole\r\n0\r\n\r\n")
    for number, feed in enumerate(app.feeds):
        feed.say(b"<%d>" % number)
    for one in open_ones:
        assert b"first" in read_until(one, b">\r\n")


def test_each_message_is_a_chunk_and_the_end_is_marked(serve: Callable[..., Line]) -> None:
    app = Streams()
    line = serve(app)
    client = line.connect(ASKED)
    app.wait_for(1)
    app.feeds[0].say(b"<1>")
    read_until(client, b"\r\n5\r\nfirst\r\n3\r\n<1>\r\n")
    app.feeds[0].say(None)
    assert read_all(client) == b"0\r\n\r\n"
    assert app.feeds[0].is_ended.wait(60)


def test_old_clients_read_until_the_end(serve: Callable[..., Line]) -> None:
    app = Streams()
    line = serve(app)
    client = line.connect(OLD)
    app.wait_for(1)
    app.feeds[0].say(b"<1>")
    read_until(client, b"\r\n\r\nfirst<1>")
    app.feeds[0].say(None)
    assert read_all(client) == b""


def test_a_quiet_stream_sends_heartbeats(serve: Callable[..., Line]) -> None:
    line = serve(Streams(heartbeat=0.05))
    assert read_until(line.connect(ASKED), b"<beat>\r\n6\r\n<beat>\r\n")


def test_a_client_that_leaves_ends_its_feed_at_once(serve: Callable[..., Line]) -> None:
    app = Streams()
    line = serve(app)
    clients = [line.connect(ASKED) for _ in range(2)]
    app.wait_for(2)
    clients[0].close()
    wait_until(lambda: any(feed.is_ended.is_set() for feed in app.feeds))
    assert sum(feed.is_ended.is_set() for feed in app.feeds) == 1


def test_a_client_that_left_before_its_answer_leaves_no_feed(serve: Callable[..., Line]) -> None:
    may_begin, app = threading.Event(), Streams()

    def slow(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        may_begin.wait(60)
        return app(environ, start_response)

    line = serve(slow)
    client = line.connect(ASKED)
    wait_until(lambda: line.server.requests.get.__self__.idle == THREADS - 1)
    client.close()
    may_begin.set()
    wait_until(lambda: all(feed.is_ended.is_set() for feed in app.feeds) and not line.server._connections._connections)


def test_a_slow_reader_gets_only_the_newest_message(serve: Callable[..., Line]) -> None:
    app = Streams()
    line = serve(app)
    client = line.connect(ASKED, receives=4096)
    app.wait_for(1)
    [feed] = app.feeds
    large = b"x" * outbox.MOST_PENDING
    connections = line.server._connections
    [connection] = connections._connections
    while not connection.outbox.has_pending:  # as much as its buffers hold, plus one message
        say_and_wait(feed, large)
    before = len(feed.taken)
    for number in range(1000):
        feed.say(b"<%d>" % number)
    assert line.ask(WHOLE).endswith(b"whole\r\n0\r\n\r\n"), "the loop has seen them by now"
    assert len(feed.taken) == before
    assert len(connection.outbox._pending) <= outbox.MOST_PENDING + 100
    tail = b""
    while not tail.endswith(b"5\r\n<999>\r\n"):
        tail = (tail + client.recv(65536))[-20:]
    assert feed.taken[before:] == [b"<999>"]


def test_a_client_that_reads_nothing_is_dropped(serve: Callable[..., Line], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "_STALL_SECONDS", 0.2)
    app = Streams(heartbeat=0.01)
    serve(app).connect(ASKED, receives=4096)
    app.wait_for(1)
    while not app.feeds[0].is_ended.is_set():
        app.feeds[0].say(b"x" * 65536)
    assert app.feeds[0].is_ended.is_set()


def test_a_stop_ends_every_feed(serve: Callable[..., Line]) -> None:
    app = Streams()
    line = serve(app)
    clients = [line.connect(ASKED) for _ in range(20)]
    app.wait_for(20)
    line.server.stop()
    assert all(b"first" in read_all(one) for one in clients)
    assert all(feed.is_ended.wait(60) for feed in app.feeds)


@pytest.mark.parametrize("fails", ["before", "after"])
def test_an_answer_that_fails_ends_its_feed(
    serve: Callable[..., Line], caplog: pytest.LogCaptureFixture, fails: str
) -> None:
    feed = Numbers()

    def failing(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [("Content-Type", "text/event-stream")])
        if fails == "before":
            yield b"first"
        environ[HAND_OVER](feed)
        raise RuntimeError("no")

    line = serve(failing)
    read_all(line.connect(ASKED))
    assert feed.is_ended.wait(60)
    assert "the app failed" in caplog.text
    wait_until(lambda: not line.server._connections._connections)


def test_data_sent_by_a_listener_is_not_a_request(serve: Callable[..., Line]) -> None:
    app = Streams()
    line = serve(app)
    client = line.connect(ASKED + WHOLE)
    app.wait_for(1)
    client.sendall(WHOLE)
    app.feeds[0].say(b"<1>")
    read_until(client, b"<1>\r\n")
    app.feeds[0].say(None)
    assert read_all(client) == b"0\r\n\r\n"
