"""The three steps of the session form: each fits a small screen, works without scripts, and keeps the choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from classroom.models import SessionState
from classroom.services.classes import school_classes
from classroom.services.settings import TableSettings
from tests.browser.windows import SMALL_CHROMEBOOK
from tests.factories import make_class_session, make_deck, make_teacher
from tests.over_http.stage import Person, cookie_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from tests.shared_server import SharedServer

pytestmark = pytest.mark.slow

STEPS = {"1. Cards and board": "step-what", "2. Who plays": "step-who", "3. How long": "step-how"}
SHOWN = "[...document.querySelectorAll('.step')].filter((one) => one.offsetHeight).map((one) => one.id)"
BELOW = """[...document.querySelectorAll("main *")].filter((one) => {
  const box = one.closest(".deck-choice, .forecast") ?? one;
  return one.checkVisibility() && one.offsetHeight && box.getBoundingClientRect().bottom > innerHeight;
}).map((one) => one.outerHTML.slice(0, 80))"""
WIDER_THAN_ITS_TILE = """[...document.querySelectorAll(".tile-choice label")]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)"""
LAST = TableSettings(deck="mixed", board="10x10", table_size=2)


@pytest.fixture
def page(browser: Browser, shared_server: SharedServer) -> Iterator[Page]:
    """The form of a class that has played before, without scripts, on a small screen."""
    with shared_server.app() as app:
        teacher = make_teacher()
        school_class = school_classes.create_class(teacher_id=teacher.id, name="6C")
        make_class_session(school_class, state=SessionState.ENDED, settings=LAST)
        alice = Person(teacher.id, teacher.name, cookie_of(app, teacher_id=teacher.id))
        address = f"{shared_server.server.address}/classes/{school_class.id}/sessions/new"
    context = browser.new_context(java_script_enabled=False, viewport=SMALL_CHROMEBOOK)
    context.add_cookies([{"name": "classroom", "value": alice.cookie, "url": shared_server.server.address}])
    page = context.new_page()
    page.goto(address)
    yield page
    context.close()


def go_to(page: Page, step: str) -> None:
    page.get_by_role("link", name=step).first.click()


def test_each_step_is_shown_alone_and_fits_on_the_screen(page: Page) -> None:
    assert page.evaluate(SHOWN) == ["step-what"]
    folded, around = (page.locator(one).first.bounding_box() for one in (".deck-choice summary", ".deck-choice"))
    assert folded is not None
    assert around is not None
    assert folded["y"] + folded["height"] <= around["y"] + around["height"] + 1, "decks by grade are in sight"
    for name, step in STEPS.items():
        go_to(page, name)
        assert page.evaluate(SHOWN) == [step]
        assert page.evaluate("scrollY") == 0
        assert page.evaluate(BELOW) == [], name
        assert page.get_by_role("button", name="Open session").is_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.url.endswith("#step-how")
    page.reload()
    assert page.evaluate(SHOWN) == ["step-how"]
    page.go_back()
    assert page.evaluate(SHOWN) == ["step-who"]
    chosen = page.locator("input[name=cards]:checked + label")
    go_to(page, "1. Cards and board")
    assert page.locator("input[name=cards]:checked").input_value() == "mixed/10x10"
    box, screen = chosen.bounding_box(), page.viewport_size
    assert box is not None
    assert screen is not None
    assert box["y"] + box["height"] <= screen["height"], "the last choice is in sight"
    assert chosen.locator("svg").count() == 1


@pytest.mark.nightly
def test_playing_cards_show_their_board_and_say_what_can_be_chosen(page: Page) -> None:
    what = page.get_by_role("region", name="Playing cards: one board for every game")
    expect(what).to_be_hidden()
    page.locator("[name=edition][value=classic]").check()
    expect(what).to_be_visible()
    assert page.evaluate(BELOW) == []
    for link, step in (("Who plays", "step-who"), ("How long", "step-how")):
        what.get_by_role("link", name=link).click()
        assert page.evaluate(SHOWN) == [step]
        go_to(page, "1. Cards and board")


@pytest.mark.nightly
def test_spanish_words_fit_in_their_tiles(page: Page) -> None:
    page.context.set_extra_http_headers({"Accept-Language": "es"})
    page.reload()
    assert page.locator("html").get_attribute("lang") == "es"
    assert page.evaluate(WIDER_THAN_ITS_TILE) == []


def test_choices_are_kept_when_changing_steps(page: Page) -> None:
    page.locator("input[value='times-tables/8x8']").check(force=True)
    page.get_by_role("link", name="Next: who plays").click()
    page.get_by_role("radio", name="3", exact=True).check()
    page.get_by_role("link", name="Next: how long").click()
    page.get_by_role("radio", name="Two (longer games)").check()
    go_to(page, "1. Cards and board")
    go_to(page, "2. Who plays")
    assert page.get_by_role("radio", name="3", exact=True).is_checked()
    page.get_by_role("button", name="Open session").click()
    settings = page.locator("#settings-list").inner_text().split("\n")
    assert "Multiplication tables" in settings
    assert "3" in settings
    assert "2" in settings


@pytest.mark.nightly
def test_an_error_shows_its_step(page: Page) -> None:
    page.locator("input[name=table_size]:checked").evaluate("(one) => { one.value = '5'; }")
    page.get_by_role("button", name="Open session").click()
    error = page.get_by_role("link", name="Choose one of these.")
    expect(error).to_be_visible()
    assert page.evaluate(SHOWN) == ["step-who"]
    error.click()
    expect(page.locator("#step-who")).to_be_in_viewport()
    assert page.evaluate(SHOWN) == ["step-who"]
    go_to(page, "1. Cards and board")
    assert page.evaluate(SHOWN) == ["step-what"]


@pytest.mark.nightly
def test_folded_decks_are_in_sight_below_many_others(browser: Browser, shared_server: SharedServer) -> None:
    with shared_server.app() as app:
        teacher = make_teacher()
        school_class = school_classes.create_class(teacher_id=teacher.id, name="6C")
        for number in range(8):
            make_deck(teacher, f"Doubles {number}")
        make_deck(title="Halves", is_shared=True)
        alice = Person(teacher.id, teacher.name, cookie_of(app, teacher_id=teacher.id))
        address = f"{shared_server.server.address}/classes/{school_class.id}/sessions/new"
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    context.add_cookies([{"name": "classroom", "value": alice.cookie, "url": shared_server.server.address}])
    page = context.new_page()
    page.goto(address)
    folded = page.locator(".deck-choice summary")
    expect(folded).to_have_text(["Decks by grade", "Shared with you"])
    grades, shared, around = (one.bounding_box() for one in (*folded.all(), page.locator(".deck-choice")))
    assert grades is not None
    assert shared is not None
    assert around is not None
    assert grades["y"] + grades["height"] <= shared["y"] + 1
    assert shared["y"] + shared["height"] <= around["y"] + around["height"] + 1
    folded.first.click()
    expect(page.get_by_text("Grade 8", exact=True)).to_be_attached()
    context.close()
