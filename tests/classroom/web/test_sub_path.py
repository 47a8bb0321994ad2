"""The app below a path of a shared host: every URL on every page, cookies, and proxies that strip the path."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from classroom import config
from classroom.app import create_app
from classroom.web.body_limits import body_limit_of
from tests.guards.matrix import read_table, set_scene

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask

    from tests.factories import Cast
    from tests.page_client import PageClient

PATH = "/sequence"
ADDRESS = re.compile(r'\s[a-z:-]+="(/[^"]*)"')
"""In any attribute."""


@pytest.fixture
def below(app: Flask, cast: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """The cast's school, at ``/sequence`` behind HTTPS."""
    del cast
    monkeypatch.setenv("CLASSROOM_HTTPS", "1")
    monkeypatch.setenv("CLASSROOM_PATH", f"{PATH}/")
    monkeypatch.setattr(config, "database_url", lambda _: app.config["SQLALCHEMY_DATABASE_URI"])
    return create_app({"TESTING": True, "FORECAST_GAMES": 0}, instance_path=tmp_path)


@pytest.mark.slow
def test_every_address_on_every_page_begins_with_the_path(app: Flask, page: PageClient, cast: Cast) -> None:
    scene = set_scene(cast)
    seen, outside = 0, set[str]()
    for who in (None, cast.bob, cast.alice, cast.dora):
        browser = page.sign_in(who).browser if who else page.browser
        for endpoint, method in read_table():
            if method != "GET" or endpoint.endswith("stream") or endpoint == "static":
                continue
            rule = next(one for one in app.url_map.iter_rules(endpoint) if "GET" in (one.methods or ()))
            address = page.url(endpoint, **{name: scene.values[name] for name in rule.arguments})
            answer = browser.get(address, base_url=f"http://localhost{PATH}/")
            found = ADDRESS.findall(answer.text) if answer.mimetype == "text/html" else []
            place = answer.headers.get("Location", f"{PATH}/")
            seen += len(found)
            outside |= {f"{endpoint}: {one}" for one in (*found, place) if not one.startswith(f"{PATH}/")}
            answer.close()
    assert outside == set()
    assert seen > 700


@pytest.mark.parametrize("asked", ["/sequence/sign-in", "/sign-in"])
def test_the_proxy_can_strip_the_path_or_keep_it(below: Flask, asked: str) -> None:
    client = below.test_client()
    answer = client.get(asked, base_url="https://school.example")
    assert answer.status_code == 200
    styles = re.search(r'href="(/sequence/static/bundles/base\.css[^"]*)"', answer.text)
    assert styles
    assert client.get(styles[1], base_url="https://school.example").status_code == 200


def test_cookies_are_limited_to_the_path(below: Flask) -> None:
    client = below.test_client()
    client.get("/sequence/sign-in", base_url="https://school.example")
    cookie = client.get_cookie("__Secure-device", "school.example", "/sequence/")
    assert cookie is not None
    assert (cookie.path, cookie.secure) == ("/sequence/", True)
    assert client.get_cookie("__Secure-classroom", "school.example", "/sequence/") is not None
    assert client.get("/sequence", base_url="https://school.example").location in {"/sequence/setup", None}


def test_the_start_page_has_links_for_other_devices(below: Flask) -> None:
    from classroom.web.join_link import join_link, students_address

    with below.test_request_context("/", base_url="https://school.example/sequence"):
        assert students_address() == "https://school.example/sequence"
        assert join_link("abc").url == "https://school.example/sequence/?code=abc"
        assert join_link("abc").shown == "https://school.example/sequence"


def test_larger_bodies_are_accepted_below_the_path_too(below: Flask) -> None:
    limit = body_limit_of(below)
    address = "/decks/new/file"
    assert limit("POST", f"{PATH}{address}") == limit("POST", address)
