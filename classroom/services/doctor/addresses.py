"""Addresses of this computer, and which of them students can use."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator
from dataclasses import dataclass

import ifaddr

# Reserved for documentation, so never in use. Determining the route to it sends nothing.
_FAR_AWAY = ("192.0.2.1", 9)
_VIRTUAL = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "vethernet", "podman", "cni", "lxc")
"""Prefixes of interfaces that lead to programs on this computer rather than to a classroom."""


@dataclass(frozen=True, slots=True)
class OwnAddress:
    ip: str
    interface: str

    @property
    def is_self_given(self) -> bool:
        """Return whether the computer assigned it to itself because the network provided none."""
        return ipaddress.ip_address(self.ip).is_link_local

    @property
    def is_virtual(self) -> bool:
        """Return whether it only leads to programs on this computer."""
        return self.interface.lower().startswith(_VIRTUAL)


def is_reachable(host: str) -> bool:
    """Return whether other devices can reach a host address of this computer."""
    return host not in {"::1", "localhost"} and not host.startswith("127.")


def lan_address() -> str | None:
    """Return this computer's address in the local network, or None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_FAR_AWAY)
        except OSError:
            return None
        found: str = probe.getsockname()[0]
    return found if is_reachable(found) else None


def network_addresses() -> tuple[OwnAddress, ...]:
    """List the IPv4 addresses where other devices may reach this computer, the most likely one first."""
    likely = lan_address()
    found = [one for one in _all_addresses() if is_reachable(one.ip) and ":" not in one.ip]
    return tuple(sorted(found, key=lambda one: (one.is_self_given, one.is_virtual, one.ip != likely)))


def is_own_address(text: str) -> bool:
    """Return whether a request came from this computer. An invalid address counts as local."""
    try:
        asked = ipaddress.ip_address(text)
    except ValueError:
        return True
    mapped = getattr(asked, "ipv4_mapped", None) or asked
    return mapped.is_loopback or any(ipaddress.ip_address(one.ip) == mapped for one in _all_addresses())


def _all_addresses() -> Iterator[OwnAddress]:
    for adapter in ifaddr.get_adapters():
        for one in adapter.ips:
            ip = one.ip[0] if isinstance(one.ip, tuple) else one.ip
            yield OwnAddress(ip.partition("%")[0], adapter.name)
