"""The list of decks, and a deck's page: copy, share, archive, and delete it."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from classroom.blueprints.decks import blueprint
from classroom.blueprints.decks.editing import mention_sessions
from classroom.i18n import _
from classroom.models import DeckKind
from classroom.presenters.decks.listing import built_in_tile, copy_title, deck_tile, decks_page
from classroom.presenters.decks.preview import preview_of, preview_of_built_in
from classroom.presenters.sessions.forecast import BoardForecast, board_forecasts
from classroom.presenters.words import isolated, isolated_equation
from classroom.services.decks import keeping
from classroom.services.decks.choosing import with_copy
from classroom.services.decks.keeping import content_of, decks_of, decks_shared_with
from classroom.services.settings import TableSettings
from classroom.web.access import deck_or_404, own_deck_or_404
from classroom.web.forecasts import get_forecasts
from classroom.web.forms import Form
from classroom.web.identity import current_teacher_id
from classroom.web.paths import own_path
from classroom.web.refusals import flashed, on_refusal
from engine.deck_making import built_in_deck, grade_of_deck


@blueprint.get("/decks")
def index() -> ResponseReturnValue:
    """List every deck: the teacher's, shared, and built-in ones."""
    teacher_id = current_teacher_id()
    page = decks_page(decks_of(teacher_id=teacher_id), decks_shared_with(teacher_id=teacher_id))
    return render_template("decks/index.html", page=page)


@blueprint.get("/decks/<deck_id>")
def show(deck_id: str) -> ResponseReturnValue:
    """Show a teacher's deck: its boards, its cards, and lines that are not cards."""
    deck = deck_or_404(deck_id)
    is_own = deck.teacher_id == current_teacher_id()
    return render_template(
        "decks/show.html",
        tile=deck_tile(deck, teacher=None if is_own else deck.teacher.name),
        preview=preview_of(content_of(deck)),
        is_own=is_own,
        is_archived=deck.archived_at is not None,
        is_of_skills=deck.kind == DeckKind.SKILLS,
        boards=_boards(deck_id),
        forecast_url=url_for("decks.forecast", deck_id=deck_id),
    )


@blueprint.get("/decks/<deck_id>/forecast")
def forecast(deck_id: str) -> str:
    """Show the estimated game lengths with the deck, as far as known."""
    deck_or_404(deck_id)
    return render_template("decks/_forecast.html", boards=_boards(deck_id), forecast_url=own_path())


def _boards(deck_id: str) -> tuple[BoardForecast, ...]:
    chosen = with_copy(TableSettings(deck=deck_id), teacher_id=current_teacher_id())
    return board_forecasts(get_forecasts(), chosen) if chosen.deck_copy is not None else ()


@blueprint.get("/decks/built-in/<deck_key>")
def built_in(deck_key: str) -> ResponseReturnValue:
    deck = built_in_deck(deck_key)
    if deck is None:
        raise NotFound
    return render_template(
        "decks/built_in.html",
        tile=built_in_tile(deck),
        preview=preview_of_built_in(deck),
        grade=grade_of_deck(deck_key),
    )


@blueprint.post("/decks/<deck_id>/duplicate")
@on_refusal(flashed("decks.show"))
def duplicate(deck_id: str) -> ResponseReturnValue:
    """Copy the teacher's own or a shared deck, with ``as=cards`` as typed cards, and go to the copy."""
    title = copy_title(deck_or_404(deck_id).title, longest=keeping.MAX_TITLE)
    as_cards = request.form.get("as") == "cards"
    copy = keeping.duplicate_deck(deck_id=deck_id, teacher_id=current_teacher_id(), title=title, as_cards=as_cards)
    flash(_("Deck copied. This copy is yours to edit."), "good")
    return _show(copy.id)


@blueprint.post("/decks/<deck_id>/leave-out")
@on_refusal(flashed("decks.show"))
def leave_out(deck_id: str) -> ResponseReturnValue:
    """Remove the cards with an equation from the teacher's own deck."""
    deck, text = own_deck_or_404(deck_id), request.form.get("equation", "")
    if keeping.leave_out(deck_id=deck_id, text=text):
        flash(_("Left out of this deck: %(equation)s.", equation=isolated_equation(text)), "good")
        mention_sessions(deck_id)
    else:
        flash(_("%(deck)s has no such card.", deck=isolated(deck.title)), "info")
    return _show(deck_id)


@blueprint.post("/decks/<deck_id>/share")
def share(deck_id: str) -> ResponseReturnValue:
    """Share the deck with other teachers, or (``shared=no``) stop sharing it."""
    own_deck_or_404(deck_id)
    is_shared = request.form.get("shared") != "no"
    keeping.share_deck(deck_id=deck_id, is_shared=is_shared)
    flash(
        _("Deck shared with all teachers here.") if is_shared else _("Sharing stopped. Only you can see this deck."),
        "good",
    )
    return _show(deck_id)


@blueprint.post("/decks/<deck_id>/archive")
def archive(deck_id: str) -> ResponseReturnValue:
    """Archive the deck, or (``archived=no``) restore it."""
    own_deck_or_404(deck_id)
    is_archived = request.form.get("archived") != "no"
    keeping.archive_deck(deck_id=deck_id, is_archived=is_archived)
    if is_archived:
        flash(_("Deck archived. It no longer appears for new sessions."), "good")
    else:
        flash(_("Deck restored. You can use it in sessions."), "good")
    return _show(deck_id)


@blueprint.form("/decks/<deck_id>/delete")
def delete(deck_id: str) -> ResponseReturnValue:
    """Ask first, then delete the deck."""
    deck = own_deck_or_404(deck_id)
    form = Form()
    if form.validate_on_submit():
        title = deck.title
        keeping.delete_deck(deck_id=deck_id)
        flash(_("%(deck)s deleted.", deck=isolated(title)), "good")
        return redirect(url_for("decks.index"), 303)
    return render_template("decks/delete.html", tile=deck_tile(deck), form=form)


def _show(deck_id: str) -> ResponseReturnValue:
    return redirect(url_for("decks.show", deck_id=deck_id), 303)
