"""Behind HTTPS, no cookie can be set from elsewhere and no page opens without it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from classroom import config
from classroom.app import create_app
from tests.guards.files import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask
    from flask.testing import FlaskClient

    from tests.factories import Cast
    from tests.page_client import PageClient


@pytest.fixture
def https(app: Flask, cast: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """Return a browser for the cast's school behind https, with fixed host names."""
    del cast
    monkeypatch.setenv("CLASSROOM_HTTPS", "1")
    monkeypatch.setenv("CLASSROOM_HOSTS", "game.school.example, .district.example")
    settings = {"TESTING": True, "FORECAST_GAMES": 0}
    monkeypatch.setattr(config, "database_url", lambda _: app.config["SQLALCHEMY_DATABASE_URI"])
    return create_app(settings, instance_path=tmp_path).test_client()


def test_every_cookie_is_limited_to_the_host(https: FlaskClient) -> None:
    https.get("/sign-in", base_url="https://game.school.example")
    https.post("/theme", base_url="https://game.school.example")
    answer = https.get("/sign-in", base_url="https://game.school.example")
    assert answer.status_code == 200
    kept = [https.get_cookie(name, "game.school.example") for name in ("__Host-classroom", "__Host-device")]
    assert https.get_cookie("classroom", "game.school.example") is None
    for cookie in kept:
        assert cookie is not None
        assert (cookie.secure, cookie.http_only, cookie.path, cookie.same_site) == (True, True, "/", "Lax")


def test_only_one_place_sets_cookies() -> None:
    own = {path.name for path in (ROOT / "classroom").rglob("*.py") if ".set_cookie(" in path.read_text()}
    assert own == {"cookies.py"}


def test_pages_require_https_from_then_on(https: FlaskClient, page: PageClient) -> None:
    answer = https.get("/", base_url="https://game.school.example")
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert "Strict-Transport-Security" not in page.browser.get("/").headers


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("game.school.example", 200),
        ("game.school.example:8443", 200),
        ("one.district.example", 200),
        ("evil.example", 400),
        ("game.school.example.evil.example", 400),
    ],
)
def test_only_known_host_names_are_accepted(https: FlaskClient, name: str, status: int) -> None:
    answer = https.get("/", base_url=f"https://{name}")
    assert answer.status_code == status
    assert "evil.example" not in answer.text
    assert "<h1" in answer.text


@pytest.mark.parametrize(
    ("headers", "is_taken"),
    [
        ({}, True),
        ({"Origin": "http://localhost"}, True),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "https://as-the-proxy-says"}, True),
        ({"Sec-Fetch-Site": "none"}, True),
        ({"Origin": "http://localhost:9000"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": "http://["}, False),
        ({"Origin": "http://localhost.evil.example"}, False),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),
    ],
)
def test_forms_of_other_sites_are_refused_with_a_good_token(
    cast: Cast, page: PageClient, headers: dict[str, str], *, is_taken: bool
) -> None:
    page.sign_in(cast.alice)
    token = page.csrf_token()
    answer = page.browser.post("/theme", data={"theme": "dark", "csrf_token": token}, headers=headers)
    assert answer.status_code == (303 if is_taken else 400)
    assert (page.browser.get_cookie("theme") is not None) is is_taken


@pytest.mark.parametrize(
    ("referrer", "status"),
    [
        ("https://game.school.example/sign-in", 303),
        ("", 400),
        ("http://game.school.example/", 400),
        ("https://game.school.example:port/", 400),
        ("https://evil.example/", 400),
        ("https://game.school.example.evil.example/", 400),
    ],
)
def test_forms_name_the_page_that_they_come_from(https: FlaskClient, referrer: str, status: int) -> None:
    """Also if their token is known to be good: it was accepted before."""
    site = "https://game.school.example"
    page = https.get("/sign-in", base_url=site).text
    [token, *_others] = re.findall(r'name="csrf_token" value="([^"]+)"', page)
    form = {"theme": "dark", "csrf_token": token}
    assert https.post("/theme", base_url=site, data=form, headers={"Referer": f"{site}/sign-in"}).status_code == 303
    assert https.post("/theme", base_url=site, data=form, headers={"Referer": referrer}).status_code == status
