"""What a teacher does in the lobby."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import request

from classroom.blueprints.sessions import blueprint
from classroom.blueprints.sessions.pages import done
from classroom.services import lobby
from classroom.services.problems import Problem, ProblemError
from classroom.web.access import class_session_or_404

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue


@blueprint.post("/sessions/<class_session_id>/arrange")
def arrange(class_session_id: str) -> ResponseReturnValue:
    """Form tables at random."""
    class_session = class_session_or_404(class_session_id)
    return done(class_session, lambda: lobby.arrange_tables(class_session_id=class_session_id), at="tables")


@blueprint.post("/sessions/<class_session_id>/move")
def move(class_session_id: str) -> ResponseReturnValue:
    """Move the student whose button was pressed to the table chosen beside it."""
    class_session = class_session_or_404(class_session_id)
    student_id = request.form.get("student", "")
    chosen = request.form.get(f"table-{student_id}", "")

    def deed() -> None:
        number = _table_number(chosen)
        lobby.move_to_table(class_session_id=class_session_id, student_id=student_id, table_number=number)

    return done(class_session, deed, at=f"at-{student_id}")


@blueprint.post("/sessions/<class_session_id>/split")
def split(class_session_id: str) -> ResponseReturnValue:
    """Make tables that can play of one that cannot."""
    class_session = class_session_or_404(class_session_id)
    chosen = request.form.get("table", "")

    def deed() -> None:
        lobby.split_table(class_session_id=class_session_id, table_number=_table_number(chosen) or 0)

    return done(class_session, deed, at="tables")


@blueprint.post("/sessions/<class_session_id>/leave")
def leave(class_session_id: str) -> ResponseReturnValue:
    """Take a student who is not there any more off the list."""
    class_session = class_session_or_404(class_session_id)
    student_id = request.form.get("student", "")
    return done(
        class_session,
        lambda: lobby.leave_session(class_session_id=class_session_id, student_id=student_id),
        at="tables",
    )


@blueprint.post("/sessions/<class_session_id>/start")
def start(class_session_id: str) -> ResponseReturnValue:
    """Deal at every table."""
    class_session = class_session_or_404(class_session_id)
    return done(class_session, lambda: lobby.start_session(class_session_id=class_session_id))


def _table_number(chosen: str) -> int | None:
    """Read the table chosen; nothing chosen: no table.

    :raises ProblemError: NO_SUCH_TABLE, if it is no number.
    """
    if not chosen:
        return None
    if not (chosen.isdecimal() and chosen.isascii() and len(chosen) <= 3):
        raise ProblemError(Problem.NO_SUCH_TABLE)
    return int(chosen)
