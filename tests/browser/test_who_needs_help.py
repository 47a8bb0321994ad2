"""A teacher finds out on five pages who needs help with what, and what to do tomorrow (docs/reports.md)."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from tests.browser.windows import Window, open_window
from tests.over_http.stage import Person, cookie_of
from tests.planted.people import Person as Planted
from tests.planted.people import Plant, equal
from tests.planted.rows import write_class
from tests.shared_server import SharedServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.nightly

WIDTH, HEIGHT = 1366, 768
LOW = 600
"""The height of a small laptop's window."""
HIGHEST = 190
"""Where the panels of a page begin at most, in CSS pixels."""
PAPER = 718
"""CSS pixels between the margins of an A4 sheet."""
CLASS = Plant("Two far below", (*equal(2, Planted(-2.5)), *equal(8)), sessions=4)


@pytest.fixture
def window(browser: Browser, tmp_path: Path) -> Iterator[Window]:
    """The teacher's browser, at the list of classes.

    The server is new, because estimates leave out answers older than those that they contain.
    """
    with ExitStack() as stack:
        new = SharedServer(tmp_path, stack)
        with new.app() as app:
            teacher = write_class(CLASS).school_class.teacher
            alice = Person(teacher.id, teacher.name, cookie_of(app, teacher_id=teacher.id))
        one = open_window(browser, new.server, alice, viewport={"width": WIDTH, "height": HEIGHT})
        one.page.goto(one.address + "/classes")
        yield one
        one.close()


def test_a_teacher_finds_who_needs_help_with_what_and_what_to_do(window: Window) -> None:
    page = window.page
    page.get_by_role("link", name=CLASS.name).click()
    steps = page.get_by_role("region", name="Next steps")
    expect(steps).to_be_in_viewport(ratio=1)
    expect(steps).to_contain_text("Meet with \u2068Student 1\u2069.")
    expect(steps).to_contain_text("Most misses: Times tables 2 to 10")

    page.get_by_role("link", name="Class report").click()
    page.set_viewport_size({"width": WIDTH, "height": LOW})
    expect(steps).to_be_in_viewport(ratio=1)
    first = steps.get_by_role("listitem").first
    expect(first.get_by_role("link", name="Open practice")).to_be_visible()
    first.locator("summary").click()
    expect(first.get_by_role("link", name="Print sheet")).to_be_visible()
    first.locator("summary").click()
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    page.get_by_role("link", name="Correct on first try").click()
    table = page.get_by_role("region", name="Students", exact=True)
    expect(table.locator("tbody tr").first).to_be_in_viewport(ratio=1)
    weakest = [table.locator("tbody th").nth(place).inner_text() for place in (0, 1)]
    assert sorted(weakest) == ["Student 1", "Student 2"]
    need = table.locator("tbody tr").first.get_by_role("link", name="Times tables 2 to 10")
    expect_on_paper(page)

    need.click()
    expect(page.get_by_role("heading", name="Times tables 2 to 10")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Wrong answers")).to_be_in_viewport()
    page.get_by_role("link", name="What to do").click()
    page.get_by_role("button", name="Open practice").click()
    expect(page.get_by_text("Undo")).to_be_visible()

    page.goto(window.address + "/classes")
    page.get_by_role("link", name=CLASS.name).click()
    page.get_by_role("link", name="Class report").click()
    page.get_by_role("link", name="Groups", exact=True).click()
    group = page.get_by_role("region", name="Times tables 2 to 10")
    expect(group).to_be_in_viewport(ratio=1)
    expect(group.get_by_role("listitem")).to_have_count(2)
    expect_on_paper(page)
    page.get_by_role("button", name="Save groups").click()
    expect(page.locator("td", has_text="Times tables 2 to 10")).to_have_count(2)


def test_the_session_summary_begins_with_how_it_went_and_what_to_do(window: Window) -> None:
    page = window.page
    page.get_by_role("link", name=CLASS.name).click()
    page.locator("a[href^='/sessions/']").first.click()
    panels = page.locator(".recap").bounding_box()
    assert panels is not None
    assert panels["y"] <= HIGHEST
    expect(page.get_by_role("region", name="Next steps")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Keep tables and teams")).to_be_in_viewport(ratio=1)
    expect_on_paper(page)


def expect_on_paper(page: Page) -> None:
    """Check that a printed page is not cut off at the edge and shows no buttons."""
    page.emulate_media(media="print")
    page.set_viewport_size({"width": PAPER, "height": HEIGHT})
    assert page.evaluate("document.documentElement.scrollWidth") <= PAPER
    assert page.evaluate("document.querySelector('h1').getBoundingClientRect().top + scrollY") >= 0
    expect(page.locator(".button:visible")).to_have_count(0)
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    page.emulate_media(media="screen")
