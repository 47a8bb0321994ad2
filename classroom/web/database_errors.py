"""What a page says while the database is away, locked, full, or read-only; it reloads by itself."""

from __future__ import annotations

import logging
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, PendingRollbackError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from classroom.database import db
from classroom.i18n import DEFAULT
from classroom.web.htmx import keep_page

log = logging.getLogger(__name__)

_RETRY_SECONDS = "2"
_TITLE = "One moment"
_PAGE_AWAY = "The server can’t reach its data right now. This page tries again by itself."
_CHANGE_AWAY = (
    "The server can’t reach its data right now, so your change may not be saved. "
    "The page comes back by itself. Check your change there, and make it again if it is missing."
)


def use_database_errors(app: Flask) -> None:
    """Answer 503, with a page that reloads by itself, whenever the database does not do its part."""
    app.register_error_handler(DBAPIError, _on_database_error)
    app.register_error_handler(PoolTimeoutError, away_page)
    app.register_error_handler(PendingRollbackError, away_page)


def is_away(error: SQLAlchemyError) -> bool:
    """Tell whether the database failed, rather than the statement that it was given."""
    return isinstance(error, OperationalError | InterfaceError | PoolTimeoutError | PendingRollbackError) or (
        isinstance(error, DBAPIError) and error.connection_invalidated
    )


def away_page(error: SQLAlchemyError) -> Response:
    """Give the page. It asks no database, and htmx swaps it nowhere: a table keeps its board."""
    log.error("the database did not answer: %s", getattr(error, "orig", None) or type(error).__name__)
    db.session.rollback()
    is_change = request.method not in {"GET", "HEAD"}
    page = current_app.jinja_env.get_template("errors/away.html").render(
        language=DEFAULT,
        title=_TITLE,
        text=_CHANGE_AWAY if is_change else _PAGE_AWAY,
        reload=_page_to_reload(is_change=is_change),
    )
    response = Response(page, 503, {"Retry-After": _RETRY_SECONDS})
    keep_page(response)
    return response


def _on_database_error(error: DBAPIError) -> Response:
    if not is_away(error):
        raise error
    return away_page(error)


def _page_to_reload(*, is_change: bool) -> str:
    """Give the address to open again: after a form, the page it was on."""
    if not is_change:
        return request.full_path.rstrip("?")
    origin = urlsplit(request.referrer or "")
    if origin.netloc != request.host or not origin.path.startswith("/") or origin.path.startswith("//"):
        return "/"
    return origin._replace(scheme="", netloc="", fragment="").geturl()
