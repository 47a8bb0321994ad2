"""Decks of own cards to files and back."""

from __future__ import annotations

from pathlib import PurePath

from flask import Response, render_template
from flask.typing import ResponseReturnValue

from classroom.blueprints.decks import blueprint
from classroom.blueprints.decks.editing import saved
from classroom.blueprints.decks.forms import FileForm
from classroom.services.decks import keeping
from classroom.services.decks.content import WrittenCards, written_out
from classroom.services.decks.files import csv_of, text_of_csv
from classroom.web.access import deck_or_404
from classroom.web.body_limits import FILE_BYTES, takes_up_to
from classroom.web.downloads import download
from classroom.web.identity import current_teacher_id


@blueprint.get("/decks/<deck_id>/cards.csv")
def csv(deck_id: str) -> Response:
    """The cards of a deck; of skills, as many as a deck of own cards can hold."""
    deck = deck_or_404(deck_id)
    cards = written_out(keeping.content_of(deck)).cards
    return download(csv_of(cards), mimetype="text/csv", name=f"{deck.title}.csv")


@blueprint.form("/decks/new/file")
@takes_up_to(FILE_BYTES)
def import_file() -> ResponseReturnValue:
    """Make a deck of a file. Lines that are no cards are kept with it, and shown on its page."""
    form = FileForm()
    if form.validate_on_submit():
        title = form.text("title") or PurePath(form.file.data.filename).stem[: keeping.MAX_TITLE]
        content = WrittenCards(text_of_csv(form.file.data.read()))
        return saved(keeping.create_deck(teacher_id=current_teacher_id(), title=title, content=content))
    return render_template("decks/import.html", form=form), form.status
