"""Views that expect no file accept only small bodies."""

from __future__ import annotations

import http.client
import io
from typing import TYPE_CHECKING, Any

import pytest

from classroom.web.body_limits import body_limit_of
from tests.over_http import LiveServer
from tests.over_http.stage import set_stage

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask

    from tests.factories import Cast
    from tests.page_client import PageClient

SMALL = 64 * 1024
LARGE = {
    "classes.add_students",
    "classes.create",
    "classes.import_file",
    "classes.import_classes",
    "classes.import_columns",
    "classes.save_import",
    "decks.new",
    "decks.edit",
    "decks.import_file",
}
"""Views that take a file, a pasted list, or many checked items."""


def test_only_views_of_files_and_long_texts_take_more(app: Flask) -> None:
    limit = body_limit_of(app)
    values = {name: "skills" if name == "kind" else "1" for rule in app.url_map.iter_rules() for name in rule.arguments}
    routes = app.url_map.bind("")
    large = set()
    for rule in app.url_map.iter_rules():
        path = routes.build(rule.endpoint, {name: values[name] for name in rule.arguments})
        for method in {"POST", "PUT", "GET"} & (rule.methods or set()):
            if limit(method, path) > SMALL:
                large.add(rule.endpoint)
    assert large == LARGE
    assert limit("POST", "/no/such/page") == limit("DELETE", "/play/moves") == SMALL


@pytest.mark.parametrize("content_type", ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"])
@pytest.mark.parametrize("path", ["/play/moves", "/join", "/sign-in", "/theme", "/no/such/page"])
def test_a_large_body_gets_an_error_page(page: PageClient, cast: Cast, path: str, content_type: str) -> None:
    page.sign_in(cast.bob)
    data: Any = {"x": "y" * SMALL, "f": (io.BytesIO(b"z" * SMALL), "z")} if "form" in content_type else "x" * 2 * SMALL
    if content_type == "application/x-www-form-urlencoded":
        data = {"x": "y" * 2 * SMALL}
    answer = page.request("POST", path, {}, {"data": data, "content_type": content_type})
    assert answer.status_code == (404 if path == "/no/such/page" else 413)
    assert answer.mimetype == "text/html"


def test_the_server_responds_with_a_page_and_stops_reading(tmp_path: Path) -> None:
    stage = set_stage(tmp_path, students=2)
    server = LiveServer(tmp_path)
    server.start()
    try:
        for path, size, status in (
            ("/play/moves", SMALL + 1, 413),
            ("/classes/import", SMALL + 1, 400),  # without the form's token
            ("/classes/import", 2 * 1024 * 1024, 413),
            ("/classes/import", 10**13, 413),
        ):
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
            person = stage.students[0] if path == "/play/moves" else stage.teacher
            connection.putrequest("POST", path)
            connection.putheader("Cookie", f"classroom={person.cookie}")
            connection.putheader("Content-Type", "application/x-www-form-urlencoded")
            connection.putheader("Content-Length", str(size))
            connection.endheaders()
            if size < 10**6:
                connection.send(b"x" * size)
            answer = connection.getresponse()  # with the largest, before any of it is sent
            text = answer.read().decode()
            assert (answer.status, answer.getheader("Content-Type")) == (status, "text/html; charset=utf-8")
            assert status != 413 or "too large" in text
            connection.close()
    finally:
        server.stop()
    server.assert_no_faults()
