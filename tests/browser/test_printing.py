"""What teachers and students print: nothing is cut off, and each sheet says whose it is and of which day."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from classroom.presenters.moments import today_text
from classroom.services.sessions import class_sessions
from classroom.services.settings import TableSettings
from tests.browser.gallery import lessons, served
from tests.browser.gallery.frame import Gallery
from tests.browser.windows import SMALL_CHROMEBOOK, open_in_font
from tests.classroom.reports.lesson import Lesson
from tests.factories import make_school_class, make_student, together
from tests.over_http.server import LiveServer
from tests.over_http.stage import cookie_of
from tests.tiers import AT_NIGHT, nightly_except

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask import Flask
    from playwright.sync_api import Browser, Locator, Page, PdfMargins, ViewportSize

    from classroom.models import Teacher

pytestmark = pytest.mark.slow

School = tuple[LiveServer, Gallery, dict[str, str]]
UPRIGHT: ViewportSize = {"width": 720, "height": 960}
"""A sheet of US Letter without margins, in CSS pixels."""
NAMES = (
    "Maximiliana-Josephine Konstantinova",
    "Bartholomew Featherstonehaugh-Smith",
    "Wolfeschlegelsteinhausenbergerdorffmei",
    "Aaliyah Washington",
)
MARGINS: PdfMargins = {"top": "0.5in", "bottom": "0.5in", "left": "0.5in", "right": "0.5in"}
HIDDEN = "(box) => [box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight]"


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[School]:
    """A class of 28 with answers, a class in the lobby, and at night a finished game."""
    own: dict[str, str] = {}

    def fill(app: Flask, gallery: Gallery, alice: str, teacher: Teacher) -> None:
        school_class = make_school_class("Grade 4 of Ms. Okafor", teacher=teacher)
        with together():
            students = [make_student(f"{NAMES[at % 4]} {at}", school_class=school_class) for at in range(28)]
        lesson = Lesson(school_class, days_ago=1)
        with together():
            for at, student in enumerate(students):
                for first in range(2, 10):
                    is_missed = (at + first) % 3 == 0
                    lesson.answer(student, f"{first} × 8", str(first * 8), str(first * 8 + 1) if is_missed else None)
        with_cards = make_school_class("4B", teacher=teacher)
        with together():
            for at in range(12):
                make_student(f"{NAMES[at % 4]} {at}", school_class=with_cards)
        class_sessions.open_session(class_id=school_class.id, settings=TableSettings())
        lessons.class_in_lobby(app, gallery, alice, teacher)
        if AT_NIGHT:
            lessons.class_that_has_played(app, gallery, alice, teacher)
        own.update(
            {
                "alice": alice,
                "student": cookie_of(app, student_id=students[0].id),
                "class": school_class.id,
                "with cards": with_cards.id,
                "today": today_text(),
            }
        )

    with served(tmp_path_factory.mktemp("print"), fill) as (server, gallery):
        yield server, gallery, own


@pytest.fixture(scope="module")
def one_page(browser: Browser) -> Iterator[Page]:
    """A page shared by all tests: another browser would load all styles and fonts again."""
    context = browser.new_context()
    context.set_default_timeout(30_000)
    yield context.new_page()
    context.close()


@pytest.fixture
def printed(one_page: Page, school: School) -> Callable[..., Page]:
    """Open a page as it is laid out on paper."""
    server, _, own = school

    def open_page(address: str, *, who: str = "alice") -> Page:
        one_page.goto("about:blank")  # an open page would navigate by itself once someone else is signed in
        one_page.context.clear_cookies()
        one_page.context.add_cookies([{"name": "classroom", "value": own[who], "url": server.address}])
        one_page.emulate_media(media="screen")
        one_page.set_viewport_size(SMALL_CHROMEBOOK)
        open_in_font(one_page, f"{server.address}{address.replace('CLASS', own['class'])}")
        one_page.set_viewport_size(UPRIGHT)
        one_page.emulate_media(media="print")
        return one_page

    return open_page


def sheets(page: Page) -> int:
    """Count the sheets of paper that a page needs."""
    written = page.pdf(format="Letter", margin=MARGINS)
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", written))


def gap(left: Locator, right: Locator) -> float:
    """Return how far apart two texts are, in pixels."""
    ends: list[dict[str, Any]] = [
        one.evaluate(
            "(e) => { const r = document.createRange(); r.selectNodeContents(e); return r.getClientRects()[0]; }"
        )
        for one in (left, right)
    ]
    return float(ends[1]["left"] - ends[0]["right"])


@pytest.mark.nightly
def test_a_class_report_takes_three_sheets(printed: Callable[..., Page]) -> None:
    page = printed("/classes/CLASS/report?period=all")
    assert sheets(page) <= 3


def test_names_of_who_missed_a_fact_are_on_the_sheet(printed: Callable[..., Page]) -> None:
    page = printed("/classes/CLASS/report/answers?fact=times-6-8&period=all")
    tables = page.locator("table.report")
    assert tables.count() == 3
    for table in tables.all():
        assert table.evaluate("(one) => one.getBoundingClientRect().right") <= UPRIGHT["width"]


@pytest.mark.nightly
def test_names_beside_thumbnails_are_whole(printed: Callable[..., Page]) -> None:
    names = printed("/classes/CLASS/report/facts?period=all&operation=times").locator(".thumbnails bdi")
    assert names.count() == 28
    assert all(one.evaluate(HIDDEN)[0] <= 0 for one in names.all())


@pytest.mark.parametrize(
    "page_of",
    nightly_except({"report"}, ["report", "report/skills", "report/facts", "report/mistakes", "report/groups"]),
)
def test_a_report_has_its_date_on_paper(printed: Callable[..., Page], school: School, page_of: str) -> None:
    page = printed(f"/classes/CLASS/{page_of}?period=all")
    date = page.locator(".page-header .on-paper")
    assert date.inner_text() == school[2]["today"]
    page.emulate_media(media="screen")
    assert not date.is_visible()


def test_own_progress_says_whose_it_is(printed: Callable[..., Page], school: School) -> None:
    page = printed("/play/progress", who="student")
    line = page.locator(".progress-page .on-paper").inner_text()
    assert line == f"{NAMES[0]} 0 · Grade 4 of Ms. Okafor · {school[2]['today']}"
    assert not page.locator("header.top").is_visible()


@pytest.mark.nightly
def test_all_moves_of_a_replay_are_on_paper(printed: Callable[..., Page], school: School) -> None:
    address = next(one for _, one in school[1].pages if one.startswith("/games/") and one.endswith("/replay"))
    moves = printed(address).locator(".move-list")
    moves.evaluate(
        "(list) => { for (let more = 0; more < 20; more += 1) list.append(list.lastElementChild.cloneNode(true)); }"
    )
    assert moves.evaluate(HIDDEN)[1] <= 0


def test_the_lobby_is_a_seating_plan_on_paper(printed: Callable[..., Page], school: School) -> None:
    address = next(one for _, one in school[1].pages if one.startswith("/sessions/"))
    page = printed(address)
    assert page.locator(".plan .seated-name").count() >= 8
    assert not page.locator(".plan .mover").first.is_visible()
    ink = "(text) => getComputedStyle(text).color"
    assert page.locator(".poster-code").evaluate(ink) == page.locator("#tables").evaluate(ink)


def new_cards(page: Page, language: str, paper: str) -> Page:
    """Choose what is printed for a whole class, and show it."""
    page.emulate_media(media="screen")
    page.check("#kind-pin")
    page.check(f"#paper-{paper}")
    page.check(f"#language-{language}")
    page.fill("[name=own_password]", "seven purple giraffes")
    page.locator("main .form-bar button").first.click()
    page.wait_for_selector(".label, .card-page")
    page.emulate_media(media="print")
    return page


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_class_code_and_a_pin_are_apart(printed: Callable[..., Page], school: School, language: str) -> None:
    page = new_cards(printed(f"/classes/{school[2]['with cards']}/cards/all"), language, "labels")
    for card in page.locator(".label").all()[:4]:
        code, pin = card.locator(".pair dd").all()
        assert gap(code, pin) > 24
        assert code.evaluate("(one) => one.previousElementSibling.getClientRects()[0].height") < 20
    assert sheets(page) == 2


@pytest.mark.nightly
def test_a_name_of_short_words_is_as_large_as_a_short_name(printed: Callable[..., Page], school: School) -> None:
    page = new_cards(printed(f"/classes/{school[2]['with cards']}/cards/all"), "es", "pages")
    fronts = page.locator(".card-front")
    assert all(max(one.evaluate(HIDDEN)) <= 0 for one in fronts.all())
    large = fronts.filter(has_text="Aaliyah Washington").first.locator("h2")
    assert large.evaluate("(name) => parseFloat(getComputedStyle(name).fontSize)") > 80
    assert sheets(page) == 12
