"""Read addresses from outside, and decide to which of them this server may send secrets and names."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

_THIS_COMPUTER = frozenset({"localhost", "127.0.0.1", "::1"})


def address_parts(text: str) -> SplitResult:
    """Split an address from outside; an invalid one has no parts."""
    try:
        return urlsplit(text)
    except ValueError:
        return urlsplit("")


def is_safe(url: str) -> bool:
    """Return whether data to an address can't be read in transit: it uses https, or is on this computer."""
    parts = address_parts(url)
    return bool(parts.hostname) and (
        parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _THIS_COMPUTER)
    )
