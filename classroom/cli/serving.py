"""The commands that start servers: the app, and the demo."""

from __future__ import annotations

import argparse
import gc
from pathlib import Path

from classroom import demo, hosting


def serve(arguments: argparse.Namespace) -> int:
    gc.freeze()  # imports are never freed, so garbage collection during startup only takes time
    with hosting.hosted_app() as app:
        notes = hosting.room_notes(Path(app.instance_path))
        token = hosting.open_setup_token(app)
        hosting.run(app, host=arguments.host, port=arguments.port, notes=notes, token=token)
    return 0


def serve_demo(arguments: argparse.Namespace) -> int:
    return demo.main(host=arguments.host, port=arguments.port, fresh=arguments.fresh)
