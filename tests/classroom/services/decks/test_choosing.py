"""The decks available for a session, and the session after its deck changes."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from classroom.services.decks import keeping
from classroom.services.decks.choosing import DeckGroup, offered_decks
from classroom.services.decks.content import SkillChoice, WrittenCards
from classroom.services.errors import ServiceError, SettingsErrorCode
from classroom.services.play.games import current_games
from classroom.services.play.positions import position_of
from classroom.services.sessions import class_sessions, lobby
from classroom.services.settings import TableSettings
from tests.classroom.services.sessions.joining import join
from tests.factories import make_class_session, make_deck

if TYPE_CHECKING:
    from classroom.models import ClassSession, Deck
    from tests.factories import Cast

DOUBLES = {f"{answer} + {answer}" for answer in range(5, 21)}


def opened(cast: Cast, deck: Deck, board: str = "6x6") -> ClassSession:
    """Open a session of 7B with this deck."""
    settings = TableSettings(deck=deck.id, board=board)
    return class_sessions.open_session(class_id=cast.class_7b.id, settings=settings)


def faces_at(class_session: ClassSession, table: int = 0) -> set[str]:
    """Return the equations of a table's game."""
    game = current_games(class_session_id=class_session.id)[table]
    return {card.face for card in position_of(game).setup.cards if card.label is not None}


def test_a_session_can_use_a_teachers_cards(cast: Cast) -> None:
    session = opened(cast, make_deck(cast.alice))
    join(session, 4)
    lobby.start_session(class_session_id=session.id)
    assert faces_at(session) == DOUBLES


def test_a_session_can_use_a_teachers_choice_of_skills(cast: Cast) -> None:
    session = opened(cast, make_deck(cast.alice, content=SkillChoice(("add-10", "sub-20"))))
    join(session, 2)
    lobby.start_session(class_session_id=session.id)
    faces = faces_at(session)
    assert any("+" in face for face in faces)
    assert any("−" in face for face in faces)


@pytest.mark.parametrize("action", ["change", "archive", "delete"])
def test_a_session_continues_with_the_deck_as_it_was(cast: Cast, action: str) -> None:
    deck = make_deck(cast.alice)
    session = opened(cast, deck)
    join(session, 2)
    lobby.start_session(class_session_id=session.id)
    if action == "change":
        keeping.change_deck(deck_id=deck.id, title="Other", content=WrittenCards("1 + 1"))
    elif action == "archive":
        keeping.archive_deck(deck_id=deck.id, is_archived=True)
    else:
        keeping.delete_deck(deck_id=deck.id)
    join(session, 2)
    class_sessions.seat_waiting(class_session_id=session.id)
    assert faces_at(session, 1) == DOUBLES
    assert TableSettings.from_json(session.settings).deck_title == "Doubles"


def test_in_the_lobby_a_deleted_deck_can_be_kept_and_a_changed_one_is_chosen_again(cast: Cast) -> None:
    deck = make_deck(cast.alice)
    session = opened(cast, deck)
    keeping.change_deck(deck_id=deck.id, title="Sums", content=WrittenCards(f"1 + 2\n{_sums(16)}"))
    lobby.change_settings(class_session_id=session.id, settings=TableSettings(deck=deck.id, tries=1))
    taken = TableSettings.from_json(session.settings)
    assert (taken.deck_title, taken.tries) == ("Sums", 1)
    keeping.delete_deck(deck_id=deck.id)
    lobby.change_settings(class_session_id=session.id, settings=TableSettings(deck=deck.id, tries=3))
    assert TableSettings.from_json(session.settings) == replace(taken, tries=3)
    with pytest.raises(ServiceError) as refused:
        lobby.change_settings(class_session_id=session.id, settings=TableSettings(deck=make_deck().id))
    assert refused.value.code is SettingsErrorCode.UNKNOWN_DECK


def test_settings_with_a_copy_survive_the_database(cast: Cast) -> None:
    for content in (None, SkillChoice(("mul-tables",), largest=100, tables=(2, 5), hardest=2)):
        deck = make_deck(cast.alice, content=content)
        session = make_class_session()
        kept = TableSettings.from_json(json.loads(json.dumps(_with_copy(cast, deck).to_json())))
        assert kept == _with_copy(cast, deck)
        assert kept.deck_object.equations
        assert session.settings["deck_copy"] is None


@pytest.mark.parametrize("case", ["strange", "private", "archived", "archived and shared", "small board"])
def test_invalid_decks_are_refused(cast: Cast, case: str) -> None:
    deck = {
        "strange": lambda: make_deck(cast.alice),
        "private": lambda: make_deck(cast.dora),
        "archived": lambda: make_deck(cast.alice, archived_at=cast.alice.created_at),
        "archived and shared": lambda: make_deck(cast.dora, is_shared=True, archived_at=cast.alice.created_at),
        "small board": lambda: make_deck(cast.alice),
    }[case]()
    settings = TableSettings(deck="z" * 12 if case == "strange" else deck.id, board="8x8")
    with pytest.raises(ServiceError) as refused:
        class_sessions.open_session(class_id=cast.class_7b.id, settings=settings)
    assert refused.value.code is (
        SettingsErrorCode.BOARD_NOT_FILLED if case == "small board" else SettingsErrorCode.UNKNOWN_DECK
    )


def test_copies_cannot_be_submitted(cast: Cast) -> None:
    copy = _with_copy(cast, make_deck(cast.dora)).deck_copy
    class_sessions.open_session(class_id=cast.class_7b.id, settings=TableSettings(deck="mixed", deck_copy=copy))
    assert class_sessions.last_settings(class_id=cast.class_7b.id).deck_copy is None


def test_offered_decks(cast: Cast) -> None:
    own = make_deck(cast.alice)
    make_deck(cast.alice, "Too small", content=WrittenCards("1 + 1"))
    make_deck(cast.alice, "Away", archived_at=cast.alice.created_at)
    make_deck(cast.dora, "Private")
    make_deck(cast.dora, "Shared", is_shared=True)
    offers = offered_decks(teacher_id=cast.alice.id)
    found = [(one.title, one.sizes, one.teacher) for one in offers if one.group in {DeckGroup.OWN, DeckGroup.SHARED}]
    assert found == [("Doubles", ("6x6",), None), ("Shared", ("6x6",), "Dora Lind")]
    assert len([one for one in offers if one.group is DeckGroup.BUILT_IN]) == 4
    assert len([one for one in offers if one.group is DeckGroup.GRADE]) == 8
    gone = _with_copy(cast, own)
    keeping.delete_deck(deck_id=own.id)
    first = offered_decks(teacher_id=cast.alice.id, kept=gone)[0]
    assert (first.key, first.title, first.group) == (gone.deck, "Doubles", DeckGroup.KEPT)


def _sums(count: int) -> str:
    return "\n".join(f"{number} + 1" for number in range(4, 4 + count))


def _with_copy(cast: Cast, deck: Deck) -> TableSettings:
    from classroom.services.decks.choosing import with_copy

    return with_copy(TableSettings(deck=deck.id), teacher_id=deck.teacher_id)
