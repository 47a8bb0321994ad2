"""After a rejected form, the first wrong field has the focus, or else the list of errors; also without scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.windows import open_window
from tests.tiers import nightly_except

if TYPE_CHECKING:
    from tests.shared_server import SharedServer
pytestmark = pytest.mark.slow


@pytest.mark.parametrize("has_scripts", nightly_except({True}, [True, False]))
@pytest.mark.parametrize(
    ("path", "button", "focused"),
    [
        ("/classes", "Create class", "name"),
        pytest.param("/account", "Change password", "old", marks=pytest.mark.nightly),
        pytest.param("/decks/new/cards", "Save deck", "title", marks=pytest.mark.nightly),
        pytest.param("/decks/new/skills", "Save deck", "title", marks=pytest.mark.nightly),
    ],
)
def test_the_first_wrong_field_has_the_focus(
    browser: Browser, shared_server: SharedServer, path: str, button: str, focused: str, *, has_scripts: bool
) -> None:
    page = _page(browser, shared_server, path, has_scripts=has_scripts)
    _send(page, button)
    expect(page.locator(f"#{focused}")).to_be_focused()  # the browser does that when it first paints the page
    page.context.close()


@pytest.mark.parametrize("has_scripts", nightly_except({False}, [True, False]))
def test_errors_of_no_single_field_have_the_focus(
    browser: Browser, shared_server: SharedServer, *, has_scripts: bool
) -> None:
    page = _page(browser, shared_server, "/decks/new/skills", has_scripts=has_scripts)
    page.locator("#title").fill("Mine")
    _send(page, "Save deck")
    expect(page.locator("#errors")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("a:focus")).to_have_attribute("href", "#skills")
    page.context.close()


def _page(browser: Browser, shared_server: SharedServer, path: str, *, has_scripts: bool) -> Page:
    window = open_window(browser, shared_server.server, shared_server.teacher(), java_script_enabled=has_scripts)
    window.page.goto(f"{window.address}{path}")
    return window.page


def _send(page: Page, button: str) -> None:
    """Send the form, past the checks of the browser."""
    page.locator("[required]").evaluate_all("(fields) => fields.forEach((one) => { one.required = false; })")
    page.get_by_role("button", name=button).click()
    page.locator("#errors").wait_for()
