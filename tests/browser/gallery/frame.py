"""The pages in the gallery."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Gallery:
    """Addresses to open, for each person."""

    pages: list[tuple[str | None, str]] = field(default_factory=list)
    """The cookie of the person who opens it (None if not signed in), and the address."""
    code: str = ""
    """The code of a class with a session."""
    playing: str = ""
    """The cookie of the active student there."""
    teacher: str = ""
    """The cookie of that class's teacher."""
    session: str = ""
    """The address of its session."""

    def add(self, cookie: str | None, *addresses: str) -> None:
        """Add pages."""
        self.pages += [(cookie, address) for address in addresses]
