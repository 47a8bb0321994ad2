"""What the header of every page shows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NavLink:
    """One of the main links."""

    key: str
    """What a page says it belongs to: ``here``."""
    text: str
    url: str


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Whoever is signed in."""

    name: str
    sign_out_url: str
    links: tuple[NavLink, ...]
