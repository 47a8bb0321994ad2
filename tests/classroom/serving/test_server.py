from __future__ import annotations

import http.client
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from classroom.serving import loop
from classroom.serving.connection import Connection
from classroom.serving.server import Server, ServerError, make_server, serve_until_stopped

THREADS = 6


def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    body = environ["wsgi.input"].read()
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]


@contextmanager
def running(app: Any = answer) -> Iterator[Server]:
    server = make_server(app, host="127.0.0.1", port=0, threads=THREADS)
    thread = threading.Thread(target=server.serve)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join(60)


def connect(server: Server) -> http.client.HTTPConnection:
    host, port = server.bind_addr
    return http.client.HTTPConnection(host, port, timeout=60)


def post(server: Server, body: bytes, **headers: str) -> int:
    connection = connect(server)
    try:
        connection.request("POST", "/", body, headers)
        response = connection.getresponse()
        response.read()
        return response.status
    finally:
        connection.close()


def test_responses() -> None:
    with running() as server:
        assert post(server, b"hello") == 200


def test_idle_connections_use_no_thread() -> None:
    with running() as server:
        silent = [socket.create_connection(server.bind_addr) for _ in range(3 * THREADS)]
        try:
            assert post(server, b"hello") == 200
        finally:
            for one in silent:
                one.close()


def test_a_connection_carries_many_requests() -> None:
    with running() as server:
        connection = connect(server)
        connection.connect()
        first = connection.sock
        for _ in range(20):
            connection.request("GET", "/")
            connection.getresponse().read()
            assert connection.sock is first
        connection.close()


def test_sequential_requests_use_one_thread() -> None:
    used = set()

    def note_thread(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        used.add(threading.get_ident())
        return answer(environ, start_response)

    with running(note_thread) as server:
        connection = connect(server)
        for _ in range(3 * THREADS):
            _wait_for_all_threads(server)
            connection.request("GET", "/")
            connection.getresponse().read()
        connection.close()
    assert len(used) == 1, "each thread that has worked keeps memory of its own"


def _wait_for_all_threads(server: Server) -> None:
    deadline = time.monotonic() + 30
    while server.requests.get.__self__.idle < THREADS:
        assert time.monotonic() < deadline
        time.sleep(0.001)


def test_a_huge_body_is_refused_unread() -> None:
    with running() as server:
        with socket.create_connection(server.bind_addr, timeout=60) as client:
            client.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 104857600\r\n\r\n")
            assert client.recv(1000).startswith(b"HTTP/1.1 413 ")
        assert post(server, b"hello") == 200


def test_a_huge_header_is_refused() -> None:
    with running() as server:
        assert post(server, b"", Filler="x" * 100_000) in {400, 413, 431}
        assert post(server, b"hello") == 200


def test_small_writes_are_not_held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second of two small writes would wait for the client to acknowledge the first, for up to 40 ms."""
    found = []

    class Noted(Connection):
        def begin(self) -> None:
            found.append(bool(self.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)))
            super().begin()

    monkeypatch.setattr(loop, "Connection", Noted)
    with running() as server:
        server.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 0)  # some systems don't pass it on
        assert post(server, b"hello") == 200
    assert found == [True]


# Cheroot leaves the socket that it could not bind to the garbage collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_taken_port_gets_a_message() -> None:
    with running() as server:
        host, port = server.bind_addr
        with pytest.raises(ServerError, match=rf"^Can't use port {port} on 127.0.0.1: another .*--port\.$"):
            make_server(answer, host=host, port=port, threads=1)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("host", ["192.0.2.1", "no-such-host.invalid"])
def test_an_address_of_another_computer_gets_a_message(host: str) -> None:
    with pytest.raises(ServerError, match=rf"^Can't use {host}: it is not an address of this computer\."):
        make_server(answer, host=host, port=0, threads=1)


@pytest.mark.skipif(os.name == "nt", reason="one cannot send oneself SIGTERM on Windows")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_streams_and_then_the_server(number: signal.Signals) -> None:
    closing = threading.Event()
    received: list[bytes] = []

    def endless(_environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterator[bytes]:
        start_response("200 OK", [("Content-Type", "text/event-stream")])
        yield b": first\n\n"
        closing.wait(60)
        yield b": last\n\n"

    server = make_server(endless, host="127.0.0.1", port=0, threads=THREADS)

    def read_stream() -> None:
        connection = connect(server)
        connection.request("GET", "/")
        response = connection.getresponse()
        received.append(response.readline())
        os.kill(os.getpid(), number)
        received.append(response.read())
        connection.close()

    reader = threading.Thread(target=read_stream)
    reader.start()
    started = time.monotonic()
    handler = signal.getsignal(number)
    serve_until_stopped(server, close_streams=closing.set)
    reader.join(30)
    assert time.monotonic() - started < 30
    assert received == [b": first\n", b"\n: last\n\n"]
    assert signal.getsignal(number) == handler
