"""The size of the boards on the teacher's live page, in low windows and on large monitors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from classroom.database import db
from classroom.models import SchoolClass
from classroom.services.settings import TableSettings
from tests.browser.windows import LOWEST_TILE, SMALL_CHROMEBOOK, open_window
from tests.factories import lock_out, make_student

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ViewportSize

    from tests.shared_server import SharedServer

pytestmark = [pytest.mark.slow, pytest.mark.nightly]


def test_two_tables_below_a_notice_are_in_view_on_a_low_screen(browser: Browser, shared_server: SharedServer) -> None:
    stage = shared_server.stage(students=4, settings=TableSettings(board="6x6", table_size=2))
    with shared_server.app():
        lock_out(make_student("Max", school_class=db.session.get_one(SchoolClass, stage.class_id)))
    teacher = open_window(browser, shared_server.server, stage.teacher, viewport=SMALL_CHROMEBOOK)
    teacher.page.goto(f"{teacher.address}/sessions/{stage.class_session_id}")
    expect(teacher.page.locator(".locked-out")).to_be_visible()
    assert teacher.page.locator(".tile").count() == 2
    assert teacher.page.evaluate(LOWEST_TILE) <= SMALL_CHROMEBOOK["height"]
    teacher.close()


def test_a_single_table_fills_the_window(browser: Browser, shared_server: SharedServer) -> None:
    stage = shared_server.stage(students=2, settings=TableSettings(board="6x6", table_size=2))
    window: ViewportSize = {"width": 1366, "height": 768}
    teacher = open_window(browser, shared_server.server, stage.teacher, viewport=window)
    teacher.page.goto(f"{teacher.address}/sessions/{stage.class_session_id}")
    for height in (window["height"], SMALL_CHROMEBOOK["height"]):
        teacher.page.set_viewport_size({"width": window["width"], "height": height})
        mini = teacher.page.locator(".tile .mini").bounding_box()
        assert mini is not None
        assert mini["height"] >= 0.6 * height
        assert teacher.page.evaluate(LOWEST_TILE) <= height
    teacher.close()


@pytest.mark.parametrize(("tables", "least"), [(3, 400), (6, 270), (12, 180)])
def test_boards_fill_a_large_monitor(browser: Browser, shared_server: SharedServer, tables: int, least: int) -> None:
    stage = shared_server.stage(students=2 * tables, settings=TableSettings(board="6x6", table_size=2))
    window: ViewportSize = {"width": 1920, "height": 1080}
    teacher = open_window(browser, shared_server.server, stage.teacher, viewport=window)
    teacher.page.goto(f"{teacher.address}/sessions/{stage.class_session_id}")
    expect(teacher.page.locator(".tile")).to_have_count(tables)
    mini = teacher.page.locator(".tile .mini").first.bounding_box()
    assert mini is not None
    assert mini["width"] >= least
    expect(teacher.page.get_by_role("link", name="Class screen")).to_be_in_viewport(ratio=1)
    assert teacher.page.evaluate("document.documentElement.scrollWidth") == window["width"]
    teacher.close()
