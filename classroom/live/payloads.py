"""What a poke carries, and how two of them become one."""

from __future__ import annotations

PLAIN = "plain"
"""Something has changed; the page must ask what."""


def merge(older: str, newer: str) -> str:
    """Give the payload that stands for both. Two that cannot be compared make a plain poke."""
    return newer if older == newer else PLAIN
