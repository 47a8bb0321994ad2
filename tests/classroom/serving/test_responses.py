"""How responses are sent, and what the app learns about a request."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from classroom.serving import server
from classroom.serving.outbox import Outbox

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from classroom.serving.connection import Connection
    from tests.classroom.serving.conftest import Line

ASKED = b"GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Record what is sent at once."""
    sent: list[bytes] = []
    write = Outbox.write

    def note(self: Outbox, data: bytes) -> int:
        sent.append(data)
        return write(self, data)

    monkeypatch.setattr(Outbox, "write", note)
    return sent


def no_content(_environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    start_response("204 No Content", [])
    return []


def pieces(_environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Respond in pieces without a length."""
    start_response("200 OK", [])
    return [b"one", b"two"]


def large(_environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    start_response("200 OK", [("Content-Length", "100000")])
    return [bytes(100_000)]


def failing(_environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterator[bytes]:
    """Fail after the header."""
    start_response("200 OK", [("Content-Length", "1000")])
    yield from ()
    raise RuntimeError


def seen(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Respond with the texts of the environment."""
    body = json.dumps({name: value for name, value in environ.items() if isinstance(value, str)}).encode()
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]


def test_a_header_is_sent_with_the_body(serve: Callable[..., Line], written: list[bytes]) -> None:
    answer = serve().ask(ASKED)
    assert answer.endswith(b"\r\n\r\n/a ")
    assert written == [answer]


def test_a_response_without_a_body_is_sent(serve: Callable[..., Line], written: list[bytes]) -> None:
    answer = serve(no_content).ask(ASKED)
    assert answer.startswith(b"HTTP/1.1 204 ")
    assert written == [answer]


def test_the_header_comes_with_the_first_of_several_pieces(serve: Callable[..., Line], written: list[bytes]) -> None:
    answer = serve(pieces).ask(ASKED)
    assert answer.endswith(b"\r\n\r\n3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n")
    assert [len(one) for one in written[1:]] == [len(b"3\r\ntwo\r\n"), len(b"0\r\n\r\n")]


def test_a_large_piece_is_not_copied(serve: Callable[..., Line], written: list[bytes]) -> None:
    serve(large).ask(ASKED)
    assert [len(one) for one in written[1:]] == [100_000]


def test_a_response_that_fails_has_a_header(serve: Callable[..., Line]) -> None:
    assert serve(failing).ask(ASKED).startswith(b"HTTP/1.1 200 ")


def test_the_app_gets_the_request(serve: Callable[..., Line]) -> None:
    headers = b"host: x\r\nX-Shown-Version:  a.1 \r\nAccept: a\r\naccept: b\r\nX: 1\r\nX: 2\r\nX_Y: forged\r\n"
    sent = b"GET /a%20b?c=%20 HTTP/1.1\r\n" + headers + b"Content-Type: text/plain\r\nConnection: close\r\n\r\n"
    _, _, body = serve(seen).ask(sent).partition(b"\r\n\r\n")
    environ = json.loads(body)
    wanted = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": "/a b",
        "QUERY_STRING": "c=%20",
        "REMOTE_ADDR": "127.0.0.1",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "x",
        "HTTP_X_SHOWN_VERSION": "a.1",
        "HTTP_ACCEPT": "a, b",
        "HTTP_X": "2",
        "CONTENT_TYPE": "text/plain",
        "wsgi.url_scheme": "http",
    }
    assert environ.items() >= wanted.items()
    assert not {"HTTP_X_Y", "HTTP_CONTENT_TYPE"} & environ.keys()


def test_a_request_can_say_that_others_go_first(serve: Callable[..., Line], monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[bool] = []
    can_wait = server._can_wait

    def note(connection: Connection) -> bool:
        found.append(can_wait(connection))
        return found[-1]

    monkeypatch.setattr(server, "_can_wait", note)
    line = serve()
    for header in (b"", b"Priority: u=5\r\n", b"Priority: u=0\r\n"):
        line.ask(b"GET / HTTP/1.1\r\nHost: x\r\n" + header + b"Connection: close\r\n\r\n")
    assert found == [False, True, False]
