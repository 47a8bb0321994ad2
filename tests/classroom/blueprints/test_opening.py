"""Opening a session with its settings, as a teacher sees it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.learning.plans import Dealing
from classroom.models import ClassSession, SessionState
from classroom.presenters.decks.listing import deck_description
from classroom.presenters.words import isolated
from classroom.services.settings import TableSettings
from engine import BUILT_IN_DECKS, DrawMode, Layout
from engine.deck_making import grade_decks
from tests.factories import make_class_session
from tests.page_lint import text_of

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page_client import PageClient


def open_sessions() -> list[ClassSession]:
    """Return all sessions, oldest first."""
    return list(db.session.execute(db.select(ClassSession).order_by(ClassSession.opened_at)).scalars())


def test_the_defaults_can_be_submitted(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice).get("sessions.new", class_id=cast.class_7b.id)
    page.submit()
    (opened,) = open_sessions()
    assert TableSettings.from_json(opened.settings) == TableSettings()
    assert page.follow().title.startswith(f"Lobby of {isolated('7B')}")


def test_all_settings_can_be_chosen(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice).get("sessions.new", class_id=cast.class_7b.id)
    page.submit(
        {
            "cards": "mixed/10x10",
            "table_size": "6",
            "layout": "mixed",
            "tries": "unlimited",
            "draw": "manual",
            "table_talk": "y",
            "silent": "y",
            "sequences_to_win": "1",
            "dealing": "automatic",
            "lowest_grade": "2",
            "highest_grade": "6",
            "teams_of_six": "3",
        }
    )
    (opened,) = open_sessions()
    assert TableSettings.from_json(opened.settings) == TableSettings(
        deck="mixed",
        board="10x10",
        layout=Layout.MIXED,
        table_size=6,
        tries=None,
        draw=DrawMode.MANUAL,
        table_talk=True,
        silent=True,
        teams_of_six=3,
        sequences_to_win=1,
        dealing=Dealing.AUTOMATIC,
        lowest_grade=2,
        highest_grade=6,
    )


def test_only_boards_that_the_deck_fills_are_offered(page: PageClient, cast: Cast) -> None:
    shown = page.sign_in(cast.alice).get("sessions.new", class_id=cast.class_7b.id)
    offered = {one.get("value") for one in shown.all("input", name="cards")}
    decks = [*BUILT_IN_DECKS.values(), *grade_decks()]
    assert offered == {f"{deck.key}/{size}" for deck in decks for size in deck.sizes}
    for deck in BUILT_IN_DECKS.values():
        assert f"{deck.title} {deck_description(deck.key)}" in shown.text


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"cards": "add-sub-20/8x8"}, "This deck doesn’t fill that board."),
        ({"cards": "add-sub-20/"}, "This deck doesn’t fill that board."),
        ({"cards": "add-sub-20"}, "This deck doesn’t fill that board."),
        ({"cards": "chess/8x8"}, "This deck no longer exists."),
        ({"cards": "<script>"}, "This deck no longer exists."),
        ({"table_size": "5"}, "Choose one of these."),
        ({"table_size": "many"}, "Choose one of these."),
        ({"tries": "0"}, "Choose one of these."),
        ({"layout": "round"}, "Choose one of these."),
        ({"draw": ""}, "Choose one of these."),
        ({"teams_of_six": "6"}, "Choose one of these."),
        ({"sequences_to_win": "9" * 500}, "Choose one of these."),
    ],
)
def test_an_impossible_table_gives_a_message(
    page: PageClient, cast: Cast, changes: dict[str, str], sentence: str
) -> None:
    page.sign_in(cast.alice).get("sessions.new", class_id=cast.class_7b.id)
    shown = page.submit(changes, status=422)
    assert sentence in text_of(shown.one("div", id="errors"))
    assert open_sessions() == []


def test_choices_are_kept_after_an_error(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice).get("sessions.new", class_id=cast.class_7b.id)
    shown = page.submit({"table_size": "3", "tries": "7"}, status=422)
    assert shown.form().fields["table_size"] == "3"
    assert shown.one("details", id="more").get("open") is not None


def test_the_last_choice_is_preselected(page: PageClient, cast: Cast) -> None:
    chosen = TableSettings(deck="times-tables", board="8x8", table_size=2, tries=None)
    make_class_session(cast.class_7b, state=SessionState.ENDED, settings=chosen)
    shown = page.sign_in(cast.alice).get("sessions.new", class_id=cast.class_7b.id)
    fields = shown.form().fields
    assert (fields["cards"], fields["table_size"], fields["tries"]) == ("times-tables/8x8", "2", "unlimited")


def test_the_settings_of_a_teacher_who_opens_it_second_are_offered_in_the_lobby(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice).get("sessions.new", class_id=cast.class_7b.id)
    opened = make_class_session(cast.class_7b, settings=TableSettings(table_size=2))
    page.submit({"cards": "mixed/10x10", "table_size": "4", "tries": "unlimited", "turn_seconds": "60"})
    text = re.sub(r"[\u2066-\u2069]", "", page.follow().text)
    assert "a session was opened with other settings. To use yours, save them here. Different: Deck: " in text
    assert "; Board: 6 × 6 (yours: 10 × 10); Students at a table: 2 (yours: 4); " in text
    assert "; Tries in a turn: 2 (yours: As many as needed); Time for a turn: as usual (yours: 60 seconds)." in text
    db.session.refresh(opened)
    assert TableSettings.from_json(opened.settings) == TableSettings(table_size=2)  # until the others are saved
    page.submit()
    db.session.refresh(opened)
    used = TableSettings.from_json(opened.settings)
    assert (used.deck, used.table_size, used.tries) == ("mixed", 4, None)
    assert open_sessions() == [opened]


def test_a_session_opened_meanwhile_is_shown_if_the_chosen_settings_cannot_be_played(
    page: PageClient, cast: Cast
) -> None:
    page.sign_in(cast.alice).get("sessions.new", class_id=cast.class_7b.id)
    opened = make_class_session(cast.class_7b)
    submitted = page.submit({"table_size": "8"})  # of playing cards, and then numbers were chosen
    assert submitted.redirect == page.url("sessions.show", class_session_id=opened.id)
    assert "Yours were not used." in page.follow().text


def test_a_second_click_goes_to_the_lobby(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice).get("sessions.new", class_id=cast.class_7b.id)
    opened = make_class_session(cast.class_7b, settings=TableSettings(table_size=2))
    submitted = page.submit({"table_size": "2"})
    assert submitted.redirect == page.url("sessions.show", class_session_id=opened.id)
    assert "session was opened with" not in page.follow().text


def test_settings_chosen_while_the_games_began_are_not_dropped(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice).get("sessions.new", class_id=cast.class_7b.id)
    make_class_session(cast.class_7b, settings=TableSettings(table_size=2), state=SessionState.PLAYING)
    page.submit({"table_size": "4"})
    assert "Yours were not used." in page.follow().text


def test_a_class_with_an_open_session_redirects_to_it(page: PageClient, cast: Cast) -> None:
    opened = make_class_session(cast.class_7b)
    page.sign_in(cast.alice)
    for ask in (page.get, page.post):
        shown = ask("sessions.new", class_id=cast.class_7b.id, status=303)
        assert shown.redirect == page.url("sessions.show", class_session_id=opened.id)
    assert len(open_sessions()) == 1


def test_three_teams_come_with_a_warning(page: PageClient, cast: Cast) -> None:
    shown = page.sign_in(cast.alice).get("sessions.new", class_id=cast.class_7b.id)
    hint = text_of(shown.one("p", id="teams_of_six-hint"))
    assert "half of the games to two sequences end without a winner" in hint
    assert "over 90 of 100" in hint
