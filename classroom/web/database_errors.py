"""The page shown while the database is unavailable, locked, full, or read-only. It reloads on its own."""

from __future__ import annotations

import logging

from flask import Flask, Response, current_app, request
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, PendingRollbackError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from classroom.database import SaveProblem, end_read, problem_of
from classroom.i18n import in_language, lazy_gettext
from classroom.services.notifications import notify_open_lessons
from classroom.services.safe_addresses import address_parts
from classroom.web.htmx import keep_page
from classroom.web.language import browser_language
from classroom.web.paths import own_address

log = logging.getLogger(__name__)

_RETRY_SECONDS = "2"
_TITLE = lazy_gettext("One moment")
_PAGE_AWAY = lazy_gettext("The server can’t reach its data right now. This page will try again on its own.")
_CHANGE_AWAY = lazy_gettext(
    "The server can’t reach its data right now. Your change may not be saved. This page will "
    "reload on its own. Check your change, and make it again if it is missing."
)
_NOT_SAVED = {
    SaveProblem.FULL: lazy_gettext(
        "The server’s disk is full, so nothing can be saved. Your change was not saved. "
        "Free up disk space on the server, then make your change again."
    ),
    SaveProblem.READ_ONLY: lazy_gettext(
        "The server’s data is write-protected, so nothing can be saved. Your change was not saved. "
        "Allow the server to write to its data folder, then make your change again."
    ),
}


def use_database_errors(app: Flask) -> None:
    """Answer with 503 and a page that reloads on its own whenever the database fails."""
    app.register_error_handler(DBAPIError, _on_database_error)
    app.register_error_handler(OSError, _on_file_error)
    app.register_error_handler(PoolTimeoutError, away_page)
    app.register_error_handler(PendingRollbackError, away_page)


def is_away(error: SQLAlchemyError) -> bool:
    """Return whether the database failed, rather than the statement."""
    return isinstance(error, OperationalError | InterfaceError | PoolTimeoutError | PendingRollbackError) or (
        isinstance(error, DBAPIError) and error.connection_invalidated
    )


def away_page(error: SQLAlchemyError | OSError) -> Response:
    """Create the page without using the database. htmx does not swap it in, so a table keeps its board."""
    log.error("the database did not answer: %s", getattr(error, "orig", None) or type(error).__name__)
    end_read()
    problem = problem_of(error)
    if problem is not None:
        notify_open_lessons()
    is_change = request.method not in {"GET", "HEAD"}
    language = browser_language()
    with in_language(language):
        page = current_app.jinja_env.get_template("errors/away.html").render(
            language=language,
            title=_TITLE,
            text=_text(problem, is_change=is_change),
            reload=_page_to_reload(is_change=is_change),
        )
    response = Response(page, 503, {"Retry-After": _RETRY_SECONDS})
    keep_page(response)
    return response


def _text(problem: SaveProblem | None, *, is_change: bool) -> str:
    if not is_change:
        return _PAGE_AWAY
    return _CHANGE_AWAY if problem is None else _NOT_SAVED[problem]


def _on_database_error(error: DBAPIError) -> Response:
    if not is_away(error):
        raise error
    return away_page(error)


def _on_file_error(error: OSError) -> Response:
    if problem_of(error) is None:
        raise error
    return away_page(error)


def _page_to_reload(*, is_change: bool) -> str:
    """Return the address to reload: after a form, the page that contained it."""
    if not is_change:
        return own_address()
    origin = address_parts(request.referrer or "")
    if origin.netloc != request.host or not origin.path.startswith("/") or origin.path.startswith("//"):
        return f"{request.script_root}/"
    return origin._replace(scheme="", netloc="", fragment="").geturl()
