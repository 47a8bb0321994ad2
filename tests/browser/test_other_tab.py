"""A teacher's page after one of its forms opened another tab."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.windows import RETURN, open_window

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.shared_server import SharedServer

pytestmark = pytest.mark.slow


@pytest.mark.nightly
def test_the_class_page_knows_that_cards_were_printed_in_another_tab(
    browser: Browser, shared_server: SharedServer
) -> None:
    teacher, class_id = shared_server.class_of_two()
    window = open_window(browser, shared_server.server, teacher)
    page = window.page
    page.goto(f"{window.address}/classes/{class_id}")
    step = page.locator("[aria-current=step]")
    expect(step).to_contain_text("Print login cards")
    page.evaluate(RETURN)
    with page.context.expect_page() as cards:
        step.get_by_role("button").click()
    cards.value.wait_for_load_state()
    with page.expect_navigation():
        page.evaluate(RETURN)
    expect(step).to_contain_text("Start a session")
    window.close()
