"""Play a move in a browser window, with the mouse or only with the keyboard."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

    from tests.over_http.simulated_student import Fields

FOCUS = "document.activeElement.id"
MAX_KEY_PRESSES = 120
"""Maximum number of key presses to reach anything on the page."""


@contextmanager
def stopped_page_clock(page: Page) -> Iterator[None]:
    """Stop what tells a page's scripts the time, so that their time limits do not pass, however slow the test is."""
    page.evaluate("window.realNow = Date.now; const at = Date.now(); Date.now = () => at")
    yield
    page.evaluate("Date.now = window.realNow ?? Date.now")  # another page may have been opened


def play_with_mouse(page: Page, chosen: Fields) -> None:
    """Click the card, then the space or the button."""
    if "card" in chosen:
        page.locator(f"#card-{chosen['card']}").click()
    page.locator(f"#{chosen['space']}" if "space" in chosen else f"#do-{chosen['do']}").click()


def play_with_keys(page: Page, chosen: Fields) -> int:
    """Use the shortcuts listed on the page; return the number of key presses."""
    pressed = 0

    def press_until(key: str, goal: str) -> None:
        nonlocal pressed
        for _ in range(MAX_KEY_PRESSES):
            if page.evaluate(goal):
                return
            page.keyboard.press(key)
            pressed += 1
        raise AssertionError(f"{key} never leads to: {goal}")

    def type_text(text: str) -> None:
        nonlocal pressed
        page.keyboard.type(text)
        pressed += len(text)

    if "card" in chosen:
        press_until("Escape", "Boolean(document.activeElement.closest('#hand'))")
        hand: list[str] = page.evaluate("[...document.querySelectorAll('#hand input')].map((one) => one.value)")
        type_text(str(1 + hand.index(chosen["card"])))
    if "do" in chosen:
        press_until("Tab", f"{FOCUS} === 'do-{chosen['do']}'")
    else:
        space = chosen["space"]
        with stopped_page_clock(page):
            type_text(page.locator(f"#{space}").inner_text().strip())  # goes to a space with this number
        press_until("n", f"{FOCUS} === '{space}'")
    page.keyboard.press("Enter")
    return pressed + 1
