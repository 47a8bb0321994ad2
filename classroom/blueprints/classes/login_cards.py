"""Create login cards. Only the response to the request that creates a card shows its secrets."""

from __future__ import annotations

from collections.abc import Mapping

from flask import abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from classroom.blueprints.classes import blueprint
from classroom.i18n import _, current_language
from classroom.models.student import SecretKind
from classroom.presenters.classes.login_cards import OWN_LANGUAGE, card_languages, cards_page
from classroom.services.accounts.login_cards import choose_secret_kind
from classroom.services.accounts.student_sign_in import locked_out
from classroom.services.classes import roster
from classroom.web.access import school_class_or_404
from classroom.web.join_link import join_link
from classroom.web.language import offered_language
from classroom.web.login_cards import card_order, card_orders, printed_cards_page
from classroom.web.passwords import PasswordAgainForm


@blueprint.get("/classes/<class_id>/cards")
def cards(class_id: str) -> ResponseReturnValue:
    """Show who has a card, and the buttons to print more."""
    school_class = school_class_or_404(class_id)
    students = roster.students_of(class_id=class_id)
    ids = [one.id for one in students]
    page = cards_page(
        school_class, students, orders=card_orders(class_id, ids), locked_out=locked_out(class_id=class_id)
    )
    return render_template(
        "classes/cards.html",
        page=page,
        missing=card_order(class_id, [line.id for line in page.missing]),
        join=join_link(school_class.code),
        card_languages=card_languages(current_language()),
        card_language=_language_in(request.args),
    )


@blueprint.post("/classes/<class_id>/cards")
def make_cards(class_id: str) -> ResponseReturnValue:
    """Create new cards and show them. Repeating the request shows the same cards."""
    return printed_cards_page(school_class_or_404(class_id))


@blueprint.form("/classes/<class_id>/cards/all")
def renew_cards(class_id: str) -> ResponseReturnValue:
    """Ask for the password, then create new cards for the whole class and show them."""
    school_class = school_class_or_404(class_id)
    form = PasswordAgainForm()
    if form.validate_on_submit():
        form.confirm()
        return printed_cards_page(school_class, is_confirmed=True)
    ids = [one.id for one in roster.students_of(class_id=class_id)]
    page = render_template(
        "classes/renew_cards.html",
        school_class=school_class,
        total=len(ids),
        order=card_order(class_id, ids),
        choice=request.form,
        card_languages=card_languages(current_language()),
        card_language=_language_in(request.form),
        join=join_link(school_class.code),
        form=form,
    )
    return page, form.status


@blueprint.post("/classes/<class_id>/cards/kind")
def choose_kind(class_id: str) -> ResponseReturnValue:
    """Choose whether the next cards have a PIN or pictures. The language on the page stays chosen."""
    school_class_or_404(class_id)
    kind = request.form.get("kind", "")
    if kind not in set(SecretKind):
        abort(400)
    choose_secret_kind(class_id=class_id, kind=SecretKind(kind))
    if kind == SecretKind.PIN:
        flash(_("New cards will have a PIN. Cards printed before keep working."), "good")
    else:
        flash(_("New cards will have pictures. Cards printed before keep working."), "good")
    return redirect(url_for("classes.cards", class_id=class_id, language=_language_in(request.form)), 303)


def _language_in(values: Mapping[str, str]) -> str:
    """Return the language that a request chooses for the next cards."""
    chosen = values.get("language", "")
    return chosen if offered_language(chosen) else OWN_LANGUAGE
