"""Creating, changing, sharing, archiving, and deleting decks, and listing them."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import func, select
from sqlalchemy.orm import Session, joinedload

from classroom import clock
from classroom.database import db, transaction
from classroom.models import Deck, DeckKind
from classroom.services.decks.content import (
    Content,
    WrittenCards,
    content_from_json,
    content_to_json,
    count_cards,
    kind_of,
    playable,
    written_out,
)
from classroom.services.errors import DeckErrorCode, ServiceError
from classroom.services.locks import existing_row
from classroom.services.names import clean_name

MAX_TITLE = 80
MAX_DECKS = 200
"""Maximum number of decks per teacher, including archived ones."""


def create_deck(*, teacher_id: str, title: str, content: Content) -> Deck:
    """Create a deck. Lines that are not cards are stored but unused.

    :raises ServiceError: a NAME_… code for the title, DECKS_FULL, or a code for the content.
    """
    content.check()
    with transaction() as session:
        _check_room(session, teacher_id)
        deck = Deck(teacher_id=teacher_id, kind=kind_of(content))
        _fill(deck, title, content)
        session.add(deck)
    return deck


def change_deck(*, deck_id: str, title: str, content: Content) -> None:
    """Change a deck's title and content. Sessions that use it keep their copy.

    :raises ServiceError: a NAME_… code for the title, or a code for the content.
    """
    content.check()
    with transaction() as session:
        deck = session.get_one(Deck, deck_id)
        if kind_of(content) != deck.kind:
            raise ServiceError(DeckErrorCode.SKILLS_MISSING)
        _fill(deck, title, content)
        deck.changed_at = clock.now()


def duplicate_deck(*, deck_id: str, teacher_id: str, title: str, as_cards: bool = False) -> Deck:
    """Create a copy that belongs to this teacher.

    :param as_cards: whether to turn skills into a selection of their cards, which can be edited.
    :raises ServiceError: DECKS_FULL.
    """
    deck = db.session.get_one(Deck, deck_id)
    return create_deck(
        teacher_id=teacher_id, title=title, content=written_out(content_of(deck)) if as_cards else content_of(deck)
    )


def decks_with(*, teacher_id: str, texts: Collection[str]) -> dict[str, list[Deck]]:
    """Return a teacher's decks of typed cards that contain an equation, by its text."""
    found: dict[str, list[Deck]] = {}
    for deck in decks_of(teacher_id=teacher_id) if texts else ():
        if deck.kind == DeckKind.CARDS and deck.archived_at is None:
            for text in {card.text for card in written_out(content_of(deck)).cards} & set(texts):
                found.setdefault(text, []).append(deck)
    return found


def leave_out(*, deck_id: str, text: str) -> bool:
    """Remove the cards with an equation from a deck of typed cards; return whether there were any.

    :raises ServiceError: CARDS_MISSING, if no card would be left.
    """
    with transaction() as session:
        deck = existing_row(session, Deck, deck_id)  # locked, because another one may be left out at the same time
        content = content_of(deck)
        if not isinstance(content, WrittenCards) or all(card.text != text for card in content.cards):
            return False
        lines = content.text.split("\n")
        kept = [line for line in lines if all(card.text != text for card in WrittenCards(line).cards)]
        change_deck(deck_id=deck_id, title=deck.title, content=WrittenCards("\n".join(kept)))
        return True


def share_deck(*, deck_id: str, is_shared: bool) -> None:
    """Share the deck with every teacher of this server, or stop sharing it."""
    with transaction() as session:
        session.get_one(Deck, deck_id).is_shared = is_shared


def archive_deck(*, deck_id: str, is_archived: bool) -> None:
    """Archive or restore a deck. Idempotent."""
    with transaction() as session:
        deck = session.get_one(Deck, deck_id)
        if (deck.archived_at is not None) != is_archived:
            deck.archived_at = clock.now() if is_archived else None


def delete_deck(*, deck_id: str) -> None:
    """Delete a deck permanently. Games, reports, and sessions that used it keep their copies."""
    with transaction() as session:
        session.delete(existing_row(session, Deck, deck_id))


def decks_of(*, teacher_id: str) -> list[Deck]:
    """Return the teacher's own decks, latest change first, including archived ones."""
    own = select(Deck).where(Deck.teacher_id == teacher_id).order_by(Deck.changed_at.desc(), Deck.id)
    return list(db.session.execute(own).scalars())


def decks_shared_with(*, teacher_id: str) -> list[Deck]:
    """Return the decks that other teachers of this server share, by title."""
    shared = (
        select(Deck)
        .where(Deck.teacher_id != teacher_id, Deck.is_shared, Deck.archived_at.is_(None))
        .options(joinedload(Deck.teacher))
        .order_by(Deck.title, Deck.id)
    )
    return list(db.session.execute(shared).scalars())


def content_of(deck: Deck) -> Content:
    return content_from_json(deck.kind, deck.content)


def _fill(deck: Deck, title: str, content: Content) -> None:
    made = playable(content)
    deck.title = clean_name(title, longest=MAX_TITLE)
    deck.content = content_to_json(content)
    deck.cards, deck.answers = count_cards(made), len(made.equations)


def _check_room(session: Session, teacher_id: str) -> None:
    kept = session.execute(select(func.count()).select_from(Deck).where(Deck.teacher_id == teacher_id)).scalar_one()
    if kept >= MAX_DECKS:
        raise ServiceError(DeckErrorCode.DECKS_FULL, longest=MAX_DECKS)
