"""What a teacher does in the lobby. Saved tables, and what teams wear: `.plans`; who is missing: `.missing`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import request, session

from classroom.blueprints.sessions import blueprint
from classroom.blueprints.sessions.pages import SWAP, WAY, answered, done
from classroom.models import UNDER_WAY
from classroom.services.problems import Problem, ProblemError
from classroom.services.seating import planning, table_plans
from classroom.services.sessions import lobby
from classroom.services.sessions.lobby import Forming, Way
from classroom.web.access import class_session_or_404

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

_ALONE = "alone"


@blueprint.post("/sessions/<class_session_id>/arrange")
def arrange(class_session_id: str) -> ResponseReturnValue:
    """Form tables in the way chosen, at random without a choice."""
    class_session = class_session_or_404(class_session_id)
    chosen = request.form.get("way", Way.RANDOM)

    def deed() -> None:
        lobby.arrange_tables(class_session_id=class_session_id, forming=_forming(chosen))
        session[WAY] = chosen

    return done(class_session, deed, at="tables")


@blueprint.post("/sessions/<class_session_id>/move")
def move(class_session_id: str) -> ResponseReturnValue:
    """Move the student whose button was pressed to what was chosen beside it: a table, alone, or another's place."""
    class_session = class_session_or_404(class_session_id)
    student_id = request.form.get("student", "")
    chosen = request.form.get(f"table-{student_id}", "")

    def deed() -> None:
        if chosen == _ALONE:
            planning.seat_alone(class_session_id=class_session_id, student_id=student_id)
        elif chosen.startswith(SWAP):
            other_id = chosen.removeprefix(SWAP)
            planning.swap_places(class_session_id=class_session_id, student_id=student_id, other_id=other_id)
        else:
            number = _table_number(chosen)
            planning.move_to_table(class_session_id=class_session_id, student_id=student_id, table_number=number)

    return answered(class_session, deed, kind="lobby", at=f"at-{student_id}")


@blueprint.post("/sessions/<class_session_id>/split")
def split(class_session_id: str) -> ResponseReturnValue:
    """Make tables that can play of one that cannot."""
    class_session = class_session_or_404(class_session_id)
    chosen = request.form.get("table", "")

    def deed() -> None:
        planning.split_table(class_session_id=class_session_id, table_number=_table_number(chosen) or 0)

    return done(class_session, deed, at="tables")


@blueprint.post("/sessions/<class_session_id>/share")
def share(class_session_id: str) -> ResponseReturnValue:
    """Let one device go round at a table, ``3-yes``, or not, ``3-no``."""
    class_session = class_session_or_404(class_session_id)
    number, _, wish = request.form.get("share", "").partition("-")

    def deed() -> None:
        table_plans.share_device(
            class_session_id=class_session_id, table_number=_table_number(number) or 0, is_shared=wish == "yes"
        )

    return done(class_session, deed, at=f"plan-{number}")


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
    """Deal at every table. A second tap finds the games begun, which is what was wished for."""
    class_session = class_session_or_404(class_session_id)

    def deed() -> None:
        try:
            lobby.start_session(class_session_id=class_session_id)
        except ProblemError as error:
            if error.problem is not Problem.SESSION_NOT_IN_LOBBY or class_session.state not in UNDER_WAY:
                raise

    return done(class_session, deed)


def _forming(chosen: str) -> Forming:
    """Read a way of forming tables; ``saved-12`` says which saved ones.

    :raises ProblemError: NO_SUCH_ARRANGEMENT, if it is none.
    """
    way, _, number = chosen.partition("-")
    is_number = number.isdecimal() and number.isascii() and len(number) <= 9
    if way not in set(Way) or (way == Way.SAVED) is not is_number:
        raise ProblemError(Problem.NO_SUCH_ARRANGEMENT)
    return Forming(Way(way), int(number) if is_number else 0)


def _table_number(chosen: str) -> int | None:
    """Read the table chosen; nothing chosen: no table.

    :raises ProblemError: NO_SUCH_TABLE, if it is no number.
    """
    if not chosen:
        return None
    if not (chosen.isdecimal() and chosen.isascii() and len(chosen) <= 3):
        raise ProblemError(Problem.NO_SUCH_TABLE)
    return int(chosen)
