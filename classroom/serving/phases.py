"""The phases of a connection, and their time limits."""

from __future__ import annotations

from enum import Enum, auto


class Phase(Enum):
    """What a connection is waiting for."""

    IDLE = auto()  # the first byte of a request
    HEADER = auto()
    BODY = auto()
    BUSY = auto()  # a thread's response
    STREAMING = auto()  # nothing: the event loop writes an endless response
    CLOSING = auto()  # the client, to take the rest of its response
    LINGER = auto()  # the client, to disconnect; its data is discarded, as closing now could lose the response
    GIVEN_UP = auto()  # nothing: its request was slower than too many others, but its time is not over
    CLOSED = auto()


SECONDS = {Phase.IDLE: 20.0, Phase.HEADER: 10.0, Phase.BODY: 30.0, Phase.GIVEN_UP: 30.0, Phase.LINGER: 2.0}
"""The time limit of each phase in total, even if bytes keep arriving."""
