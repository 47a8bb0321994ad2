"""Which bus an app uses."""

from __future__ import annotations

from flask import Flask, current_app

from classroom.live.bus import Bus, LocalBus


def connect_bus(app: Flask) -> None:
    """Give the app its bus: PostgreSQL's own LISTEN/NOTIFY where that is the database, else a local one."""
    url: str = app.config["SQLALCHEMY_DATABASE_URI"]
    if url.startswith("postgresql"):
        from classroom.live.postgres import PostgresBus  # noqa: PLC0415  needs the extra `postgres`

        app.extensions["bus"] = PostgresBus(url)
    else:
        app.extensions["bus"] = LocalBus()


def get_bus() -> Bus:
    """The bus of the present app."""
    bus: Bus = current_app.extensions["bus"]
    return bus
