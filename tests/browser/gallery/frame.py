"""What hangs in the gallery."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Gallery:
    """Addresses to open, for each person."""

    pages: list[tuple[str | None, str]] = field(default_factory=list)
    """The cookie of anyone who opens it (None: no one is signed in), and the address."""
    code: str = ""
    """That of a class that plays."""
    playing: str = ""
    """The cookie of a student whose turn it is there."""
    teacher: str = ""
    """The cookie of that class's teacher."""
    session: str = ""
    """The address of its session."""

    def add(self, cookie: str | None, *addresses: str) -> None:
        """Hang pages."""
        self.pages += [(cookie, address) for address in addresses]
