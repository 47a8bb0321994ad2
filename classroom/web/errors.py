"""Error pages: what happened, in words, and what to do next."""

from __future__ import annotations

import logging

from flask import Flask, current_app, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from jinja2 import TemplateError
from markupsafe import escape
from sqlalchemy.exc import DataError, NoResultFound, SQLAlchemyError
from werkzeug.exceptions import HTTPException

from classroom.database import db
from classroom.services.errors import ServiceError
from classroom.web import device
from classroom.web.refusals import REFUSED, Refusal
from engine import IllegalMoveError

log = logging.getLogger(__name__)

_WORDS: dict[int, tuple[str, str]] = {
    400: ("That did not work", "Something in this request was not right. Go back, reload the page, try again."),
    403: ("Not allowed", "This is not for you to do."),
    404: ("Not found", "There is no such page, or it is not yours to see."),
    405: ("That did not work", "This address cannot be used in this way. Go back and use the page's buttons."),
    413: ("Too much at once", "What was sent is too large. Send less at a time."),
    429: ("Too many tries", "Wait a little, then try again."),
    500: ("Our mistake", "Something went wrong on the server. Nothing of yours was changed. Try again in a moment."),
    503: ("One moment", "The server is busy. Try again in a few seconds."),
}

_BARE_PAGE = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><h1>{title}</h1><p>{text}</p>'
    '<p><a href="/">To the start</a></p></html>'
)


def use_error_pages(app: Flask) -> None:
    """Give every error a page in plain words, with its true status."""
    app.register_error_handler(HTTPException, _on_http_error)
    app.register_error_handler(CSRFError, _on_csrf_error)
    for kind in REFUSED:
        app.register_error_handler(kind, _on_refusal)
    app.register_error_handler(DataError, _on_impossible_value)
    app.register_error_handler(NoResultFound, _on_missing_row)


def error_page(status: int, text: str, title: str | None = None) -> tuple[str, int]:
    """The page for an error."""
    heading = title or _WORDS.get(status, _WORDS[400])[0]
    try:
        return render_template("errors/error.html", title=heading, text=text, status=status), status
    except SQLAlchemyError as error:  # the page names who is signed in: without a database it cannot
        log.error("the error page could not be made: %s", type(error).__name__)  # noqa: TRY400 (it says nothing more)
        return _BARE_PAGE.format(title=escape(heading), text=escape(text)), status
    except TemplateError:
        log.exception("the error page could not be made")
        return _BARE_PAGE.format(title=escape(heading), text=escape(text)), status


def _on_http_error(error: HTTPException) -> ResponseReturnValue:
    status = error.code or 500
    if status < 400:
        return error
    text = _WORDS.get(status, _WORDS[400 if status < 500 else 500])[1]
    page, _ = error_page(status, text)
    response = error.get_response()
    response.data = page
    response.content_type = "text/html; charset=utf-8"
    return response


def _on_csrf_error(error: CSRFError) -> ResponseReturnValue:
    """A form without its token. Every page with a form sets a cookie: with none at all, the browser keeps none."""
    del error
    if request.cookies.keys().isdisjoint({current_app.config["SESSION_COOKIE_NAME"], device.COOKIE}):
        return error_page(
            400,
            "This browser blocks cookies, so you can't sign in. Allow cookies for this site, then try again.",
            "Cookies are blocked",
        )
    return error_page(400, "This page was open too long, or you signed in again elsewhere. Reload it, then try again.")


def _on_refusal(error: ServiceError | IllegalMoveError) -> ResponseReturnValue:
    db.session.rollback()
    refusal = Refusal(error)
    return error_page(refusal.status, refusal.message)


def _on_impossible_value(error: DataError) -> ResponseReturnValue:
    """PostgreSQL cannot even look for some values, a NUL above all: in an address they name nothing."""
    log.info("a value that no row can have: %s", type(error.orig).__name__)
    db.session.rollback()
    status = 404 if request.method == "GET" else 400
    return error_page(status, _WORDS[status][1])


def _on_missing_row(error: NoResultFound) -> ResponseReturnValue:
    """Somebody else has deleted, between its being found and its being changed, what this request is about."""
    log.info("a row was gone: %s", error)
    db.session.rollback()
    return error_page(404, _WORDS[404][1])
