"""Metrics for Prometheus: numbers about this process, never a person's name, ID, or address.

Off, and free of cost, unless an operator sets a token. The extra `metrics` installs the library.
"""

from __future__ import annotations

import hmac
import math
import time
from typing import TYPE_CHECKING

from flask import Flask, Response, current_app, g, request

from classroom.instance import InstanceError
from classroom.live import LocalBus
from classroom.services.maintenance.pulse import Pulse
from classroom.web.stream import open_streams

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

MIN_TOKEN = 16
_SECONDS = (0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
_MOVE = "play.move"
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
_NO_LIBRARY = "CLASSROOM_METRICS_TOKEN is set, but prometheus-client is not installed. Install the extra `metrics`."
_SHORT_TOKEN = f"CLASSROOM_METRICS_TOKEN is too short. Use at least {MIN_TOKEN} characters."


def use_metrics(app: Flask) -> None:
    """Collect metrics, if the operator enabled them.

    :raises InstanceError: if the token is too short, or the library is not installed.
    """
    token = app.config["METRICS_TOKEN"]
    if token is None:
        return
    if len(token) < MIN_TOKEN:
        raise InstanceError(_SHORT_TOKEN)
    try:
        from prometheus_client import CollectorRegistry  # noqa: PLC0415 (an extra)
    except ModuleNotFoundError as error:
        raise InstanceError(_NO_LIBRARY) from error
    registry = CollectorRegistry()
    app.extensions["metrics"] = registry
    _count_requests(app, registry)
    _watch_process(app, registry)


def metrics_text(authorization: str | None) -> bytes | None:
    """Return all metrics in Prometheus' text format; None with a wrong token or without metrics."""
    registry: CollectorRegistry | None = current_app.extensions.get("metrics")
    expected = f"Bearer {current_app.config['METRICS_TOKEN']}".encode()
    if registry is None or not hmac.compare_digest((authorization or "").encode(), expected):
        return None
    from prometheus_client import generate_latest  # noqa: PLC0415 (an extra)

    return generate_latest(registry)


def _count_requests(app: Flask, registry: CollectorRegistry) -> None:
    from prometheus_client import Counter, Histogram  # noqa: PLC0415 (an extra)

    seconds = Histogram(
        "classroom_request_seconds", "Requests answered, streams up to their first line",
        ["page", "method", "status"], buckets=_SECONDS, registry=registry,
    )  # fmt: skip
    moves = Counter("classroom_moves", "Moves that students posted", ["result"], registry=registry)

    @app.before_request
    def begin() -> None:
        g.metrics_began = time.perf_counter()

    @app.after_request
    def end(response: Response) -> Response:
        page = request.endpoint or "none"
        # A request rejected before the first hook has no start time.
        began = g.get("metrics_began", time.perf_counter())
        # Clients may invent methods, and each would become a permanent series.
        method = request.method if request.method in _METHODS else "other"
        seconds.labels(page, method, f"{response.status_code // 100}xx").observe(time.perf_counter() - began)
        if page == _MOVE:
            moves.labels("played" if response.status_code < 400 else "refused").inc()
        return response


def _watch_process(app: Flask, registry: CollectorRegistry) -> None:
    from prometheus_client import Gauge, Histogram, ProcessCollector  # noqa: PLC0415 (an extra)

    ProcessCollector(registry=registry)
    Gauge("classroom_streams", "Open live updates", registry=registry).set_function(open_streams)
    waiting = Gauge("classroom_requests_waiting", "Requests that no thread works on yet", registry=registry)
    waiting.set_function(lambda: count() if (count := app.extensions.get("waiting_requests")) else math.nan)
    round_age = Gauge("classroom_round_age_seconds", "Since the last round of the background thread", registry=registry)
    round_age.set_function(lambda: pulse.round_age() if (pulse := _pulse(app)) else math.nan)
    save_age = Gauge("classroom_save_age_seconds", "Since a change was saved for the last time", registry=registry)
    save_age.set_function(lambda: pulse.save_age() if (pulse := _pulse(app)) else math.nan)
    delay = Histogram(
        "classroom_notification_seconds", "From a change to the stream that announces it",
        buckets=(0.001, 0.005, 0.02, 0.1, 0.5, 2), registry=registry,
    )  # fmt: skip
    bus = app.extensions["bus"]
    if isinstance(bus, LocalBus):
        bus.note_delay = delay.observe


def _pulse(app: Flask) -> Pulse | None:
    return app.extensions.get("pulse")
