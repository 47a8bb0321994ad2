"""The printable pages of login cards, for a class or for one student, and the orders for them that forms carry."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum

from flask import render_template, request
from itsdangerous import BadData, URLSafeTimedSerializer

from classroom.models import SchoolClass
from classroom.models.student import SecretKind
from classroom.presenters.classes.pages import spoken_code
from classroom.services.accounts.login_cards import (
    CardOrder,
    cards_ended_by,
    choose_secret_kind,
    make_cards,
    order_cards,
    order_each,
)
from classroom.services.errors import AccountErrorCode, ServiceError
from classroom.web.join_link import card_qr, join_link
from classroom.web.server_key import server_key

_GOOD_FOR_SECONDS = 15 * 60


class CardPaper(StrEnum):
    """How cards lie on paper."""

    LABELS = "labels"
    """Ten on a sheet, to be cut."""
    PAGES = "pages"
    """A page for each student, to be folded."""


def card_order(class_id: str, student_ids: Iterable[str]) -> str:
    """An order for cards, signed, for a form to send back."""
    return _signed(order_cards(class_id=class_id, student_ids=student_ids))


def card_orders(class_id: str, student_ids: Iterable[str]) -> dict[str, str]:
    """For each of these students an order for one card, signed."""
    orders = order_each(class_id=class_id, student_ids=student_ids)
    return {student_id: _signed(order) for student_id, order in orders.items()}


def printed_cards_page(school_class: SchoolClass, *, is_confirmed: bool = False) -> str:
    """Make the cards that the posted form orders, and the page that shows them: the only one that ever does.

    :param is_confirmed: whether the teacher has just given the password: without it one card at most is replaced.
    :raises ServiceError: PASSWORD_NEEDED; or CARDS_OUTDATED, if the order is old, forged, or overtaken by newer cards.
    """
    class_id, name, code = school_class.id, school_class.name, school_class.code
    order, paper = _with_kind(_read(request.form.get("order", ""))), request.values.get("paper")
    if not is_confirmed and cards_ended_by(class_id=class_id, order=order) > 1:
        raise ServiceError(AccountErrorCode.PASSWORD_NEEDED)
    cards = make_cards(class_id=class_id, order=order, key=server_key())
    if "kind" in request.form:
        choose_secret_kind(class_id=class_id, kind=order.kind)
    return render_template(
        "classes/printed_cards.html",
        cards=cards,
        class_id=class_id,
        class_name=name,
        code=spoken_code(code),
        join=join_link(code),
        qr=card_qr,
        order=_signed(order),
        paper=CardPaper.PAGES if paper == CardPaper.PAGES else CardPaper.LABELS,
    )


def _with_kind(order: CardOrder) -> CardOrder:
    """The order with what was chosen on the page since. That is another order, with other cards."""
    kind = request.form.get("kind", order.kind)
    if kind == order.kind or kind not in set(SecretKind):
        return order
    return replace(order, kind=SecretKind(kind), seed=f"{order.seed}.{kind}")


def _signed(order: CardOrder) -> str:
    return str(_serializer().dumps([order.kind, order.seed, order.seen, *order.student_ids]))


def _read(signed: str) -> CardOrder:
    try:
        kind, seed, seen, *student_ids = _serializer().loads(signed, max_age=_GOOD_FOR_SECONDS)
    except BadData as error:
        raise ServiceError(AccountErrorCode.CARDS_OUTDATED) from error
    return CardOrder(tuple(student_ids), SecretKind(kind), seed, seen)


def _serializer() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(server_key(), salt="login-cards")
