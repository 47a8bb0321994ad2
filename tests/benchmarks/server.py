"""The app as usually served, with two additional empty views, the baseline for pages and moves."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

from flask import Flask

from classroom import hosting
from classroom.database import transaction
from classroom.models import LoginFailure
from classroom.web.areas import Area, Audience

floor = Area("floor", __name__, Audience.EVERYONE)


@floor.get("/floor/empty")
def empty() -> str:
    """Do nothing."""
    return "ok"


@floor.get("/floor/commit")
def commit() -> str:
    """Do nothing but one durable commit."""
    with transaction() as session:
        session.add(LoginFailure(scope="floor"))
    return "ok"


@floor.get("/floor/usage")
def usage() -> dict[str, float]:
    """CPU seconds of this process so far, and its memory in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return {"cpu": time.process_time(), "memory": pages * 4096 / 1e6}


def add_floor(app: Flask) -> None:
    """Add the baseline views."""
    app.register_blueprint(floor)


def main() -> None:
    """Serve the app with the baseline views."""
    serve_with(add_floor)


def serve_with(add: Callable[[Flask], None]) -> None:
    """Serve the app after adding something to it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--host")
    parser.add_argument("--port", type=int)
    arguments = parser.parse_args()
    with hosting.hosted_app() as app:
        add(app)
        hosting.run(app, host=arguments.host, port=arguments.port)


if __name__ == "__main__":
    main()
