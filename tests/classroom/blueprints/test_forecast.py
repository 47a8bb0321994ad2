"""Estimated game length, as a teacher sees it before a lesson; from few games, played in separate processes."""

from __future__ import annotations

import itertools
import re
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from classroom.blueprints.sessions.forms import SettingsForm
from classroom.models import ClassSession
from classroom.services.forecasts import Forecasts
from classroom.services.sessions import class_sessions, lobby
from classroom.services.settings import TableSettings
from engine import CLASSIC
from tests.factories import make_attendance, make_class_session
from tests.page_client import PageClient
from tests.page_lint import text_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from flask import Flask

    from tests.factories import Cast
    from tests.page import Page

GAMES = 40
THREE_TEAMS = TableSettings(deck="times-tables", board="8x8", table_size=6, teams_of_six=3)
SAID = re.compile(r"About \d+ minutes?; 9 of 10 games end within \d+\. (?:All games|\d+ of 100) have a winner\.")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder for the estimates of all tests: one test's results are there for the next."""
    return tmp_path_factory.mktemp("forecasts")


@pytest.fixture
def app(make_app: Callable[..., Flask], kept: Path) -> Flask:
    """An app that estimates game lengths."""
    app = make_app(FORECAST_GAMES=GAMES)
    app.extensions["forecasts"] = Forecasts(kept, games=GAMES)
    return app


@pytest.fixture
def teacher(page: PageClient, cast: Cast) -> PageClient:
    """Alice's browser."""
    return page.sign_in(cast.alice)


def settled(ask: Callable[[], Page]) -> Page:
    """Poll like the page until the result is final.

    Ever more seldom, as each page takes of the processor that the games are waited for.
    """
    deadline = time.monotonic() + 300
    pauses = itertools.chain([0.1, 0.2, 0.4], itertools.repeat(0.8))
    while (shown := ask()).all("div", id="forecast-wait"):
        assert time.monotonic() < deadline
        time.sleep(next(pauses))
    return shown


def choice(teacher: PageClient, cast: Cast, settings: TableSettings, **fields: str) -> Page:
    """Return the panel next to the form for these settings, with these fields changed."""
    values: dict[str, Any] = {**SettingsForm.fields_for(settings), "class_id": cast.class_7b.id, **fields}
    return settled(lambda: teacher.get("sessions.forecast_of_choice", htmx=True, **values))


def press(teacher: PageClient, form: str, *, status: int = 303, **fields: str) -> Page:
    """Press a button beside the open form that belongs to it."""
    assert teacher.last is not None
    return teacher.send(teacher.last.form(form), fields, status=status)


def said(shown: Page, players: int) -> str:
    """Return the sentence for tables of a size."""
    sentence = text_of(shown.one("p", id=f"forecast-said-{players}"))
    assert SAID.fullmatch(sentence), sentence
    return sentence


def adjustments(shown: Page) -> dict[str, str]:
    """Return the suggestions: the value of each button with the estimate next to it."""
    return {
        text_of(one.find(".//button")): text_of(one.find("span"))  # type: ignore[arg-type]  # both are there
        for one in shown.all("li")
        if (one.get("id") or "").startswith("adjustment-")
    }


class TestTheForm:
    def test_progress_is_shown_before_the_result(self, make_app: Callable[..., Flask], cast: Cast) -> None:
        teacher = PageClient(make_app(FORECAST_GAMES=GAMES)).sign_in(cast.alice)  # which has no estimates yet
        shown = teacher.get("sessions.new", class_id=cast.class_7b.id)
        bar = shown.one("progress")
        assert (bar.get("value"), bar.get("max")) == ("0", str(GAMES))
        assert text_of(shown.one("p", id="forecast-said-4")) == ""
        done = settled(lambda: teacher.get("sessions.new", class_id=cast.class_7b.id))
        assert said(done, 4)
        assert done.all("progress") == []
        assert "Assumes 20 seconds per turn." in done.text
        assert "miss 15 of 100 answers" in done.text

    @pytest.mark.nightly
    def test_chosen_settings_are_used(self, teacher: PageClient, cast: Cast) -> None:
        small = choice(teacher, cast, TableSettings(table_size=2))
        large = choice(teacher, cast, TableSettings(deck="mixed", board="10x10"))
        assert said(small, 2) != said(large, 4)
        cards = choice(teacher, cast, TableSettings(edition=CLASSIC.key, table_size=8))
        assert said(cards, 8)
        assert "Assumes 15 seconds per turn." in cards.text
        assert "miss" not in cards.text

    @pytest.mark.parametrize(
        "fields", [{"cards": "gone/6x6"}, {"cards": "add-sub-20/10x10"}, {"table_size": "5"}, {"tries": "\0"}]
    )
    def test_impossible_settings_have_no_forecast(
        self, teacher: PageClient, cast: Cast, fields: dict[str, Any]
    ) -> None:
        assert "Choose cards and rules that work together" in choice(teacher, cast, TableSettings(), **fields).text
        shown = teacher.get("sessions.new", class_id=cast.class_7b.id, **fields)
        assert shown.one("section", id="forecast") is not None

    @pytest.mark.nightly
    def test_three_teams_rarely_finish_and_the_adjustments_help(self, teacher: PageClient, cast: Cast) -> None:
        shown = choice(teacher, cast, THREE_TEAMS)
        assert re.search(r"In \d\d of 100 games no one wins", shown.text)
        offered = adjustments(shown)
        assert (
            {"Play to one sequence", "Use tables of 4"}
            <= offered.keys()
            <= {"Play to one sequence", "Use tables of 4", "Play in two teams"}
        )
        assert said(choice(teacher, cast, replace(THREE_TEAMS, table_size=4)), 4) == offered["Use tables of 4"]
        better = choice(teacher, cast, replace(THREE_TEAMS, sequences_to_win=1))
        assert said(better, 6) == offered["Play to one sequence"]
        assert "no one wins" not in better.text

    def test_the_estimate_is_shown_on_the_next_page_without_javascript(self, teacher: PageClient, cast: Cast) -> None:
        teacher.get("sessions.new", class_id=cast.class_7b.id)
        press(teacher, "new", table_size="2", table_talk="y", forecast="show")
        assert teacher.last is not None
        address = teacher.last.redirect or ""
        shown = settled(lambda: teacher.open(address))
        assert said(shown, 2)
        chosen = shown.form("new").fields
        assert (chosen["table_size"], chosen["table_talk"]) == ("2", "y"), "what was chosen stays"
        assert class_sessions.last_settings(class_id=cast.class_7b.id) == TableSettings(), "nothing was opened"

    def test_an_adjustment_changes_the_form(self, teacher: PageClient, cast: Cast) -> None:
        teacher.get("sessions.new", class_id=cast.class_7b.id)
        chosen: dict[str, Any] = {"cards": "times-tables/8x8", "table_size": "6", "teams_of_six": "3"}
        press(teacher, "new", **chosen, adjustment="6.one-sequence")
        assert teacher.follow().form("new").fields["sequences_to_win"] == "1"
        teacher.submit()
        assert class_sessions.last_settings(class_id=cast.class_7b.id).sequences_to_win == 1

    @pytest.mark.parametrize("adjustment", ["", "6", "6.magic", "x.one-sequence", "6.two-teams", "\0"])
    def test_an_invalid_adjustment_changes_nothing(self, teacher: PageClient, cast: Cast, adjustment: str) -> None:
        teacher.get("sessions.new", class_id=cast.class_7b.id)
        before = teacher.last.form("new").fields if teacher.last else {}
        press(teacher, "new", adjustment=adjustment)
        after = teacher.follow().form("new").fields
        assert {**after, "csrf_token": ""} == {**before, "csrf_token": ""}

    def test_impossible_settings_get_the_usual_message(self, teacher: PageClient, cast: Cast) -> None:
        teacher.get("sessions.new", class_id=cast.class_7b.id)
        shown = press(teacher, "new", cards="add-sub-20/10x10", forecast="show", status=422)
        assert "This deck doesn’t fill that board." in shown.text

    def test_nothing_is_shown_when_estimates_are_turned_off(self, make_app: Callable[..., Flask], cast: Cast) -> None:
        teacher = PageClient(make_app(FORECAST_GAMES=0)).sign_in(cast.alice)
        assert teacher.get("sessions.new", class_id=cast.class_7b.id).all("section", id="forecast") == []
        class_session = make_class_session(cast.class_7b)
        assert "Estimated game length" not in teacher.get("sessions.show", class_session_id=class_session.id).text


class TestTheLobby:
    def show(self, teacher: PageClient, class_session: ClassSession) -> Page:
        return settled(lambda: teacher.get("sessions.show", class_session_id=class_session.id))

    @pytest.mark.nightly
    def test_before_anyone_joins_the_size_in_the_settings_counts(self, teacher: PageClient, cast: Cast) -> None:
        assert said(self.show(teacher, make_class_session(cast.class_7b)), 4)

    def test_a_deck_that_is_gone_has_no_forecast_and_breaks_nothing(self, teacher: PageClient, cast: Cast) -> None:
        class_session = make_class_session(cast.class_7b, settings=TableSettings(deck="gone"))
        assert self.show(teacher, class_session).all("section", id="forecast") == []
        teacher.get("sessions.forecast", htmx=True, class_session_id=class_session.id)

    def test_every_table_size_has_an_estimate(self, teacher: PageClient, cast: Cast) -> None:
        class_session = make_class_session(cast.class_7b)
        for _ in range(7):
            make_attendance(class_session)
        shown = self.show(teacher, class_session)
        assert [text_of(one) for one in shown.all("h3")] == ["Tables of 4", "Tables of 3"]
        assert said(shown, 4) != said(shown, 3)
        lobby.arrange_tables(class_session_id=class_session.id)
        make_attendance(class_session)
        shown = self.show(teacher, class_session)
        assert {"Tables of 4", "Tables of 3", "A student with a bot"} <= {text_of(one) for one in shown.all("h3")}
        alone, three = (int(said(shown, size).split()[1]) for size in (1, 3))
        assert alone < three, "bots do not think for long"

    def test_the_fragment_is_sent_only_with_news(self, make_app: Callable[..., Flask], cast: Cast) -> None:
        teacher = PageClient(make_app(FORECAST_GAMES=GAMES)).sign_in(cast.alice)
        class_session = make_class_session(cast.class_7b)
        first = teacher.get("sessions.show", class_session_id=class_session.id)
        version = first.one("input", name="version").get("value")
        self.show(teacher, class_session)
        whole = teacher.get("sessions.fragment", htmx=True, class_session_id=class_session.id, version=version)
        part = teacher.get("sessions.forecast", htmx=True, class_session_id=class_session.id)
        assert said(part, 4)
        announced = [one.one("p", id="forecast-said-4").get("aria-live") for one in (first, part, whole)]
        assert announced == ["polite", "polite", None], "once: a known estimate may move to another place"

    def test_an_adjustment_changes_the_rules_at_once(self, teacher: PageClient, cast: Cast) -> None:
        class_session = make_class_session(cast.class_7b, settings=THREE_TEAMS)
        for _ in range(6):
            make_attendance(class_session)
        lobby.arrange_tables(class_session_id=class_session.id)
        shown = self.show(teacher, class_session)
        offered = adjustments(shown)
        assert offered.keys() >= {"Play to one sequence", "Use tables of 3"}
        teacher.send(shown.form_with("Use tables of 3"))
        shown = self.show(teacher, class_session)
        assert said(shown, 3) == offered["Use tables of 3"]
        assert "no one wins" not in shown.text

    def test_games_can_start_before_the_estimate_is_ready(self, teacher: PageClient, cast: Cast) -> None:
        class_session = make_class_session(cast.class_7b)
        make_attendance(class_session, cast.bob)
        teacher.get("sessions.show", class_session_id=class_session.id)
        teacher.submit(form="start")
        teacher.get("sessions.forecast", htmx=True, class_session_id=class_session.id, status=204)
        teacher.post("sessions.adjust", {"adjustment": "4.one-sequence"}, class_session_id=class_session.id, status=409)

    def test_an_adjustment_for_other_rules_changes_nothing(self, teacher: PageClient, cast: Cast) -> None:
        class_session = make_class_session(cast.class_7b)
        teacher.post("sessions.adjust", {"adjustment": "4.two-teams"}, class_session_id=class_session.id)
        assert TableSettings.from_json(class_session.settings) == TableSettings()

    def test_settings_can_be_tried_out_before_they_are_kept(self, teacher: PageClient, cast: Cast) -> None:
        class_session = make_class_session(cast.class_7b, settings=THREE_TEAMS)
        teacher.get("sessions.settings", class_session_id=class_session.id)
        press(teacher, "settings", adjustment="6.two-teams")
        assert TableSettings.from_json(class_session.settings) == THREE_TEAMS
        assert teacher.follow().form("settings").fields["teams_of_six"] == "2"
        teacher.submit()
        assert TableSettings.from_json(class_session.settings).teams_of_six == 2
