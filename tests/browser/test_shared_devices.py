"""Second tabs, reloads, broken connections, and Chromebooks that are passed on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from classroom.services.classes.roster import rename_student
from classroom.services.classes.support import SupportSettings, set_support
from classroom.services.settings import TableSettings
from tests.browser.hands import play_with_mouse
from tests.browser.windows import Window, open_window
from tests.over_http.server import LiveServer
from tests.over_http.simulated_student import SimulatedStudent
from tests.over_http.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

    from tests.over_http.stage import Person
    from tests.shared_server import SharedServer

pytestmark = pytest.mark.slow


def lesson(shared_server: SharedServer) -> tuple[LiveServer, Stage]:
    """Two students at a table with unlimited tries."""
    settings = TableSettings(deck="times-tables", board="8x8", tries=None)
    return shared_server.server, shared_server.stage(students=2, settings=settings)


@pytest.fixture(scope="module")
def stage(shared_server: SharedServer) -> tuple[LiveServer, Stage]:
    """A lesson shared by the tests."""
    return lesson(shared_server)


@pytest.fixture
def own_stage(shared_server: SharedServer) -> tuple[LiveServer, Stage]:
    """A lesson for one test, which may sign people out."""
    return lesson(shared_server)


@pytest.fixture
def open_one(browser: Browser, stage: tuple[LiveServer, Stage]) -> Iterator[Callable[[Person], Window]]:
    """Open a student's page in a separate browser."""
    server, _ = stage
    windows: list[Window] = []

    def open_one(person: Person) -> Window:
        window = open_window(browser, server, person)
        windows.append(window)
        window.page.goto(f"{window.address}/play")
        window.page.wait_for_selector("html[data-stream=live]")
        return window

    yield open_one
    for window in windows:
        window.close()


@pytest.fixture
def both(open_one: Callable[[Person], Window], stage: tuple[LiveServer, Stage]) -> tuple[Window, Window]:
    """The windows of the active student and of the waiting one."""
    first, second = (open_one(person) for person in stage[1].students)
    table = first.seen()
    assert table is not None
    return (first, second) if table.is_my_turn else (second, first)


@pytest.mark.nightly
def test_a_reload_and_a_second_tab_show_the_same(both: tuple[Window, Window]) -> None:
    window, _ = both
    before = window.seen()
    assert before is not None
    for _ in range(2):
        window.page.reload()
    tab = window.open_tab()
    tab.goto(f"{window.address}/play")
    for page in (window.page, tab):
        window.page = page
        shown = window.seen()
        assert shown is not None
        assert (shown.hand, shown.rows, shown.version) == (before.hand, before.rows, before.version)


def test_a_move_in_one_tab_shows_in_the_other(both: tuple[Window, Window]) -> None:
    window, waiter = both
    seen = window.seen()
    assert seen is not None
    first = window.page
    window.page = window.open_tab()
    window.page.goto(f"{window.address}/play")
    play_with_mouse(window.page, SimulatedStudent(3, misses=0).choose(seen))
    later = f"{seen.game_id}.{seen.version + 1}"
    window.wait_for(later)
    waiter.wait_for(later)
    first.bring_to_front()
    window.page = first
    window.wait_for(later)


@pytest.mark.nightly
def test_a_page_reconnects_by_itself(both: tuple[Window, Window]) -> None:
    window, waiter = both
    seen = window.seen()
    assert seen is not None
    waiter.proxy.cut()
    play_with_mouse(window.page, SimulatedStudent(4, misses=0).choose(seen))
    later = f"{seen.game_id}.{seen.version + 1}"
    window.wait_for(later)
    assert waiter.version().startswith(f"{seen.game_id}.{seen.version}.")
    waiter.proxy.restore()
    waiter.wait_for(later)


@pytest.mark.nightly
def test_a_move_that_was_not_sent_can_be_repeated(both: tuple[Window, Window]) -> None:
    window, waiter = both
    seen = window.seen()
    assert seen is not None
    chosen = SimulatedStudent(5, misses=0).choose(seen)
    window.proxy.cut()
    with window.page.expect_event("requestfailed", lambda request: request.method == "POST"):
        play_with_mouse(window.page, chosen)
    window.proxy.restore()
    play_with_mouse(window.page, chosen)
    waiter.wait_for(f"{seen.game_id}.{seen.version + 1}")


@pytest.mark.nightly
def test_the_page_polls_if_streams_are_refused(both: tuple[Window, Window]) -> None:
    window, waiter = both
    seen = window.seen()
    assert seen is not None
    waiter.proxy.refuses_streams = True
    waiter.proxy.cut()
    waiter.proxy.restore()
    play_with_mouse(window.page, SimulatedStudent(6, misses=0).choose(seen))
    waiter.wait_for(f"{seen.game_id}.{seen.version + 1}", seconds=30)


@pytest.mark.nightly
def test_an_open_page_shows_a_new_name_and_another_language(
    browser: Browser, shared_server: SharedServer, own_stage: tuple[LiveServer, Stage]
) -> None:
    server, made = own_stage
    person = made.students[0]
    window = open_window(browser, server, person)
    page = window.page
    page.goto(f"{window.address}/play")
    page.wait_for_selector("html[data-stream=live]")
    refresh = "document.querySelector('#live').dispatchEvent(new CustomEvent('refresh'))"
    with shared_server.app():
        rename_student(student_id=person.id, name="Anastasia")
    page.evaluate(refresh)  # the test's process can't notify the server's pages
    expect(page.locator("#own-face")).to_have_text("Anastasia")
    page.wait_for_selector("html[data-stream=live]")
    with shared_server.app():
        set_support(class_id=made.class_id, settings={person.id: SupportSettings(language="es")})
    page.evaluate(refresh)
    expect(page.locator("html[lang=es]")).to_be_attached()
    window.close()


@pytest.mark.nightly
def test_after_signing_out_back_shows_nothing(everyday_browser: Browser, own_stage: tuple[LiveServer, Stage]) -> None:
    server, made = own_stage
    window = open_window(everyday_browser, server, made.students[0])
    page = window.page
    page.goto(f"{window.address}/play")
    expect(page.locator("#hand")).to_be_visible()
    page.locator("#sign-out summary").click()
    page.get_by_role("button", name="Yes, sign out").click()
    expect(page.locator("#code")).to_be_visible()
    for opened in (re.compile("/$"), "about:blank"):
        page.evaluate("setTimeout(() => history.back())")
        expect(page).to_have_url(opened)
        page.wait_for_load_state()
        _assert_nothing_of(page, made.students[0].name)
    window.close()


def _assert_nothing_of(page: Page, name: str) -> None:
    text = page.locator("body").inner_text()
    assert name not in text
    assert "Your cards" not in text
    assert page.locator("#hand").count() == 0
