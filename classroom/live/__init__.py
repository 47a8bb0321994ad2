"""Live updates: a notification says that something changed; the page then requests the content from its normal view.

A notification carries a payload: one word without spaces that is opaque to the bus. `Bus.publish(topics, payload)`
delivers it to every subscription of these topics, in all processes. A subscription holds at most one payload:
`notifications.merge` merges later ones into it until it is taken, so a slow reader costs no memory. A merged payload
must make a page fetch at least what each of the two would. `Subscription.take` returns it, and the stream sends it as
the event's data (`web/stream.py`).

A thread receives payloads with `wait`. The event loop uses `listen`, which wakes it once for any number of
notifications.
"""

from __future__ import annotations

from flask import Flask, current_app

from classroom.live.bus import Bus, LocalBus, Subscription
from classroom.live.notifications import session_topic, student_topic

__all__ = ["Bus", "LocalBus", "Subscription", "connect_bus", "get_bus", "session_topic", "student_topic"]


def connect_bus(app: Flask) -> None:
    """Give the app its bus: on PostgreSQL one that uses LISTEN/NOTIFY, otherwise a local one."""
    url: str = app.config["SQLALCHEMY_DATABASE_URI"]
    if url.startswith("postgresql"):
        from classroom.live.postgres import PostgresBus  # noqa: PLC0415  needs the extra `postgres`

        app.extensions["bus"] = PostgresBus(app.config["DIRECT_DATABASE_URI"] or url)
    else:
        app.extensions["bus"] = LocalBus()


def get_bus() -> Bus:
    """Return the current app's bus."""
    bus: Bus = current_app.extensions["bus"]
    return bus
