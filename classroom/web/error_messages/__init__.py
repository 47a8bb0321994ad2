"""Error messages: one for each error code and each reader who may see it."""

from __future__ import annotations

from enum import StrEnum

from flask import current_app, has_request_context, request

from classroom.services.errors import ServiceError
from classroom.web.error_messages import accounts, classes, lti, play, sessions
from classroom.web.error_messages.formats import Messages, filled_in
from classroom.web.error_messages.play import ANY_MOVE, ILLEGAL_MOVES
from engine import IllegalMoveError

_AREAS = (accounts, classes, sessions, play, lti)


class Reader(StrEnum):
    """Who reads a message."""

    TEACHER = "teacher"
    STUDENT = "student"


MESSAGES: dict[Reader, Messages] = {
    Reader.TEACHER: {code: text for area in _AREAS for code, text in area.TEACHER.items()},
    Reader.STUDENT: {code: text for area in _AREAS for code, text in area.STUDENT.items()},
}


def error_message(error: ServiceError | IllegalMoveError, reader: Reader | None = None) -> str:
    """Return the message: what happened and what to do.

    :param reader: by default, the reader of the requested page.
    """
    if not isinstance(error, ServiceError):
        return str(ILLEGAL_MOVES.get(error.reason, ANY_MOVE))
    by_reader = [MESSAGES[one] for one in sorted(Reader, key=lambda one: one != (reader or reader_of_page()))]
    message = next(messages[error.code] for messages in by_reader if error.code in messages)
    return filled_in(message, error.facts)


def error_status(error: ServiceError | IllegalMoveError) -> int:
    return error.code.status if isinstance(error, ServiceError) else 422


def reader_of_page() -> Reader:
    """Return who reads the requested page."""
    area = current_app.blueprints.get(request.blueprint or "") if has_request_context() else None
    return getattr(area, "reader", Reader.TEACHER)
