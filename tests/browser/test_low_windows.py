"""On a Chromebook of 1366 × 600, a teacher sees a short form with its button, without scrolling."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom import clock
from classroom.services.classes import school_classes
from classroom.services.settings import TableSettings
from tests.browser.frame import box_of
from tests.browser.windows import open_window
from tests.factories import make_teacher
from tests.over_http.stage import Person, cookie_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

    from tests.shared_server import SharedServer

pytestmark = pytest.mark.slow


def assert_in_sight(control: Locator) -> None:
    """Check that one sees all of a control without scrolling."""
    box = control.bounding_box()
    assert box
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 600


def test_the_button_of_a_short_form_is_in_sight(browser: Browser, shared_server: SharedServer) -> None:
    teacher, class_id = shared_server.class_of_two()
    window = open_window(browser, shared_server.server, teacher)
    for address, name in (
        (f"/classes/{class_id}/seating", "Add rule"),
        ("/account/codes", "Turn on two-step verification"),
    ):
        window.page.goto(window.address + address)
        assert_in_sight(window.page.get_by_role("button", name=name))
    window.close()


@pytest.mark.nightly
def test_an_administrator_invites_and_activates_teachers_without_scrolling(
    browser: Browser, shared_server: SharedServer
) -> None:
    with shared_server.app() as app:
        account = make_teacher(is_administrator=True)
        others = [make_teacher(disabled_at=clock.now()) for _ in range(12)]
        administrator = Person(account.id, account.name, cookie_of(app, teacher_id=account.id))
        addresses = ("/admin", f"/admin/teachers/{others[0].id}")
    window = open_window(browser, shared_server.server, administrator)
    for address, name in zip(addresses, ("Create invitation link", "Activate account"), strict=True):
        window.page.goto(window.address + address)
        assert_in_sight(window.page.get_by_role("button", name=name))
    window.close()


@pytest.mark.nightly
def test_the_field_for_the_first_names_is_above_its_button(browser: Browser, shared_server: SharedServer) -> None:
    teacher = shared_server.teacher()
    with shared_server.app():
        class_id = school_classes.create_class(teacher_id=teacher.id, name="7B").id
    window = open_window(browser, shared_server.server, teacher)
    window.page.goto(f"{window.address}/classes/{class_id}")
    field, bar = box_of(window.page.locator("#names")), window.page.locator(".form-bar")
    assert_in_sight(bar)
    assert field["y"] + field["height"] + 6 <= box_of(bar)["y"]  # with the ring of the focus
    window.close()


@pytest.mark.nightly
@pytest.mark.parametrize("edition", ["Numbers", "Playing cards"])
def test_each_step_of_a_new_session_shows_the_way_to_the_next(
    browser: Browser, shared_server: SharedServer, edition: str
) -> None:
    teacher, class_id = shared_server.class_of_two()
    window = open_window(browser, shared_server.server, teacher)
    window.page.goto(f"{window.address}/classes/{class_id}/sessions/new")
    window.page.get_by_label(edition).first.check()
    for name in ("Next: who plays", "Next: how long"):
        following = window.page.get_by_role("link", name=name)
        assert_in_sight(following)
        following.click()
    assert_in_sight(window.page.get_by_role("button", name="Open session"))
    window.close()


@pytest.mark.nightly
def test_a_table_of_twelve_is_seen_as_a_whole(browser: Browser, shared_server: SharedServer) -> None:
    stage = shared_server.stage(students=12, settings=TableSettings(edition="classic", table_size=12))
    window = open_window(browser, shared_server.server, stage.teacher)
    window.page.goto(f"{window.address}/sessions/{stage.class_session_id}")
    assert window.page.locator(".tile-seat").count() == 12
    assert_in_sight(window.page.locator(".tile"))
    window.close()
