"""What happens by itself while the server runs, one round after the other in a thread of its own.

Of several processes with one database a single one does what concerns the database. Another takes over when it ends.
"""

from __future__ import annotations

import logging
import threading

from flask import Flask
from sqlalchemy.exc import InterfaceError, OperationalError

from classroom import clock
from classroom.database import database_file, transaction
from classroom.live import get_bus, presence, session_topic
from classroom.services.accounts.login_use import write_uses
from classroom.services.accounts.logins import delete_expired_logins, is_anyone_signed_in
from classroom.services.accounts.rate_limit import delete_old_tries
from classroom.services.accounts.school_accounts import forget_old_requests
from classroom.services.audit_log import forget_old_entries
from classroom.services.erasing import empty_log, erase_pending
from classroom.services.exit_tickets.ends import end_due_tickets
from classroom.services.learning.evidence import save_evidence
from classroom.services.learning.knowledge import save_knowledge
from classroom.services.lti.launches import forget_old_launches
from classroom.services.maintenance.leases import Lease, lease_of_app
from classroom.services.maintenance.pulse import Pulse
from classroom.services.maintenance.retention import delete_due
from classroom.services.play.bots import play_due_bots
from classroom.services.play.turns import play_due_turns
from classroom.services.rosters.imports import forget_old_imports
from classroom.services.safety_copies import forget_old_copies
from classroom.services.sample.live import play_sample_classes
from classroom.services.sessions.endings import end_due_sessions

log = logging.getLogger(__name__)

_SAMPLES_EVERY = 2
"""Rounds between two looks at whether a simulated student of a sample class has thought enough."""
_PRESENCE_EVERY = 24
"""Rounds between two signs of life of simulated students: about ten seconds."""
_SAVE_EVERY = 150
"""Rounds between two snapshots of students and classes: about a minute. The first folds what came before it."""
_TIDY_EVERY = 9000
"""Rounds between two times of tidying up: about an hour."""
_SAVE_TO_TRY_EVERY = 25
"""Rounds between two tries whether the database takes changes: ten seconds."""


class BackgroundThread(threading.Thread):
    """The server's background thread: plays due bots and turns, ends what is due, erases, writes who is connected."""

    def __init__(self, app: Flask, *, every_seconds: float = 0.4) -> None:
        super().__init__(name="background", daemon=True)
        self._app = app
        self._every = every_seconds
        self._stopping = threading.Event()
        self._has_database = True
        self._rounds_of_lease = 0
        self.pulse = Pulse()

    def run(self) -> None:
        """Work until stopped. A failure is logged, and the next round tries again."""
        with self._app.app_context():
            lease = lease_of_app(self._app.config["DIRECT_DATABASE_URI"])
        rounds = 0
        while not self._stopping.wait(self._every):
            rounds += 1
            try:
                with self._app.app_context():
                    self._work(rounds, lease)
                self._has_database = True
            except (OperationalError, InterfaceError) as error:
                if self._has_database:  # once, not at each round until it is back
                    log.warning("the background thread waits for the database: %s", type(error.orig).__name__)
                self._has_database = False
            except Exception:
                log.exception("a round of the background thread failed")
            self.pulse.note_round()
        lease.release()

    def stop(self) -> None:
        """End the thread after the round under way."""
        self._stopping.set()

    def _work(self, rounds: int, lease: Lease) -> None:
        if lease.is_held():
            self._rounds_of_lease += 1
            _work_for_all(self._rounds_of_lease)
        else:
            self._rounds_of_lease = 0
        if rounds % 10 == 0:  # what this process has seen
            _write_signs_of_life()
            if clock.has_jumped() and not is_anyone_signed_in():
                clock.follow_system()
        if rounds % _SAVE_TO_TRY_EVERY == 0:
            self.pulse.try_to_save()


def _work_for_all(rounds: int) -> None:
    end_due_sessions()
    play_due_bots()
    play_due_turns()
    if rounds % _SAMPLES_EVERY == 0:
        play_sample_classes(shows_presence=rounds % _PRESENCE_EVERY == 0)
    erase_pending()
    if rounds % 5 == 0:
        end_due_tickets()
    if rounds % _SAVE_EVERY == 1:
        save_knowledge()
        save_evidence()
    if rounds % _TIDY_EVERY == 1:
        tidy_up()


def _write_signs_of_life() -> None:
    """Write in one commit who is connected and who did something."""
    with transaction():
        sessions = presence.write_seen()
        write_uses()
    get_bus().publish(map(session_topic, sessions))


def tidy_up() -> None:
    """Forget what is old: sign-ins, wrong tries, files that no one said yes to, ways to undo, entries of the log.

    Also what the school has chosen to keep no longer.
    """
    delete_expired_logins()
    delete_old_tries()
    forget_old_requests()
    forget_old_launches()
    forget_old_imports()
    if database := database_file():
        forget_old_copies(database=database)
    delete_due()
    empty_log()
    forget_old_entries()  # last: a database whose clock runs behind refuses it
