"""Limits on incomplete requests, per address and in total."""

from __future__ import annotations

import ipaddress
from collections import defaultdict
from typing import Protocol

MOST_OF_ADDRESS = 256
"""Far more than the browsers of a school behind one address need: most of their requests arrive in one piece."""
MOST = 1024
MOST_BYTES = 32 * 1024 * 1024


class Unfinished(Protocol):
    """The key of a connection's address, and the bytes received."""

    remote_addr: str


class UnfinishedRequests:
    """Counts incomplete requests, and picks the one to close: the one that has taken longest.

    A browser's request takes milliseconds, so an attacker who sends slowly pushes out only their own requests.
    """

    def __init__(self, *, most_of_address: int | None = MOST_OF_ADDRESS, most: int = MOST) -> None:
        """Start with no requests.

        :param most_of_address: the limit per address; None if addresses are those of proxies.
        """
        self._most_of_address = most_of_address
        self._most = most
        self._bytes: dict[Unfinished, int] = {}  # in order of arrival, like the following
        self._of_address: dict[str, dict[Unfinished, None]] = defaultdict(dict)
        self._total_bytes = 0

    def __len__(self) -> int:
        return len(self._bytes)

    def note(self, one: Unfinished, size: int) -> Unfinished | None:
        """Record how many bytes of a request have arrived. Return the connection to close, if any."""
        self._total_bytes += size - self._bytes.get(one, 0)
        self._bytes[one] = size
        own = self._of_address[_key(one.remote_addr)]
        own[one] = None
        if self._most_of_address is not None and len(own) > self._most_of_address:
            return next(iter(own))
        if len(self._bytes) > self._most or self._total_bytes > MOST_BYTES:
            return next(iter(self._bytes))
        return None

    def forget(self, one: Unfinished) -> None:
        """Stop counting a connection: its request is complete, or it was closed."""
        size = self._bytes.pop(one, None)
        if size is None:
            return
        self._total_bytes -= size
        key = _key(one.remote_addr)
        del self._of_address[key][one]
        if not self._of_address[key]:
            del self._of_address[key]


def _key(address: str) -> str:
    """Return what counts as one address: for IPv6 the network, because each household or attacker has a whole one."""
    if ":" not in address:
        return address
    parsed = ipaddress.IPv6Address(address.partition("%")[0])
    return str(parsed.ipv4_mapped or int(parsed) >> 64)
