"""Login cards: each is made together with its PIN, which nobody can read afterwards."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select

from classroom.database import db, transaction
from classroom.models import Student
from classroom.services import logins, throttle
from classroom.services.passwords import hash_secret, is_right_secret
from classroom.services.problems import Problem, ProblemError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Sequence as Seq

    from sqlalchemy import Row


@dataclass(frozen=True, slots=True)
class LoginCard:
    """What is printed on a student's card. The PIN is known only now: the database keeps its hash."""

    student_id: str
    name: str
    pin: str


@dataclass(frozen=True, slots=True)
class CardOrder:
    """For whom cards are wanted. Carried out twice (a double click, a reload) it gives the same cards."""

    student_ids: tuple[str, ...]
    seed: str
    """Random. With the server's key it makes the PINs; without, it tells nothing about them."""
    seen: str
    """A digest of what these students had for PINs: it shows whether newer cards exist by now."""


def order_cards(*, class_id: str, student_ids: Iterable[str]) -> CardOrder:
    """Write an order for students of a class. Nothing changes yet."""
    people = _people(class_id, student_ids)
    return CardOrder(tuple(row.id for row in people), secrets.token_urlsafe(16), _digest(people))


def make_cards(*, class_id: str, order: CardOrder, key: bytes) -> list[LoginCard]:
    """Make new PINs, and so new cards, by name; old PINs and sign-ins of these students end.

    :param key: the server's secret key.
    :raises ProblemError: CARDS_OUTDATED, if one of the students got another card, or left, since the order was written.
    """
    people = _people(class_id, order.student_ids)
    db.session.rollback()  # hashing takes long: hold no connection meanwhile
    if not people or len(people) < len(order.student_ids):
        raise ProblemError(Problem.CARDS_OUTDATED)
    cards = [LoginCard(row.id, row.name, _pin(key, order.seed, row.id)) for row in people]
    if _digest(people) == order.seen:
        hashes = {card.student_id: hash_secret(card.pin) for card in cards}
        with transaction():
            if _digest(_people(class_id, order.student_ids)) == order.seen:
                _hand_out(hashes)
                return cards
    kept = {row.id: row.pin_hash for row in _people(class_id, order.student_ids)}
    db.session.rollback()
    if not all(is_right_secret(card.pin, kept.get(card.student_id)) for card in cards):
        raise ProblemError(Problem.CARDS_OUTDATED)
    return cards


def new_cards(*, class_id: str, student_ids: Iterable[str] | None = None) -> list[LoginCard]:
    """Order and make cards at once, where nothing can be sent twice.

    :param student_ids: whose; None for everyone in the class who has no PIN yet.
    """
    if student_ids is None:
        without = select(Student.id).where(Student.class_id == class_id, Student.pin_hash.is_(None))
        student_ids = db.session.execute(without).scalars().all()
    order = order_cards(class_id=class_id, student_ids=student_ids)
    return make_cards(class_id=class_id, order=order, key=secrets.token_bytes(32)) if order.student_ids else []


def _hand_out(hashes: dict[str, str]) -> None:
    for student_id, pin_hash in hashes.items():
        db.session.get_one(Student, student_id).pin_hash = pin_hash
        logins.end_logins_of_student(student_id=student_id)
        throttle.forgive(scope=f"pin:{student_id}")


def _people(class_id: str, student_ids: Iterable[str]) -> Seq[Row[str, str, str | None]]:
    return db.session.execute(
        select(Student.id, Student.name, Student.pin_hash)
        .where(Student.class_id == class_id, Student.id.in_(list(student_ids)))
        .order_by(Student.name_key)
    ).all()


def _digest(people: Iterable[Row[str, str, str | None]]) -> str:
    seen = sorted(f"{row.id} {row.pin_hash or ''}" for row in people)
    return hashlib.sha256("\n".join(seen).encode()).hexdigest()[:32]


def _pin(key: bytes, seed: str, student_id: str) -> str:
    """Four digits, each of the ten thousand as likely: 2^256 is nearly a multiple of them."""
    made = hmac.digest(key, f"pin {seed} {student_id}".encode(), "sha256")
    return f"{int.from_bytes(made) % 10_000:04}"
