"""Requests to external services end in time, whatever the response."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.services.outside_requests import OutsideRequests, TooMuchError
from classroom.serving.warm_queue import WarmQueue

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

pytestmark = pytest.mark.usefixtures("db_session")

HEAD = b"HTTP/1.1 200 OK\r\nConnection: close\r\n"
SECONDS = 0.2


@contextmanager
def dripping(at_once: bytes, *, drop: bytes = b"x") -> Iterator[str]:
    """Start a service that sends something, then a little now and then, for a long time."""
    with closing(socket.create_server(("127.0.0.1", 0))) as port:

        def answer() -> None:
            line, _ = port.accept()
            with line:
                try:
                    line.sendall(at_once)
                    while True:
                        line.sendall(drop)
                        time.sleep(0.02)
                except OSError:
                    pass

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        yield f"127.0.0.1:{port.getsockname()[1]}"
        thread.join(5)
        assert not thread.is_alive(), "the connection has to be closed"


@pytest.mark.parametrize(
    ("at_once", "drop"),
    [
        pytest.param(b"", b"H", id="the first line"),
        pytest.param(HEAD, b"X-A: b\r\n", id="headers"),
        pytest.param(HEAD + b"Content-Length: 900000\r\n\r\n", b" ", id="a body"),
        pytest.param(HEAD + b"\r\n", b" ", id="a body of unknown length"),
        pytest.param(HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n", id="pieces of a body"),
    ],
)
def test_an_answer_that_never_ends_is_cut_off(at_once: bytes, drop: bytes) -> None:
    with dripping(at_once, drop=drop) as place:
        began = time.monotonic()
        with pytest.raises(TimeoutError), OutsideRequests(until=began + SECONDS, most_bytes=10**6) as requests:
            requests.ask("GET", f"http://{place}/")
        assert time.monotonic() - began < 10 * SECONDS


def test_a_greeting_that_never_ends_is_cut_off() -> None:
    with dripping(b"\x16\x03\x03\x40\x00", drop=b"\x02") as place:
        began = time.monotonic()
        with pytest.raises(TimeoutError), OutsideRequests(until=began + SECONDS, most_bytes=100) as requests:
            requests.ask("GET", f"https://{place}/")
        assert time.monotonic() - began < 10 * SECONDS


def test_all_responses_of_a_task_share_one_size_limit() -> None:
    answer = HEAD + b"Content-Length: 60\r\n\r\n" + b" " * 60
    with (
        dripping(answer) as one,
        dripping(answer) as other,
        OutsideRequests(until=time.monotonic() + 10, most_bytes=100) as requests,
    ):
        assert len(requests.ask("GET", f"http://{one}/").body) == 60
        with pytest.raises(TooMuchError):
            requests.ask("GET", f"http://{other}/")


def test_a_waiting_request_holds_no_connection_to_the_database() -> None:
    db.session.execute(select(1))
    assert db.engine.pool.checkedout() == 1  # type: ignore[attr-defined]
    with OutsideRequests(until=time.monotonic() + 10, most_bytes=100):
        assert db.engine.pool.checkedout() == 0  # type: ignore[attr-defined]


def test_others_work_while_a_request_waits(app: Flask) -> None:
    work, is_answered = WarmQueue(most=10, at_once=1), threading.Event()
    done: list[str] = []

    def answer() -> None:
        while (name := work.get()) is not None:
            if name == "launch":
                with app.app_context(), OutsideRequests(until=time.monotonic() + 10, most_bytes=100):
                    is_answered.wait(10)
            else:
                is_answered.set()
            done.append(name)

    threads = [threading.Thread(target=answer, daemon=True) for _ in range(2)]
    for thread in threads:
        thread.start()
    for name in ("launch", "move"):
        work.put(name, timeout=0)
    assert is_answered.wait(5)
    for _ in threads:
        work.put(None)
    for thread in threads:
        thread.join(20)
    assert done == ["move", "launch"]
