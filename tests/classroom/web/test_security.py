"""Pages have all security headers; responses for scripts have only those that apply to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.web.security import SECURITY_HEADERS

if TYPE_CHECKING:
    from werkzeug.test import TestResponse

    from tests.factories import Cast
    from tests.page_client import PageClient

HTMX = {"HX-Request": "true"}
MOST_BYTES_OF_NOTHING = 150
"""The allowed headers of a 204; the server adds its name and the date."""


def size_of_head(answer: TestResponse) -> int:
    return sum(len(f"{name}: {value}\r\n") for name, value in answer.headers)


@pytest.mark.parametrize("address", ["/", "/classes", "/nothing-here", "/static/vendor/README.md", "/static/none.css"])
def test_whatever_can_be_opened_as_a_page_has_every_policy(cast: Cast, page: PageClient, address: str) -> None:
    answer = page.sign_in(cast.alice).browser.get(address)
    assert {name: answer.headers.get(name) for name in SECURITY_HEADERS} == SECURITY_HEADERS


@pytest.mark.parametrize("name", ["css/base.css", "bundles/student.js", "vendor/nunito/5.3.0/nunito.woff2"])
def test_resources_are_never_interpreted_as_pages(page: PageClient, name: str) -> None:
    answer = page.browser.get(f"/static/{name}")
    assert answer.mimetype in {"text/css", "text/javascript", "font/woff2"}
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert not SECURITY_HEADERS.keys() & set(answer.headers.keys()) - {"X-Content-Type-Options"}
    assert size_of_head(answer) < 300


def test_a_fragment_opened_as_a_page_has_every_policy(cast: Cast, page: PageClient) -> None:
    answer = page.sign_in(cast.bob).browser.get("/play/fragment")
    assert {name: answer.headers.get(name) for name in SECURITY_HEADERS} == SECURITY_HEADERS


def test_a_fragment_for_htmx_is_never_cached_or_taken_for_a_page(cast: Cast, page: PageClient) -> None:
    answer = page.sign_in(cast.bob).browser.get("/play/fragment", headers=HTMX)
    assert answer.status_code == 200
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "no-store"
    assert {"Cookie", "HX-Request"} <= set(answer.headers["Vary"].split(", "))
    assert "Content-Security-Policy" not in answer.headers


def test_an_empty_response_has_few_headers(cast: Cast, page: PageClient) -> None:
    page.sign_in(cast.bob)
    html = page.get("play.fragment", htmx=True).html
    version = html.partition('name="version" value="')[2].partition('"')[0]
    answer = page.browser.get(f"/play/fragment?version={version}", headers=HTMX | {"Accept-Encoding": "gzip"})
    assert (answer.status_code, answer.data) == (204, b"")
    assert size_of_head(answer) < MOST_BYTES_OF_NOTHING
    assert answer.headers["Cache-Control"] == "no-store"
