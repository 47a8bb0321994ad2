"""A browser like Chrome 100, on a Chromebook without updates: a student's table fits and is playable.

It is today's browser without newer features: style sheets have unknown names in their place, so that the browser
ignores what an old one ignores, and scripts lack newer functions.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from classroom.services.settings import TableSettings
from tests.access.table import VERSION, miss
from tests.browser.windows import SMALL_CHROMEBOOK
from tests.guards.test_browser_features import NEWER_STYLES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

    from tests.shared_server import SharedServer

pytestmark = pytest.mark.slow

REMOVE_NEWER_FUNCTIONS = """
for (const [owner, names] of [
  [Element.prototype, ["checkVisibility", "moveBefore", "setHTMLUnsafe"]],
  [Document.prototype, ["startViewTransition", "moveBefore"]],
  [DocumentFragment.prototype, ["moveBefore"]],
  [HTMLElement.prototype, ["showPopover", "hidePopover", "togglePopover"]],
  [AbortSignal, ["any", "timeout"]],
  [Array.prototype, ["toSorted", "toReversed", "toSpliced", "with"]],
  [Array, ["fromAsync"]], [Object, ["groupBy"]], [Map, ["groupBy"]], [Promise, ["withResolvers", "try"]],
  [Set.prototype, ["union", "intersection", "difference", "isSubsetOf", "isSupersetOf", "isDisjointFrom"]],
  [Iterator.prototype, ["map", "filter", "take", "drop", "flatMap", "reduce", "toArray", "forEach", "some", "find"]],
  [URL, ["canParse", "parse"]], [String.prototype, ["isWellFormed", "toWellFormed"]],
]) for (const name of names) delete owner[name];
"""


def without_newer_styles(route: Route) -> None:
    """Replace each newer CSS feature by an unknown name."""
    answer = route.fetch()
    styles = re.sub(
        "|".join(map(re.escape, NEWER_STYLES)), lambda found: f"{found[0][0]}z{found[0][1:]}", answer.text()
    )
    route.fulfill(response=answer, body=styles)


@pytest.mark.nightly
def test_a_table_fits_and_can_be_played(browser: Browser, shared_server: SharedServer) -> None:
    stage = shared_server.stage(students=2, settings=TableSettings(deck="times-tables", board="8x8", tries=None))
    address = shared_server.server.address
    faults: list[str] = []
    pages = []
    for person in stage.students:
        context = browser.new_context(viewport=SMALL_CHROMEBOOK)
        context.add_init_script(REMOVE_NEWER_FUNCTIONS)
        context.route("**/*.css*", without_newer_styles)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(address)
        expect(page.locator(".old-browser")).to_be_visible()
        context.add_cookies([{"name": "classroom", "value": person.cookie, "url": address}])
        page.goto(f"{address}/play")
        expect(page.locator("html")).to_have_attribute("data-stream", "live")
        pages.append(page)
    assert pages[0].evaluate("'checkVisibility' in Element.prototype") is False
    assert pages[0].evaluate("getComputedStyle(document.querySelector('main')).containerType") == "normal"
    playing, waiting = sorted(pages, key=lambda page: page.locator(".turn-mine").count(), reverse=True)
    for name in ("#board", "#hand", ".turn"):
        box = playing.locator(name).first.bounding_box()
        assert box is not None
        assert min(box["x"], box["y"]) >= 0, name
        assert box["x"] + box["width"] <= SMALL_CHROMEBOOK["width"], name
        assert box["y"] + box["height"] <= SMALL_CHROMEBOOK["height"], name
    assert playing.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert playing.locator("#board button").first.bounding_box()["width"] >= 36  # type: ignore[index]
    version = miss(playing)
    expect(waiting.locator(VERSION)).to_have_value(version)
    for page in pages:
        page.context.close()
    assert faults == []
