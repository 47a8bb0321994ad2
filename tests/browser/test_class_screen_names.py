"""Names on the class screen: no word of a name breaks, however many tables have names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.database import transaction
from classroom.models import Student
from classroom.services.settings import TableSettings
from tests.browser.windows import open_in_font, open_window
from tests.tiers import nightly_except

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.shared_server import SharedServer

pytestmark = pytest.mark.slow

BROKEN = """() => [...document.querySelectorAll(".front-member bdi")].flatMap((name) => {
  const text = name.firstChild;
  return [...text.data.matchAll(/[^\\s-]+/g)].filter(({ index, 0: word }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1;
  }).map(({ 0: word }) => word);
})"""
"""Words of names that are on more than one line."""
OUTSIDE = """() => [...document.querySelectorAll(".front-about bdi, .front-about .stars, .mini")].flatMap((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  const name = one.textContent.trim() || one.getAttribute("class");
  return isInside ? [] : [[name, left, top, right, bottom].join(" ")];
})"""
NAMES = ("Amara Nwosu", "Fatima Z.", "Diego Fernández-Ibarra", "Oisín O’Dea")


SCREENS = ((1366, 768), (1366, 600), (1024, 768), (1920, 1080))


TABLES_AND_SIZES = [(1, 4), (2, 4), (3, 4), (4, 4), (1, 8), (1, 12), (2, 12), (3, 12)]


@pytest.mark.parametrize("tables_and_size", nightly_except({(4, 4)}, TABLES_AND_SIZES), ids=str)
def test_no_word_of_a_name_breaks(
    browser: Browser, shared_server: SharedServer, tables_and_size: tuple[int, int]
) -> None:
    tables, size = tables_and_size
    settings = TableSettings(deck="times-tables", board="8x8", table_size=4)
    if size > 4:
        settings = TableSettings(edition="classic", table_size=size)
    stage = shared_server.stage(students=size * tables, settings=settings)
    with shared_server.app(), transaction() as session:
        for number, person in enumerate(stage.students):
            session.get_one(Student, person.id).name = NAMES[number % len(NAMES)]
    teacher = open_window(browser, shared_server.server, stage.teacher)
    open_in_font(teacher.page, f"{teacher.address}/sessions/{stage.class_session_id}/projector")
    assert teacher.page.locator(".front-member bdi").count() == size * tables
    for width, height in SCREENS:
        teacher.page.set_viewport_size({"width": width, "height": height})
        assert teacher.page.evaluate(BROKEN) == [], (width, height)
        assert teacher.page.evaluate(OUTSIDE) == [], (width, height)
    teacher.close()
