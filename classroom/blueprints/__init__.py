"""The blueprints, one per area of the app.

Each module or package here has its area as ``blueprint``; the modules of a package add views to it.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from flask import Flask

AREAS = (
    *("home", "setup", "auth", "account", "sso", "student_sso", "admin", "activity", "retention"),
    *("lti", "lms", "lti_platforms"),
    *("classes", "students", "decks", "sessions", "games", "replays", "reports", "follow_ups"),
    *("play", "played", "faces", "health"),
    *("display", "device_check", "doctor", "connect"),
)


def register_blueprints(app: Flask) -> None:
    for name in AREAS:
        area = import_module(f"{__name__}.{name}")
        for module in iter_modules(getattr(area, "__path__", ())):
            import_module(f"{area.__name__}.{module.name}")
        app.register_blueprint(area.blueprint)
