"""The blueprints, one package per area of the app."""

from __future__ import annotations

from importlib import import_module

from flask import Flask

AREAS = (
    *("home", "setup", "auth", "account", "sso", "admin"),
    *("classes", "students", "decks", "sessions", "games", "replays", "reports"),
    *("play", "played", "health"),
    "theme",
)


def register_blueprints(app: Flask) -> None:
    """Register every area: its package offers ``blueprint``."""
    for area in AREAS:
        app.register_blueprint(import_module(f"classroom.blueprints.{area}").blueprint)
