"""The view that takes a pasted list of names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import flash, redirect, render_template, url_for

from classroom.blueprints.classes.blueprint import blueprint
from classroom.blueprints.classes.forms import RosterForm
from classroom.blueprints.classes.imports import look_at
from classroom.presenters.classes.roster import WrongLines, roster_sentences, wrong_line, wrong_lines
from classroom.services.classes import roster
from classroom.services.names import MAX_NAME
from classroom.services.problems import ProblemError
from classroom.services.rosters.reading import needs_a_look
from classroom.services.rosters.tables import read_table
from classroom.web.access import school_class_or_404
from classroom.web.body_limits import FILE_BYTES, takes_up_to
from classroom.web.sentences import sentence_of

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue


@blueprint.route("/classes/<class_id>/students", methods=["GET", "POST"])
@takes_up_to(FILE_BYTES)  # whole lists are pasted
def add_students(class_id: str) -> ResponseReturnValue:
    """Add students by a list of names, new ones at once; anything else is looked at first."""
    school_class = school_class_or_404(class_id)
    form = RosterForm()
    wrong = None
    if form.validate_on_submit():
        with form.refusals("names"):
            text = form.text("names")
            if needs_a_look(class_id=class_id, text=text):
                return look_at(read_table(text, class_name=school_class.name), "What you pasted", class_id)
            result = roster.add_students(class_id=class_id, text=text)
            if not result.wrong:
                for sentence, kind in roster_sentences(result):
                    flash(sentence, kind)
                return redirect(url_for("classes.show", class_id=class_id), 303)
            wrong = _explained(result)
            form.names.errors = ["Nobody was added yet, because some lines are no names."]
    return render_template("classes/add_students.html", school_class=school_class, form=form, wrong=wrong), form.status


def _explained(result: roster.RosterResult) -> WrongLines:
    """The wrong lines, each with its sentence."""
    return wrong_lines(
        [wrong_line(line, sentence_of(ProblemError(line.problem, longest=MAX_NAME))) for line in result.wrong]
    )
