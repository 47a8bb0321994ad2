"""The warm-up before the first card that is solved ahead: shown once, always ends, never counts as an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.models import Attempt, Baseline
from classroom.services.classes.roster import remove_student
from classroom.services.play.baselines import number_to_type
from classroom.services.play.games import stop_game
from classroom.services.sessions.pauses import pause_session
from classroom.services.settings import TableSettings
from engine import SolveMode, unsolved
from tests.classroom.table import Table, make_table
from tests.factories import make_game
from tests.page_lint import text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

    from tests.frozen_clock import FrozenClock
    from tests.page import Form
    from tests.page_client import PageClient

AHEAD = TableSettings(solve=SolveMode.AHEAD)
MEASURED = "850"


@pytest.fixture
def app(app: Flask) -> Flask:
    """The app with warm-ups turned on."""
    app.config["BASELINES_A_WEEK"] = 5
    return app


@pytest.fixture
def table(page: PageClient) -> Table:
    """Two students at a table; the one who waits is signed in."""
    made = make_table(AHEAD)
    page.sign_in(made.other)
    return made


def rows() -> list[Baseline]:
    """Return all finished warm-ups, the earliest first."""
    db.session.rollback()
    return list(db.session.execute(select(Baseline).order_by(Baseline.id)).scalars())


def warm_up(page: PageClient) -> Form:
    """Reopen the page. Return its warm-up."""
    return page.get("play.show").form("/play/baseline")


def is_shown(page: PageClient) -> bool:
    """Reopen the page. Return whether it asks for a warm-up."""
    return "Warm-up: type" in page.get("play.show").text


def done(page: PageClient, **typed: Any) -> str:
    """Do a warm-up, by default correctly and measured. Return the text of the page afterwards."""
    form = warm_up(page)
    page.send(form, {"answer": form.fields["number"], "ms": MEASURED, **typed})
    return page.follow().text


def test_a_number_is_asked_for_before_the_first_equation(page: PageClient, table: Table) -> None:
    form = warm_up(page)
    assert page.last is not None
    shown = page.last
    assert 11 <= int(str(form.fields["number"])) <= 99
    assert f"Warm-up: type {form.fields['number']}" in text_of(shown.one("form", id="pad"))
    hand = table.position.hands[1 - table.position.turn]
    faces = [table.position.setup.cards_by_id[card].face for card in unsolved(table.position, hand)]
    assert [face for face in faces if face in shown.html] == []
    assert warm_up(page).fields["number"] == form.fields["number"]


def test_a_right_number_is_stored_with_its_time_and_the_first_equation_follows(page: PageClient, table: Table) -> None:
    before = warm_up(page).fields["version"]
    text = done(page)
    assert "Warm-up" not in text
    card = unsolved(table.position, table.position.hands[1 - table.position.turn])[0]
    assert table.position.setup.cards_by_id[card].face in text
    (row,) = rows()
    assert (row.student_id, row.game_id, row.milliseconds) == (table.other.id, table.game.id, 850)
    assert row.number == number_to_type(game_id=table.game.id, student_id=table.other.id)
    assert "Warm-up" not in page.get("play.fragment", htmx=True, version=before).text


def test_it_is_neither_an_event_nor_an_answer(page: PageClient, table: Table) -> None:
    done(page)
    assert table.game.version == 0
    assert db.session.execute(select(Attempt)).all() == []


@pytest.mark.parametrize(
    "typed",
    [
        {"answer": "100"},
        {"skip": "yes", "answer": ""},
        {"skip": "yes"},
        {"ms": ""},
        {"ms": "299"},
        {"ms": "20001"},
        {"ms": "x"},
        {"ms": "²"},
        {"ms": "9" * 30},
    ],
    ids=str,
)
def test_a_wrong_skipped_or_unmeasured_number_continues_silently(
    page: PageClient, table: Table, typed: dict[str, str]
) -> None:
    text = done(page, **typed)
    assert "Warm-up" not in text
    assert "not the answer" not in text
    (row,) = rows()
    assert (row.student_id, row.milliseconds) == (table.other.id, None)


@pytest.mark.parametrize(("ms", "kept"), [("300", 300), ("20000", 20000)])
def test_the_time_limits_apply(page: PageClient, table: Table, ms: str, kept: int) -> None:
    done(page, ms=ms)
    assert [row.milliseconds for row in rows()] == [kept]


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ({"answer": ""}, "Type a number, then press OK."),
        ({"answer": "x"}, "Type a number, then press OK."),
        ({"answer": "-7"}, "Type a number, then press OK."),
        ({"answer": "\uff17"}, "Type a number, then press OK."),
        ({"number": ""}, "This page is too old. Open it again."),
        ({"number": "10"}, "This page is too old. Open it again."),
        ({"number": "100"}, "This page is too old. Open it again."),
        ({"number": "x"}, "This page is too old. Open it again."),
    ],
)
def test_an_invalid_number_is_refused(page: PageClient, table: Table, typed: dict[str, str], message: str) -> None:
    shown = page.send(warm_up(page), {"answer": "24", **typed}, status=422)
    assert message in text_of(shown.one("div", role="alert"))
    assert rows() == []
    assert is_shown(page)


def test_a_form_sent_twice_counts_once(page: PageClient, table: Table) -> None:
    form = warm_up(page)
    for ms in ("900", "400"):
        page.send(form, {"answer": form.fields["number"], "ms": ms})
    assert [row.milliseconds for row in rows()] == [900]


def test_each_student_has_one_and_pages_of_other_games_are_outdated(page: PageClient, table: Table) -> None:
    done(page)
    page.sign_in(table.active_player)
    assert is_shown(page)
    form = warm_up(page)
    done(page)
    assert {row.student_id for row in rows()} == {table.active_player.id, table.other.id}
    page.send(form, {"version": "elsewhere.0.0.0", "answer": "24"}, status=409)


def test_there_is_no_warm_up_after_the_first_answer(page: PageClient, table: Table) -> None:
    form = warm_up(page)
    card = unsolved(table.position, table.position.hands[1 - table.position.turn])[0]
    answer = {
        "do": "solve",
        "card": str(card),
        "answer": "999999",
        "idempotency_key": "k",
        "version": form.fields["version"],
    }
    page.post("play.move", answer)
    assert not is_shown(page)
    page.send(form, {"answer": form.fields["number"], "ms": MEASURED})
    assert rows() == []


def test_there_is_no_warm_up_while_paused_or_after_the_game(page: PageClient, table: Table) -> None:
    form = warm_up(page)
    pause_session(class_session_id=table.game.class_session_id)
    assert not is_shown(page)
    stop_game(game_id=table.game.id)
    page.send(form, {"answer": form.fields["number"], "ms": MEASURED})
    assert rows() == []


def test_there_is_no_warm_up_if_cards_are_answered_on_the_board(page: PageClient) -> None:
    table = make_table()
    page.sign_in(table.other)
    assert not is_shown(page)
    page.post("play.baseline", {"version": f"{table.game.id}.0.0.0", "number": "24", "answer": "24", "ms": MEASURED})
    assert rows() == []


def test_warm_ups_can_be_turned_off(make_app: Callable[..., Flask], new_page: Callable[[], PageClient]) -> None:
    from tests.page_client import PageClient

    table = make_table(AHEAD)
    assert not is_shown(PageClient(make_app(BASELINES_A_WEEK=0)).sign_in(table.other))
    assert is_shown(new_page().sign_in(table.other))


def test_there_are_at_most_five_a_week(page: PageClient, table: Table, frozen_clock: FrozenClock) -> None:
    frozen_clock.move_on(days=300)
    session = table.game.class_session
    asked = []
    for day in range(8):
        frozen_clock.move_on(days=1)
        make_game(session, table.students, settings=AHEAD, table_number=table.game.table_number, round=day + 2)
        frozen_clock.move_on(minutes=1)
        asked.append(is_shown(page.sign_in(table.other)))
        if asked[-1]:
            done(page, skip="yes")
    assert asked == [True, True, True, True, True, False, False, True]


def test_warm_ups_are_deleted_with_their_student(page: PageClient, table: Table) -> None:
    done(page)
    remove_student(student_id=table.other.id)
    assert rows() == []
