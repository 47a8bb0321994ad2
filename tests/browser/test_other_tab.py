"""A teacher's page after one of its forms opened another tab."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from classroom.services.classes import roster, school_classes
from tests.browser.windows import open_window
from tests.factories import make_teacher
from tests.over_http.stage import Person, cookie_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.shared_server import SharedServer

pytestmark = pytest.mark.slow

RETURN = "document.dispatchEvent(new Event('visibilitychange'))"
"""Chromium without windows shows all tabs at once, so it doesn't tell."""


def test_the_class_page_knows_that_cards_were_printed_in_another_tab(
    browser: Browser, shared_server: SharedServer
) -> None:
    with shared_server.app() as app:
        teacher = make_teacher()
        class_id = school_classes.create_class(teacher_id=teacher.id, name="7B").id
        roster.add_students(class_id=class_id, text="Ana\nBen")
        person = Person(teacher.id, teacher.name, cookie_of(app, teacher_id=teacher.id))
    window = open_window(browser, shared_server.server, person)
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
