"""On a Chromebook of 1366 × 600, a teacher sees a short form with its button, without scrolling."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.windows import open_window

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.shared_server import SharedServer

pytestmark = pytest.mark.slow


def test_the_button_of_a_short_form_is_in_sight(browser: Browser, shared_server: SharedServer) -> None:
    teacher, class_id = shared_server.class_of_two()
    window = open_window(browser, shared_server.server, teacher)
    for address, name in (
        (f"/classes/{class_id}/seating", "Add rule"),
        ("/account/codes", "Turn on two-step verification"),
    ):
        window.page.goto(window.address + address)
        box = window.page.get_by_role("button", name=name).bounding_box()
        assert box
        assert box["y"] + box["height"] <= 600, name
    window.close()
