"""The app as it is always served, with the views of this benchmark."""

from __future__ import annotations

import argparse

from classroom import hosting
from tests.benchmarks.streams.views import add_streams


def main() -> None:
    """Serve."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--host")
    parser.add_argument("--port", type=int)
    arguments = parser.parse_args()
    with hosting.hosted_app() as app:
        add_streams(app)
        hosting.run(app, host=arguments.host, port=arguments.port)


if __name__ == "__main__":
    main()
