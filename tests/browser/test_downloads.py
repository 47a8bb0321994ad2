"""Downloads: the page shows progress, starts no second download meanwhile, and reports a failure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.windows import Window, open_window
from tests.over_http.stage import Person, cookie_of
from tests.planted.people import Plant, equal
from tests.planted.rows import write_class

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Route

    from tests.shared_server import SharedServer

pytestmark = pytest.mark.nightly


@pytest.fixture
def window(browser: Browser, shared_server: SharedServer) -> Iterator[Window]:
    """The teacher's browser, at a class's report."""
    with shared_server.app() as app:
        school_class = write_class(Plant("7 / B", equal(4), sessions=2)).school_class
        teacher = school_class.teacher
        alice = Person(teacher.id, teacher.name, cookie_of(app, teacher_id=teacher.id))
        report = f"/classes/{school_class.id}/report?period=all"
    one = open_window(browser, shared_server.server, alice)
    one.page.goto(one.address + report)
    yield one
    one.close()


def test_a_download_is_requested_once_and_saved_under_its_name(window: Window, tmp_path: Path) -> None:
    page = window.page
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/attempts.csv*", hold)
    button = page.get_by_role("link", name="Download with names")
    with page.expect_request("**/attempts.csv*"):
        button.click()
    status = page.get_by_role("status").filter(has_text="Preparing the file…")
    expect(status).to_be_visible()
    page.get_by_role("link", name="Download without names").click()
    button.click(force=True)
    assert len(waiting) == 1
    with page.expect_download() as downloading:
        waiting[0].continue_()
    expect(page.get_by_text("The file is in your downloads.")).to_be_visible()
    name = downloading.value.suggested_filename
    assert name.startswith("7 - B answers with names")
    assert name.endswith(".csv")
    downloading.value.save_as(tmp_path / "answers.csv")
    lines = (tmp_path / "answers.csv").read_text(encoding="utf-8-sig").splitlines()
    assert len(lines) == 1 + 4 * 2 * 16


@pytest.mark.parametrize("status", [0, 401, 500])
def test_a_failed_download_is_reported_and_can_be_repeated(window: Window, status: int) -> None:
    page = window.page

    def fail(route: Route) -> None:
        if status:
            route.fulfill(status=status, body="No")
        else:
            route.abort()

    page.route("**/gradebook.csv*", fail)
    page.get_by_role("link", name="Gradebook").click()
    expect(page.get_by_text("The download stopped.")).to_be_visible()
    window.faults.clear()
    page.unroute("**/gradebook.csv*")
    with page.expect_download():
        page.get_by_role("link", name="Gradebook").click()
