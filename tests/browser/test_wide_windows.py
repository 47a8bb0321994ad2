"""Pages in the window of a Chromebook, in Spanish: texts that have room stay on one line, and choices are readable."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.gallery import desk, lessons, served
from tests.browser.gallery.frame import Gallery
from tests.browser.windows import open_in_font
from tests.over_http.server import LiveServer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask import Flask
    from playwright.sync_api import Browser, Page

    from classroom.models import Teacher

pytestmark = [pytest.mark.slow, pytest.mark.nightly]

LINES = """(element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].map(({bottom}) => Math.round(bottom))).size;
}"""
"""The number of lines of a text."""
CUT = """(select) => {
  const text = document.createElement("span"), style = getComputedStyle(select);
  text.style.font = style.font;
  text.textContent = select.selectedOptions[0].text;
  select.after(text);
  const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return text.getBoundingClientRect().width > room && style.textOverflow !== "ellipsis";
}"""
"""Whether the chosen option ends in the middle of a letter."""


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LiveServer, Gallery]]:
    """A server with classes, decks, imports, and exit tickets."""

    def fill(app: Flask, gallery: Gallery, alice: str, teacher: Teacher) -> None:
        desk.class_of_several_teachers(app, gallery, alice, teacher)
        desk.decks(gallery, alice, teacher)
        desk.rosters(gallery, alice, teacher)
        lessons.table_with_a_ticket_on_one_device(app, gallery, alice, teacher)

    with served(tmp_path_factory.mktemp("wide"), fill) as school:
        yield school


@pytest.fixture
def opened(browser: Browser, school: tuple[LiveServer, Gallery]) -> Iterator[Callable[[str], Page]]:
    """Open the last page whose address ends so, as the person who sees it."""
    server, gallery = school
    context = browser.new_context(viewport={"width": 1366, "height": 768}, locale="es")

    def open_page(end: str) -> Page:
        cookie, address = next(one for one in reversed(gallery.pages) if one[1].endswith(end))
        context.add_cookies([{"name": "classroom", "value": str(cookie), "url": server.address}])
        page = context.new_page()
        open_in_font(page, server.address + address)
        return page

    yield open_page
    context.close()


def test_what_starts_a_session_is_on_one_line(opened: Callable[[str], Page]) -> None:
    buttons = opened("/classes").locator(".class-open .button")
    assert {one.inner_text() for one in buttons.all()} >= {"Iniciar una sesión de juego", "Ir a la sesión de juego"}
    assert all(one.evaluate(LINES) == 1 for one in buttons.all())


def test_names_beside_support_are_on_one_line(opened: Callable[[str], Page]) -> None:
    names = opened("/support").locator(".support-table tbody th")
    assert names.count() == 2
    assert all(one.evaluate(LINES) == 1 for one in names.all())


def test_each_answer_of_an_exit_ticket_is_on_one_line(opened: Callable[[str], Page]) -> None:
    page = opened("/play/ticket")
    answers = page.locator("[aria-labelledby=again] .answers li")
    assert answers.count() > 20
    assert all(one.evaluate("(row) => row.clientHeight") < 48 for one in answers.all())


@pytest.mark.parametrize("end", ["board=4", "/columns", "/support"])
def test_chosen_options_are_not_cut(opened: Callable[[str], Page], end: str) -> None:
    choices = opened(end).locator("main select")
    assert choices.count() > 1
    assert not any(one.evaluate(CUT) for one in choices.all())
