"""Playing a move in a browser window: with the mouse, or with nothing but the keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.over_http.mind import Fields

FOCUS = "document.activeElement.id"
FAR = 120
"""More presses of a key than any way on the page takes."""


def play_with_mouse(page: Page, chosen: Fields) -> None:
    """Click the card, then the space or the button."""
    if "card" in chosen:
        page.locator(f"#card-{chosen['card']}").click()
    page.locator(f"#{chosen['space']}" if "space" in chosen else f"#do-{chosen['do']}").click()


def play_with_keys(page: Page, chosen: Fields) -> int:
    """Tab, arrows, digits, Enter; gives how many keys that took."""
    pressed = 0

    def press_until(key: str, goal: str) -> None:
        nonlocal pressed
        for _ in range(FAR):
            if page.evaluate(goal):
                return
            page.keyboard.press(key)
            pressed += 1
        raise AssertionError(f"{key} never leads to: {goal}")

    if "card" in chosen:
        press_until("Tab", "Boolean(document.activeElement.closest('#hand'))")
        press_until("ArrowDown", f"{FOCUS} === 'card-{chosen['card']}'")
        page.keyboard.press("Space")
    if "do" in chosen:
        press_until("Tab", f"{FOCUS} === 'do-{chosen['do']}'")
    else:
        page.keyboard.press("Enter")
        there = chosen["space"]
        label = page.locator(f"#{there}").inner_text().strip()
        page.keyboard.type(label)  # leads to the next space with this number
        pressed += len(label)
        here = page.evaluate(FOCUS)
        press_until("ArrowRight" if here[0] < there[0] else "ArrowLeft", f"{FOCUS}[0] === '{there[0]}'")
        press_until("ArrowDown" if int(here[1:]) < int(there[1:]) else "ArrowUp", f"{FOCUS} === '{there}'")
    page.keyboard.press("Enter")
    return pressed + 3
