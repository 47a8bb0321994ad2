"""Tables arranged by hand in the lobby: dragging with mouse and finger, and lists instead of dragging."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from classroom import rng
from classroom.presenters.words import isolated
from classroom.services.classes import school_classes
from classroom.services.seating import planning
from classroom.services.sessions import class_sessions, lobby
from classroom.services.settings import TableSettings
from tests.browser.announcements import RECORD, announced
from tests.browser.windows import SMALL_CHROMEBOOK
from tests.factories import make_student, make_teacher
from tests.over_http.stage import Person, cookie_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator, Page

    from tests.shared_server import SharedServer

pytestmark = pytest.mark.slow

NAMES = ("Ana", "Ben", "Cem", "Dora", "Eve", "Finn", "Gil", "Hana")


class Lobby:
    """A lobby with two tables of four, and a student who has not joined."""

    def __init__(self, shared_server: SharedServer) -> None:
        self.app = shared_server.app
        with shared_server.app() as app:
            teacher = make_teacher()
            school_class = school_classes.create_class(teacher_id=teacher.id, name="6C")
            made = {name: make_student(name, school_class=school_class).id for name in (*NAMES, "Zoe")}
            self.ids = made
            self.session_id = class_sessions.open_session(class_id=school_class.id, settings=TableSettings()).id
            for name in NAMES:
                class_sessions.join_session(class_session_id=self.session_id, student_id=made[name])
            with rng.seeded(1):
                lobby.arrange_tables(class_session_id=self.session_id)
            self.teacher = Person(teacher.id, teacher.name, cookie_of(app, teacher_id=teacher.id))
            self.late = Person(made["Zoe"], "Zoe", cookie_of(app, student_id=made["Zoe"]))
        self.server = shared_server.server


@pytest.fixture
def scene(shared_server: SharedServer) -> Lobby:
    """A server with the lobby open."""
    return Lobby(shared_server)


@pytest.fixture
def page(browser: Browser, scene: Lobby) -> Iterator[Page]:
    """The teacher's page."""
    context = browser.new_context(viewport={"width": 1366, "height": 1200}, has_touch=True)
    context.add_cookies([{"name": "classroom", "value": scene.teacher.cookie, "url": scene.server.address}])
    page = context.new_page()
    page.goto(f"{scene.server.address}/sessions/{scene.session_id}")
    page.wait_for_selector("html[data-stream=live]")
    yield page
    context.close()


def center_of(place: Locator) -> tuple[float, float]:
    """Return the center of an element."""
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def names_at(page: Page, number: int) -> list[str]:
    """Return the names at a table, in seat order."""
    return page.locator(f"#plan-{number} [data-student] .seated-name").all_inner_texts()


def row(page: Page, number: int, place: int) -> Locator:
    """Return the row of a student at a table."""
    return page.locator(f"#plan-{number} [data-student]").nth(place)


def test_who_is_here_is_in_view_on_a_low_screen(page: Page) -> None:
    page.set_viewport_size(SMALL_CHROMEBOOK)
    # A school's server has an address that works on other computers.
    page.locator("main > .notice").evaluate("(notice) => notice.remove()")
    _, middle = center_of(page.locator(".seated-name").first)
    assert middle < SMALL_CHROMEBOOK["height"]


def test_a_student_is_dragged_to_another_table(page: Page) -> None:
    before, others = names_at(page, 1), names_at(page, 2)
    page.mouse.move(*center_of(row(page, 1, 0).locator(".seated-name")))
    page.mouse.down()
    page.mouse.move(*center_of(page.locator("#plan-title-2")), steps=6)
    expect(page.locator("#plan-2[data-over]")).to_have_count(1)
    page.mouse.up()
    expect(page.locator("#plan-1 [data-student]")).to_have_count(3)
    expect(page.locator("#plan-2 [data-student]")).to_have_count(5)
    assert names_at(page, 1) == before[1:]
    assert names_at(page, 2) == [*others, before[0]]
    assert page.locator(".drag-ghost").count() == 0


@pytest.mark.nightly
def test_a_student_dropped_on_another_swaps_seats(page: Page) -> None:
    before, others = names_at(page, 1), names_at(page, 2)
    page.mouse.move(*center_of(row(page, 1, 0).locator(".grip")))
    page.mouse.down()
    page.mouse.move(*center_of(row(page, 2, 3).locator(".seated-name")), steps=6)
    expect(row(page, 2, 3)).to_have_attribute("data-over", "")
    page.mouse.up()
    expect(row(page, 1, 0).locator(".seated-name")).to_have_text(others[3])
    assert names_at(page, 2) == [*others[:3], before[0]]


@pytest.mark.nightly
def test_updates_wait_until_a_drag_ends(page: Page, scene: Lobby, browser: Browser) -> None:
    page.mouse.move(*center_of(row(page, 1, 0).locator(".seated-name")))
    page.mouse.down()
    page.mouse.move(*center_of(row(page, 1, 2).locator(".seated-name")), steps=4)
    page.evaluate("window.dragged = document.querySelector('[data-dragged]')")
    late = browser.new_context()
    late.add_cookies([{"name": "classroom", "value": scene.late.cookie, "url": scene.server.address}])
    with page.expect_response(lambda answer: "/fragment" in answer.url and answer.status == 200):
        late.new_page().goto(f"{scene.server.address}/play")
    page.wait_for_timeout(300)
    assert page.locator("#unplaced").count() == 0
    assert page.evaluate("window.dragged.matches('[data-dragged]')")
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator("#unplaced .seated-name")).to_have_text("Zoe")
    late.close()


@pytest.mark.nightly
def test_a_finger_drags_by_the_grip(page: Page) -> None:
    others = names_at(page, 2)
    mover = names_at(page, 1)[0]
    devtools = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    x, y = center_of(row(page, 1, 0).locator(".grip"))
    to_x, to_y = center_of(page.locator("#plan-title-2"))
    touch("touchStart", (x, y))
    for step in (0.2, 0.5, 0.8, 1.0):
        touch("touchMove", (x + (to_x - x) * step, y + (to_y - y) * step))
    expect(page.locator("#plan-2[data-over]")).to_have_count(1)
    touch("touchEnd")
    expect(page.locator("#plan-2 [data-student]")).to_have_count(5)
    assert names_at(page, 2) == [*others, mover]


def test_students_are_moved_by_keyboard(page: Page, scene: Lobby) -> None:
    first, second = names_at(page, 1)[:2]
    chooser = page.locator(f"#table-of-{scene.ids[first]}")
    chooser.focus()
    chooser.select_option(f"swap-{scene.ids[second]}")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(row(page, 1, 0).locator(".seated-name")).to_have_text(second)
    expect(chooser).to_have_value("1")
    expect(chooser).to_be_focused()
    with scene.app():
        class_sessions.join_session(class_session_id=scene.session_id, student_id=scene.late.id)
    expect(page.locator("#unplaced .seated-name")).to_have_text("Zoe")
    expect(chooser).to_have_value("1")


@pytest.mark.nightly
def test_a_late_student_is_announced_once(page: Page, scene: Lobby) -> None:
    page.add_init_script(RECORD)
    page.reload()
    page.wait_for_selector("html[data-stream=live]")
    version = page.locator("#live input[name=version]").first
    with scene.app():
        class_sessions.join_session(class_session_id=scene.session_id, student_id=scene.late.id)
    expect(page.locator("#unplaced")).to_contain_text("Zoe")
    before = version.input_value()
    with scene.app():
        planning.move_to_table(class_session_id=scene.session_id, student_id=scene.ids["Ana"], table_number=3)
    expect(version).not_to_have_value(before)
    texts = [one.text for one in announced(page) if one.region == "waiting-status"]
    assert texts == [f"{isolated('Zoe')} is waiting for a seat."]
