"""Decide which external addresses this server may send secrets and names to."""

from __future__ import annotations

from urllib.parse import urlsplit

_THIS_COMPUTER = frozenset({"localhost", "127.0.0.1", "::1"})


def is_safe(url: str) -> bool:
    """Return whether data to an address can't be read in transit: it uses https, or is on this computer."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return bool(parts.hostname) and (
        parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _THIS_COMPUTER)
    )
