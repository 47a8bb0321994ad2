"""The estimated game length in a real browser: progress while it is computed, the result, then no more requests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from classroom.hosting import hosted_app
from classroom.services.classes import school_classes
from tests.browser.looks import Visitor
from tests.browser.windows import Window, open_window
from tests.factories import make_teacher
from tests.migrated_database import copy_migrated_database
from tests.over_http.server import LiveServer
from tests.over_http.stage import Person, cookie_of
from tests.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Response

pytestmark = [pytest.mark.nightly, pytest.mark.slow, pytest.mark.timeout(900)]

GAMES = "20"
TIMEOUT_MS = 200_000
"""Simulations run at the lowest priority: while other tests keep the processors busy, they hardly advance."""
STEPS = ("1. Cards and board", "2. Who plays", "3. How long")


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LiveServer, Person, str]]:
    """A server that simulates few games for an estimate, a teacher, and the address of the form."""
    folder = tmp_path_factory.mktemp("forecast")
    copy_migrated_database(folder)
    with hosted_app(instance_path=folder) as app, app.app_context():
        teacher = make_teacher("Alice Okafor")
        alice = Person(teacher.id, teacher.name, cookie_of(app, teacher_id=teacher.id))
        school_class = school_classes.create_class(teacher_id=teacher.id, name="7B")
        form = f"/classes/{school_class.id}/sessions/new"
    server = LiveServer(folder, settings={"CLASSROOM_FORECAST_GAMES": GAMES})
    server.start()
    yield server, alice, form
    server.stop()
    server.assert_no_faults()


@pytest.fixture
def window(browser: Browser, stage: tuple[LiveServer, Person, str]) -> Iterator[Window]:
    """The teacher's browser, at the form."""
    server, alice, form = stage
    one = open_window(browser, server, alice)
    one.page.goto(one.address + form)
    yield one
    one.close()


def choose_size(page: Page, size: int) -> None:
    """Choose the table size in the second step, and go to the third."""
    page.get_by_role("link", name=STEPS[1]).first.click()
    page.get_by_role("radio", name=str(size), exact=True).check()
    page.get_by_role("link", name=STEPS[2]).first.click()


def choose_three_teams_of_two(page: Page) -> None:
    """Choose tables of six with three teams, and go to the third step."""
    choose_size(page, 6)
    page.get_by_role("link", name=STEPS[1]).first.click()
    page.get_by_text("Large tables").click()
    page.get_by_role("radio", name="Three teams").check()
    page.get_by_role("link", name=STEPS[2]).first.click()


def test_progress_is_shown_then_the_estimate_then_requests_stop(window: Window) -> None:
    page = window.page
    answers: list[str] = []
    requests: list[str] = []

    def note_answer(one: Response) -> None:
        if "table_size=3" in one.url:
            answers.append(one.text())

    page.on("response", note_answer)
    page.on("request", lambda one: requests.append(one.url) if "/forecast" in one.url else None)
    choose_size(page, 3)
    sentence = page.locator("#forecast-said-3")
    expect(sentence).to_contain_text("9 of 10 games end within", timeout=TIMEOUT_MS)
    expect(page.locator("#forecast progress")).to_have_count(0)
    expect(page.locator("#forecast-wait")).to_have_count(0, timeout=TIMEOUT_MS)
    assert f'max="{GAMES}"' in answers[0], "there was progress to see"
    chosen_at = next(index for index, url in enumerate(requests) if "table_size=3" in url)
    assert all("table_size=3" in url for url in requests[chosen_at:])
    assert not any("csrf" in url for url in requests)
    assert sentence.get_attribute("aria-live") == "polite"
    count = len(requests)
    page.wait_for_timeout(2500)
    assert len(requests) == count, "requests have stopped"
    assert window.violations() == window.faults == []


def test_a_suggestion_is_applied_by_keyboard(window: Window) -> None:
    page = window.page
    choose_three_teams_of_two(page)
    button = page.locator("#forecast").get_by_role("button", name="Play to one sequence")
    button.wait_for(timeout=TIMEOUT_MS)
    expect(page.locator("#forecast-wait")).to_have_count(0, timeout=TIMEOUT_MS)
    promised = page.locator("#adjustment-6-one-sequence span").inner_text()
    button.focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator("#forecast-said-6")).to_have_text(promised, timeout=TIMEOUT_MS)
    assert page.get_by_role("radio", name="One (shorter games)").is_checked()
    page.get_by_role("link", name="2. Who plays").click()
    assert page.get_by_role("radio", name="Three teams").is_checked(), "unfolded, as it is not the usual choice"
    assert window.violations() == window.faults == []


def test_axe_finds_nothing_in_any_state(browser: Browser, stage: tuple[LiveServer, Person, str]) -> None:
    server, alice, form = stage
    visitor = Visitor(browser)
    visitor.sign_in(alice.cookie, server.address)
    page = visitor.page
    page.goto(server.address + form)
    for step in STEPS:
        page.get_by_role("link", name=step).first.click()
        visitor.check(f"{step}: with progress, or a sentence already")
    choose_three_teams_of_two(page)
    page.locator("#forecast .adjustments").wait_for(timeout=TIMEOUT_MS)
    visitor.check("an estimate", in_all_looks=True)
    visitor.context.close()
    assert not visitor.faults, "\n".join(visitor.faults)


def test_without_scripts_a_button_shows_the_estimate(browser: Browser, stage: tuple[LiveServer, Person, str]) -> None:
    server, alice, form = stage
    window = open_window(browser, server, alice, java_script_enabled=False)
    page = window.page
    page.goto(window.address + form)
    page.get_by_role("link", name="2. Who plays").click()
    page.locator("input[name=table_size][value='2']").check()
    page.get_by_role("link", name="3. How long").click()

    def is_shown_after_a_press() -> bool:
        page.locator("button[name=forecast]").click()
        return "9 of 10 games" in page.locator("#forecast-said-2").inner_text()

    wait_until(is_shown_after_a_press, seconds=TIMEOUT_MS / 1000, pause=0.5)
    assert page.locator("input[name=table_size][value='2']").is_checked()
    window.close()
