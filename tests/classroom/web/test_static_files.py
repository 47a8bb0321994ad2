"""Static files need no session and no database, and a shared Chromebook downloads them once for all students."""

from __future__ import annotations

import gzip
import re
from typing import TYPE_CHECKING

import pytest
import time_machine
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.test import Client

from tests.sql_statements import statements

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask
    from werkzeug.test import TestResponse

    from tests.factories import Cast
    from tests.page_client import PageClient

SHEET = "/static/bundles/student.css"
GZIP = {"Accept-Encoding": "gzip"}


def get(app: Flask, address: str = SHEET, *, method: str = "GET", **headers: str) -> TestResponse:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return app.test_client().open(address, method=method, headers=sent)


def lasting_headers(answer: TestResponse) -> list[tuple[str, str]]:
    """Return all headers but the time: a second may begin between two requests."""
    return [(name, value) for name, value in answer.headers if name != "Date"]


@pytest.mark.parametrize(
    "address", [SHEET, "/static/bundles/student.js", "/static/bundles/table.css", "/static/css/base.css"]
)
def test_signed_in_people_get_the_same_answer_as_everyone(
    app: Flask, cast: Cast, new_page: Callable[[], PageClient], address: str
) -> None:
    people = [
        new_page().sign_in(cast.bob),
        new_page().sign_in(cast.charlie),
        new_page().sign_in(cast.alice),
        new_page(),
    ]
    with statements() as noted:
        answers = [person.browser.get(address, headers=GZIP) for person in people]
    assert noted == [], "a static file needs no database"
    for answer in answers:
        assert answer.status_code == 200
        assert answer.headers.get("Vary", "") == "Accept-Encoding"
        assert "Set-Cookie" not in answer.headers
        assert lasting_headers(answer) == lasting_headers(answers[0])
        assert answer.data == answers[0].data


def test_no_hook_of_the_app_sees_a_static_file(make_app: Callable[..., Flask]) -> None:
    app = make_app()
    seen: list[str] = []
    app.before_request(lambda: seen.append("a request"))
    assert get(app).status_code == 200
    assert get(app, "/health").status_code == 200
    assert seen == ["a request"]


def test_a_broken_cookie_does_not_matter(app: Flask) -> None:
    assert lasting_headers(get(app, Cookie="classroom=broken; theme=dark")) == lasting_headers(get(app))


def test_every_linked_file_is_cached_for_a_year(cast: Cast, page: PageClient) -> None:
    page.sign_in(cast.bob).get("play.show")
    assert page.last is not None
    linked = re.findall(r'(?:href|src)="(/static/[^"]+)"', page.last.html)
    assert len(linked) >= 3
    for address in linked:
        answer = page.browser.get(address)
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable", address


@pytest.mark.parametrize("query", ["", "?v=0000000000", "?v=", "?w=1"])
def test_an_address_without_the_current_hash_is_revalidated(app: Flask, query: str) -> None:
    assert get(app, SHEET + query).headers["Cache-Control"] == "no-cache"


def test_a_file_is_compressed_on_request_and_both_forms_have_their_own_etag(app: Flask) -> None:
    plain, packed = get(app), get(app, **{"Accept-Encoding": "gzip, deflate, br"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert packed.content_length == len(packed.data) < len(plain.data) / 2
    assert plain.headers["ETag"] != packed.headers["ETag"]
    assert "Content-Encoding" not in get(app, **{"Accept-Encoding": "gzip;q=0"}).headers


@pytest.mark.parametrize("accepted", ["gzip", "identity"])
def test_a_cached_file_is_not_sent_again(app: Flask, accepted: str) -> None:
    first = get(app, **{"Accept-Encoding": accepted})
    again = get(app, **{"Accept-Encoding": accepted, "If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    assert again.headers["Vary"] == "Accept-Encoding"
    other = "identity" if accepted == "gzip" else "gzip"
    assert get(app, **{"Accept-Encoding": other, "If-None-Match": first.headers["ETag"]}).status_code == 200


@pytest.mark.parametrize("accepted", ["gzip", "identity"])
def test_head_gets_the_headers_of_get(app: Flask, accepted: str) -> None:
    with time_machine.travel("2026-11-02 09:00", tick=False):  # both have the same date
        head = get(app, method="HEAD", Accept_Encoding=accepted)
        assert head.data == b""
        assert head.headers == get(app, Accept_Encoding=accepted).headers


def test_a_range_is_part_of_the_plain_file(app: Flask) -> None:
    whole = get(app)
    part = get(app, Range="bytes=10-19", **GZIP)
    assert (part.status_code, part.data) == (206, whole.data[10:20])
    assert part.headers["Content-Range"] == f"bytes 10-19/{len(whole.data)}"
    assert "Content-Encoding" not in part.headers
    packed = get(app, **GZIP).headers["ETag"]
    assert get(app, Range="bytes=10-19", If_Range=whole.headers["ETag"]).status_code == 206
    assert get(app, Range="bytes=10-19", If_Range=packed).data == whole.data, "parts of two forms must not be mixed"


def test_only_the_plain_file_supports_ranges(app: Flask) -> None:
    assert get(app).headers["Accept-Ranges"] == "bytes"
    assert "Accept-Ranges" not in get(app, **GZIP).headers


def test_a_range_beyond_the_end_is_refused(app: Flask) -> None:
    assert get(app, Range="bytes=99999999-").status_code == 416


@pytest.mark.parametrize(
    "name", ["none.css", "../classroom/app.py", "..%2fclassroom/app.py", "css", "css/", "bundles/"]
)
def test_a_missing_file_is_not_found_and_not_cached(app: Flask, name: str) -> None:
    answer = get(app, f"/static/{name}")
    assert answer.status_code == 404
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_file_cannot_be_posted_to(app: Flask) -> None:
    assert get(app, method="POST").status_code in {400, 405}


def test_scripts_and_style_sheets_have_the_types_that_browsers_require(app: Flask) -> None:
    assert get(app, "/static/bundles/student.js").content_type == "text/javascript; charset=utf-8"
    assert get(app, "/static/css/base.css").content_type == "text/css; charset=utf-8"
    assert get(app).headers["X-Content-Type-Options"] == "nosniff"


def test_below_the_path_of_a_proxy_everything_linked_is_found(app: Flask) -> None:
    client = Client(DispatcherMiddleware(_nothing, {"/numbers": app}))
    page = client.get("/numbers/", follow_redirects=True)
    linked = re.findall(r'(?:href|src)="([^"]*/static/[^"]+)"', page.text)
    assert linked
    for address in linked:
        assert address.startswith("/numbers/static/")
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert "immutable" in answer.headers["Cache-Control"]


def _nothing(_environ: object, start_response: Callable[..., object]) -> list[bytes]:
    start_response("404 Not Found", [])
    return []
