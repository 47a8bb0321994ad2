"""The commands that serve: the app, and the demo."""

from __future__ import annotations

import argparse

from classroom import demo, hosting


def serve(arguments: argparse.Namespace) -> int:
    with hosting.hosted_app() as app:
        hosting.run(app, host=arguments.host, port=arguments.port, notes=hosting.first_run_notes(app))
    return 0


def serve_demo(arguments: argparse.Namespace) -> int:
    return demo.main(host=arguments.host, port=arguments.port, fresh=arguments.fresh)
