"""The exit ticket: a student starts it and answers its questions one by one."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from classroom.blueprints.play import blueprint
from classroom.blueprints.play.views import after_form, page_again
from classroom.models import ExitTicket
from classroom.presenters.page_version import PageVersion
from classroom.presenters.student.exit_ticket import own_result
from classroom.presenters.student.page import student_location
from classroom.services.errors import PlayErrorCode, ServiceError, TicketErrorCode
from classroom.services.exit_tickets.answering import answer_question, start_entry
from classroom.services.play.seats import student_on_device
from classroom.web.identity import current_location, current_student
from classroom.web.move_form import holder_of
from classroom.web.refusals import on_refusal

_LONGEST = 6
"""Maximum number of digits that the number pad takes."""


@blueprint.get("/play/ticket")
def own_ticket_result() -> ResponseReturnValue:
    """Show the signed-in student's result on a page of its own, if the main page belongs to a whole table."""
    student_id, _ = current_student()
    where = student_location(student_id, current_location())
    page = own_result(where.class_session, student_id=student_id) if where.class_session is not None else None
    if page is None:
        return redirect(url_for("play.show"), 303)
    return render_template("play/ticket_result.html", page=page)


@blueprint.post("/play/ticket")
@on_refusal(page_again)
def start_ticket() -> ResponseReturnValue:
    student_id, _ = current_student()
    ticket, answering_id = _to_answer(student_id)
    start_entry(class_session_id=ticket.class_session_id, student_id=answering_id)
    return after_form(student_id)


@blueprint.post("/play/ticket/answers")
@on_refusal(page_again)
def answer_ticket() -> ResponseReturnValue:
    """Record the answer to one question and show the next."""
    student_id, _ = current_student()
    ticket, answering_id = _to_answer(student_id)
    number, given = _whole(request.form.get("number", "")), _whole(request.form.get("answer", "").strip())
    shown = PageVersion.parse(request.form.get("version", ""))
    if number is None or shown is None or shown.what != ticket.id:
        raise ServiceError(TicketErrorCode.TICKET_PAGE_OLD)
    if given is None:
        raise ServiceError(PlayErrorCode.NO_NUMBER_TYPED)
    answer_question(class_session_id=ticket.class_session_id, student_id=answering_id, number=number, given=given)
    return after_form(student_id)


def _to_answer(student_id: str) -> tuple[ExitTicket, str]:
    """Return the ticket that the page shows, and the student who answers it there.

    :raises ServiceError: TICKET_CLOSED if there is none; NOT_SEATED if this device may not answer for that student.
    """
    where = student_location(student_id, current_location())
    if where.ticket is None:
        raise ServiceError(TicketErrorCode.TICKET_CLOSED)
    game_id = None if where.here is None else where.here.game_id
    answering_id = student_on_device(game_id=game_id, student_id=student_id, holder_id=holder_of(request.form))
    return where.ticket.ticket, answering_id


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _LONGEST else None
