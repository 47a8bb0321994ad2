"""What happens by itself while the server runs, one round after the other in a thread of its own."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from sqlalchemy.exc import InterfaceError, OperationalError

from classroom.live import get_bus, presence, session_topic
from classroom.services.erasing import erase_pending
from classroom.services.exit_tickets.ends import end_due_tickets
from classroom.services.maintenance.housekeeping import tidy_up
from classroom.services.play.bots import play_due_bots
from classroom.services.play.turns import play_due_turns
from classroom.services.sessions.endings import end_due_sessions

if TYPE_CHECKING:
    from flask import Flask

log = logging.getLogger(__name__)

_TIDY_EVERY = 9000
"""Rounds between two times of tidying up: about an hour."""


class BackgroundThread(threading.Thread):
    """The server's background thread: plays due bots and turns, ends what is due, erases, writes who is connected."""

    def __init__(self, app: Flask, *, every_seconds: float = 0.4) -> None:
        super().__init__(name="background", daemon=True)
        self._app = app
        self._every = every_seconds
        self._stopping = threading.Event()
        self._has_database = True

    def run(self) -> None:
        """Work until stopped. A failure is logged, and the next round tries again."""
        rounds = 0
        while not self._stopping.wait(self._every):
            rounds += 1
            try:
                with self._app.app_context():
                    end_due_sessions()
                    play_due_bots()
                    play_due_turns()
                    erase_pending()
                    if rounds % 5 == 0:
                        end_due_tickets()
                    if rounds % _TIDY_EVERY == 1:
                        tidy_up()
                    if rounds % 10 == 0:
                        get_bus().publish(map(session_topic, presence.write_seen()))
                self._has_database = True
            except (OperationalError, InterfaceError) as error:
                if self._has_database:  # once, not at each round until it is back
                    log.warning("the background thread waits for the database: %s", type(error.orig).__name__)
                self._has_database = False
            except Exception:
                log.exception("a round of the background thread failed")

    def stop(self) -> None:
        """End the thread after the round under way."""
        self._stopping.set()
