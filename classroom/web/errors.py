"""Error pages: what happened, and what to do next."""

from __future__ import annotations

import logging
import sqlite3

from flask import Flask, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from jinja2 import TemplateError
from markupsafe import escape
from sqlalchemy.exc import DataError, IntegrityError, NoResultFound, SQLAlchemyError
from sqlalchemy.orm.exc import ObjectDeletedError, StaleDataError
from werkzeug.exceptions import HTTPException, SecurityError

from classroom.database import end_read
from classroom.i18n import in_language, lazy_gettext, lazy_pgettext
from classroom.services.errors import ServiceError
from classroom.web import device
from classroom.web.access import NoLongerTaughtError
from classroom.web.areas import Audience, audience_of
from classroom.web.cookies import has_any_cookie
from classroom.web.error_messages import Reader, reader_of_page
from classroom.web.htmx import is_htmx
from classroom.web.identity import is_signed_in, redirect_to_sign_in
from classroom.web.language import browser_language
from classroom.web.refusals import REFUSED, refuse
from classroom.web.refused_access import Reason, note_refused
from engine import IllegalMoveError

log = logging.getLogger(__name__)

_TEXTS: dict[int, tuple[str, str]] = {
    400: (
        lazy_gettext("That didn’t work"),
        lazy_gettext("We couldn’t process that request. Go back, reload the page, and try again."),
    ),
    403: (lazy_gettext("Not allowed"), lazy_gettext("You don’t have permission to do this.")),
    404: (lazy_gettext("Page not found"), lazy_gettext("This page doesn’t exist, or you don’t have access.")),
    405: (
        lazy_gettext("That didn’t work"),
        lazy_gettext("This page can’t be opened this way. Go back and use the buttons there."),
    ),
    413: (
        lazy_gettext("Too large"),
        lazy_gettext("This file or text is too large. Go back, and choose a smaller file or paste less text."),
    ),
    429: (lazy_gettext("Too many tries"), lazy_gettext("Wait a little, then try again.")),
    500: (
        lazy_gettext("Something went wrong"),
        lazy_gettext("Something went wrong on our side. No changes were made. Try again in a moment."),
    ),
    503: (lazy_gettext("One moment"), lazy_gettext("The server is busy. Wait a few seconds, then try again.")),
}
"""Heading and text by status."""

_BARE_PAGE = (
    '<!doctype html><html lang="{language.tag}" dir="{language.direction}"><meta charset="utf-8">'
    "<title>{title} – Sequence Numbers</title>"
    '<h1>{title}</h1><p>{text}</p><p><a href="{home}">{start}</a></p></html>'
)
_NO_LONGER_TAUGHT = (
    lazy_gettext("You no longer teach this class"),
    lazy_gettext(
        "Its pages are closed to you now. What you saved before is kept. If this is a mistake, ask the class owner."
    ),
)
_START = lazy_gettext("Go to start page")
_MISSING_REFERENCE = (sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY, "23503")
"""The codes of SQLite and PostgreSQL for a reference to a row that does not exist."""
_EXPIRED = {
    Reader.TEACHER: lazy_gettext("This page expired. Reload it and try again."),
    Reader.STUDENT: lazy_pgettext("student", "This page is too old. Reload it and try again."),
}
_SIGN_IN_FIRST = {
    Reader.TEACHER: lazy_gettext("Please sign in first."),
    Reader.STUDENT: lazy_pgettext("student", "Please sign in first."),
}


def use_error_pages(app: Flask) -> None:
    """Register an error page, with the correct status, for every error."""
    app.register_error_handler(HTTPException, _on_http_error)
    app.register_error_handler(CSRFError, _on_csrf_error)
    for kind in REFUSED:
        app.register_error_handler(kind, _on_refusal)
    app.register_error_handler(DataError, _on_impossible_value)
    for gone in (NoResultFound, ObjectDeletedError, StaleDataError):
        app.register_error_handler(gone, _on_missing_row)
    app.register_error_handler(IntegrityError, _on_broken_constraint)


def error_page(status: int, text: str, title: str | None = None) -> tuple[str, int]:
    # Not `title or …`: to see whether a text is empty, the reader's language is looked up, which needs a database.
    heading = _TEXTS.get(status, _TEXTS[400])[0] if title is None else title
    try:
        return render_template("errors/error.html", title=heading, text=text, status=status), status
    except SQLAlchemyError as error:  # the page shows the signed-in person's name, which needs a database
        log.error("the error page could not be made: %s", type(error).__name__)  # noqa: TRY400 (it says nothing more)
    except TemplateError:
        log.exception("the error page could not be made")
    return _bare_page(heading, text), status


def _bare_page(heading: str, text: str) -> str:
    """Create a page without a template or database, in the browser's language."""
    language = browser_language()
    with in_language(language):
        return _BARE_PAGE.format(
            language=language,
            title=escape(str(heading)),
            text=escape(str(text)),
            start=escape(str(_START)),
            home=f"{request.script_root}/",
        )


def _on_http_error(error: HTTPException) -> ResponseReturnValue:
    status = error.code or 500
    if status < 400:
        return error
    title, text = _TEXTS.get(status, _TEXTS[400 if status < 500 else 500])
    if isinstance(error, NoLongerTaughtError):
        title, text = _NO_LONGER_TAUGHT
    if status == 413:
        note_refused(Reason.TOO_LARGE)
    if isinstance(error, SecurityError):  # no address can be built for a foreign host
        page = _bare_page(title, text)
    else:
        page, _ = error_page(status, text, title)
    response = error.get_response()
    response.data = page
    response.content_type = "text/html; charset=utf-8"
    return response


def _on_csrf_error(error: CSRFError) -> ResponseReturnValue:
    """Answer a form without its token. All pages with forms set a cookie: if there is none, the browser blocks them.

    But pages that need a sign-in have had their cookies: they were deleted, or have expired.
    """
    del error
    audience = audience_of(str(request.endpoint))
    if audience is not Audience.EVERYONE and not is_signed_in():
        if is_htmx():
            return redirect_to_sign_in(is_teachers=audience is not Audience.STUDENTS)
        return error_page(400, _SIGN_IN_FIRST[reader_of_page()])
    if not has_any_cookie(device.COOKIE):
        return error_page(
            400,
            lazy_gettext(
                "This browser blocks cookies, so you can’t sign in. Allow cookies for this site, then try again."
            ),
            lazy_gettext("Cookies are blocked"),
        )
    note_refused(Reason.NO_TOKEN)
    return error_page(400, _EXPIRED[reader_of_page()])


def _on_refusal(error: ServiceError | IllegalMoveError) -> ResponseReturnValue:
    end_read()
    refusal = refuse(error)
    return error_page(refusal.status, refusal.message)


def _on_impossible_value(error: DataError) -> ResponseReturnValue:
    """Answer values that PostgreSQL can't look up, mainly NUL: in an address, they identify nothing."""
    log.info("a value that no row can have: %s", type(error.orig).__name__)
    end_read()
    status = 404 if request.method == "GET" else 400
    return error_page(status, _TEXTS[status][1])


def _on_broken_constraint(error: IntegrityError) -> ResponseReturnValue:
    """Answer a request that would have added something to a row that another request deleted in the meantime."""
    code = getattr(error.orig, "sqlite_errorcode", None) or getattr(error.orig, "sqlstate", None)
    if code not in _MISSING_REFERENCE:
        raise error
    return _on_missing_row(error)


def _on_missing_row(error: SQLAlchemyError) -> ResponseReturnValue:
    """Answer a request whose row was deleted by another request in the meantime. Its transaction was rolled back."""
    log.info("a row was gone: %s", type(error).__name__)
    end_read()
    return error_page(404, _TEXTS[404][1])
