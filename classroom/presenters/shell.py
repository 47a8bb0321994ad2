"""What every page shows besides its own content: who is signed in, and in which colors."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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

    mark: str
    """Another one for each sign-in: by it the tabs of a browser find out that somebody else is signed in."""
    name: str
    sign_out_url: str
    links: tuple[NavLink, ...]
    reads_aloud: bool
    """Whether a student's own cards can be read aloud."""
    has_large_text: bool
    """Whether a student's own pages are set in larger type."""


class Theme(StrEnum):
    """The colors of every page."""

    DEVICE = "device"
    """As the device has them."""
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class ShownTheme:
    """The colors chosen in this browser, and the way to others."""

    chosen: Theme
    back: str
    """The address of the page, for the way back to it."""

    @property
    def following(self) -> Theme:
        """What one press of the button in the header leads to."""
        order = list(Theme)
        return order[(order.index(self.chosen) + 1) % len(order)]

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """Every choice and its words."""
        return tuple((theme.value, _THEMES[theme]) for theme in Theme)

    @property
    def text(self) -> str:
        """What is chosen, in words."""
        return _THEMES[self.chosen]

    @property
    def following_text(self) -> str:
        """What follows, in words."""
        return _THEMES[self.following]


_THEMES = {Theme.DEVICE: "as on this device", Theme.LIGHT: "light", Theme.DARK: "dark"}
