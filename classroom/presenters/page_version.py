"""What a page shows, as one token: pages name it, answers carry it, forms send it back."""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

_MAX_DIGITS = 18
_MAX_LENGTH = 120


class PageVersion(NamedTuple):
    """All that a page depends on. Another version, another content.

    Its text is ``what.3.7`` or ``kind-what.3.7``. ``static/js/live.js`` reads it too.
    """

    what: str
    """The id of the game, session, or ticket that is shown, or a digest of everything shown."""
    numbers: tuple[int, ...] = ()
    """Versions of its parts; of two versions of the same thing, the one with the higher numbers is newer."""
    kind: str = ""
    """Which page it is, where one address shows several."""

    def __str__(self) -> str:
        """Give the text that pages carry."""
        prefix = f"{self.kind}-" if self.kind else ""
        return prefix + ".".join((self.what, *map(str, self.numbers)))

    @classmethod
    def parse(cls, text: str) -> PageVersion | None:
        """Read the text of a version; None: it is none."""
        head, *rest = text.split(".")
        kind, dash, what = head.rpartition("-")
        is_whole = bool(what) and bool(kind) == bool(dash)
        if len(text) > _MAX_LENGTH or not is_whole or not all(map(_is_number, rest)):
            return None
        return cls(what, tuple(map(int, rest)), kind)

    @classmethod
    def of_content(cls, kind: str, page: object) -> PageVersion:
        """Digest a page whose parts have no versions.

        :param page: the frozen dataclass that its template reads; its ``repr`` must tell everything.
        """
        return cls(blake2b(repr(page).encode(), digest_size=8).hexdigest(), kind=kind)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _MAX_DIGITS
