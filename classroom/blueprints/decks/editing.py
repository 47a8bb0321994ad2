"""Views for making and changing a deck."""

from __future__ import annotations

from flask import current_app, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from classroom.blueprints.decks import blueprint
from classroom.blueprints.decks.forms import CardsForm, DeckForm, SkillsForm
from classroom.models import Deck, DeckKind
from classroom.presenters.decks.preview import DeckPreview, preview_of
from classroom.presenters.decks.skills import shown_grades
from classroom.presenters.words import count
from classroom.services.decks import keeping
from classroom.services.decks.content import OF_TABLES, Content, SkillChoice, WrittenCards
from classroom.services.errors import ServiceError
from classroom.web.access import own_deck_or_404
from classroom.web.body_limits import FILE_BYTES, takes_up_to
from classroom.web.identity import current_teacher_id
from classroom.web.refusals import Refusal
from engine.deck_making import grade_deck
from engine.equations import GRADES, skills_of_grade

_GRADES = {str(grade): grade for grade in GRADES}


@blueprint.form("/decks/new/<any(skills, cards):kind>")
@takes_up_to(FILE_BYTES)  # a deck from a file is edited here as well
def new(kind: str) -> ResponseReturnValue:
    """Make a deck; with ``?grade=3`` of the skills of a grade to begin with."""
    form = CardsForm() if kind == DeckKind.CARDS else _proposed(_GRADES.get(request.args.get("grade", "")))
    if _is_to_be_kept(form):
        deck = keeping.create_deck(teacher_id=current_teacher_id(), title=form.text("title"), content=form.content())
        return saved(deck)
    return _page(form, kind, None)


@blueprint.form("/decks/<deck_id>/edit")
@takes_up_to(FILE_BYTES)
def edit(deck_id: str) -> ResponseReturnValue:
    """Change a deck."""
    deck = own_deck_or_404(deck_id)
    form = _filled(deck.title, keeping.content_of(deck))
    if _is_to_be_kept(form):
        keeping.change_deck(deck_id=deck_id, title=form.text("title"), content=form.content())
        return saved(deck)
    return _page(form, deck.kind, deck)


def _proposed(grade: int | None) -> SkillsForm:
    if grade is None:
        return SkillsForm.showing()
    return SkillsForm.showing(grade_deck(grade).title, SkillChoice(skills_of_grade(grade)))


def _filled(title: str, content: Content) -> DeckForm:
    if isinstance(content, WrittenCards):
        return CardsForm(title=title, cards=content.text)
    return SkillsForm.showing(title, content)


def _is_to_be_kept(form: DeckForm) -> bool:
    """Whether the form was sent to be kept, and not only to see what it would make."""
    is_valid: bool = form.validate_on_submit()
    return is_valid and "check" not in request.form


def saved(deck: Deck) -> ResponseReturnValue:
    """Go to a deck that was kept, and say how many of its lines make no card."""
    content = keeping.content_of(deck)
    wrong = sum(line.card is None for line in content.lines) if isinstance(content, WrittenCards) else 0
    if wrong:
        verb = "makes" if wrong == 1 else "make"
        flash(f"The deck is kept. {count(wrong, 'line')} {verb} no card yet: see below.")
    else:
        flash("The deck is kept.", "good")
    return redirect(url_for("decks.show", deck_id=deck.id), 303)


def _preview(form: DeckForm) -> DeckPreview | None:
    """Show what the form would make; if that is no deck, the form says why."""
    try:
        content = form.content()
        content.check()
        return preview_of(content)
    except ServiceError as error:
        form.refuse(Refusal(error))
        return None


def _page(form: DeckForm, kind: str, deck: Deck | None) -> ResponseReturnValue:
    preview = None
    if (form.is_submitted() or deck is not None) and not form.errors:
        preview = _preview(form)
    grades = shown_grades(current_app.config["CURRICULUM"])
    return render_template(
        f"decks/edit_{kind}.html", form=form, deck=deck, preview=preview, grades=grades, of_tables=OF_TABLES
    ), form.status
