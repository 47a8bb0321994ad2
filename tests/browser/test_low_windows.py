"""On a Chromebook of 1366 × 600, a teacher sees a short form with its button, without scrolling."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.services.classes import roster, school_classes
from tests.browser.windows import open_window
from tests.factories import make_teacher
from tests.over_http.stage import Person, cookie_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.shared_server import SharedServer

pytestmark = pytest.mark.slow


def test_the_button_of_a_short_form_is_in_sight(browser: Browser, shared_server: SharedServer) -> None:
    with shared_server.app() as app:
        teacher = make_teacher()
        class_id = school_classes.create_class(teacher_id=teacher.id, name="7B").id
        roster.add_students(class_id=class_id, text="Ana\nBen")
        person = Person(teacher.id, teacher.name, cookie_of(app, teacher_id=teacher.id))
    window = open_window(browser, shared_server.server, person)
    for address, name in (
        (f"/classes/{class_id}/seating", "Add rule"),
        ("/account/codes", "Turn on two-step verification"),
    ):
        window.page.goto(window.address + address)
        box = window.page.get_by_role("button", name=name).bounding_box()
        assert box
        assert box["y"] + box["height"] <= 600, name
    window.close()
