"""Requests that arrive in pieces, several at once, or malformed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.classroom.serving.conftest import BODY_BYTES, Line, read_all

if TYPE_CHECKING:
    from collections.abc import Callable

LAST = b"Connection: close\r\n\r\n"
CHUNKED = b"POST /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n" + LAST


def status(answer: bytes) -> int:
    """Return the status of the first response."""
    assert answer.startswith(b"HTTP/1.1 "), answer[:200]
    return int(answer[9:12])


def test_a_request_may_come_byte_by_byte(serve: Callable[..., Line]) -> None:
    line = serve().connect()
    for byte in b"\r\nPOST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n" + LAST + b"hello":
        line.sendall(bytes([byte]))
    assert read_all(line).endswith(b"\r\n\r\n/a hello")


def test_pipelined_requests_are_answered_in_order(serve: Callable[..., Line]) -> None:
    bodies = b"".join(b"POST /%d HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx" % number for number in range(200))
    answer = serve().ask(bodies + b"GET /last HTTP/1.1\r\nHost: x\r\n" + LAST)
    assert [part.split()[0] for part in answer.split(b"\r\n\r\n/")[1:]] == [
        *(b"%d" % number for number in range(200)),
        b"last",
    ]


def test_chunks_are_joined(serve: Callable[..., Line]) -> None:
    line = serve().connect()
    for byte in CHUNKED + b"5;name=value\r\nhello\r\n1\r\n!\r\n0\r\nTrailer: x\r\n\r\n":
        line.sendall(bytes([byte]))
    assert read_all(line).endswith(b"\r\n\r\n/c hello!")


def test_a_client_that_expects_100_continue_gets_it(serve: Callable[..., Line]) -> None:
    line = serve().connect(b"POST /a HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n" + LAST)
    assert line.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
    line.sendall(b"ok")
    assert read_all(line).endswith(b"/a ok")


def test_a_half_closed_connection_gets_the_answer(serve: Callable[..., Line]) -> None:
    line = serve().connect(b"GET /half HTTP/1.1\r\nHost: x\r\n\r\n")
    line.shutdown(1)
    assert read_all(line).endswith(b"/half ")


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # the start of a TLS handshake
        b"GET / HTTP/1.0\n\n",
        b"GET //[ HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nno colon\r\n\r\n",
        b"GET / SMTP/1.1\r\n\r\n",
        b"get / HTTP/1.1\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 1_0\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
        b"POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nhello",
        b"POST / HTTP/1.1\r\nContent-Length : 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length : 5\r\nContent-Length: 3\r\n\r\nhello",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nX: y\r\n Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\nhello",
        b"GET / HTTP/1.1\r\nX: y\rTransfer-Encoding: chunked\r\n\r\n",
        b"GET / HTTP/1.1\r\nX: y\0\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
        CHUNKED + b"five\r\nhello\r\n",
        CHUNKED + b"-5\r\nhello\r\n",
        CHUNKED + b"5\r\nhello world\r\n",
        CHUNKED + b"5" * 2000,
        CHUNKED + b"0\r\n" + b"Trailer: x\r\n" * 2000,
    ],
)
def test_an_invalid_request_gets_400_at_once(
    serve: Callable[..., Line], sent: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    assert status(serve().ask(sent)) == 400
    assert caplog.records == []


def test_a_header_with_an_underscore_is_not_another_header(serve: Callable[..., Line]) -> None:
    def addresses(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("200 OK", [])
        return [environ["HTTP_X_FORWARDED_FOR"].encode()]

    request = b"GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 10.0.0.1\r\nX_Forwarded_For: 10.0.0.2\r\n"
    answer = serve(addresses).ask(request + LAST)
    assert b"10.0.0.1" in answer
    assert b"10.0.0.2" not in answer


def test_a_header_without_end_is_refused(serve: Callable[..., Line]) -> None:
    assert status(serve().ask(b"GET / HTTP/1.1\r\nX: " + b"x" * 40_000)) == 413


@pytest.mark.parametrize(
    "sent",
    [
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % (BODY_BYTES + 1),
        b"POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n" % 10**12,
        CHUNKED + b"fffffff\r\n",
        CHUNKED + (b"4000\r\n" + b"x" * 0x4000 + b"\r\n") * 5,
    ],
    ids=["length", "expect", "large chunk", "many chunks"],
)
def test_a_body_beyond_the_limit_is_refused(serve: Callable[..., Line], sent: bytes) -> None:
    assert status(serve().ask(sent)) == 413


def test_a_request_sent_despite_a_refusal_gets_the_answer(serve: Callable[..., Line]) -> None:
    size = 3 * 1024 * 1024
    line = serve().connect(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % size)
    line.sendall(b"x" * size)
    assert status(read_all(line)) == 413


def test_each_address_has_its_own_body_limit(serve: Callable[..., Line]) -> None:
    def limit(method: str, path: str) -> int:
        assert method == "POST"
        return 100 if path == "/ä" else 10

    line = serve(body_limit=limit)
    request = b"POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n" + LAST + b"x" * 50
    assert status(line.ask(request % b"/%C3%A4")) == 200
    assert status(line.ask(request % b"/b")) == 413


def test_an_app_can_ignore_the_body(serve: Callable[..., Line]) -> None:
    def deaf(_environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("403 Forbidden", [("Content-Length", "4")])
        return [b"no!\n"]

    answer = serve(deaf).ask(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n")
    assert status(answer) == 403
    assert b"Connection: close" in answer
