"""Live updates: a notification says that something changed; the page then asks the ordinary view what.

A notification carries a payload: one word without spaces that means nothing to the bus. `Bus.publish(topics, payload)`
brings it to every subscription of these topics, in all processes. A subscription keeps at most one payload: what comes
before it was taken is merged into it by `notifications.merge`. So a slow reader costs no memory, and the merged payload
must make a page fetch at least what each of the two would. `Subscription.take` gives it, and the stream sends it as the
event's data (`web/stream.py`).

Who takes it: a thread by `wait`, or the event loop, which `listen` wakes once for any number of notifications.
"""

from __future__ import annotations

from flask import Flask, current_app

from classroom.live.bus import Bus, LocalBus, Subscription
from classroom.live.notifications import session_topic, student_topic

__all__ = ["Bus", "LocalBus", "Subscription", "connect_bus", "get_bus", "session_topic", "student_topic"]


def connect_bus(app: Flask) -> None:
    """Give the app its bus: PostgreSQL's own LISTEN/NOTIFY where that is the database, else a local one."""
    url: str = app.config["SQLALCHEMY_DATABASE_URI"]
    if url.startswith("postgresql"):
        from classroom.live.postgres import PostgresBus  # noqa: PLC0415  needs the extra `postgres`

        app.extensions["bus"] = PostgresBus(app.config["DIRECT_DATABASE_URI"] or url)
    else:
        app.extensions["bus"] = LocalBus()


def get_bus() -> Bus:
    """Return the bus of the current app."""
    bus: Bus = current_app.extensions["bus"]
    return bus
