"""What else is done with a deck: copying, sharing, putting away, deleting."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from classroom.blueprints.decks import blueprint
from classroom.presenters.decks.listing import deck_tile
from classroom.presenters.words import isolated
from classroom.services.decks import keeping
from classroom.web.access import deck_or_404, own_deck_or_404
from classroom.web.forms import Form
from classroom.web.identity import current_teacher_id
from classroom.web.refusals import flashed, on_refusal


@blueprint.post("/decks/<deck_id>/duplicate")
@on_refusal(flashed("decks.show"))
def duplicate(deck_id: str) -> ResponseReturnValue:
    """Make a copy of an own deck or a shared one, with ``as=cards`` of its cards, and go there."""
    deck_or_404(deck_id)
    as_cards = request.form.get("as") == "cards"
    copy = keeping.duplicate_deck(deck_id=deck_id, teacher_id=current_teacher_id(), as_cards=as_cards)
    flash("This copy is yours: change it as you like.", "good")
    return _show(copy.id)


@blueprint.post("/decks/<deck_id>/share")
def share(deck_id: str) -> ResponseReturnValue:
    """Let the other teachers use the deck, or (``shared=no``) no more."""
    own_deck_or_404(deck_id)
    is_shared = request.form.get("shared") != "no"
    keeping.share_deck(deck_id=deck_id, is_shared=is_shared)
    flash("All teachers of this school can use the deck now." if is_shared else "Only you see the deck now.", "good")
    return _show(deck_id)


@blueprint.post("/decks/<deck_id>/archive")
def archive(deck_id: str) -> ResponseReturnValue:
    """Put the deck away, or (``archived=no``) bring it back."""
    own_deck_or_404(deck_id)
    is_archived = request.form.get("archived") != "no"
    keeping.archive_deck(deck_id=deck_id, is_archived=is_archived)
    text = "The deck is put away: no session offers it." if is_archived else "The deck is back: sessions can play it."
    flash(text, "good")
    return _show(deck_id)


@blueprint.form("/decks/<deck_id>/delete")
def delete(deck_id: str) -> ResponseReturnValue:
    """Say what would be lost, then delete the deck."""
    deck = own_deck_or_404(deck_id)
    form = Form()
    if form.validate_on_submit():
        title = deck.title
        keeping.delete_deck(deck_id=deck_id)
        flash(f"{isolated(title)} is deleted.", "good")
        return redirect(url_for("decks.index"), 303)
    return render_template("decks/delete.html", tile=deck_tile(deck), form=form)


def _show(deck_id: str) -> ResponseReturnValue:
    return redirect(url_for("decks.show", deck_id=deck_id), 303)
