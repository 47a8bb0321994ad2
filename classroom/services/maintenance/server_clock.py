"""The clock of the PostgreSQL server, which all processes share, also on different computers."""

from __future__ import annotations

import time

from sqlalchemy import text

from classroom import clock
from classroom.database import db, end_read

_LONGEST_SECONDS = 1.0
"""A slower answer says too little about the time."""


def follow_server_clock() -> None:
    """Compare the server's clock with the app's, and follow it. On SQLite there is none."""
    if db.engine.dialect.name != "postgresql":
        return
    db.session.connection()  # opening it takes longer
    began = time.monotonic()
    seconds = db.session.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one()
    took = time.monotonic() - began
    end_read()
    if took < _LONGEST_SECONDS:
        clock.follow_server(float(seconds) + took / 2)
