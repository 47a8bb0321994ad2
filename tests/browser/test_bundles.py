"""The script bundle of a student's page in a real browser: what it loads, and what happens when one script fails."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from classroom.web.assets import load_assets
from tests.over_http.server import LiveServer

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Route

    from tests.over_http.stage import Stage
    from tests.shared_server import SharedServer

STATIC = Path(__file__).parents[2] / "static"


@pytest.fixture(scope="module")
def table(shared_server: SharedServer) -> tuple[LiveServer, Stage]:
    """Two students at a table."""
    return shared_server.server, shared_server.stage(students=2)


def test_a_second_student_on_the_same_device_downloads_no_static_file(
    context: BrowserContext, table: tuple[LiveServer, Stage]
) -> None:
    server, stage = table
    fetched: list[set[str]] = []
    for student in stage.students:
        context.clear_cookies()
        context.add_cookies([{"name": "classroom", "value": student.cookie, "url": server.address}])
        page = context.new_page()
        network = context.new_cdp_session(page)
        network.send("Network.enable")
        urls: set[str] = set()
        network.on("Network.responseReceived", lambda event, urls=urls: _note_download(event, urls))
        page.goto(f"{server.address}/play")
        page.locator("#board").wait_for()
        page.wait_for_load_state("load")
        page.close()
        fetched.append(urls)
    assert {url.rpartition("/")[2].partition("?")[0] for url in fetched[0]} == {"table.css", "student.js"}
    assert fetched[1] == set()


def test_a_failing_script_does_not_stop_the_others(
    context: BrowserContext, table: tuple[LiveServer, Stage], tmp_path: Path
) -> None:
    server, stage = table
    copy = tmp_path / "static"
    shutil.copytree(STATIC, copy)
    (copy / "js" / "one_person.js").write_text('"use strict"; undeclared = 1;', encoding="utf-8")
    broken = load_assets(copy)["bundles/student.js"].content

    def answer(route: Route) -> None:
        route.fulfill(body=broken, content_type="text/javascript")

    context.add_cookies([{"name": "classroom", "value": stage.students[0].cookie, "url": server.address}])
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.route("**/bundles/student.js*", answer)
    page.goto(f"{server.address}/play")
    page.locator("html[data-stream=live]").wait_for()
    assert page.evaluate("document.documentElement.dataset.pad") == "", "scripts further down have run as well"
    assert faults == ["undeclared is not defined"], "the fault is reported, and each script keeps its own strictness"


def _note_download(event: dict[str, dict[str, object]], urls: set[str]) -> None:
    response = event["response"]
    url = str(response["url"])
    if "/bundles/" in url and not response.get("fromDiskCache") and not response.get("fromPrefetchCache"):
        urls.add(url)
