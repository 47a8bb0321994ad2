"""Periodic work while the server runs, in a thread of its own.

If several processes share a database, a single one does the work on the database. Another takes over when it ends.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from flask import Flask
from sqlalchemy.exc import InterfaceError, OperationalError

from classroom import clock
from classroom.database import database_file, end_read, transaction
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
from classroom.services.maintenance.server_clock import follow_server_clock
from classroom.services.play.bots import play_due_bots
from classroom.services.play.turns import play_due_turns
from classroom.services.rosters.imports import forget_old_imports
from classroom.services.safety_copies import forget_old_copies
from classroom.services.sample.live import play_sample_classes
from classroom.services.sessions.endings import end_due_sessions
from classroom.thread_turns import short_turns

log = logging.getLogger(__name__)

_SAMPLES_EVERY = 2
"""Rounds between two checks for due moves of simulated students."""
_PRESENCE_EVERY = 24
"""Rounds between two heartbeats of simulated students: about ten seconds."""
_SAVE_EVERY = 150
"""Rounds between two snapshots: about a minute. The first folds everything since the last one."""
_TIDY_EVERY = 9000
"""Rounds between two cleanups: about an hour."""
_SAVE_TO_TRY_EVERY = 25
"""Rounds between two test writes to the database: ten seconds."""


class BackgroundThread(threading.Thread):
    """The server's background thread: plays due bots and turns, ends what is due, erases, writes who is connected."""

    def __init__(self, app: Flask, *, every_seconds: float = 0.4) -> None:
        super().__init__(name="background", daemon=True)
        self._app = app
        self._every = every_seconds
        self._stopping = threading.Event()
        self._has_database = True
        self._rounds_of_lease = 0
        self._failing: set[str] = set()
        self.pulse = Pulse()

    def run(self) -> None:
        """Work until stopped. An error of one job is logged, and stops neither the other jobs nor the next round."""
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
                if self._has_database:  # once, not in each round until the database is back
                    log.warning("the background thread waits for the database: %s", type(error.orig).__name__)
                self._has_database = False
            except Exception:
                log.exception("a round of the background thread failed")
            self.pulse.note_round()
        lease.release()

    def stop(self) -> None:
        """Stop the thread after the current round."""
        self._stopping.set()

    def _work(self, rounds: int, lease: Lease) -> None:
        if lease.is_held():
            self._rounds_of_lease += 1
            self._run(_jobs_for_all(self._rounds_of_lease))
        else:
            self._rounds_of_lease = 0
        if rounds % 10 == 0:
            self._run(_OWN_JOBS)
        if rounds % _SAVE_TO_TRY_EVERY == 0:
            self.pulse.test_write()

    def _run(self, jobs: Iterable[tuple[str, Callable[[], object]]]) -> None:
        """Do each job, even if another fails. Log a job that keeps failing once, until it succeeds.

        :raises DBAPIError: if the database is unavailable.
        """
        for name, do in jobs:
            try:
                do()
            except (OperationalError, InterfaceError):
                raise
            except Exception:
                end_read()
                if name not in self._failing:
                    log.exception("%s failed", name)
                self._failing.add(name)
            else:
                self._failing.discard(name)


def _jobs_for_all(rounds: int) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield what one process does for all that share the database."""
    yield "ending sessions on schedule", end_due_sessions
    yield "playing bots", play_due_bots
    yield "playing turns that timed out", play_due_turns
    if rounds % _SAMPLES_EVERY == 0:
        shows_presence = rounds % _PRESENCE_EVERY == 0
        yield "playing in sample classes", partial(play_sample_classes, shows_presence=shows_presence)
    yield "erasing deleted data", erase_pending
    if rounds % 5 == 0:
        yield "ending exit tickets", end_due_tickets
    if rounds % _SAVE_EVERY == 1:
        yield "saving estimates", _save_estimates
    if rounds % _TIDY_EVERY == 1:
        yield from TIDYING


def _save_estimates() -> None:
    with short_turns():
        save_knowledge()
        save_evidence()


def _write_activity() -> None:
    """Write connections and activity in one commit."""
    with transaction():
        sessions = presence.write_seen()
        write_uses()
    get_bus().publish(map(session_topic, sessions))


def _follow_clock() -> None:
    follow_server_clock()
    if clock.has_jumped() and not is_anyone_signed_in():
        clock.follow_system()


def _forget_old_copies() -> None:
    if database := database_file():
        forget_old_copies(database=database)


_OWN_JOBS = (("writing who is connected", _write_activity), ("following the clock", _follow_clock))
"""What each process does for itself."""
TIDYING = (
    ("deleting old logins", delete_expired_logins),
    ("deleting failed attempts", delete_old_tries),
    ("deleting requests of school accounts", forget_old_requests),
    ("deleting launches of an LMS", forget_old_launches),
    ("deleting unconfirmed imports", forget_old_imports),
    ("deleting copies of the database", _forget_old_copies),
    ("applying the retention rules", delete_due),
    ("emptying the database's log", empty_log),
    ("deleting old entries of the activity log", forget_old_entries),
)
"""Done every hour. The retention rules are the school's."""
