"""The app as it is always served, with the views of this benchmark."""

from __future__ import annotations

from tests.benchmarks.server import serve_with
from tests.benchmarks.streams.views import add_streams

if __name__ == "__main__":
    serve_with(add_streams)
