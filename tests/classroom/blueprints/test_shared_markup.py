"""Markup rendered once for a table equals markup rendered for each student separately."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.models import Game, SessionState
from classroom.presenters.table import shared
from classroom.presenters.table.shared import shared_table
from classroom.services.classes.roster import rename_student
from classroom.services.classes.support import SupportSettings, set_support
from classroom.services.play.bots import play_bot
from classroom.services.play.games import call_penalty
from classroom.services.play.seats import give_seat
from classroom.services.settings import TableSettings
from engine import SolveMode, Team
from tests.factories import make_attendance, make_class_session, make_game, make_student, together
from tests.page_lint import text_of
from tests.process_caches import clear_process_caches

if TYPE_CHECKING:
    from collections.abc import Callable

    from classroom.models import Student
    from tests.frozen_clock import FrozenClock
    from tests.page import Page
    from tests.page_client import PageClient

MODES = {
    "board": TableSettings(table_talk=True),
    "ahead": TableSettings(solve=SolveMode.AHEAD),
    "timed": TableSettings(turn_seconds=60),
    "cards": TableSettings(edition="classic"),
}
_PERSONAL = re.compile(r'name="(?:csrf_token|idempotency_key)" value="[^"]*"|data-sign-in="[^"]*"')


@pytest.fixture(params=MODES)
def settings(request: pytest.FixtureRequest) -> TableSettings:
    """Settings under which pages differ."""
    return MODES[str(request.param)]


@pytest.fixture
def students(settings: TableSettings) -> tuple[Student, ...]:
    """Four at one table; seats 0 and 2 play together."""
    class_session = make_class_session(state=SessionState.PLAYING, settings=settings)
    school_class = class_session.school_class
    with together():
        found = tuple(make_student(name, school_class=school_class) for name in ("Ana", "Ben", "Cem", "Dea"))
        for student in found:
            make_attendance(class_session, student)
    make_game(class_session, found, settings=settings)
    return found


def pages(new_page: Callable[[], PageClient], students: tuple[Student, ...], *, alone: bool) -> list[str]:
    """Each student's page, without what is new in every response.

    :param alone: whether nothing is left in memory from earlier viewers.
    """
    shown = []
    for student in students:
        if alone:
            clear_process_caches()
        shown.append(_PERSONAL.sub("", new_page().sign_in(student).get("play.show").html))
    return shown


def seats_of(shown: Page) -> str:
    """Return the students at the table, as the page lists them."""
    return text_of(shown.one("ul", class_="seats"))


def game_of(students: tuple[Student, ...]) -> Game:
    """Return the game at their table."""
    db.session.rollback()
    return db.session.query(Game).one()


@pytest.mark.usefixtures("frozen_clock")
def test_students_see_their_own_pages(
    new_page: Callable[[], PageClient], students: tuple[Student, ...], settings: TableSettings
) -> None:
    steps: list[Callable[[], object]] = [
        lambda: None,
        lambda: give_seat(game_id=game_of(students).id, seat=0, student_id=None),
        lambda: play_bot(game_id=game_of(students).id),
    ]
    if settings.table_talk:
        steps.append(lambda: call_penalty(game_id=game_of(students).id, team=Team.GREEN))
    for step in steps:
        step()
        together = pages(new_page, students[1:], alone=False)
        assert together == pages(new_page, students[1:], alone=True)
        assert len(set(together)) == len(together)


def test_a_new_name_is_shown_at_once(new_page: Callable[[], PageClient], students: tuple[Student, ...]) -> None:
    ana, ben, *_ = students
    assert "Ana" in seats_of(new_page().sign_in(ben).get("play.show"))
    rename_student(student_id=ana.id, name="Zoe")
    shown = seats_of(new_page().sign_in(ben).get("play.show"))
    assert "Zoe" in shown
    assert "Ana" not in shown


@pytest.mark.usefixtures("page")
def test_a_new_time_factor_raises_the_version(students: tuple[Student, ...]) -> None:
    before = game_of(students).class_session.version
    ana = students[0]
    set_support(class_id=ana.class_id, settings={ana.id: SupportSettings(time_factor=2.0)})
    assert game_of(students).class_session.version > before


@pytest.mark.usefixtures("db_session")
def test_an_idle_table_is_dropped_once_others_continue(frozen_clock: FrozenClock) -> None:
    clear_process_caches()
    class_session = make_class_session(state=SessionState.PLAYING)
    games = [make_game(class_session, [make_student(), make_student()]) for _ in range(3)]
    shared_table(games[0])
    frozen_clock.move_on(minutes=4)
    shared_table(games[1])
    assert [game_id for game_id, _ in shared._kept] == [games[0].id, games[1].id]
    frozen_clock.move_on(minutes=2)
    shared_table(games[2])
    assert [game_id for game_id, _ in shared._kept] == [games[1].id, games[2].id]
