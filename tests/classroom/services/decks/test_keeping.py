"""Making, changing, sharing, and deleting decks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.models import Deck, DeckKind
from classroom.services.decks import keeping
from classroom.services.decks.content import MAX_TEXT, Content, SkillChoice, WrittenCards
from classroom.services.errors import DeckErrorCode, ErrorCode, NameErrorCode, ServiceError
from tests.factories import make_deck, make_teacher

if TYPE_CHECKING:
    from sqlalchemy.orm import Session, scoped_session

    from classroom.models import Teacher
    from tests.frozen_clock import FrozenClock

TABLES = SkillChoice(("mul-tables", "div-tables"), largest=100, tables=(2, 5, 10), hardest=1)
CARDS = WrittenCards("7 + 5\ndouble 9 = 18\n7 +\nlegs of 6 dogs\t24\n7 + 5")


@pytest.fixture
def teacher(db_session: scoped_session[Session]) -> Teacher:
    """A teacher without decks."""
    return make_teacher()


@pytest.mark.parametrize(
    ("content", "kind", "cards", "answers"), [(TABLES, DeckKind.SKILLS, 90, 26), (CARDS, DeckKind.CARDS, 3, 3)]
)
def test_a_deck_stores_its_content(
    teacher: Teacher, content: Content, kind: DeckKind, cards: int, answers: int
) -> None:
    made = keeping.create_deck(teacher_id=teacher.id, title="  My   deck ", content=content)
    db.session.expire_all()
    deck = db.session.get_one(Deck, made.id)
    assert (deck.title, deck.kind, deck.cards, deck.answers) == ("My deck", kind, cards, answers)
    assert keeping.content_of(deck) == content
    assert (deck.is_shared, deck.archived_at) == (False, None)


def test_lines_that_are_not_cards_are_stored_with_the_deck(teacher: Teacher) -> None:
    deck = keeping.create_deck(teacher_id=teacher.id, title="Draft", content=WrittenCards("7 +\n(\n"))
    assert (deck.cards, deck.answers) == (0, 0)
    assert keeping.content_of(deck) == WrittenCards("7 +\n(\n")


@pytest.mark.parametrize(
    ("title", "content", "problem"),
    [
        ("", CARDS, NameErrorCode.NAME_EMPTY),
        ("x" * 81, CARDS, NameErrorCode.NAME_TOO_LONG),
        ("a\x07b", CARDS, NameErrorCode.NAME_NOT_TEXT),
        ("Deck", WrittenCards(" \n "), DeckErrorCode.CARDS_MISSING),
        ("Deck", WrittenCards("1" * (MAX_TEXT + 1)), DeckErrorCode.CARDS_TOO_LONG),
        ("Deck", SkillChoice(()), DeckErrorCode.SKILLS_MISSING),
        ("Deck", SkillChoice(("magic",)), DeckErrorCode.SKILLS_MISSING),
        ("Deck", SkillChoice(("add-10",), largest=7), DeckErrorCode.SKILLS_MISSING),
        ("Deck", SkillChoice(("add-10",), tables=(1,)), DeckErrorCode.SKILLS_MISSING),
        ("Deck", SkillChoice(("add-10",), hardest=4), DeckErrorCode.SKILLS_MISSING),
    ],
)
def test_invalid_content_is_refused(teacher: Teacher, title: str, content: Content, problem: ErrorCode) -> None:
    kept = make_deck(teacher, content=content if isinstance(content, SkillChoice) and not content.skills else CARDS)
    with pytest.raises(ServiceError) as refused:
        keeping.create_deck(teacher_id=teacher.id, title=title, content=content)
    assert refused.value.code is problem
    with pytest.raises(ServiceError):
        keeping.change_deck(deck_id=kept.id, title=title, content=content)
    assert [(deck.title, deck.cards) for deck in keeping.decks_of(teacher_id=teacher.id)] == [(kept.title, kept.cards)]


def test_a_teacher_has_a_limited_number_of_decks(teacher: Teacher, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MAX_DECKS", 1)
    first = make_deck(teacher)
    with pytest.raises(ServiceError) as refused:
        keeping.duplicate_deck(deck_id=first.id, teacher_id=teacher.id, title="Copy")
    assert refused.value.code is DeckErrorCode.DECKS_FULL


def test_changing_a_deck(teacher: Teacher, frozen_clock: FrozenClock) -> None:
    older, newer = make_deck(teacher, "Older"), make_deck(teacher, "Newer")
    frozen_clock.move_on(seconds=60)
    keeping.change_deck(deck_id=older.id, title="Changed", content=CARDS)
    assert [deck.title for deck in keeping.decks_of(teacher_id=teacher.id)] == ["Changed", "Newer"]
    assert (older.cards, older.answers, newer.title) == (3, 3, "Newer")


def test_a_deck_cannot_change_its_kind(teacher: Teacher) -> None:
    deck = make_deck(teacher)
    with pytest.raises(ServiceError):
        keeping.change_deck(deck_id=deck.id, title="Deck", content=TABLES)


def test_a_copy_belongs_to_the_teacher_who_made_it(teacher: Teacher) -> None:
    deck = make_deck(title="x" * 80, is_shared=True)
    copy = keeping.duplicate_deck(deck_id=deck.id, teacher_id=teacher.id, title="Copy")
    assert (copy.teacher_id, copy.is_shared, copy.title) == (teacher.id, False, "Copy")
    assert keeping.content_of(copy) == keeping.content_of(deck)


def test_an_archived_deck_can_be_restored(teacher: Teacher, frozen_clock: FrozenClock) -> None:
    deck = make_deck(teacher)
    keeping.archive_deck(deck_id=deck.id, is_archived=True)
    since = deck.archived_at
    frozen_clock.move_on(seconds=60)
    keeping.archive_deck(deck_id=deck.id, is_archived=True)
    assert deck.archived_at == since is not None
    keeping.archive_deck(deck_id=deck.id, is_archived=False)
    assert deck.archived_at is None


def test_shared_decks_are_visible_to_others_until_archived(teacher: Teacher) -> None:
    make_deck(title="Private")
    shared, own = make_deck(title="Shared"), make_deck(teacher, "Own", is_shared=True)
    keeping.share_deck(deck_id=shared.id, is_shared=True)
    assert [deck.title for deck in keeping.decks_shared_with(teacher_id=teacher.id)] == ["Shared"]
    assert [deck.title for deck in keeping.decks_of(teacher_id=teacher.id)] == [own.title]
    keeping.archive_deck(deck_id=shared.id, is_archived=True)
    assert keeping.decks_shared_with(teacher_id=teacher.id) == []


def test_deleting_a_deck(teacher: Teacher) -> None:
    deck = make_deck(teacher)
    keeping.delete_deck(deck_id=deck.id)
    assert keeping.decks_of(teacher_id=teacher.id) == []
