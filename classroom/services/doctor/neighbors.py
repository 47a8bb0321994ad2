"""Devices recently seen on the local network, from the system's neighbor table."""

from __future__ import annotations

import ipaddress
import struct
from pathlib import Path

_ARP = Path("/proc/net/arp")
_ROUTES = Path("/proc/net/route")
_INCOMPLETE = "00:00:00:00:00:00"


def has_neighbors() -> bool | None:
    """Return whether a device other than the router was seen on the local network; None if the system doesn't say.

    Before opening a page, a device asks for this computer's hardware address. Firewalls allow that; an access point
    with client isolation doesn't.
    """
    try:
        entries = [line.split() for line in _ARP.read_text(encoding="ascii").splitlines()[1:]]
    except OSError:
        return None
    routers = _routers()
    return any(fields[0] not in routers and fields[3] != _INCOMPLETE for fields in entries if len(fields) >= 4)


def _routers() -> set[str]:
    try:
        lines = _ROUTES.read_text(encoding="ascii").splitlines()[1:]
    except OSError:
        return set()
    gateways = (line.split()[2] for line in lines if len(line.split()) >= 3)
    return {str(ipaddress.ip_address(struct.pack("=I", int(one, 16)))) for one in gateways}
