"""Health checks and metrics, for monitoring."""

from __future__ import annotations

from flask import abort, current_app, request
from flask.typing import ResponseReturnValue
from sqlalchemy import text

from classroom.database import db
from classroom.services.maintenance.pulse import report_of
from classroom.web.areas import Area, Audience
from classroom.web.metrics import metrics_text

blueprint = Area("health", __name__, Audience.EVERYONE)

_PLAIN = {"Content-Type": "text/plain; charset=utf-8"}


@blueprint.get("/health")
def show() -> ResponseReturnValue:
    """Respond ``ok`` after querying the database."""
    db.session.execute(text("SELECT 1"))
    return "ok\n", _PLAIN


@blueprint.get("/metrics")
def metrics() -> ResponseReturnValue:
    """Return the metrics for Prometheus; 404 without the right token."""
    text_format = metrics_text(request.headers.get("Authorization"))
    if text_format is None:
        abort(404)
    return text_format, {"Content-Type": "text/plain; version=0.0.4; charset=utf-8"}


@blueprint.get("/ready")
def ready() -> ResponseReturnValue:
    """Respond ``ready`` if the background thread works and the database accepts writes; else 503 and the reason."""
    is_ready, report = report_of(current_app.extensions.get("pulse"))
    return report, 200 if is_ready else 503, _PLAIN
