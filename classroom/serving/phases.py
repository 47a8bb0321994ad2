"""What a connection can be waiting for, and for how long at most."""

from __future__ import annotations

from enum import Enum, auto


class Phase(Enum):
    """What a connection is waiting for."""

    IDLE = auto()  # the first byte of a request
    HEADER = auto()
    BODY = auto()
    BUSY = auto()  # a thread's answer
    STREAMING = auto()  # nothing: the event loop writes an answer without an end
    CLOSING = auto()  # the client, to take the rest of its answer
    LINGER = auto()  # the client, to hang up; what it still sends is thrown away, or it might lose the answer
    CLOSED = auto()


SECONDS = {Phase.IDLE: 20.0, Phase.HEADER: 10.0, Phase.BODY: 30.0, Phase.LINGER: 2.0}
"""How long each phase may take in all, however often a byte arrives."""
