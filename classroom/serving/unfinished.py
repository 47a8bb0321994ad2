"""Requests that have begun and are not complete: how many one address and all together may have."""

from __future__ import annotations

import ipaddress
from collections import defaultdict
from typing import Protocol

MOST_OF_ADDRESS = 256
"""Far more than the browsers of a school behind one address have: a request of theirs mostly comes as a whole."""
MOST = 1024
MOST_BYTES = 32 * 1024 * 1024


class Unfinished(Protocol):
    """What is counted of a connection."""

    remote_addr: str


class UnfinishedRequests:
    """Count unfinished requests, and choose who must go: the one that has taken longest.

    A request of an honest browser takes milliseconds, so anyone who sends slowly on purpose pushes out their own.
    """

    def __init__(self, *, most_of_address: int | None = MOST_OF_ADDRESS, most: int = MOST) -> None:
        """Make an empty count.

        :param most_of_address: None if addresses are those of proxies.
        """
        self._most_of_address = most_of_address
        self._most = most
        self._bytes: dict[Unfinished, int] = {}  # in the order of their beginnings, as the following ones
        self._of_address: dict[str, dict[Unfinished, None]] = defaultdict(dict)
        self._total_bytes = 0

    def __len__(self) -> int:
        return len(self._bytes)

    def note(self, one: Unfinished, size: int) -> Unfinished | None:
        """Note how many bytes of a request one has sent so far. Give the connection that must be closed, if any."""
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
        """Count a connection no longer: its request is complete, or it is closed."""
        size = self._bytes.pop(one, None)
        if size is None:
            return
        self._total_bytes -= size
        key = _key(one.remote_addr)
        del self._of_address[key][one]
        if not self._of_address[key]:
            del self._of_address[key]


def _key(address: str) -> str:
    """Give what counts as one address: of IPv6 the network, as each household and attacker has a whole one."""
    if ":" not in address:
        return address
    parsed = ipaddress.IPv6Address(address.partition("%")[0])
    return str(parsed.ipv4_mapped or int(parsed) >> 64)
