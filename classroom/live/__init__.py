"""Live updates: a poke says that something changed; the page then asks the ordinary view what."""

from __future__ import annotations

from classroom.live.bus import Bus, LocalBus, Subscription
from classroom.live.connect import connect_bus, get_bus
from classroom.live.topics import session_topic, student_topic

__all__ = ["Bus", "LocalBus", "Subscription", "connect_bus", "get_bus", "session_topic", "student_topic"]
