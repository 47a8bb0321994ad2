"""Clients that are slow, silent, disconnected, or too many."""

from __future__ import annotations

import socket
import threading
from typing import TYPE_CHECKING, Any

import pytest

from classroom.serving import outbox, unfinished
from classroom.serving.phases import SECONDS, Phase
from classroom.serving.unfinished import UnfinishedRequests
from tests.classroom.serving.conftest import THREADS, Line, is_open, read_all
from tests.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

HALF = b"GET / HTTP/1.1\r\nHost: x\r\nX-Half: "
HALF_BODY = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf"
WHOLE = b"GET /whole HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


@pytest.fixture(autouse=True)
def distant_time_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no request run out of time while other tests keep the processors busy, except where a test is about that."""
    for phase in (Phase.HEADER, Phase.BODY):
        monkeypatch.setitem(SECONDS, phase, 300.0)


@pytest.mark.parametrize(("phase", "beginning"), [(Phase.HEADER, HALF), (Phase.BODY, HALF_BODY)])
def test_the_time_limit_applies_to_the_whole_request(
    serve: Callable[..., Line], monkeypatch: pytest.MonkeyPatch, phase: Phase, beginning: bytes
) -> None:
    monkeypatch.setitem(SECONDS, phase, 1.0)
    line = serve().connect(beginning)
    is_ended = threading.Event()

    def drip() -> None:
        while not is_ended.wait(0.05):
            try:
                line.send(b"x")
            except OSError:
                return

    dripping = threading.Thread(target=drip)
    dripping.start()
    try:
        assert line.recv(12) == b"HTTP/1.1 408", "each byte prolongs it"
    finally:
        is_ended.set()
        dripping.join()


def test_idle_connections_are_closed_too(serve: Callable[..., Line], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("classroom.serving.loop._CHECKED_AT_ONCE", 7)
    line = serve()
    half = [line.connect(HALF) for _ in range(50)]
    silent = [line.connect() for _ in range(20)]
    connections = line.server._connections
    wait_until(lambda: [one.phase for one in connections._connections].count(Phase.HEADER) == len(half))
    monkeypatch.setitem(SECONDS, Phase.IDLE, 0.2)
    wait_until(lambda: not any(is_open(one) for one in silent))
    assert all(is_open(one) for one in half)


@pytest.mark.parametrize("beginning", [b"", HALF, HALF_BODY], ids=["silent", "header", "body"])
def test_unfinished_requests_use_no_thread(serve: Callable[..., Line], beginning: bytes) -> None:
    line = serve()
    held = [line.connect(beginning) for _ in range(10 * THREADS)]
    assert line.ask(WHOLE).endswith(b"/whole ")
    assert all(is_open(one) for one in held)


def test_a_slow_reader_uses_no_thread(serve: Callable[..., Line]) -> None:
    large = b"x" * (outbox.MOST_PENDING - 4096)

    def app(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        body = large if environ["PATH_INFO"] == "/large" else b"small"
        start_response("200 OK", [("Content-Length", str(len(body)))])
        return [body]

    line = serve(app)
    request = b"GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    held = [line.connect(request, receives=4096) for _ in range(5 * THREADS)]
    assert line.ask(WHOLE).endswith(b"small")
    assert all(read_all(one).endswith(large) for one in held), "a client that takes it late gets it whole"


def test_a_client_that_never_reads_is_disconnected(serve: Callable[..., Line], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "_STALL_SECONDS", 0.2)
    ended = threading.Event()

    def endless(_environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [])
        try:
            while True:
                yield b"x" * 65536
        finally:
            ended.set()

    serve(endless).connect(WHOLE, receives=4096)
    assert ended.wait(60)


def test_the_slowest_request_of_an_address_is_dropped_if_there_are_too_many(serve: Callable[..., Line]) -> None:
    """It stays open, as its client would connect again at once."""
    line = serve()
    held = [line.connect(HALF) for _ in range(unfinished.MOST_OF_ADDRESS)]
    other = line.connect(HALF, address="127.0.0.2")
    whole = [line.ask(WHOLE) for _ in range(3)]
    assert all(answer.endswith(b"/whole ") for answer in whole), "whole requests do not count"
    assert all(is_open(one) for one in (*held, other))
    newest = line.connect(HALF)
    connections = line.server._connections
    wait_until(lambda: [one.phase for one in connections._connections].count(Phase.GIVEN_UP) == 1)
    assert len(connections.unfinished) == unfinished.MOST_OF_ADDRESS + 1
    assert all(is_open(one) for one in (*held, other, newest))
    for one in (held[0], newest):
        one.sendall(b"\r\nConnection: close\r\n\r\n")
    assert read_all(newest).endswith(b"\r\n\r\n/ ")
    assert is_open(held[0]), "it was answered"


def test_a_dropped_request_ends_with_its_time_limit(
    serve: Callable[..., Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unfinished, "MOST_BYTES", 2 * len(HALF))
    line = serve()
    held = [line.connect(HALF) for _ in range(3)]
    connections = line.server._connections
    wait_until(lambda: Phase.GIVEN_UP in [one.phase for one in connections._connections])
    monkeypatch.setitem(SECONDS, Phase.GIVEN_UP, SECONDS[Phase.GIVEN_UP] / 100)
    wait_until(lambda: not is_open(held[0]))
    assert all(is_open(one) for one in held[1:])


def test_proxies_may_have_more(serve: Callable[..., Line]) -> None:
    line = serve(are_clients_proxies=True)
    held = [line.connect(HALF) for _ in range(unfinished.MOST_OF_ADDRESS + 20)]
    assert line.ask(WHOLE).endswith(b"/whole ")
    assert all(is_open(one) for one in held)


class Client:
    """The part of a connection that is counted."""

    def __init__(self, address: str) -> None:
        self.remote_addr = address


def test_all_addresses_together_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unfinished, "MOST_BYTES", 1000)
    count = UnfinishedRequests(most_of_address=2, most=3)
    clients = [Client(f"192.0.2.{number}") for number in range(5)]
    assert [count.note(one, 10) for one in clients[:4]] == [None, None, None, clients[0]]
    count.forget(clients[0])
    assert count.note(clients[3], 990) is clients[1], "they hold too much memory"
    count.forget(clients[1])
    assert count.note(clients[3], 980) is None
    for one in clients:
        count.forget(one)
    assert (len(count), count._total_bytes, dict(count._of_address)) == (0, 0, {})


@pytest.mark.parametrize(
    ("first", "second", "is_one"),
    [
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("fe80::1%eth0", "fe80::2%eth0", True),
    ],
)
def test_an_ipv6_network_counts_as_one_address(first: str, second: str, is_one: bool) -> None:
    count = UnfinishedRequests(most_of_address=1)
    count.note(Client(first), 1)
    assert (count.note(Client(second), 1) is not None) is is_one


def test_broken_connections_leave_no_trace(serve: Callable[..., Line], caplog: pytest.LogCaptureFixture) -> None:
    line = serve()
    for beginning in (b"", HALF, HALF_BODY, WHOLE) * 20:
        broken = line.connect(beginning)
        broken.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")  # a reset
        broken.close()
    assert line.ask(WHOLE).endswith(b"/whole ")
    connections = line.server._connections
    wait_until(lambda: not connections._connections and not len(connections.unfinished))
    assert caplog.records == []


def test_dropped_requests_are_closed_first_if_there_are_too_many_connections(
    serve: Callable[..., Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("classroom.serving.capacity.most_connections", lambda: 100)
    monkeypatch.setattr(unfinished, "MOST_BYTES", 50 * len(HALF))
    line = serve()
    silent = line.connect()
    half = [line.connect(HALF) for _ in range(120)]
    assert line.ask(WHOLE).endswith(b"/whole ")
    assert is_open(silent)
    assert not is_open(half[0])
    assert is_open(half[-1])


def test_idle_connections_are_closed_first_if_there_are_too_many(
    serve: Callable[..., Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("classroom.serving.capacity.most_connections", lambda: 100)
    line = serve()
    half = line.connect(HALF)
    silent = [line.connect() for _ in range(150)]
    assert line.ask(WHOLE).endswith(b"/whole ")
    assert is_open(half)
    assert not is_open(silent[0])
    assert is_open(silent[-1])


def test_stopping_does_not_wait_for_clients_that_do_not_read(serve: Callable[..., Line]) -> None:
    def endless(_environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [])
        while True:
            yield b"x" * 65536

    line = serve(endless)
    line.connect(WHOLE, receives=4096).recv(1)
    line.server.shutdown_timeout = 1
    stopping = threading.Thread(target=line.server.stop)
    stopping.start()
    stopping.join(15)
    assert not stopping.is_alive(), "only the limit for a stalled answer ends it"


def test_stopping_does_not_truncate_responses(serve: Callable[..., Line]) -> None:
    large = b"x" * (outbox.MOST_PENDING - 4096)
    is_asked, may_answer = threading.Event(), threading.Event()

    def app(_environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        is_asked.set()
        may_answer.wait(60)
        start_response("200 OK", [("Content-Length", str(len(large)))])
        return [large]

    line = serve(app)
    waiting = line.connect(WHOLE, receives=65536)
    assert is_asked.wait(60)
    stopping = threading.Thread(target=line.server.stop)
    stopping.start()
    may_answer.set()
    assert read_all(waiting).endswith(large)
    stopping.join(60)
