"""The long forms of a deck: their buttons are always in sight, and cover nothing that has the focus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.windows import SMALL_CHROMEBOOK, open_window

if TYPE_CHECKING:
    from tests.shared_server import SharedServer

pytestmark = pytest.mark.slow

# A tall field is seen from its top.
COVERED = """() => {
  const one = document.activeElement, {x, y, width, height} = one.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + Math.min(height / 2, 24));
  return one === document.body || one.contains(top) ? null : one.outerHTML;
}"""


@pytest.mark.parametrize("kind", ["skills", "cards"])
def test_save_is_always_in_sight(browser: Browser, shared_server: SharedServer, kind: str) -> None:
    window = open_window(browser, shared_server.server, shared_server.teacher(), viewport=SMALL_CHROMEBOOK)
    page = window.page
    page.goto(f"{window.address}/decks/new/{kind}")
    save = page.get_by_role("button", name="Save deck")
    expect(save).to_be_in_viewport(ratio=1)
    reached = 0
    while not save.evaluate("(one) => one === document.activeElement"):
        page.keyboard.press("Tab")
        assert page.evaluate(COVERED) is None
        expect(save).to_be_in_viewport(ratio=1)
        reached += 1
    assert reached > (20 if kind == "skills" else 5)
    window.close()
