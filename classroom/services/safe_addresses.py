"""Which addresses of other services this server sends secrets and names to."""

from __future__ import annotations

from urllib.parse import urlsplit

_THIS_COMPUTER = frozenset({"localhost", "127.0.0.1", "::1"})


def is_safe(url: str) -> bool:
    """Whether what is sent to an address can't be read on the way: it begins with https, or is on this computer."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return bool(parts.hostname) and (
        parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _THIS_COMPUTER)
    )
