"""The exit ticket: a student begins, and answers one question after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import redirect, render_template, request, url_for

from classroom.blueprints.play.move_form import TYPE_A_NUMBER, IncompleteError, holder_of
from classroom.blueprints.play.views import answer_to, blueprint
from classroom.presenters.student.exit_ticket import own_result
from classroom.presenters.student.page import whereabouts
from classroom.services.exit_tickets.writing import answer_question, start_entry
from classroom.services.problems import Problem, ProblemError
from classroom.services.sessions.shared_devices import student_on_device
from classroom.web.identity import current_student

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from classroom.models import ExitTicket

_LONGEST = 6
"""Digits that the pad takes."""


@blueprint.get("/play/ticket")
def own_ticket_result() -> ResponseReturnValue:
    """Show who is signed in the own result, and nobody else's: apart, where the page is that of a whole table."""
    student_id, _ = current_student()
    where = whereabouts(student_id)
    page = own_result(where.class_session, student_id=student_id) if where.class_session is not None else None
    if page is None:
        return redirect(url_for("play.show"), 303)
    return render_template("play/ticket_result.html", page=page)


@blueprint.post("/play/ticket")
def start_ticket() -> ResponseReturnValue:
    """Let the own time begin."""
    return answer_to(_start)


@blueprint.post("/play/ticket/answers")
def answer_ticket() -> ResponseReturnValue:
    """Keep the answer to one question, and ask the next."""
    return answer_to(_answer)


def _start(student_id: str) -> None:
    ticket, writer_id = _to_write(student_id)
    start_entry(class_session_id=ticket.class_session_id, student_id=writer_id)


def _answer(student_id: str) -> None:
    ticket, writer_id = _to_write(student_id)
    number, given = _whole(request.form.get("number", "")), _whole(request.form.get("answer", "").strip())
    if number is None or request.form.get("version", "").partition(".")[0] != ticket.id:
        raise ProblemError(Problem.TICKET_PAGE_OLD)
    if given is None:
        raise IncompleteError(TYPE_A_NUMBER)
    answer_question(class_session_id=ticket.class_session_id, student_id=writer_id, number=number, given=given)


def _to_write(student_id: str) -> tuple[ExitTicket, str]:
    """The ticket that the page shows, and who writes it there.

    :raises ProblemError: TICKET_CLOSED, if it shows none; NOT_SEATED, if that is not for this device to say.
    """
    where = whereabouts(student_id)
    if where.ticket is None:
        raise ProblemError(Problem.TICKET_CLOSED)
    writer_id = student_on_device(game=where.game, student_id=student_id, holder_id=holder_of(request.form))
    return where.ticket.ticket, writer_id


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _LONGEST else None
