"""Notifications between processes with PostgreSQL's LISTEN/NOTIFY, so no further server is needed."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterable

import psycopg
from sqlalchemy.engine import make_url

from classroom.live.bus import LocalBus, Subscription
from classroom.live.notifications import PLAIN

log = logging.getLogger(__name__)

_CHANNEL = "classroom_news"
_LONGEST_NOTICE = 7_900  # PostgreSQL rejects payloads of 8,000 bytes or more
_RECONNECT_SECONDS = 1.0
_CONNECT_SECONDS = 5


class PostgresBus(LocalBus):
    """A local bus that sends all notifications, including to its own process, through the database.

    One connection sends, another listens in a thread. The thread starts with the first subscription, so after a worker
    was forked. If a notification is lost while the database is unavailable, the version check of the next request makes
    up for it.
    """

    def __init__(self, url: str) -> None:
        super().__init__()
        self._conninfo = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._notify_lock = threading.Lock()
        self._notifier: psycopg.Connection[tuple[object, ...]] | None = None
        self._listener: threading.Thread | None = None
        self._is_listening = threading.Event()

    def publish(self, topics: Iterable[str], payload: str = PLAIN) -> None:
        """Notify all processes, with a statement after the commit: NOTIFY in transactions would serialize commits."""
        notice = payload
        for topic in topics:
            if len(notice) + len(topic) > _LONGEST_NOTICE:
                self._notify(notice)
                notice = payload
            notice += f" {topic}"
        if notice != payload:
            self._notify(notice)

    def subscribe(self, topic: str) -> Subscription:
        """Subscribe to a topic; the first subscription makes the process listen."""
        with self._notify_lock:
            if self._listener is None:
                self._listener = threading.Thread(target=self._listen, name="notifications", daemon=True)
                self._listener.start()
        self._is_listening.wait(2)
        return super().subscribe(topic)

    def _notify(self, notice: str) -> None:
        with self._notify_lock:
            for _ in range(2):
                try:
                    if self._notifier is None or self._notifier.closed:
                        self._notifier = self._connect()
                    self._notifier.execute("SELECT pg_notify(%s, %s)", (_CHANNEL, notice))
                except psycopg.Error:
                    log.warning("a notification could not be sent; trying a new connection")
                    self._hang_up()
                else:
                    return

    def close(self) -> None:
        """End all subscriptions and both connections."""
        super().close()
        with self._notify_lock:
            self._hang_up()
        if self._listener is not None:
            self._listener.join(3)

    def _connect(self) -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(self._conninfo, autocommit=True, connect_timeout=_CONNECT_SECONDS)

    def _hang_up(self) -> None:
        if self._notifier is not None:
            self._notifier.close()
        self._notifier = None

    def _listen(self) -> None:
        while not self._is_closed:
            try:
                with self._connect() as connection:
                    connection.execute(f"LISTEN {_CHANNEL}")
                    self._is_listening.set()
                    self._notify_everyone()  # for anything missed while disconnected
                    while not self._is_closed:
                        for notice in connection.notifies(timeout=1.0):
                            payload, *topics = notice.payload.split()
                            super().publish(topics, payload)
            except psycopg.Error:
                log.warning("the database's notifications are away; trying again")
                time.sleep(_RECONNECT_SECONDS)

    def _notify_everyone(self) -> None:
        with self._lock:
            topics = list(self._listeners)
        super().publish(topics)
