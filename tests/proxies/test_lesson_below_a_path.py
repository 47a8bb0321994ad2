"""A whole lesson at ``https://localhost/sequence/``, through each real proxy of docs/https.md."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

import pytest

from tests.lesson.one_game import play_one_game
from tests.lesson.teacher import Teacher
from tests.over_http import LiveServer
from tests.over_http.secure_browser import SecureBrowser
from tests.proxies.proxy import HOST, Proxy, why_not

if TYPE_CHECKING:
    import http.client
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from werkzeug.test import TestResponse

pytestmark = [pytest.mark.slow, pytest.mark.nightly, pytest.mark.timeout(900)]

PATH = "/sequence"
NAMES = ("Ada", "Ben", "Cem", "Dana")
_ADDRESS = re.compile(r'\s[a-z:-]+="(/[^"]*)"')


class BrowserBelow(SecureBrowser):
    """A browser that adds the path to addresses of tests, and checks that all addresses on pages have it."""

    def __init__(self, proxy: Proxy) -> None:
        super().__init__(proxy.address, proxy.trust)
        self.addresses = 0

    def send(
        self,
        method: str,
        address: str,
        fields: Mapping[str, Any] | None = None,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> TestResponse:
        """Send a request below the path, and check all addresses in the response."""
        answer = super().send(method, address.removeprefix(PATH), fields, headers=headers)
        found = _ADDRESS.findall(answer.text) if answer.mimetype == "text/html" else []
        self.addresses += len(found)
        outside = [one for one in (*found, answer.headers.get("Location", PATH)) if not one.startswith(PATH)]
        assert outside == [], f"{method} {address}"
        return answer

    def _exchange(
        self, method: str, address: str, body: str | None, headers: dict[str, str]
    ) -> tuple[http.client.HTTPResponse, bytes]:
        return super()._exchange(method, PATH + address, body, headers)


class ServerBelow:
    """The part of a server that a teacher and students need."""

    def __init__(self, proxy: Proxy) -> None:
        self._proxy = proxy
        self.browsers: list[BrowserBelow] = []

    def browser(self) -> BrowserBelow:
        """Return a new browser."""
        self.browsers.append(BrowserBelow(self._proxy))
        return self.browsers[-1]

    def close(self) -> None:
        """Close all connections."""
        for browser in self.browsers:
            browser.close()


@pytest.fixture(params=["Caddyfile.path", "nginx.conf"])
def proxy(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Proxy]:
    """The app below the path."""
    if reason := why_not("nginx" if request.param.startswith("nginx") else "caddy"):
        pytest.skip(reason)
    settings = {"CLASSROOM_HTTPS": "1", "CLASSROOM_PROXIES": "1", "CLASSROOM_PATH": PATH}
    server = LiveServer(tmp_path / "server", settings=settings)
    server.start()
    (tmp_path / "proxy").mkdir()
    one = Proxy(tmp_path / "proxy", server, request.param)
    yield one
    one.stop()
    server.stop()
    server.assert_no_faults()


def test_a_whole_lesson(proxy: Proxy, request: pytest.FixtureRequest) -> None:
    below = ServerBelow(proxy)
    server = cast("LiveServer", below)
    teacher = Teacher(server)
    request.addfinalizer(below.close)
    teacher.set_up(proxy.server.setup_token)
    teacher.make_class("7B", "\r\n".join(NAMES))
    code, pins = teacher.print_cards()
    assert f"https://{HOST}:{proxy.port}{PATH}" in teacher.browser.page.text  # where the printed cards lead
    play_one_game(teacher, server, code, pins, patience=120)
    assert len(teacher.report_rows()) >= len(NAMES)
    assert sum(browser.addresses for browser in below.browsers) > 1000
