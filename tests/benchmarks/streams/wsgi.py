"""The same behind gunicorn."""

from __future__ import annotations

from classroom.wsgi import app
from tests.benchmarks.streams.views import add_streams

add_streams(app)
__all__ = ["app"]
