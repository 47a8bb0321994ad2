"""Tables in the lobby and related pages, for teachers and students."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from classroom import rng
from classroom.models import SeatingRuleKind
from classroom.services.play.games import current_games
from classroom.services.seating import table_plans
from classroom.services.seating.rules import add_rule, rules_of
from classroom.services.sessions import class_sessions, lobby
from classroom.web.assets import load_assets
from tests.classroom.services.sessions.joining import join, plan_of
from tests.factories import make_class_session, make_student
from tests.page_lint import text_of

if TYPE_CHECKING:
    from classroom.models import ClassSession
    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient

STATIC = Path(__file__).parents[3] / "static"


@pytest.fixture
def class_session(page: PageClient, cast: Cast) -> ClassSession:
    """Alice's lobby with eight students at two tables."""
    page.sign_in(cast.alice)
    made = make_class_session(cast.class_7b)
    join(made, 8)
    with rng.seeded(1):
        lobby.arrange_tables(class_session_id=made.id)
    return made


def show(page: PageClient, class_session: ClassSession) -> Page:
    """The lobby."""
    return page.get("sessions.show", class_session_id=class_session.id)


def test_methods_of_forming_tables_are_offered_and_used(page: PageClient, class_session: ClassSession) -> None:
    before = plan_of(class_session)
    page.get("sessions.saved_tables", class_session_id=class_session.id)
    page.submit({"name": "Project groups"}, form="/saved-tables")
    shown = show(page, class_session)
    offered = {text_of(one).strip("\u2068\u2069"): one.get("value") or "" for one in shown.one("select", id="forming")}
    assert list(offered)[:3] == ["At random", "Mixed levels", "Similar levels"]
    (saved,) = (value for value in offered.values() if value.startswith("saved-"))
    page.submit({"forming": "mixed"}, form="/arrange")
    show(page, class_session)
    page.submit({"forming": saved}, form="/arrange")
    assert plan_of(class_session) == before


def test_the_chosen_method_is_remembered(page: PageClient, class_session: ClassSession) -> None:
    show(page, class_session)
    page.submit({"forming": "similar"}, form="/arrange")
    shown = show(page, class_session)
    assert [one.get("value") for one in shown.one("select", id="forming") if one.get("selected") is not None] == [
        "similar"
    ]


def test_the_live_page_marks_shared_devices(page: PageClient, class_session: ClassSession) -> None:
    table_plans.share_device(class_session_id=class_session.id, table_number=2, is_shared=True)
    lobby.start_session(class_session_id=class_session.id)
    tiles = show(page, class_session).all("article")
    assert ["shared device" in text_of(one) for one in tiles] == [False, True]


@pytest.mark.parametrize("method", ["saved-0", "saved-x", "saved", "best", "random-1", "saved-99999999999"])
def test_unknown_methods_are_refused(page: PageClient, class_session: ClassSession, method: str) -> None:
    before = plan_of(class_session)
    page.post("sessions.arrange", {"forming": method}, class_session_id=class_session.id, status=422)
    assert plan_of(class_session) == before


def test_a_violated_rule_is_shown_with_its_reason(page: PageClient, class_session: ClassSession) -> None:
    one, two, *_ = plan_of(class_session)[1]
    add_rule(class_id=class_session.class_id, student_ids=(one, two), kind=SeatingRuleKind.APART)
    said = text_of(show(page, class_session).one("div", id="unmet"))
    assert "1 seating rule can’t be met:" in said
    assert "Form the tables again, or move one of the students." in said
    page.post("sessions.move", {"student": one, f"table-{one}": "2"}, class_session_id=class_session.id)
    page.post("sessions.move", {"student": two, f"table-{two}": "2"}, class_session_id=class_session.id)
    for student_id in (*plan_of(class_session)[1], *plan_of(class_session)[2]):
        page.post(
            "sessions.move", {"student": student_id, f"table-{student_id}": "1"}, class_session_id=class_session.id
        )
    assert "share a table, because there is only one." in show(page, class_session).text


def test_a_swap_is_offered_with_the_other_team(page: PageClient, class_session: ClassSession) -> None:
    first, second, third, fourth = plan_of(class_session)[1]
    chooser = show(page, class_session).one("select", id=f"table-of-{first}")
    swaps = [one.get("value") for one in chooser if (one.get("value") or "").startswith("swap-")]
    assert swaps == [f"swap-{second}", f"swap-{fourth}"]
    move = {"student": first, f"table-{first}": f"swap-{second}"}
    page.post("sessions.move", move, class_session_id=class_session.id)
    assert plan_of(class_session)[1] == [second, first, third, fourth]


def test_htmx_gets_the_fragment(page: PageClient, class_session: ClassSession) -> None:
    mover = plan_of(class_session)[1][0]
    where: dict[str, Any] = {"class_session_id": class_session.id, "htmx": True}
    shown = page.post("sessions.move", {"student": mover, f"table-{mover}": "alone"}, status=200, **where)
    assert shown.all("h1") == []
    assert plan_of(class_session)[3] == [mover]
    refused = page.post("sessions.move", {"student": mover, f"table-{mover}": "999"}, status=422, **where)
    assert "This table no longer exists." in text_of(refused.one("div", role="alert"))


def test_shared_devices_and_students_without_a_device(
    page: PageClient, cast: Cast, class_session: ClassSession
) -> None:
    page.post("sessions.here", {"student": cast.bob.id}, class_session_id=class_session.id)
    assert "no device" in text_of(show(page, class_session).one("li", id=f"at-{cast.bob.id}"))
    page.post("sessions.share", {"share": "2-yes"}, class_session_id=class_session.id)
    shown = show(page, class_session)
    pressed = [shown.one("button", id=f"share-{number}").get("aria-pressed") for number in (1, 2)]
    assert pressed == ["false", "true"]
    page.post("sessions.share", {"share": "9-yes"}, class_session_id=class_session.id, status=422)


class TestRules:
    def test_a_rule_is_added_and_removed(self, page: PageClient, cast: Cast) -> None:
        ana = make_student("Ana", school_class=cast.class_7b)
        page.sign_in(cast.alice).get("classes.seating", class_id=cast.class_7b.id)
        page.submit({"first": ana.id, "second": cast.bob.id, "kind": "apart"}, form="/seating")
        assert "Keep Ana and Bob apart" in page.follow().text
        page.get("classes.seating", class_id=cast.class_7b.id)
        refused = page.submit({"first": ana.id, "second": cast.bob.id, "kind": "together"}, form="/seating", status=409)
        assert "Remove that rule first." in refused.text
        (kept,) = rules_of(class_id=cast.class_7b.id)
        page.post("classes.remove_seating", {"rule": str(kept.id)}, class_id=cast.class_7b.id)
        assert rules_of(class_id=cast.class_7b.id) == []

    def test_the_page_links_back_to_the_lobby(self, page: PageClient, cast: Cast, class_session: ClassSession) -> None:
        rules = page.open(show(page, class_session).link("Edit seating rules"))
        assert rules.link("Back to the session") == page.url("sessions.show", class_session_id=class_session.id)
        class_sessions.end_session(class_session_id=class_session.id)
        assert "Back to the session" not in page.get("classes.seating", class_id=cast.class_7b.id).text


class TestTeams:
    def test_rejected_names_stay_in_the_form(self, page: PageClient, class_session: ClassSession) -> None:
        page.get("sessions.teams", class_session_id=class_session.id, table_number=1)
        shown = page.submit({"name-blue": "Foxes", "color-blue": "green"}, form="/teams", status=422)
        assert "Two teams have the same color." in shown.text
        assert shown.one("input", id="name-blue").get("value") == "Foxes"

    def test_an_unknown_table_is_not_found(self, page: PageClient, class_session: ClassSession) -> None:
        page.get("sessions.teams", class_session_id=class_session.id, table_number=9, status=404)

    def test_students_and_teacher_see_names_and_colors(
        self, page: PageClient, cast: Cast, class_session: ClassSession
    ) -> None:
        foxes = {"blue": ("Foxes", "teal"), "green": ("Owls", "yellow")}
        table_plans.choose_teams(class_session_id=class_session.id, table_number=0, teams=foxes)
        lobby.start_session(class_session_id=class_session.id)
        game = current_games(class_session_id=class_session.id)[0]
        live = show(page, class_session)
        assert live.one("article", id="table-1").get("data-blue") == "teal"
        assert "Foxes" in live.text
        assert "Owls" in page.get("games.show", game_id=game.id).text
        student = game.players[0].student
        assert student is not None
        shown = page.sign_in(student).get("play.show")
        assert "Foxes" in shown.text
        assert [one.get("data-green") for one in shown.all("div", class_="tabletop")] == ["yellow"]
        linked = re.findall(r'<link rel="stylesheet" href="/static/([^"?]+)', shown.html)
        assert any(b'[data-green="yellow"]' in load_assets(STATIC)[name].content for name in linked)
