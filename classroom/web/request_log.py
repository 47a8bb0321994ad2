"""Requests in the server log: an ID for each, and slow ones. Off unless an operator turns it on."""

from __future__ import annotations

import json
import logging
import re
import secrets
import sys
import time
from datetime import UTC, datetime

from flask import Flask, Response, g, has_request_context, request

log = logging.getLogger(__name__)

HEADER = "X-Request-ID"
_ID = re.compile(r"[A-Za-z0-9-]{8,64}")


def use_request_log(app: Flask) -> None:
    """Give each request an ID if logs are JSON, and log slow ones if a limit is set."""
    slow: float | None = app.config["SLOW_SECONDS"]
    if app.config["LOG_FORMAT"] != "json" and slow is None:
        return

    @app.before_request
    def begin() -> None:
        given = request.headers.get(HEADER, "")
        # Accept IDs only from our own proxy. Otherwise a client could make two requests look like one.
        g.request_id = given if app.config["PROXIES"] and _ID.fullmatch(given) else secrets.token_hex(8)
        g.request_began = time.perf_counter()

    @app.after_request
    def end(response: Response) -> Response:
        if "request_id" not in g:  # rejected before the first hook
            return response
        response.headers[HEADER] = g.request_id
        seconds = time.perf_counter() - g.request_began
        if slow is not None and seconds >= slow:
            # The name of the view, because addresses contain IDs of students.
            log.warning("slow: %s %s, %s after %.2f s", request.method, request.endpoint, response.status_code, seconds)
        return response


class JsonFormatter(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return time (UTC), level, logger, message, request ID, and traceback as JSON."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if has_request_context() and "request_id" in g:
            line["request"] = g.request_id
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def log_as_json() -> None:
    """Write all log output as JSON to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
