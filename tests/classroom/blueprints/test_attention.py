"""The number of students who need help is the same in the count, the list at the top, and the marks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from classroom.models import ClassSession
from tests.classroom.blueprints.test_live_page import see_everyone
from tests.classroom.services.learning.dealing import answer, current, start
from tests.page_lint import text_of

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock
    from tests.page_client import PageClient


@pytest.fixture
def class_session(page: PageClient, cast: Cast, frozen_clock: FrozenClock) -> ClassSession:
    """Alice's session: two tables of four, just dealt; Alice is signed in."""
    page.sign_in(cast.alice)
    return start(8, school_class=cast.class_7b)


def all_miss(class_session: ClassSession, table: int, clock: FrozenClock) -> None:
    """Let everyone at a table miss four answers, two per turn."""
    for _ in range(16):
        clock.move_on(seconds=1)
        answer(current(class_session, table), rightly=False)


def test_the_count_equals_the_number_of_marked_tables(
    page: PageClient, class_session: ClassSession, frozen_clock: FrozenClock
) -> None:
    for table in (0, 1):
        all_miss(class_session, table, frozen_clock)
    see_everyone(class_session, frozen_clock)
    shown = page.get("sessions.show", class_session_id=class_session.id)
    marked = shown.all("p", class_="tile-warning")
    assert len(marked) == len(shown.all("article", class_="tile-alarm")) == 2
    assert all(text_of(one).endswith("3 more warnings.") for one in marked)  # one reason is listed, for four students
    assert text_of(shown.one("span", id="in-need")) == "2 to check"
    assert "tile-private" in shown.one("span", id="in-need").get("class", "")  # all are about mistakes


def test_hidden_reasons_are_not_counted(
    page: PageClient, class_session: ClassSession, frozen_clock: FrozenClock
) -> None:
    all_miss(class_session, 0, frozen_clock)
    frozen_clock.move_on(minutes=3)
    answer(current(class_session, 0))
    see_everyone(class_session, frozen_clock)
    values: dict[str, Any] = {"class_session_id": class_session.id, "hide-misses": "1"}
    shown = page.get("sessions.fragment", htmx=True, **values)
    openly = shown.all("p", class_="tile-warning")
    assert len(openly) == 1
    assert "tile-private" not in openly[0].get("class", "")
    assert text_of(shown.one("span", id="in-need")) == "1 to check"
    shown = page.get("sessions.show", class_session_id=class_session.id)
    classes = [one.get("class", "") for one in shown.all("article", class_="tile-alarm")]
    assert ["tile-alarm-private" in one for one in classes] == [False, True]
