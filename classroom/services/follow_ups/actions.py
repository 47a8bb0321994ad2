"""Carry out follow-ups, and undo them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from classroom.database import db, transaction
from classroom.learning.topics import Topic
from classroom.models import Deck, FollowUp, FollowUpKind, PracticeAssignment, Student
from classroom.services.decks.content import DeckCopy, WrittenCards
from classroom.services.decks.keeping import create_deck, delete_deck
from classroom.services.errors import SeatingErrorCode, ServiceError, SessionErrorCode
from classroom.services.locks import locked_class, locked_row
from classroom.services.sessions.assignments import assign_practice, end_assignments
from classroom.services.settings import TableSettings
from engine import NUMBERS
from engine.decks import BOARD_SIZES
from engine.equations import Equation

LONGEST_NOTE = 500
MOST_FOLLOW_UPS = 50
"""Maximum number on a page."""


def create_fact_deck(
    *, class_id: str, teacher_id: str, topic: Topic, title: str, cards: Sequence[Equation]
) -> FollowUp:
    """Create a deck with these cards for the teacher.

    :raises ServiceError: DECKS_FULL, or a NAME_… code of the title.
    """
    text = "\n".join(f"{card.text}\t{card.answer}" for card in cards)
    with transaction() as session:
        deck = create_deck(teacher_id=teacher_id, title=title, content=WrittenCards(text))
        session.flush()
        return _noted(session, class_id, FollowUpKind.DECK, topic, {"deck": deck.id, "title": deck.title})


def practice_cards(
    *,
    class_id: str,
    topic: Topic,
    title: str,
    student_ids: Sequence[str],
    cards: Sequence[Equation],
    skill: str | None,
) -> None:
    """Assign practice with these cards until a skill reads *accurate*.

    :raises ServiceError: NO_SUCH_STUDENT.
    """
    copy = DeckCopy(title, cards=tuple((card.text, card.answer) for card in cards))
    settings = replace(TableSettings(), deck="practice", deck_copy=copy, board=BOARD_SIZES[0])
    practice_deck(class_id=class_id, topic=topic, student_ids=student_ids, settings=settings, skill=skill)


def practice_deck(
    *, class_id: str, topic: Topic | None, student_ids: Sequence[str], settings: TableSettings, skill: str | None = None
) -> FollowUp:
    """Assign practice with a deck.

    :raises ServiceError: NO_SUCH_STUDENT, or the deck fills no board.
    """
    settings.check()
    with transaction() as session:
        chosen = _students(session, class_id, student_ids)
        details = {"students": chosen, "title": settings.deck_title, "skill": skill}
        noted = _noted(session, class_id, FollowUpKind.PRACTICE, topic, details)
        assign_practice(
            session, class_id=class_id, follow_up_id=noted.id, student_ids=chosen, settings=settings, skill=skill
        )
        return noted


def seat_together(*, class_id: str, topic: Topic, student_ids: Sequence[str]) -> FollowUp:
    """Seat students together in the next session.

    :raises ServiceError: NO_SUCH_STUDENT, or TABLE_SIZE for fewer than two students.
    """
    with transaction() as session:
        chosen = _students(session, class_id, student_ids)
        if len(chosen) < 2:
            raise ServiceError(SessionErrorCode.TABLE_SIZE, table=1, players=len(chosen), sizes=NUMBERS.player_counts)
        return _noted(session, class_id, FollowUpKind.SEATS, topic, {"students": chosen})


def add_note(*, class_id: str, topic: Topic, student_ids: Sequence[str], text: str) -> FollowUp | None:
    """Add a note about a topic; return None without a text."""
    text = " ".join(text.split())[:LONGEST_NOTE]
    if not text:
        return None
    with transaction() as session:
        chosen = _students(session, class_id, student_ids) if student_ids else []
        return _noted(session, class_id, FollowUpKind.NOTE, topic, {"students": chosen, "text": text})


def undo_follow_up(*, class_id: str, follow_up_id: int, teacher_id: str) -> FollowUpKind | None:
    """Undo a follow-up: delete its deck or note, end its practice, cancel its seats.

    Return its kind, or None if there is nothing to undo.

    :param teacher_id: who undoes it; decks of others stay.
    """
    with transaction() as session:
        noted = locked_row(session, FollowUp, follow_up_id)
        if noted is None or noted.class_id != class_id or noted.used_at is not None:
            return None
        deck = locked_row(session, Deck, noted.details["deck"]) if noted.kind == FollowUpKind.DECK else None
        if deck is not None:
            if deck.teacher_id != teacher_id:
                return None
            delete_deck(deck_id=deck.id)
        if noted.kind == FollowUpKind.PRACTICE:
            end_assignments(session, follow_up_id=noted.id)
            session.flush()
        session.delete(noted)
        return FollowUpKind(noted.kind)


class NotedFollowUp(NamedTuple):
    """A follow-up of a class, as a teacher sees it."""

    row: FollowUp
    practicing: list[str]
    """The IDs of students who have not finished the practice."""
    can_undo: bool


def follow_ups_of(*, class_id: str, teacher_id: str) -> list[NotedFollowUp]:
    """Return the latest follow-ups of a class, newest first, for one of its teachers."""
    of_class = select(FollowUp).where(FollowUp.class_id == class_id).order_by(FollowUp.id.desc()).limit(MOST_FOLLOW_UPS)
    rows = list(db.session.scalars(of_class))
    practicing = _practicing(class_id)
    decks = [one.details["deck"] for one in rows if one.kind == FollowUpKind.DECK]
    of_others = select(Deck.id).where(Deck.id.in_(decks), Deck.teacher_id != teacher_id)
    fixed = set(db.session.scalars(of_others)) if decks else set()
    return [
        NotedFollowUp(
            one,
            practicing.get(one.id, []),
            can_undo=one.used_at is None and one.details.get("deck") not in fixed,
        )
        for one in rows
    ]


def _practicing(class_id: str) -> dict[int, list[str]]:
    rows = db.session.execute(
        select(PracticeAssignment.follow_up_id, PracticeAssignment.student_id).where(
            PracticeAssignment.class_id == class_id, PracticeAssignment.ended_at.is_(None)
        )
    )
    found: dict[int, list[str]] = {}
    for follow_up_id, student_id in rows:
        found.setdefault(follow_up_id, []).append(student_id)
    return found


def _noted(
    session: Session, class_id: str, kind: FollowUpKind, topic: Topic | None, details: dict[str, Any]
) -> FollowUp:
    noted = FollowUp(class_id=class_id, kind=kind, about=topic.fields() if topic else {}, details=details)
    session.add(noted)
    session.flush()
    return noted


def _students(session: Session, class_id: str, student_ids: Sequence[str]) -> list[str]:
    locked_class(session, class_id)
    of_class = select(Student.id).where(Student.class_id == class_id, Student.archived_at.is_(None))
    chosen = list(session.scalars(of_class.where(Student.id.in_(student_ids)).order_by(Student.sort_key, Student.id)))
    if not chosen or len(chosen) != len(set(student_ids)):
        raise ServiceError(SeatingErrorCode.NO_SUCH_STUDENT)
    return chosen
