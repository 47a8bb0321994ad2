"""The views that make login cards. A PIN is seen once: on the page that answers the request that made it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import render_template, request

from classroom.blueprints.classes.blueprint import blueprint
from classroom.presenters.classes import class_page
from classroom.services import classes, roster
from classroom.web.access import school_class_or_404
from classroom.web.login_cards import card_order, printed_cards_page

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue


@blueprint.get("/classes/<class_id>/cards")
def cards(class_id: str) -> ResponseReturnValue:
    """Who has a card, and the buttons to print more."""
    school_class = school_class_or_404(class_id)
    students = roster.students_of(class_id=class_id)
    page = class_page(school_class, classes.overview_of(class_id=class_id), students)
    return render_template(
        "classes/cards.html",
        page=page,
        missing=card_order(class_id, [one.id for one in students if one.pin_hash is None]),
        everybody=card_order(class_id, [one.id for one in students]),
    )


@blueprint.post("/classes/<class_id>/cards")
def make_cards(class_id: str) -> ResponseReturnValue:
    """Make new PINs and show their cards. The same request again shows the same cards."""
    return printed_cards_page(school_class_or_404(class_id), request.form.get("order", ""))
