"""The printable page of login cards, for a class or for one student, and the order for it that a form carries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import current_app, render_template
from itsdangerous import BadData, URLSafeTimedSerializer

from classroom.presenters.classes import spoken_code
from classroom.services.login_cards import CardOrder, make_cards, order_cards
from classroom.services.problems import Problem, ProblemError
from classroom.web.join_link import join_link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from classroom.models import SchoolClass

_GOOD_FOR_SECONDS = 15 * 60


def card_order(class_id: str, student_ids: Iterable[str]) -> str:
    """An order for cards, signed, for a form to send back."""
    order = order_cards(class_id=class_id, student_ids=student_ids)
    return str(_serializer().dumps([order.seed, order.seen, *order.student_ids]))


def printed_cards_page(school_class: SchoolClass, order: str) -> str:
    """Make new PINs, and the page that shows them: the only one that ever does.

    :raises ProblemError: CARDS_OUTDATED, if the order is old, forged, or overtaken by newer cards.
    """
    class_id, name, code = school_class.id, school_class.name, school_class.code
    try:
        seed, seen, *student_ids = _serializer().loads(order, max_age=_GOOD_FOR_SECONDS)
    except BadData as error:
        raise ProblemError(Problem.CARDS_OUTDATED) from error
    cards = make_cards(class_id=class_id, order=CardOrder(tuple(student_ids), seed, seen), key=_key())
    return render_template(
        "classes/printed_cards.html",
        cards=cards,
        class_id=class_id,
        class_name=name,
        code=spoken_code(code),
        join=join_link(code),
    )


def _serializer() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(_key(), salt="login-cards")


def _key() -> bytes:
    key = current_app.secret_key or b""
    return key if isinstance(key, bytes) else key.encode()
