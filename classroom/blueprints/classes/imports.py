"""The views that import rosters: a file comes in, its changes are looked at, written, and perhaps undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import flash, redirect, render_template, request, url_for
from flask_wtf.file import FileField, FileRequired

from classroom.blueprints.classes.blueprint import blueprint
from classroom.blueprints.classes.forms import RosterForm
from classroom.presenters.classes.roster_import import done_sentence, import_page, undoing_lines, undone_sentences
from classroom.services.problems import Problem, ProblemError
from classroom.services.rosters import imports, undoing
from classroom.services.rosters.reading import MAX_BYTES, read_roster
from classroom.web.access import roster_import_or_404, school_class_or_404
from classroom.web.body_limits import FILE_BYTES, takes_up_to
from classroom.web.forms import Form
from classroom.web.identity import current_teacher_id
from classroom.web.sentences import sentence_of, status_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flask.typing import ResponseReturnValue

    from classroom.services.rosters.people import RosterFile

_ROSTER_BYTES = MAX_BYTES + 16 * 1024  # a file, and what the form has around it


class RosterFileForm(Form):
    """A file with a roster."""

    file = FileField(
        "File",
        [FileRequired("Please choose a file.")],
        description="A spreadsheet saved as CSV, or a OneRoster archive (zip) from your school’s office.",
    )


@blueprint.post("/classes/<class_id>/import")
@takes_up_to(_ROSTER_BYTES)
def import_file(class_id: str) -> ResponseReturnValue:
    """Take a file for one class. Nothing is written yet."""
    school_class = school_class_or_404(class_id)
    form = RosterFileForm()
    if form.validate_on_submit():
        with form.refusals("file"):
            sent = form.file.data
            return look_at(read_roster(sent.read(), class_name=school_class.name), sent.filename, class_id)
    names = RosterForm(formdata=None)
    return render_template(
        "classes/add_students.html", school_class=school_class, form=names, file_form=form
    ), form.status


@blueprint.route("/classes/import", methods=["GET", "POST"])
@takes_up_to(_ROSTER_BYTES)
def import_classes() -> ResponseReturnValue:
    """Take an archive of the school's office with several classes. Nothing is written yet."""
    form = RosterFileForm()
    if form.validate_on_submit():
        with form.refusals("file"):
            file = read_roster(form.file.data.read())
            if not file.names_classes:
                raise ProblemError(Problem.TABLES_MISSING)
            return look_at(file, form.file.data.filename, None)
    return render_template("classes/import_classes.html", form=form), form.status


@blueprint.route("/imports/<import_id>", methods=["GET", "POST"])
@takes_up_to(FILE_BYTES)  # what is ticked of thousands of rows
def import_page_of(import_id: str) -> ResponseReturnValue:
    """Show what an import would do; do it, if that was shown."""
    kept = roster_import_or_404(import_id)
    if kept.done_at is not None:
        return redirect(_back(undoing.classes_of_import(kept)), 303)
    chosen = request.form.getlist("take") if request.method == "POST" else None
    same = request.form.getlist("same")
    is_look = "look" in request.form
    is_other_choice = is_look or set(same) != set(request.form.getlist("same_seen"))
    refusal = None
    if chosen is not None and not is_other_choice:
        try:
            undo = imports.apply_import(
                import_id=import_id, chosen=chosen, seen=request.form.get("seen", ""), same=same
            )
        except ProblemError as error:
            refusal = error
        else:
            flash(done_sentence(undo), "good")
            return redirect(_back(undo.classes), 303)
    plan = imports.plan_of(import_id=import_id, same=same)
    page = import_page(plan, sentence_of=sentence_of, chosen=chosen)
    problem = sentence_of(refusal) if refusal else None
    shown = render_template(
        "classes/import.html",
        page=page,
        problem=problem,
        look_again=is_other_choice,
        nothing_ticked=is_look and not same,
    )
    return shown, status_of(refusal) if refusal else 200


@blueprint.post("/imports/<import_id>/discard")
def discard_import(import_id: str) -> ResponseReturnValue:
    """Forget a file, and leave everything as it is."""
    back = _back(undoing.classes_of_import(roster_import_or_404(import_id)))
    imports.discard_import(import_id=import_id)
    flash("Nothing was changed, and the file is forgotten.")
    return redirect(back, 303)


@blueprint.route("/imports/<import_id>/undo", methods=["GET", "POST"])
def undo_import(import_id: str) -> ResponseReturnValue:
    """Say what undoing an import would do, then bring everything back to what it was."""
    kept = roster_import_or_404(import_id)
    form = Form()
    if not form.validate_on_submit():
        lines = undoing_lines(undoing.prospect_of_undoing(import_id=import_id))
        back = _back(undoing.classes_of_import(kept))
        return render_template("classes/undo_import.html", kept=kept, lines=lines, back=back, form=form), form.status
    undone = undoing.undo_import(import_id=import_id)
    for sentence, kind in undone_sentences(undone):
        flash(sentence, kind)
    return redirect(_back(undone.class_ids), 303)


def look_at(file: RosterFile, file_name: str, class_id: str | None) -> ResponseReturnValue:
    """Keep what was read, and go to the page that shows what it would do."""
    import_id = imports.plan_import(teacher_id=current_teacher_id(), class_id=class_id, file_name=file_name, file=file)
    return redirect(url_for("classes.import_page_of", import_id=import_id), 303)


def _back(class_ids: Iterable[str]) -> str:
    """The page of the class, or of all where there is not just one."""
    ids = [one for one in class_ids if one]
    return url_for("classes.show", class_id=ids[0]) if len(ids) == 1 else url_for("classes.index")
