"""The bus interface, and the bus that works within one process."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Protocol

from classroom.live.notifications import PLAIN, merge


class Subscription:
    """One subscriber. Holds at most one payload; later ones are merged into it until it is taken."""

    def __init__(self, bus: LocalBus, topic: str) -> None:
        self._bus = bus
        self._topic = topic
        self._lock = threading.Lock()
        self._news: str | None = None
        self._has_news = threading.Event()
        self._wake: Callable[[], None] = self._has_news.set
        self._closed = False
        self._since = 0.0

    def notify(self, payload: str = PLAIN) -> None:
        """Store the payload for the subscriber, and wake it unless it is already awake."""
        with self._lock:
            is_first = self._news is None
            self._news = payload if self._news is None else merge(self._news, payload)
            if is_first:
                self._since = time.perf_counter()
                self._wake()

    def take(self) -> str | None:
        """Return the merged payload since the last call, or None."""
        with self._lock:
            news, self._news = self._news, None
            self._has_news.clear()
        if news is not None and self._bus.note_delay is not None:
            self._bus.note_delay(time.perf_counter() - self._since)
        return news

    def wait(self, seconds: float) -> str | None:
        """Wait for a payload and take it; None after the timeout."""
        self._has_news.wait(seconds)
        return self.take()

    def listen(self, wake: Callable[[], None]) -> None:
        """Set a callback: called from any thread when there is something to take, and now if there already is.

        It is called again only after `take`. It must not block, notify, or take.
        """
        with self._lock:
            self._wake = wake
            if self._news is not None:
                wake()

    @property
    def is_closed(self) -> bool:
        """Return whether the stream must end because the server is stopping."""
        return self._closed

    def close(self) -> None:
        """Unsubscribe and wake the subscriber. Idempotent and thread-safe."""
        self._closed = True
        self._bus.forget(self._topic, self)
        self.notify()


class Bus(Protocol):
    """The bus interface for services and streams."""

    def publish(self, topics: Iterable[str], payload: str = PLAIN) -> None:
        """Notify every subscriber of these topics, in all processes. Never raises."""

    def subscribe(self, topic: str) -> Subscription:
        """Subscribe to a topic. The caller closes the subscription."""

    def close(self) -> None:
        """End all subscriptions when the server stops."""


class LocalBus:
    note_delay: Callable[[float], None] | None = None
    """Optional callback with the seconds that each payload waited for its subscriber."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: dict[str, set[Subscription]] = defaultdict(set)
        self._is_closed = False

    def publish(self, topics: Iterable[str], payload: str = PLAIN) -> None:
        with self._lock:
            listeners = [one for topic in topics for one in self._listeners.get(topic, ())]
        for listener in listeners:
            listener.notify(payload)

    def subscribe(self, topic: str) -> Subscription:
        subscription = Subscription(self, topic)
        with self._lock:
            self._listeners[topic].add(subscription)
        if self._is_closed:
            subscription.close()
        return subscription

    def forget(self, topic: str, subscription: Subscription) -> None:
        """Remove a subscription; called by `Subscription.close`."""
        with self._lock:
            listeners = self._listeners.get(topic)
            if listeners is not None:
                listeners.discard(subscription)
                if not listeners:
                    del self._listeners[topic]

    def count(self) -> int:
        with self._lock:
            return sum(len(listeners) for listeners in self._listeners.values())

    def close(self) -> None:
        """End all subscriptions."""
        self._is_closed = True
        with self._lock:
            listeners = [one for group in self._listeners.values() for one in group]
        for listener in listeners:
            listener.close()
