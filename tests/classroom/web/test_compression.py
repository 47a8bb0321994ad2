"""Responses are compressed on request, and only if appropriate."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from flask import Flask, Response, request

from classroom.services.sessions.class_sessions import join_session
from classroom.services.sessions.lobby import start_session
from classroom.web.compression import SMALLEST, compress, use_compression
from tests.factories import make_class_session

if TYPE_CHECKING:
    from werkzeug.test import TestResponse

    from tests.factories import Cast
    from tests.page_client import PageClient

TEXT = "Alice plays 6 x 8. " * 100
ASKED = {"Accept-Encoding": "gzip, deflate"}
HTMX = {"HX-Request": "true"}


@pytest.fixture
def small_app() -> Flask:
    """An app whose query sets the response: type, status, length, ETag."""
    app = Flask("small", static_folder=None)
    use_compression(app)

    @app.get("/")
    def show() -> Response:
        text = TEXT[: int(request.args.get("length", len(TEXT)))]
        response = Response(text, int(request.args.get("status", 200)), mimetype=request.args.get("type", "text/html"))
        if etag := request.args.get("etag"):
            response.set_etag(etag)
        response.make_conditional(request, accept_ranges=True, complete_length=len(text))
        return response

    @app.get("/stream")
    def stream() -> Response:
        return Response((TEXT for _ in range(2)), mimetype=request.args.get("type"))

    return app


def ask(app: Flask, address: str = "/", *, method: str = "GET", **headers: str) -> TestResponse:
    """Request gzip, unless the headers say otherwise."""
    sent = ASKED | {name.replace("_", "-"): value for name, value in headers.items()}
    return app.test_client().open(address, method=method, headers=sent)


def is_compressed(answer: TestResponse) -> bool:
    return answer.headers.get("Content-Encoding") == "gzip"


@pytest.mark.parametrize(
    "mimetype", ["text/html", "text/css", "text/csv", "text/plain", "application/json", "image/svg+xml"]
)
def test_text_is_compressed_on_request(small_app: Flask, mimetype: str) -> None:
    answer = ask(small_app, f"/?type={quote(mimetype)}")
    assert is_compressed(answer)
    assert gzip.decompress(answer.data).decode() == TEXT
    assert answer.content_length == len(answer.data) < len(TEXT) / 2
    assert answer.headers["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize("accepted", ["gzip", "GZIP", "*", "br;q=1, gzip;q=0.2", "deflate, gzip ; q=0.5", "*;q=0.1"])
def test_a_client_that_takes_gzip_gets_it(small_app: Flask, accepted: str) -> None:
    assert is_compressed(ask(small_app, Accept_Encoding=accepted))


@pytest.mark.parametrize(
    "accepted", ["", "identity", "br, zstd", "gzip;q=0", "gzip;q=0, *", "*;q=0", "x-gzip", ";;q=,"]
)
def test_a_client_that_does_not_take_gzip_gets_the_plain_text(small_app: Flask, accepted: str) -> None:
    answer = ask(small_app, Accept_Encoding=accepted)
    assert not is_compressed(answer)
    assert answer.text == TEXT
    assert answer.headers["Vary"] == "Accept-Encoding", "a cache must not give it to others"


@pytest.mark.parametrize(
    "address",
    ["/?status=204&length=0", f"/?length={SMALLEST - 1}", "/?type=image/png", "/?type=application/zip", "/?length=0"],
)
def test_empty_or_short_or_compressed_bodies_are_unchanged(small_app: Flask, address: str) -> None:
    answer = ask(small_app, address)
    assert not is_compressed(answer)
    assert "Vary" not in answer.headers


@pytest.mark.parametrize("mimetype", ["text/event-stream", "text/csv"])
def test_a_stream_is_never_compressed(small_app: Flask, mimetype: str) -> None:
    assert not is_compressed(ask(small_app, f"/stream?type={mimetype}"))


@pytest.mark.parametrize("status", [404, 409, 422, 500])
def test_an_error_page_is_compressed_as_well(small_app: Flask, status: int) -> None:
    assert is_compressed(ask(small_app, f"/?status={status}"))


def test_head_gets_the_headers_of_get(small_app: Flask) -> None:
    get, head = ask(small_app), ask(small_app, method="HEAD")
    assert head.data == b""
    assert head.headers == get.headers
    assert is_compressed(head)


def test_a_range_is_part_of_the_plain_text(small_app: Flask) -> None:
    answer = ask(small_app, Range="bytes=6-10")
    assert (answer.status_code, answer.text) == (206, "plays")
    assert not is_compressed(answer)


def test_an_etag_becomes_weak_and_still_saves_the_second_download(small_app: Flask) -> None:
    answer = ask(small_app, "/?etag=v1")
    assert answer.headers["ETag"] == 'W/"v1"'
    again = ask(small_app, "/?etag=v1", If_None_Match=answer.headers["ETag"])
    assert (again.status_code, again.data) == (304, b"")
    assert not is_compressed(again)


@pytest.mark.parametrize(("site", "expected"), [("cross-site", False), ("same-site", False), ("same-origin", True)])
def test_the_length_of_a_page_opened_by_another_site_does_not_reveal_its_content(
    small_app: Flask, site: str, *, expected: bool
) -> None:
    assert is_compressed(ask(small_app, Sec_Fetch_Site=site)) == expected


def test_the_same_text_always_gives_the_same_bytes() -> None:
    assert compress(TEXT.encode()) == compress(TEXT.encode())


def test_a_whole_page_is_packed_smaller_than_a_fragment() -> None:
    words = "".join(f" {number * 7919 % 9973}" for number in range(4_000)).encode()  # 20 kB, then the same again
    assert len(compress(b"<!DOCTYPE html>" + 2 * words)) < 0.6 * len(compress(2 * words))


def test_pages_of_the_app_are_compressed_with_all_their_headers(cast: Cast, page: PageClient) -> None:
    page.sign_in(cast.alice)
    plain = page.browser.get("/classes")
    answer = page.browser.get("/classes", headers=ASKED)
    assert is_compressed(answer)
    assert gzip.decompress(answer.data).endswith(b"</html>")
    assert len(answer.data) < len(plain.data) / 2
    assert {one.strip() for one in answer.headers["Vary"].split(",")} == {"Cookie", "HX-Request", "Accept-Encoding"}
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Content-Security-Policy"] == plain.headers["Content-Security-Policy"]


def test_the_fragment_of_a_table_is_a_quarter_of_its_size_at_most(cast: Cast, page: PageClient) -> None:
    page.sign_in(cast.bob)
    class_session = make_class_session(cast.class_7b)
    join_session(class_session_id=class_session.id, student_id=cast.bob.id)
    start_session(class_session_id=class_session.id)
    plain, answer = (page.browser.get("/play/fragment", headers=HTMX | asked) for asked in ({}, ASKED))
    assert len(plain.data) > 10_000
    assert len(answer.data) < len(plain.data) / 4
