"""What a bus is, and the one that carries pokes within a process."""

from __future__ import annotations

import threading
from collections import defaultdict
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable


class Subscription:
    """One listener. Pokes that come while it is busy melt into one: it only asks *whether*, never *what*."""

    def __init__(self, bus: LocalBus, topic: str) -> None:
        self._bus = bus
        self._topic = topic
        self._poked = threading.Event()
        self._closed = False

    def poke(self) -> None:
        """Wake the listener."""
        self._poked.set()

    def wait(self, seconds: float) -> bool:
        """Whether a poke came, waiting for at most ``seconds``."""
        poked = self._poked.wait(seconds)
        self._poked.clear()
        return poked

    @property
    def is_closed(self) -> bool:
        """Whether the server wants the stream to end (it is stopping)."""
        return self._closed

    def close(self) -> None:
        """Stop listening. Wakes the listener; may be called twice, and from another thread."""
        self._closed = True
        self._bus.forget(self._topic, self)
        self._poked.set()


class Bus(Protocol):
    """What services and streams see of a bus."""

    def publish(self, topics: Iterable[str]) -> None:
        """Poke every listener of these topics, in all processes. Never fails a request."""

    def subscribe(self, topic: str) -> Subscription:
        """Start to listen. Close the subscription when done."""

    def close(self) -> None:
        """End all subscriptions: the server is stopping."""


class LocalBus:
    """Pokes within one process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: dict[str, set[Subscription]] = defaultdict(set)
        self._is_closed = False

    def publish(self, topics: Iterable[str]) -> None:
        """Poke the listeners of these topics."""
        with self._lock:
            listeners = [one for topic in topics for one in self._listeners.get(topic, ())]
        for listener in listeners:
            listener.poke()

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
