"""Open pages are emptied when their reader may no longer see them, no matter who ended the sign-in, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from classroom.services.accounts import login_cards, logins
from classroom.services.classes import teachers_of_class
from tests.browser.windows import Window, open_window, stop_clock
from tests.factories import make_teacher
from tests.over_http.stage import Person, cookie_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Request

    from tests.over_http.browser import PlainBrowser
    from tests.shared_server import SharedServer

pytestmark = pytest.mark.slow


class School:
    """A running lesson."""

    def __init__(self, shared: SharedServer) -> None:
        self.shared = shared
        self.server = shared.server
        self.stage = shared.stage(students=2)
        with shared.app():
            self.cards = {one.name: one for one in login_cards.new_cards(class_id=self.stage.class_id)}
        self.lesson = f"/sessions/{self.stage.class_session_id}"

    def teacher_browser(self) -> PlainBrowser:
        """Return a browser of the class's teacher, on another computer."""
        return self.server.browser(self.cookie(self.stage.teacher))

    def cookie(self, person: Person) -> str:
        """Sign someone in. Return the cookie."""
        kind = "student_id" if person in self.stage.students else "teacher_id"
        with self.shared.app() as app:
            return cookie_of(app, **{kind: person.id})

    def add_co_teacher(self, name: str) -> Person:
        """Add another teacher to the class."""
        with self.shared.app():
            teacher_id = make_teacher(name).id
            teachers_of_class.add_teacher(class_id=self.stage.class_id, name=name)
            return Person(teacher_id, name, "")

    def sign_in(self, browser: Browser, person: Person) -> Window:
        """Open a browser in which someone has just signed in."""
        return open_window(browser, self.server, Person(person.id, person.name, self.cookie(person)))


@pytest.fixture(scope="module")
def school(shared_server: SharedServer) -> School:
    return School(shared_server)


def open_live(window: Window, path: str) -> Page:
    """Open a page, and wait until its stream is connected."""
    window.page.goto(window.address + path)
    window.page.wait_for_selector("html[data-stream=live]")
    return window.page


def assert_emptied(page: Page, window: Window, *secrets: str) -> None:
    """Check that the page shows nothing of the previous person, even after going back."""
    for secret in (window.name, *secrets):
        expect(page.locator("body")).not_to_contain_text(secret)
    with page.expect_event("framenavigated"):
        page.evaluate("setTimeout(() => history.back())")
    for secret in (window.name, *secrets):
        expect(page.locator("body")).not_to_contain_text(secret)


def test_deactivating_a_card_empties_the_page_at_once(everyday_browser: Browser, school: School) -> None:
    ana = school.stage.students[0]
    window = school.sign_in(everyday_browser, ana)
    page = open_live(window, "/play")
    desk = school.teacher_browser()
    desk.open(f"/students/{ana.id}")
    desk.submit(form="/void-card")
    assert_emptied(page, window, "Your cards")
    window.close()


def test_signing_out_in_one_tab_empties_the_others(everyday_browser: Browser, school: School) -> None:
    window = school.sign_in(everyday_browser, school.stage.students[1])
    first, second = open_live(window, "/play"), window.open_tab()
    second.goto(f"{window.address}/play")
    second.locator("#sign-out summary").click()
    second.get_by_role("button", name="Yes, sign out").click()
    assert_emptied(first, window, "Your cards")
    window.close()


@pytest.mark.nightly
def test_signing_out_also_empties_pages_without_updates(everyday_browser: Browser, school: School) -> None:
    window = school.sign_in(everyday_browser, school.add_co_teacher("Cora Lind"))
    first, second = window.page, window.open_tab()
    first.goto(f"{window.address}/classes/{school.stage.class_id}")
    second.goto(f"{window.address}/account")
    second.get_by_role("button", name="Sign out").first.click()
    assert_emptied(first, window, "7B", "Student 00")
    window.close()


@pytest.mark.nightly
def test_a_card_scanned_in_one_tab_changes_the_others(browser: Browser, school: School) -> None:
    ana, bob = school.stage.students
    window = school.sign_in(browser, ana)
    first, second = open_live(window, "/play"), window.open_tab()
    second.goto(f"{window.address}/card#{school.cards[bob.name].token}")
    second.wait_for_url("**/play")
    expect(first.locator("header .who strong")).to_have_text(bob.name)
    expect(first.locator("#hand")).to_be_visible()
    window.close()


@pytest.mark.nightly
def test_signing_a_teacher_out_elsewhere_empties_the_page(everyday_browser: Browser, school: School) -> None:
    teacher = school.add_co_teacher("Dana Moss")
    window = school.sign_in(everyday_browser, teacher)
    page = open_live(window, school.lesson)
    elsewhere = school.server.browser(school.cookie(teacher))
    elsewhere.open("/account")
    elsewhere.submit(form="/sign-out-elsewhere")
    assert_emptied(page, window, "Student 00")
    window.close()


@pytest.mark.nightly
def test_a_removed_co_teacher_no_longer_sees_the_lesson(browser: Browser, school: School) -> None:
    teacher = school.add_co_teacher("Eli Park")
    window = school.sign_in(browser, teacher)
    page = open_live(window, school.lesson)
    expect(page.locator("body")).to_contain_text("Student 00")
    desk = school.teacher_browser()
    desk.open(f"/classes/{school.stage.class_id}/teachers/{teacher.id}/remove")
    desk.submit()
    expect(page.get_by_role("heading", name="You no longer teach this class")).to_be_visible()
    expect(page.locator("body")).not_to_contain_text("Student 00")
    window.close()


@pytest.mark.nightly
def test_an_idle_lesson_page_checks_every_ten_seconds(browser: Browser, school: School) -> None:
    """Some changes have no notification, such as an expired sign-in."""
    teacher = school.add_co_teacher("Finn Ode")
    window = school.sign_in(browser, teacher)
    window.page.clock.install()
    page = open_live(window, school.lesson)
    stop_clock(page)
    expect(page.locator(".htmx-request")).to_have_count(0)
    with school.shared.app():
        logins.end_logins_of_teacher(teacher_id=teacher.id)  # in another process: no notification arrives here
    requests: list[Request] = []
    page.on("request", lambda request: requests.append(request) if "/fragment" in request.url else None)
    page.route("**/sign-in", lambda route: route.fulfill(status=204))  # no redirect so far
    with page.expect_response("**/sign-in"):
        page.clock.fast_forward(12_000)  # every two seconds it checks whether ten have passed
    page.clock.run_for(24_000)
    assert len(requests) == 1  # a redirect is pending, so no more requests are made
    page.unroute("**/sign-in")
    page.clock.resume()
    page.clock.fast_forward(36_000)
    page.wait_for_url("**/sign-in")
    window.close()
