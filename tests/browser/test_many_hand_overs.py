"""S9: in sixty hand-overs of a device, in all ways, the next student sees nothing of the previous one."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.browser.test_one_person import School, open_live

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.browser.windows import Window
    from tests.shared_server import SharedServer

pytestmark = [pytest.mark.nightly, pytest.mark.slow, pytest.mark.timeout(1800)]
ROUNDS = int(os.environ.get("HAND_OVER_ROUNDS", "5"))
LEAVE = ("button", "other tab", "card deactivated", "after the class ended")
THEN = ("back", "back and forward", "duplicated tab")


def test_nothing_is_left_on_a_device(everyday_browser: Browser, shared_server: SharedServer) -> None:
    trials = 0
    for _ in range(ROUNDS):
        for leave in LEAVE:
            for after in THEN:
                school = School(shared_server)
                window = school.sign_in(everyday_browser, school.stage.students[0])
                page = open_live(window, "/play")
                copy = _duplicate(window) if after == "duplicated tab" else None
                _leave(leave, page, window, school)
                for shown in (page, copy) if copy else (page,):
                    _assert_empty(shown, window.name)
                storage = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
                assert window.name not in storage
                for step in {"back": (-1, -1), "back and forward": (-1, 1, -1), "duplicated tab": (-1,)}[after]:
                    _go(copy or page, step)
                    _assert_empty(copy or page, window.name)
                window.close()
                trials += 1
    print(
        f"S9 {trials} of {trials} trials show nothing of the previous student ({', '.join(LEAVE)}; {', '.join(THEN)})"
    )


def _duplicate(window: Window) -> Page:
    copy = window.open_tab()
    copy.goto(f"{window.address}/play")
    copy.wait_for_selector("html[data-stream=live]")
    return copy


def _leave(how: str, page: Page, window: Window, school: School) -> None:
    student = school.stage.students[0]
    desk = school.teacher_browser()
    if how == "card deactivated":
        desk.open(f"/students/{student.id}")
        desk.submit(form="/void-card")
    else:
        if how == "after the class ended":
            desk.open(f"{school.lesson}/end")
            desk.submit(form=f"{school.lesson}/end")
            page.wait_for_function("() => !document.querySelector('#hand')")
        tab = window.open_tab() if how == "other tab" else page
        if tab is not page:
            tab.goto(f"{window.address}/play")
        tab.locator("#sign-out summary").click()
        tab.get_by_role("button", name="Yes, sign out").or_(tab.get_by_role("button", name="Sign out")).first.click()
        tab.wait_for_selector("#code")


def _assert_empty(page: Page, name: str) -> None:
    page.wait_for_function("name => !document.body.innerText.includes(name)", arg=name, timeout=20_000)
    assert page.locator("#hand").count() == 0


def _go(page: Page, step: int) -> None:
    """Go back or forward in the history if possible; wait until the page has loaded."""
    with page.expect_event("framenavigated"):
        page.evaluate("step => setTimeout(() => { history.go(step); setTimeout(() => location.reload(), 1500) })", step)
    page.wait_for_load_state()
