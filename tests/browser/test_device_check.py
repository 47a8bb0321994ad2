"""The device check in Chromium: what works, and what a proxy or a setting breaks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from classroom.services.doctor.addresses import network_addresses
from tests.browser.conftest import launch
from tests.factories import make_teacher
from tests.over_http.server import LiveServer
from tests.over_http.stage import cookie_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserContext, Page, Playwright, Route

    from tests.shared_server import SharedServer

QUICK = """
import sys
from classroom import hosting
with hosting.hosted_app({"HEARTBEAT_SECONDS": 0.5}) as app:
    hosting.run(app, host="127.0.0.1", port=int(sys.argv[-1]))
"""
CAMERA = ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server that sends heartbeats often enough for tests."""
    one = LiveServer(tmp_path_factory.mktemp("check"), command=("-c", QUICK))
    one.start()
    yield one
    one.stop()
    one.assert_no_faults()


def text_of_line(page: Page, line: str) -> str:
    """Return the current text of a line."""
    return page.locator(f"#check-{line} p:visible").inner_text()


def take_time(page: Page, ms: int) -> None:
    """Let each answer of the server take this time on the page's clock, which stands still otherwise."""

    def answer(route: Route) -> None:
        response = route.fetch()
        page.clock.fast_forward(ms)
        route.fulfill(response=response)

    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=1))
    page.route("**/check/answer*", answer)


def test_a_working_device_is_ready_and_its_camera_starts_only_on_request(
    server: LiveServer, playwright: Playwright
) -> None:
    browser = launch(playwright, *CAMERA)
    page = browser.new_page()
    take_time(page, 200)
    page.goto(f"{server.address}/check")
    page.clock.run_for(1000)  # so long it waits for voices
    expect(page.locator("#summary p:visible")).to_contain_text("This device is ready")
    assert [text_of_line(page, line) for line in ("stream", "speed", "cookies", "browser", "clock", "storage")] == [
        "Live updates work.",
        "The server answers quickly.",
        "Cookies work.",
        "This browser is new enough.",
        "This device and the server show the same time.",
        "This browser remembers settings such as sound.",
    ]
    assert text_of_line(page, "camera").startswith("Press the button.")
    page.get_by_role("button", name="Test camera").click()
    expect(page.locator("#check-camera p:visible")).to_contain_text("The camera works.")
    browser.close()


@pytest.mark.nightly
def test_a_blocked_stream_is_a_limit_and_a_silent_server_an_error(server: LiveServer, context: BrowserContext) -> None:
    page = context.new_page()
    page.route("**/check/stream", lambda route: route.fulfill(status=502))
    page.goto(f"{server.address}/check")
    expect(page.locator("#summary p:visible")).to_contain_text("ready, with limits")
    assert text_of_line(page, "stream").startswith("No live updates")
    page.route("**/check/answer*", lambda route: route.abort())
    page.reload()
    expect(page.locator("#summary p:visible")).to_contain_text("not ready")
    assert text_of_line(page, "speed").startswith("The server doesn’t answer.")


def test_a_slow_server_is_a_limit(server: LiveServer, context: BrowserContext) -> None:
    page = context.new_page()
    take_time(page, 400)
    page.goto(f"{server.address}/check")
    page.clock.run_for(1000)
    expect(page.locator("#summary p:visible")).to_contain_text("ready, with limits")
    assert text_of_line(page, "speed").startswith("The server answers slowly")


@pytest.mark.nightly
def test_a_wrong_device_clock_is_reported(server: LiveServer, context: BrowserContext) -> None:
    page = context.new_page()
    page.add_init_script("const now = Date.now; Date.now = () => now() + 3600000")
    page.goto(f"{server.address}/check")
    expect(page.locator("#check-clock p:visible")).to_contain_text("different times")
    assert "+3" in page.locator("#check-clock [data-value]").inner_text()


def test_the_doctor_names_the_first_problem_first(shared_server: SharedServer, context: BrowserContext) -> None:
    with shared_server.app() as app:
        cookie = cookie_of(app, teacher_id=make_teacher("Grace Lind", is_administrator=True).id)
    address = shared_server.server.address
    context.add_cookies([{"name": "classroom", "value": cookie, "url": address}])
    page = context.new_page()
    page.goto(f"{address}/admin/doctor")
    what = "Only this computer" if network_addresses() else "no network"
    expect(page.locator("#findings li").first).to_contain_text(what)
    expect(page.locator("#doctor-summary")).to_contain_text("to fix")
