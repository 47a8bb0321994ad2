"""Login cards. Each is created together with its secrets, which can't be read afterwards."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from collections.abc import Sequence as Seq
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from sqlalchemy import Row, select

from classroom import clock
from classroom.database import db, end_read, transaction
from classroom.models import AuditAction, SchoolClass, Student
from classroom.models.student import SecretKind
from classroom.services import audit_log
from classroom.services.accounts import logins, pin_limits
from classroom.services.accounts.card_secrets import hash_card_token, make_card_token, make_secret
from classroom.services.accounts.passwords import hash_secret
from classroom.services.errors import AccountErrorCode, ServiceError
from classroom.services.locks import FOR_CHANGE
from classroom.sorting import by_name

Person: TypeAlias = "Row[str, str, str, str | None, str | None, datetime | None, str | None]"


@dataclass(frozen=True, slots=True)
class LoginCard:
    """The content of a student's card. Both secrets are known only now: the database stores their hashes."""

    student_id: str
    name: str
    kind: SecretKind
    secret: str
    """The digits of a PIN, or the names of four pictures separated by spaces."""
    token: str
    """Signs in anyone who has it; only for the QR code."""
    language: str | None
    """Tag of the student's language; None if not set."""

    @property
    def pictures(self) -> tuple[str, ...]:
        """Return the pictures in order; none on a card with a PIN."""
        return tuple(self.secret.split()) if self.kind is SecretKind.PICTURES else ()


@dataclass(frozen=True, slots=True)
class CardOrder:
    """An order of cards for students. Idempotent: a double-click or reload makes the same cards."""

    student_ids: tuple[str, ...]
    kind: SecretKind
    seed: str
    """Random. The secrets are derived from it and the server's key; alone it reveals nothing."""
    seen: str
    """A digest of these students' current cards: it shows whether one was made or revoked since."""
    replaced: int
    """The number of valid cards that the new ones replace."""


def choose_secret_kind(*, class_id: str, kind: SecretKind) -> None:
    """Choose what the class's next cards contain. Printed cards stay valid."""
    with transaction() as session:
        session.get_one(SchoolClass, class_id).secret_kind = kind


def order_cards(*, class_id: str, student_ids: Iterable[str]) -> CardOrder:
    """Write an order for students of a class. Changes nothing yet."""
    return _order(_people(class_id, student_ids), _kind_of(class_id))


def order_each(*, class_id: str, student_ids: Iterable[str]) -> dict[str, CardOrder]:
    """Write a separate order for each of these students."""
    kind = _kind_of(class_id)
    return {one.id: _order([one], kind) for one in _people(class_id, student_ids)}


def make_cards(*, class_id: str, order: CardOrder, key: bytes) -> list[LoginCard]:
    """Create new cards, by name, and end these students' old cards and logins.

    :param key: the server's secret key.
    :raises ServiceError: CARDS_OUTDATED, if one of the students got another card, or left, since the order was written.
    """
    people = _people(class_id, order.student_ids)
    end_read()  # hashing takes long: hold no connection during it
    if not people or len(people) < len(order.student_ids):
        raise ServiceError(AccountErrorCode.CARDS_OUTDATED)
    cards = [_card(order, key, one.id, one.name, one.language) for one in people]
    if _digest(people) == order.seen:
        hashes = [hash_secret(card.secret) for card in cards]
        with transaction():
            if _digest(_people(class_id, order.student_ids, is_locked=True)) == order.seen:
                for card, secret_hash in zip(cards, hashes, strict=True):
                    _hand_out(card, secret_hash)
                audit_log.note(AuditAction.CARDS_PRINTED, f"class:{class_id}", detail=len(cards))
                return cards
    kept = {one.id: one.card_hash for one in _people(class_id, order.student_ids)}
    end_read()
    if any(hash_card_token(card.token) != kept.get(card.student_id) for card in cards):
        raise ServiceError(AccountErrorCode.CARDS_OUTDATED)
    return cards


def cards_ended_by(*, class_id: str, order: CardOrder) -> int:
    """Return the number of valid cards that an order would revoke; 0 if it was carried out or is outdated."""
    return order.replaced if _digest(_people(class_id, order.student_ids)) == order.seen else 0


def new_cards(*, class_id: str, student_ids: Iterable[str] | None = None) -> list[LoginCard]:
    """Order and create cards in one step, where requests can't be repeated.

    :param student_ids: None for all students of the class without a card.
    """
    if student_ids is None:
        without = select(Student.id).where(Student.class_id == class_id, Student.pin_hash.is_(None))
        student_ids = db.session.execute(without).scalars().all()
    order = order_cards(class_id=class_id, student_ids=student_ids)
    return make_cards(class_id=class_id, order=order, key=secrets.token_bytes(32)) if order.student_ids else []


def revoke_card(*, student_id: str) -> None:
    """Revoke a student's login card and end the student's sign-ins."""
    with transaction() as session:
        student = session.get_one(Student, student_id)
        student.pin_hash = student.card_hash = None
        student.card_changed_at = clock.now()
        audit_log.note(AuditAction.CARD_REVOKED, f"student:{student_id}")
        logins.end_logins_of_student(student_id=student_id)


def revoke_cards_of_class(*, class_id: str) -> int:
    with transaction() as session:
        has_card = select(Student.id).where(Student.class_id == class_id, Student.pin_hash.is_not(None))
        student_ids = session.execute(has_card).scalars().all()
        for student_id in student_ids:
            revoke_card(student_id=student_id)
    return len(student_ids)


def _card(order: CardOrder, key: bytes, student_id: str, name: str, language: str | None) -> LoginCard:
    return LoginCard(
        student_id=student_id,
        name=name,
        kind=order.kind,
        secret=make_secret(kind=order.kind, key=key, seed=order.seed, student_id=student_id),
        token=make_card_token(key=key, seed=order.seed, student_id=student_id),
        language=language,
    )


def _hand_out(card: LoginCard, secret_hash: str) -> None:
    student = db.session.get_one(Student, card.student_id)
    student.pin_hash, student.secret_kind = secret_hash, card.kind
    student.pin_digits = None if card.pictures else len(card.secret)
    student.card_hash = hash_card_token(card.token)
    student.card_changed_at = clock.now()
    logins.end_logins_of_student(student_id=card.student_id)
    pin_limits.unlock_student(student_id=card.student_id)


def _kind_of(class_id: str) -> SecretKind:
    return SecretKind(
        db.session.execute(select(SchoolClass.secret_kind).where(SchoolClass.id == class_id)).scalar_one()
    )


def _people(class_id: str, student_ids: Iterable[str], *, is_locked: bool = False) -> Seq[Person]:
    """Return those of the students who are in the class, by name.

    :param is_locked: whether to lock their rows, so that a concurrent order waits.
    """
    found = (
        select(
            Student.id,
            Student.name,
            Student.sort_key,
            Student.pin_hash,
            Student.card_hash,
            Student.card_changed_at,
            Student.language,
        )
        .where(Student.class_id == class_id, Student.archived_at.is_(None), Student.id.in_(list(student_ids)))
        .order_by(Student.id)  # rows are locked in this order
    )
    return sorted(db.session.execute(found.with_for_update(**FOR_CHANGE) if is_locked else found), key=by_name)


def _order(people: Seq[Person], kind: SecretKind) -> CardOrder:
    replaced = sum(one.pin_hash is not None for one in people)
    return CardOrder(tuple(one.id for one in people), kind, secrets.token_urlsafe(16), _digest(people), replaced)


def _digest(people: Iterable[Person]) -> str:
    """Digest the cards and their times of change, so a card that was made and revoked differs from none."""
    seen = sorted(f"{one.id} {one.pin_hash or ''} {one.card_changed_at or ''}" for one in people)
    return hashlib.sha256("\n".join(seen).encode()).hexdigest()[:32]
