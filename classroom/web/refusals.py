"""The one way to answer a request that a service or the rules of the game reject.

A view says with `on_refusal` which page shows the reason; without it, that is an error page. Services raise, views do
not catch. The answers:

- `form_again`: the form as it was sent, with the message at its field;
- `flashed`: another page, with the message on top;
- a function of the area that renders its page, or the part of it that htmx asks for, with `Refusal.message` in it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import unwrap
from typing import Any

from flask import Response, current_app, flash, g, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from classroom.database import db
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
        IllegalReason.NOT_YOUR_TURN,
        IllegalReason.CARD_NOT_IN_HAND,
        IllegalReason.WRONG_CARD_KIND,
    }
)
"""What cannot be wrong in a move from a page of ours, whose version was checked before."""


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
    """Reject the request for a reason, and note it in the server log if no page of ours offers what was asked."""
    refusal = Refusal(error)
    if refusal.code == PlayErrorCode.NOT_SEATED or (isinstance(error, IllegalMoveError) and error.reason in _FORGED):
        note_refused(Reason.FORGED)
    return refusal


def on_refusal(answer: View) -> Callable[[View], View]:
    """Let `answer` make the page of a rejected request. Place it below the decorator of the route.

    :param answer: is given the `Refusal` and the arguments of the view. Its page gets the status of the error.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(**values: Any) -> ResponseReturnValue:  # noqa: ANN401  (whatever the route says)
            try:
                return view(**values)
            except REFUSED as error:
                db.session.rollback()  # the page shows what is true now
                refusal = refuse(error)
                return _with_status(answer(refusal, **values), refusal.status)

        return guarded

    return decorate


def form_again(refusal: Refusal, **values: object) -> ResponseReturnValue:
    """Run the view once more: the form that it had accepted now says what was rejected, and is shown.

    A request that was rejected before a form was accepted gets an error page.
    """
    if "accepted_form" not in g:
        raise refusal.error
    g.refusal = refusal
    view = unwrap(current_app.view_functions[str(request.endpoint)])
    try:
        answer = make_response(view(**values))
    finally:
        g.pop("refusal")
    if answer.location:  # by now another page is the right one
        flash(refusal.message, "bad")
    return answer


def flashed(endpoint: str) -> View:
    """Give the answer that goes to another page of the same object, and says there why."""

    def answer(refusal: Refusal, **values: Any) -> ResponseReturnValue:  # noqa: ANN401  (as above)
        flash(refusal.message, "bad")
        return redirect(url_for(endpoint, **values), 303)

    return answer


def _with_status(answer: ResponseReturnValue, status: int) -> Response:
    response: Response = make_response(answer)
    if response.status_code == 200:
        response.status_code = status
    return response
