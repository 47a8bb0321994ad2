"""The app as usually served, with this benchmark's views."""

from __future__ import annotations

from tests.benchmarks.server import serve_with
from tests.benchmarks.streams.views import add_streams

if __name__ == "__main__":
    serve_with(add_streams)
