"""Larger type, wide spacing, reading aloud, and keys in a real browser: layout, texts, and voices."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from classroom.database import db
from classroom.models import Student
from classroom.services.classes.support import SupportSettings, set_support
from classroom.services.settings import TableSettings
from engine import SolveMode
from engine.equations import spoken
from tests.over_http.arithmetic import answer_to

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.over_http.stage import Person
    from tests.shared_server import SharedServer

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

VOICES = """(isLocal) => {
  window.said = [];
  window.SpeechSynthesisUtterance = function (text) { this.text = text; };
  const voices = [{ localService: false, lang: "en-GB", default: true }];
  if (isLocal) voices.push({ localService: true, lang: "en-US", default: false });
  const speak = (one) => window.said.push([one.text, one.voice.localService]);
  Object.defineProperty(window, "speechSynthesis", {
    value: { getVoices: () => voices, speak, cancel() {}, addEventListener() {} },
  });
}"""
"""Fake voices: a headless browser has none."""
HOLD_MINUS = """() => {
  const card = document.querySelector("#hand .card-match");
  card.className = "card card-remove";
  card.innerHTML = "− Minus<small>removes a chip</small>";
}"""
"""The widest equation that a hand can hold, rarely dealt."""


LINES_OF = """(part, text) => {
  part.textContent = text;
  const range = document.createRange();
  range.selectNodeContents(part);
  return new Set([...range.getClientRects()].map(({bottom}) => Math.round(bottom))).size;
}"""
"""The number of lines of another text in a part."""
CUT = """[...document.querySelectorAll('#hand .card-match')].filter((card) => {
  const text = document.createRange(), {top, right, bottom, left} = card.getBoundingClientRect();
  text.selectNodeContents(card.querySelector(":scope > :not(.visually-hidden)"));
  const inner = text.getBoundingClientRect();
  return inner.top < top || inner.right > right - 2 || inner.bottom > bottom || inner.left < left + 2;
}).map((card) => card.innerText)"""
"""The cards whose equation does not fit them."""


@pytest.fixture(scope="module")
def students(shared_server: SharedServer) -> tuple[str, Person, Person]:
    """Two students at a table: one with all display settings on, and one without single-key shortcuts."""
    stage = shared_server.stage(students=2, settings=TableSettings(deck="times-tables", board="8x8"))
    supported, other = stage.students
    settings = {
        supported.id: SupportSettings(reads_aloud=True, has_large_text=True, has_wide_spacing=True),
        other.id: SupportSettings(has_keys_off=True),
    }
    with shared_server.app():
        class_id = db.session.get_one(Student, supported.id).class_id
        set_support(class_id=class_id, settings=settings)
    return shared_server.server.address, supported, other


@pytest.fixture
def student(students: tuple[str, Person, Person]) -> tuple[str, Person]:
    """The first student."""
    return students[:2]


def open_page(
    browser: Browser, student: tuple[str, Person], width: int, height: int, *, has_local_voice: bool = True
) -> Page:
    """Open the student's page on a device with a local voice or only with a remote one."""
    address, person = student
    context = browser.new_context(viewport={"width": width, "height": height})
    context.set_default_timeout(30_000)
    context.add_cookies([{"name": "classroom", "value": person.cookie, "url": address}])
    context.add_init_script(f"({VOICES})({str(has_local_voice).lower()})")
    page = context.new_page()
    page.goto(f"{address}/play")
    page.locator("#hand").wait_for()
    return page


@pytest.mark.parametrize(
    ("width", "height"),
    [
        (1366, 600),
        *(
            pytest.param(width, height, marks=pytest.mark.nightly)
            for width, height in ((320, 640), (1366, 768), (800, 600))
        ),
    ],
)
def test_nothing_scrolls_sideways_and_the_board_fits(
    browser: Browser, student: tuple[str, Person], width: int, height: int
) -> None:
    page = open_page(browser, student, width, height)
    page.evaluate(HOLD_MINUS)
    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('.turn')).letterSpacing)") > 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    board = page.locator("#board").bounding_box()
    assert board is not None
    assert board["x"] >= 0
    assert board["x"] + board["width"] <= width
    if width > 1000:
        assert board["y"] + board["height"] <= height
    for button in page.locator(".aloud").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    overflowing = (
        "[...document.querySelectorAll('.card, .space')].filter((one) => one.scrollWidth > one.clientWidth + 1)"
    )
    assert page.evaluate(f"{overflowing}.map((one) => one.textContent.trim())") == []
    if height == 600:
        page.set_viewport_size({"width": 1366, "height": 768})  # the board leaves the least room for the teams' names
        names = page.locator(".goal-name")
        assert names.evaluate_all("(names) => names.map((one) => one.scrollWidth - one.clientWidth)") == [0, 0]
    page.context.close()


def test_read_aloud_uses_a_local_voice_and_selects_no_card(browser: Browser, student: tuple[str, Person]) -> None:
    page = open_page(browser, student, 1366, 768)
    card = page.locator("#hand li", has=page.locator(".card-match")).first
    face = card.locator("[aria-hidden]").first.inner_text()
    card.get_by_role("button", name="Read aloud").click()
    page.keyboard.press("Enter")
    assert page.evaluate("window.said") == [[spoken(face), True]] * 2
    assert page.locator("#hand input:checked").count() == 0
    page.context.close()


@pytest.mark.nightly
def test_there_is_no_read_aloud_button_without_a_local_voice(browser: Browser, student: tuple[str, Person]) -> None:
    page = open_page(browser, student, 1366, 768, has_local_voice=False)
    assert page.locator(".aloud").count() > 0
    assert page.locator(".aloud:visible").count() == 0
    page.context.close()


def test_single_keys_can_be_turned_off(browser: Browser, students: tuple[str, Person, Person]) -> None:
    address, _, other = students
    page = open_page(browser, (address, other), 1366, 600)
    focus = "document.activeElement.id"
    page.keyboard.press("2")
    page.keyboard.press("?")
    assert page.locator("#hand input:checked").count() == 0
    assert page.locator("#keys[open]").count() == 0
    page.locator("#hand input").first.focus()
    page.keyboard.press("2")
    assert page.locator("#hand input").nth(1).is_checked() is False
    page.keyboard.press("Enter")
    label = page.locator("#board button:not(.corner)").nth(20).inner_text()
    for keys in (label, "n", "q"):
        page.keyboard.type(keys)
        assert page.evaluate(focus) == "A1"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focus) == "B1"
    page.locator("#keys summary").click()
    assert page.locator("#keys dt:visible").count() >= 5
    assert page.locator("#keys .single-key dt:visible").count() == 0
    page.context.close()


@pytest.mark.nightly
def test_large_equations_stay_on_one_line_beside_a_large_board(browser: Browser, shared_server: SharedServer) -> None:
    student = shared_server.stage(students=4, settings=TableSettings(deck="mixed", board="10x10")).students[0]
    with shared_server.app():
        class_id = db.session.get_one(Student, student.id).class_id
        set_support(class_id=class_id, settings={student.id: SupportSettings(has_large_text=True)})
    page = open_page(browser, (shared_server.server.address, student), 1366, 768)
    lines = page.locator(".hand .card-match > [dir]").first.evaluate(LINES_OF, "91 − 46")
    assert lines == 1
    page.context.close()


@pytest.mark.nightly
def test_large_equations_with_their_answers_fit_the_cards(browser: Browser, shared_server: SharedServer) -> None:
    student = shared_server.stage(students=2, settings=TableSettings(board="6x6", solve=SolveMode.AHEAD)).students[0]
    with shared_server.app():
        class_id = db.session.get_one(Student, student.id).class_id
        set_support(class_id=class_id, settings={student.id: SupportSettings(has_large_text=True)})
    page = open_page(browser, (shared_server.server.address, student), 320, 640)
    page.emulate_media(reduced_motion="reduce")  # an answer that pops up is larger for a moment
    left = page.locator("#hand .card-match").count()
    while left:
        page.locator("#answer").fill(answer_to(page.locator("#pad .equation").inner_text().removesuffix("=").strip()))
        page.locator("#solve").click()
        left -= 1
        expect(page.locator("#hand .card-match:not(.card-solved)")).to_have_count(left)
        for width, height in ((320, 640), (768, 1024), (1024, 690), (1366, 600)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(CUT) == [], (width, left)
    page.context.close()
