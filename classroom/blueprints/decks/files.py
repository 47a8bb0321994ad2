"""Download the cards of a deck as a file, and create a deck from a file."""

from __future__ import annotations

from pathlib import PurePath

from flask import Response, render_template
from flask.typing import ResponseReturnValue
from flask_wtf.file import FileField, FileRequired
from wtforms import StringField

from classroom.blueprints.decks import blueprint
from classroom.blueprints.decks.editing import saved
from classroom.i18n import lazy_gettext
from classroom.services.decks import keeping
from classroom.services.decks.content import WrittenCards, written_out
from classroom.services.decks.files import csv_of, text_of_csv
from classroom.web.access import deck_or_404
from classroom.web.body_limits import FILE_BYTES, takes_up_to
from classroom.web.downloads import download
from classroom.web.forms import Form
from classroom.web.identity import current_teacher_id


class FileForm(Form):
    refused_at = "file"
    title = StringField(
        lazy_gettext("Title"),
        description=lazy_gettext("Leave it empty to use the name of the file."),
        render_kw={"dir": "auto", "autocomplete": "off"},
    )
    file = FileField(
        lazy_gettext("File"),
        [FileRequired(lazy_gettext("Choose a file."))],
        description=lazy_gettext("A CSV or text file. Each line has an equation and, if you like, its answer."),
        render_kw={"accept": ".csv,.tsv,.txt,text/csv,text/plain"},
    )


@blueprint.get("/decks/<deck_id>/cards.csv")
def csv(deck_id: str) -> Response:
    """Download the cards of a deck; for skills, as many as a deck of typed cards can hold."""
    deck = deck_or_404(deck_id)
    cards = written_out(keeping.content_of(deck)).cards
    return download(csv_of(cards), mimetype="text/csv", name=f"{deck.title}.csv")


@blueprint.form("/decks/new/file")
@takes_up_to(FILE_BYTES)
def import_file() -> ResponseReturnValue:
    """Create a deck from a file. Lines that are not cards are stored, and shown on its page."""
    form = FileForm()
    if form.validate_on_submit():
        title = form.text("title") or PurePath(form.file.data.filename).stem[: keeping.MAX_TITLE]
        content = WrittenCards(text_of_csv(form.file.data.read()))
        return saved(keeping.create_deck(teacher_id=current_teacher_id(), title=title, content=content))
    return render_template("decks/import.html", form=form), form.status
