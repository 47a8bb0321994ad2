"""What a bus is, and the one that carries notifications within a process."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Protocol

from classroom.live.notifications import PLAIN, merge


class Subscription:
    """One listener. It holds at most one payload: later ones are merged into it until it is taken."""

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
        """Keep the payload for the listener, and wake it unless it has been woken already."""
        with self._lock:
            is_first = self._news is None
            self._news = payload if self._news is None else merge(self._news, payload)
            if is_first:
                self._since = time.perf_counter()
                self._wake()

    def take(self) -> str | None:
        """Give what has come since the last call, merged; None if nothing has."""
        with self._lock:
            news, self._news = self._news, None
            self._has_news.clear()
        if news is not None and self._bus.note_delay is not None:
            self._bus.note_delay(time.perf_counter() - self._since)
        return news

    def wait(self, seconds: float) -> str | None:
        """Take what comes within that time."""
        self._has_news.wait(seconds)
        return self.take()

    def listen(self, wake: Callable[[], None]) -> None:
        """Call this from now on, from any thread, when there is something to take; at once if there is already.

        It is not called again before `take` was. It must not block, notify, or take.
        """
        with self._lock:
            self._wake = wake
            if self._news is not None:
                wake()

    @property
    def is_closed(self) -> bool:
        """Whether the server wants the stream to end (it is stopping)."""
        return self._closed

    def close(self) -> None:
        """Stop listening. Wakes the listener; may be called twice, and from another thread."""
        self._closed = True
        self._bus.forget(self._topic, self)
        self.notify()


class Bus(Protocol):
    """What services and streams see of a bus."""

    def publish(self, topics: Iterable[str], payload: str = PLAIN) -> None:
        """Notify every listener of these topics, in all processes. Never fails a request."""

    def subscribe(self, topic: str) -> Subscription:
        """Start to listen. Close the subscription when done."""

    def close(self) -> None:
        """End all subscriptions: the server is stopping."""


class LocalBus:
    """Notifications within one process."""

    note_delay: Callable[[float], None] | None = None
    """Told, if anyone wants to know, how many seconds each payload waited for its listener."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: dict[str, set[Subscription]] = defaultdict(set)
        self._is_closed = False

    def publish(self, topics: Iterable[str], payload: str = PLAIN) -> None:
        """Notify the listeners of these topics."""
        with self._lock:
            listeners = [one for topic in topics for one in self._listeners.get(topic, ())]
        for listener in listeners:
            listener.notify(payload)

    def subscribe(self, topic: str) -> Subscription:
        """Start to listen to one topic."""
        subscription = Subscription(self, topic)
        with self._lock:
            self._listeners[topic].add(subscription)
        if self._is_closed:
            subscription.close()
        return subscription

    def forget(self, topic: str, subscription: Subscription) -> None:
        """Drop a listener; called by `Subscription.close`."""
        with self._lock:
            listeners = self._listeners.get(topic)
            if listeners is not None:
                listeners.discard(subscription)
                if not listeners:
                    del self._listeners[topic]

    def count(self) -> int:
        """How many listeners there are."""
        with self._lock:
            return sum(len(listeners) for listeners in self._listeners.values())

    def close(self) -> None:
        """End every stream."""
        self._is_closed = True
        with self._lock:
            listeners = [one for group in self._listeners.values() for one in group]
        for listener in listeners:
            listener.close()
