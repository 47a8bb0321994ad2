"""Lessons for tests of the class screen, and functions to measure it and press its buttons."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from playwright.sync_api import expect
from sqlalchemy import select

from classroom.database import db
from classroom.models import Student
from classroom.services.classes import roster, school_classes
from classroom.services.sessions import class_sessions, lobby
from classroom.services.settings import TableSettings
from tests.factories import make_teacher
from tests.over_http.arithmetic import answer_to
from tests.over_http.stage import Person, cookie_of
from tests.over_http.table import hidden_fields
from tests.tiers import AT_NIGHT

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Page, ViewportSize

    from tests.over_http.server import LiveServer
    from tests.over_http.simulated_student import Fields

PROJECTOR: ViewportSize = {"width": 1366, "height": 768}
FULL_HD: ViewportSize = {"width": 1920, "height": 1080}
FIRST_NAMES = ("Ada", "Björn", "Chloë", "Maximilian", "Ewa", "José", "Mei Ling", "Alexandra", "Łucja")
LONG_NAMES = ("Maximiliane-Charlotte Habsburg", "Wolfeschlegelsteinhausen B.", "Ana María del Carmen Fernández")
MIN_LETTER_PX = 14
"""Minimum height of a letter that is readable from the back, in pixels."""
OVERFLOWS = "[document.documentElement.scrollWidth > innerWidth, document.documentElement.scrollHeight > innerHeight]"
TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""The font size is fitted in the first frame."""
CUT_OFF = """[...document.querySelectorAll(".front-table")].filter(
  (one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1).map((one) => one.id)"""
LETTERS = """Math.min(...[...document.querySelectorAll(".front-table :is(h2, li, p, span, bdi, b)")]
  .filter((one) => one.checkVisibility() && !one.closest(".visually-hidden"))
  .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""

SEEN = """[
  [...document.querySelectorAll("#hand li:has(.card-match)")].map(
    (one) => [one.querySelector("input").value, one.querySelector("[aria-hidden]").textContent]),
  [...document.querySelectorAll("#board button:not(.taken, .corner)")].map((one) => [one.id, one.textContent.trim()]),
]"""
TOO_SMALL = """[...document.querySelectorAll("a, button, summary, label.card")]
  .filter((one) => one.checkVisibility() && !one.closest("p"))
  .map((one) => [one.outerHTML, one.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 44).map(([html]) => html)"""


BOARDS = """() => [...document.querySelectorAll(".front-playing")].map((table) => {
  const board = table.querySelector(".mini").getBoundingClientRect(), card = table.getBoundingClientRect();
  return {width: board.width, height: board.height, share: board.height / card.height, top: board.top - card.top};
})"""
"""Each board's size in pixels, and its proportion of its table's height."""
SHOW_TABLES = """([number, grid]) => {
  const list = document.querySelector(".front-boards"), tables = [...list.querySelectorAll(".front-playing")];
  list.querySelector(".front-join")?.remove();
  for (const table of tables.slice(number)) table.remove();
  for (let made = tables.length; made < number; made += 1) list.append(tables[0].cloneNode(true));
  list.className = `front-grid front-boards ${grid}${number <= 4 ? " front-roomy" : ""}`;
}"""
"""Shows a number of tables in the grid that the server would choose."""


@dataclass(frozen=True)
class ClassScreens:
    """A teacher, and classes with sessions in their lobbies."""

    server: LiveServer
    teacher: Person
    sessions: dict[int, str]
    """By number of tables; in CI only that with three. Those with five have the longest names."""
    class_id: str
    """A class without a session."""
    whole_class_session: str
    """A session with a whole-class game in progress."""
    student: Person
    """The student in that session."""


def fill(server: LiveServer, app: Flask) -> ClassScreens:
    """Create everything."""
    teacher = make_teacher()
    person = Person(teacher.id, teacher.name, cookie_of(app, teacher_id=teacher.id))
    sessions = {}
    for tables in (3, 5, 7, 12) if AT_NIGHT else (3,):
        first = LONG_NAMES if tables == 5 else FIRST_NAMES
        class_id = school_classes.create_class(teacher_id=person.id, name=f"7 with {tables}").id
        names = [f"{first[number % len(first)]} {chr(65 + number // len(first))}." for number in range(4 * tables)]
        roster.add_students(class_id=class_id, text="\n".join(names))
        sessions[tables] = class_sessions.open_session(class_id=class_id, settings=TableSettings()).id
        for student_id in student_ids(class_id):
            class_sessions.join_session(class_session_id=sessions[tables], student_id=student_id)
        if tables > 3:
            lobby.arrange_tables(class_session_id=sessions[tables])
    class_id = school_classes.create_class(teacher_id=person.id, name="3B").id
    other_id = school_classes.create_class(teacher_id=person.id, name="3C").id
    roster.add_students(class_id=other_id, text="Bea")
    (student_id,) = student_ids(other_id)
    whole_class_session = class_sessions.open_session(class_id=other_id, settings=TableSettings(whole_class_teams=2)).id
    lobby.start_session(class_session_id=whole_class_session)
    student = Person(student_id, "Bea", cookie_of(app, student_id=student_id))
    return ClassScreens(server, person, sessions, class_id, whole_class_session, student)


def student_ids(class_id: str) -> list[str]:
    """Return the IDs of a class's students."""
    return list(db.session.scalars(select(Student.id).where(Student.class_id == class_id)))


def wait_for_stage(page: Page, stage: str) -> None:
    """Wait until the screen shows a stage."""
    expect(page.locator(f".stage-{stage}")).to_be_visible()


def assert_fits(page: Page, *sizes: ViewportSize) -> None:
    """Check that nothing is cut off or needs scrolling."""
    for size in sizes:
        page.set_viewport_size(size)
        overflows, cut_off = page.evaluate(f"{TWO_FRAMES}.then(() => [{OVERFLOWS}, {CUT_OFF}])")
        assert overflows == [False, False], size
        assert cut_off == [], size


def press(page: Page, name: str) -> None:
    """Press a button."""
    page.get_by_role("button", name=name, exact=True).click()


def end(page: Page) -> None:
    """End the session on the live tables."""
    page.locator("#end > summary").click()
    page.locator("#end-now").click()
    press(page, "End session")
    expect(page.locator("#recap, .recap").first).to_be_visible()


def post(screens: ClassScreens, path: str) -> None:
    """Post to the address of a session's button."""
    browser = screens.server.browser(screens.teacher.cookie)
    fields = hidden_fields(browser.send("GET", "/".join(path.split("/")[:3])).text)
    answer = browser.send("POST", path, {"csrf_token": fields["csrf_token"]})
    assert answer.status_code == 303, f"{path}: {answer.status}"


def choose_move(page: Page, *, rightly: bool = True) -> Fields:
    """Choose an equation in the visible hand, and an open space with its answer or with another number."""
    cards, spaces = page.evaluate(SEEN)
    return next(
        {"card": card, "space": space}
        for card, face in cards
        for space, number in spaces
        if (answer_to(face) == number) is rightly
    )


def visible_equations(page: Page) -> list[str]:
    """Return the equations in the visible hand."""
    return [face for _, face in page.evaluate(SEEN)[0]]


def wait_for_move(page: Page, version: int, announced: str = "Yes! ") -> None:
    """Wait until the page shows a version, and announces the result of the move."""
    expect(page.locator("#move input[name=version]")).to_have_value(re.compile(rf"\.{version}$"))
    expect(page.get_by_role("alert")).to_contain_text(announced)
