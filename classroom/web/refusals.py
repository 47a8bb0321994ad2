"""Respond to requests that a service or the rules of the game reject.

A view's `on_refusal` names the page that shows the reason; the default is an error page. Services raise, and views
don't catch. The possible responses:

- `form_again`: the form as submitted, with the message at its field;
- `flashed`: another page, with the message as a flash message;
- a function of the area that renders its page, or the part of it that htmx asks for, with `Refusal.message` in it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import unwrap
from typing import Any

from flask import Response, current_app, flash, g, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from classroom.database import end_read
from classroom.services.errors import ErrorCode, PlayErrorCode, ServiceError
from classroom.web.error_messages import error_message, error_status
from classroom.web.refused_access import Reason, note_refused
from engine import IllegalMoveError, IllegalReason

View = Callable[..., ResponseReturnValue]
REFUSED = (ServiceError, IllegalMoveError)
_FORGED = frozenset(
    {
        IllegalReason.NO_SUCH_SEAT,
        IllegalReason.NO_SUCH_SPACE,
        IllegalReason.CARD_NOT_IN_HAND,
        IllegalReason.WRONG_CARD_KIND,
    }
)
"""What can't be wrong in a move from our pages, after the version check."""


class Refusal:
    """Why a request was rejected, for a page to show."""

    def __init__(self, error: ServiceError | IllegalMoveError) -> None:
        self.error = error
        self.message = error_message(error)
        self.status = error_status(error)
        self.code: ErrorCode | None = error.code if isinstance(error, ServiceError) else None
        self.field = self.code.field if self.code is not None else None
        self.facts = error.facts if isinstance(error, ServiceError) else {}


def refuse(error: ServiceError | IllegalMoveError) -> Refusal:
    """Create the refusal, and log the request if none of our pages could have sent it."""
    refusal = Refusal(error)
    if refusal.code == PlayErrorCode.NOT_SEATED or (isinstance(error, IllegalMoveError) and error.reason in _FORGED):
        note_refused(Reason.FORGED)
    return refusal


def on_refusal(answer: View) -> Callable[[View], View]:
    """Let `answer` render the page of a rejected request. Place it below the route's decorator.

    :param answer: called with the `Refusal` and the view's arguments. Its page gets the error's status.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(**values: Any) -> ResponseReturnValue:  # noqa: ANN401  (whatever the route says)
            try:
                return view(**values)
            except REFUSED as error:
                end_read()  # the page shows the current state
                refusal = refuse(error)
                return _with_status(answer(refusal, **values), refusal.status)

        return guarded

    return decorate


def form_again(refusal: Refusal, **values: object) -> ResponseReturnValue:
    """Run the view again: the form, which was valid the first time, now shows the error.

    A request that was rejected before its form was validated gets an error page.
    """
    if "accepted_form" not in g:
        raise refusal.error
    g.refusal = refusal
    view = unwrap(current_app.view_functions[str(request.endpoint)])
    try:
        answer = make_response(view(**values))
    finally:
        g.pop("refusal")
    if answer.location:  # meanwhile, the view redirects to another page
        flash(refusal.message, "bad")
    return answer


def flashed(endpoint: str) -> View:
    """Return a function that redirects to another page of the same object, with the message."""

    def answer(refusal: Refusal, **values: Any) -> ResponseReturnValue:  # noqa: ANN401  (as above)
        flash(refusal.message, "bad")
        return redirect(url_for(endpoint, **values), 303)

    return answer


def _with_status(answer: ResponseReturnValue, status: int) -> Response:
    response: Response = make_response(answer)
    if response.status_code == 200:
        response.status_code = status
    return response
