"""The frame of every page: the signed-in person, main links, and colors."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from classroom.i18n import lazy_gettext
from classroom.models import Face


@dataclass(frozen=True, slots=True)
class NavLink:
    """One of the main links."""

    key: str
    """Equals `here` on the pages of this link."""
    text: str
    url: str


@dataclass(frozen=True, slots=True)
class ShownPerson:
    """The signed-in person."""

    mark: str
    """Differs for each sign-in, so that a browser's other tabs notice a new one."""
    name: str
    name_mark: str
    """Differs for each name, so that open pages notice a new one."""
    face: Face | None
    sign_out_url: str
    links: tuple[NavLink, ...]
    reads_aloud: bool
    has_large_text: bool
    has_wide_spacing: bool
    has_keys_off: bool
    """Whether single-key shortcuts outside of fields are off."""


class Theme(StrEnum):
    """Color themes."""

    DEVICE = "device"
    """Follow the device's setting."""
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class ShownTheme:
    """The colors chosen in this browser, and the other choices."""

    chosen: Theme
    back: str
    """The address of the current page, to return to it."""

    @property
    def following(self) -> Theme:
        """Return the next theme of the button in the header."""
        order = list(Theme)
        return order[(order.index(self.chosen) + 1) % len(order)]

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        return tuple((theme.value, str(_NAMES[theme])) for theme in Theme)

    @property
    def text(self) -> str:
        """Return the label of the button in the header."""
        return str(_BUTTONS[self.chosen])


_NAMES = {
    Theme.DEVICE: lazy_gettext("Same as device"),
    Theme.LIGHT: lazy_gettext("Light"),
    Theme.DARK: lazy_gettext("Dark"),
}
_BUTTONS = {
    Theme.DEVICE: lazy_gettext("Colors: same as device. Switch to light."),
    Theme.LIGHT: lazy_gettext("Colors: light. Switch to dark."),
    Theme.DARK: lazy_gettext("Colors: dark. Switch to same as device."),
}
