"""Announce a name for this computer on the local network (multicast DNS), so no one has to type an IP address."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zeroconf import Zeroconf

log = logging.getLogger(__name__)

_MOST_NAMES = 9
"""Maximum number of servers on one network: sequence.local to sequence-9.local."""
_ANSWER_MS = 750
"""How long to wait for another holder of the name to answer."""


class LocalName:
    """Announces ``<name>.local`` in a thread of its own until stopped. A network without multicast is not an error."""

    def __init__(self, name: str, *, addresses: Sequence[str], port: int, on_ready: Callable[[str], None]) -> None:
        """Prepare the announcement; `start` begins it.

        :param addresses: the addresses that the name resolves to.
        :param on_ready: called with the full name once it is announced. If another server has the name, it includes a
            number.
        """
        self._name = name
        self._addresses = list(addresses)
        self._port = port
        self._on_ready = on_ready
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="local name", daemon=True)

    def start(self) -> None:
        """Start to announce the name in the background."""
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(3)

    def _run(self) -> None:
        from zeroconf import Error, IPVersion, ServiceInfo, Zeroconf  # noqa: PLC0415  0.2 s, which no start waits for

        try:
            network = Zeroconf(interfaces=self._addresses, ip_version=IPVersion.V4Only)
        except OSError as error:
            log.info("no name is announced: %s", error)
            return
        try:
            full_name = next((one for one in self._names() if not _is_taken(network, one, self._addresses)), None)
            if full_name is None or self._stopping.is_set():
                return
            service = ServiceInfo(
                "_http._tcp.local.",
                f"{full_name.partition('.')[0]}._http._tcp.local.",
                addresses=[socket.inet_aton(one) for one in self._addresses],
                port=self._port,
                server=f"{full_name}.",
            )
            network.register_service(service, allow_name_change=True)
            self._on_ready(full_name)
            self._stopping.wait()
        except (Error, OSError) as error:
            log.info("no name is announced: %s", error)
        finally:
            network.close()

    def _names(self) -> list[str]:
        return [f"{self._name}.local", *(f"{self._name}-{number}.local" for number in range(2, _MOST_NAMES + 1))]


def _is_taken(network: Zeroconf, full_name: str, own: Sequence[str]) -> bool:
    """Return whether another computer answers to the name."""
    from zeroconf import AddressResolverIPv4  # type: ignore[attr-defined]  # noqa: PLC0415  as above

    resolver = AddressResolverIPv4(f"{full_name}.")
    found = resolver.request(network, _ANSWER_MS)
    return bool(found) and not set(resolver.parsed_addresses()) <= set(own)
