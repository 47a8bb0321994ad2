"""Choosing a teacher's own deck for a session, and playing with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.models import ClassSession, SessionState
from classroom.presenters.words import isolated
from classroom.services.decks import keeping
from classroom.services.decks.content import SkillChoice, WrittenCards
from classroom.services.sessions import class_sessions, lobby
from classroom.services.settings import TableSettings
from tests.classroom.services.sessions.joining import join
from tests.factories import make_class_session, make_deck
from tests.factories.decks import SIXTEEN_CARDS

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient


@pytest.fixture
def alice(page: PageClient, cast: Cast) -> PageClient:
    """Alice's browser."""
    return page.sign_in(cast.alice)


def offered(page: Page) -> set[str]:
    """Return the decks and boards to choose from."""
    return {one.get("value", "") for one in page.all("input", name="cards")}


def opened(cast: Cast) -> ClassSession:
    """Alice's open session."""
    from classroom.services.open_sessions import open_session_of

    found = open_session_of(class_id=cast.class_7b.id)
    assert found is not None
    return found


def test_own_and_shared_decks_are_offered_with_the_boards_they_fill(alice: PageClient, cast: Cast) -> None:
    own, shared = make_deck(cast.alice), make_deck(cast.dora, "Shared", is_shared=True)
    hidden = [
        make_deck(cast.dora, "Private"),
        make_deck(cast.alice, "Away", archived_at=cast.alice.created_at),
        make_deck(cast.alice, "Draft", content=WrittenCards("7 +")),
    ]
    page = alice.get("sessions.new", class_id=cast.class_7b.id)
    assert {f"{own.id}/6x6", f"{shared.id}/6x6", "grade-4/10x10", "mixed/8x8"} < offered(page)
    assert not {choice for choice in offered(page) for deck in hidden if choice.startswith(deck.id)}
    assert f"{own.id}/8x8" not in offered(page)
    alice.open(page.link("Create a deck"))


def test_a_session_opens_with_an_own_deck_and_the_next_one_proposes_it(alice: PageClient, cast: Cast) -> None:
    deck = make_deck(cast.alice, "Doubles & <b>halves</b>")
    alice.get("sessions.new", class_id=cast.class_7b.id)
    alice.submit({"cards": f"{deck.id}/6x6"})
    assert f"{isolated('Doubles & <b>halves</b>')} Board 6 × 6" in alice.follow().text
    class_sessions.end_session(class_session_id=opened(cast).id)
    form = alice.get("sessions.new", class_id=cast.class_7b.id).form()
    assert form.fields["cards"] == f"{deck.id}/6x6"


@pytest.mark.parametrize("action", ["delete", "archive", "shrink"])
def test_a_deleted_deck_is_not_preselected(alice: PageClient, cast: Cast, action: str) -> None:
    deck = make_deck(cast.alice)
    make_class_session(cast.class_7b, state=SessionState.ENDED, settings=TableSettings(deck=deck.id, tries=3))
    if action == "delete":
        keeping.delete_deck(deck_id=deck.id)
    elif action == "archive":
        keeping.archive_deck(deck_id=deck.id, is_archived=True)
    else:
        keeping.change_deck(deck_id=deck.id, title="Small", content=WrittenCards("1 + 1"))
    form = alice.get("sessions.new", class_id=cast.class_7b.id).form()
    assert (form.fields["cards"], form.fields["tries"]) == ("add-sub-20/6x6", "3")
    alice.submit()
    assert TableSettings.from_json(opened(cast).settings).tries == 3


def test_a_deck_deleted_in_the_lobby_stays_with_the_session(alice: PageClient, cast: Cast) -> None:
    deck_id = make_deck(cast.alice, content=SkillChoice(("mul-tables",))).id
    settings = TableSettings(deck=deck_id, board="8x8")
    session = class_sessions.open_session(class_id=cast.class_7b.id, settings=settings)
    keeping.delete_deck(deck_id=deck_id)
    page = alice.get("sessions.settings", class_session_id=session.id)
    assert "Chosen for this session" in page.text
    alice.submit({"tries": "1"})
    alice.follow()
    kept = TableSettings.from_json(opened(cast).settings)
    assert (kept.deck, kept.deck_title, kept.tries) == (deck_id, "Doubles", 1)
    join(session, 2)
    lobby.start_session(class_session_id=session.id)
    alice.get("sessions.show", class_session_id=session.id)


def test_other_teachers_decks_are_refused(alice: PageClient, cast: Cast) -> None:
    deck = make_deck(cast.dora)
    form = alice.get("sessions.new", class_id=cast.class_7b.id).form()
    page = alice.send(form, {"cards": f"{deck.id}/6x6"}, status=422)
    assert "This deck no longer exists" in page.text


def test_with_playing_cards_the_deck_is_kept_for_the_next_time(alice: PageClient, cast: Cast) -> None:
    deck = make_deck(cast.alice)
    alice.get("sessions.new", class_id=cast.class_7b.id)
    alice.submit({"cards": f"{deck.id}/6x6", "edition": "classic"})
    assert TableSettings.from_json(opened(cast).settings).deck == deck.id
    class_sessions.end_session(class_session_id=opened(cast).id)
    form = alice.get("sessions.new", class_id=cast.class_7b.id).form()
    alice.send(form, {"cards": "forged/99", "edition": "classic"})
    assert TableSettings.from_json(opened(cast).settings).deck == "add-sub-20"


def test_a_changed_deck_names_the_open_sessions_that_keep_it(alice: PageClient, cast: Cast) -> None:
    deck = make_deck(cast.alice)
    settings = TableSettings(deck=deck.id)
    first = class_sessions.open_session(class_id=cast.class_7b.id, settings=settings, teacher_id=cast.alice.id)
    join(first, 2)

    def change() -> Page:
        alice.get("decks.edit", deck_id=deck.id)
        alice.submit({"cards": SIXTEEN_CARDS.replace("5 + 5", "4 + 6")})
        return alice.follow()

    keeps = f"The open session of {isolated('7B')} keeps the earlier version."
    assert f"{keeps} To use this one, choose “Change settings” in its lobby, and save." in change().text
    alice.get("sessions.settings", class_session_id=first.id)
    alice.submit(form="/settings")
    copy = TableSettings.from_json(opened(cast).settings).deck_copy
    assert copy is not None
    assert "4 + 6" in str(copy)
    lobby.start_session(class_session_id=first.id)
    assert keeps in (shown := change().text)
    assert "Change settings" not in shown
    alice.post("decks.leave_out", {"equation": "4 + 6"}, deck_id=deck.id)
    assert keeps in alice.follow().text
    class_sessions.end_session(class_session_id=first.id)
    assert "earlier version" not in change().text
