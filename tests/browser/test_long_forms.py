"""Long forms of teachers: their buttons are always in sight, and cover nothing that has the focus."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from classroom.services.classes import roster, school_classes
from tests.browser.windows import SMALL_CHROMEBOOK, Window, open_window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.shared_server import SharedServer

pytestmark = pytest.mark.slow

NAMES = "\n".join(f"Student {number}" for number in range(12))

# A tall field is seen from its top; an invisible part of its label may be above it.
COVERED = """() => {
  const one = document.activeElement, {x, y, width, height} = one.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + Math.min(height / 2, 24));
  return one === document.body || one.contains(top) || top.control === one ? null : one.outerHTML;
}"""


class School(NamedTuple):
    """A teacher's window, and the teacher's class of 14."""

    window: Window
    class_id: str
    student_id: str


@pytest.fixture(scope="module")
def school(browser: Browser, shared_server: SharedServer) -> Iterator[School]:
    """A window as low as on a small Chromebook."""
    teacher, class_id = shared_server.class_of_two()
    with shared_server.app():
        roster.add_students(class_id=class_id, text=NAMES)
        student_id = roster.students_of(class_id=class_id)[0].id
    window = open_window(browser, shared_server.server, teacher, viewport=SMALL_CHROMEBOOK)
    yield School(window, class_id, student_id)
    window.close()


@pytest.mark.parametrize(
    ("address", "name", "fields"),
    [
        pytest.param("/decks/new/skills", "Save deck", 20, marks=pytest.mark.nightly),
        pytest.param("/decks/new/cards", "Save deck", 5, marks=pytest.mark.nightly),
        pytest.param("/classes/{class_id}/levels", "Save levels", 14, marks=pytest.mark.nightly),
        pytest.param("/classes/{class_id}/support", "Save settings", 96, marks=pytest.mark.nightly),
        ("/classes/{class_id}/cards/all", "Print 14 new cards", 3),
        pytest.param("/classes/{class_id}/delete", "Delete class", 3, marks=pytest.mark.nightly),
        pytest.param("/students/{student_id}/remove", "Delete student", 1, marks=pytest.mark.nightly),
    ],
)
def test_the_button_is_always_in_sight(school: School, address: str, name: str, fields: int) -> None:
    page = school.window.page
    page.goto(school.window.address + address.format(**school._asdict()))
    assert reached_before(page, name) > fields


@pytest.mark.nightly
def test_the_buttons_of_an_import_are_always_in_sight(school: School) -> None:
    page = school.window.page
    page.goto(f"{school.window.address}/classes/{school.class_id}/students")
    page.locator("textarea").fill("\n".join(f"Newcomer {number};{number}" for number in range(12)))
    page.get_by_role("button", name="Preview names").click()
    assert reached_before(page, "Preview import") > 2
    page.keyboard.press("Enter")
    assert reached_before(page, "Import 12 students") > 12


def test_a_new_class_shows_the_button_for_its_first_students(browser: Browser, shared_server: SharedServer) -> None:
    teacher = shared_server.teacher()
    with shared_server.app():
        class_id = school_classes.create_class(teacher_id=teacher.id, name="7B").id
    window = open_window(browser, shared_server.server, teacher, viewport=SMALL_CHROMEBOOK)
    window.page.goto(f"{window.address}/classes/{class_id}")
    try:
        expect(window.page.locator("textarea")).to_be_in_viewport()
        expect(window.page.get_by_role("button", name="Preview names")).to_be_in_viewport(ratio=1)
    finally:
        window.close()


def reached_before(page: Page, name: str) -> int:
    """Press Tab until the main button has the focus. Return how often."""
    button = page.locator("main").get_by_role("button", name=name, exact=True)
    expect(button).to_be_in_viewport(ratio=1)
    for reached in range(1, 300):
        page.keyboard.press("Tab")
        assert page.evaluate(COVERED) is None
        expect(button).to_be_in_viewport(ratio=1)
        if button.evaluate("(one) => one === document.activeElement"):
            return reached
    raise AssertionError(f"Tab does not reach “{name}”.")
