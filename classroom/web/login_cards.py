"""Printable pages of login cards for a class or student, and the signed orders for them in forms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import StrEnum

from flask import current_app, render_template, request
from itsdangerous import BadData, URLSafeTimedSerializer
from markupsafe import Markup

from classroom.i18n import current_language, in_language
from classroom.models import SchoolClass
from classroom.models.student import SecretKind
from classroom.presenters.classes.login_cards import OWN_LANGUAGE
from classroom.presenters.classes.pages import spoken_code
from classroom.services.accounts.login_cards import (
    CardOrder,
    LoginCard,
    cards_ended_by,
    choose_secret_kind,
    make_cards,
    order_cards,
    order_each,
)
from classroom.services.errors import AccountErrorCode, ServiceError
from classroom.web.join_link import card_qr, join_link
from classroom.web.language import offered_language
from classroom.web.server_key import server_key

_GOOD_FOR_SECONDS = 15 * 60


class CardPaper(StrEnum):
    LABELS = "labels"
    """Ten to a sheet, to cut out."""
    PAGES = "pages"
    """One page for each student, to fold."""


_TEMPLATES = {CardPaper.LABELS: "classes/_card_label.html", CardPaper.PAGES: "classes/_card_page.html"}


def card_order(class_id: str, student_ids: Iterable[str]) -> str:
    """Sign an order for cards, which a form sends back."""
    return _signed(order_cards(class_id=class_id, student_ids=student_ids))


def card_orders(class_id: str, student_ids: Iterable[str]) -> dict[str, str]:
    """Sign an order of one card for each of these students."""
    orders = order_each(class_id=class_id, student_ids=student_ids)
    return {student_id: _signed(order) for student_id, order in orders.items()}


def printed_cards_page(school_class: SchoolClass, *, is_confirmed: bool = False) -> str:
    """Create the cards that the posted form orders, and render the only page that ever shows them.

    :param is_confirmed: whether the teacher has just typed the password. Without it, at most one card is replaced.
    :raises ServiceError: PASSWORD_NEEDED; or CARDS_OUTDATED, if the order is old, forged, or there are newer cards.
    """
    class_id, name, code = school_class.id, school_class.name, school_class.code
    order = _with_kind(_read(request.form.get("order", "")))
    paper = CardPaper.PAGES if request.values.get("paper") == CardPaper.PAGES else CardPaper.LABELS
    language = request.form.get("language", OWN_LANGUAGE)
    if not is_confirmed and cards_ended_by(class_id=class_id, order=order) > 1:
        raise ServiceError(AccountErrorCode.PASSWORD_NEEDED)
    cards = make_cards(class_id=class_id, order=order, key=server_key())
    if "kind" in request.form:
        choose_secret_kind(class_id=class_id, kind=order.kind)
    join = join_link(code)
    on_each = {"class_name": name, "code": spoken_code(code), "join": join, "qr": card_qr}
    return render_template(
        "classes/printed_cards.html",
        cards=[_printed_card(card, paper, language, on_each) for card in cards],
        class_id=class_id,
        class_name=name,
        join=join,
        order=_signed(order),
        replaced=order.replaced,
        paper=paper,
        card_language=language,
    )


def _printed_card(card: LoginCard, paper: CardPaper, chosen: str, on_each: Mapping[str, object]) -> Markup:
    """Render a card in the chosen language, which may be its student's."""
    language = offered_language(card.language if chosen == OWN_LANGUAGE else chosen) or current_language()
    template = current_app.jinja_env.get_template(_TEMPLATES[paper])
    with in_language(language):
        return Markup(template.render(card=card, language=language, **on_each))  # noqa: S704  templates escape


def _with_kind(order: CardOrder) -> CardOrder:
    """Apply the kind chosen on the page in the meantime. That makes a different order, with different cards."""
    kind = request.form.get("kind", order.kind)
    if kind == order.kind or kind not in set(SecretKind):
        return order
    return replace(order, kind=SecretKind(kind), seed=f"{order.seed}.{kind}")


def _signed(order: CardOrder) -> str:
    return str(_serializer().dumps([order.kind, order.seed, order.seen, order.replaced, *order.student_ids]))


def _read(signed: str) -> CardOrder:
    try:
        kind, seed, seen, replaced, *student_ids = _serializer().loads(signed, max_age=_GOOD_FOR_SECONDS)
    except BadData as error:
        raise ServiceError(AccountErrorCode.CARDS_OUTDATED) from error
    return CardOrder(tuple(student_ids), SecretKind(kind), seed, seen, replaced)


def _serializer() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(server_key(), salt="login-cards-replaced")
