"""The version of a page's content, as one token: pages contain it, responses carry it, forms send it back."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

_MAX_DIGITS = 18
_MAX_LENGTH = 120


class PageVersion(NamedTuple):
    """Everything that a page depends on. Any change gives another version.

    Its text is ``what.3.7`` or ``kind-what.3.7``, which ``static/js/live.js`` also parses.
    """

    what: str
    """The ID of the game, session, or ticket, or a digest of everything shown."""
    numbers: tuple[int, ...] = ()
    """Versions of its parts. Of two versions of the same thing, the one with higher numbers is newer."""
    kind: str = ""
    """The kind of page, if an address has several."""

    def __str__(self) -> str:
        prefix = f"{self.kind}-" if self.kind else ""
        return prefix + ".".join((self.what, *map(str, self.numbers)))

    @classmethod
    def parse(cls, text: str) -> PageVersion | None:
        """Parse the text of a version; None if it is invalid."""
        return _parsed(text) if len(text) <= _MAX_LENGTH else None

    @classmethod
    def of_content(cls, kind: str, page: object) -> PageVersion:
        """Digest a page whose parts have no versions.

        :param page: the frozen dataclass that its template reads; its ``repr`` must include everything.
        """
        return cls(blake2b(repr(page).encode(), digest_size=8).hexdigest(), kind=kind)


@lru_cache(maxsize=1024)
def _parsed(text: str) -> PageVersion | None:
    """Parse a text. Every page at a table sends the same, and each twice (`classroom.web.htmx`)."""
    head, *rest = text.split(".")
    kind, dash, what = head.rpartition("-")
    is_whole = bool(what) and bool(kind) == bool(dash)
    return PageVersion(what, tuple(map(int, rest)), kind) if is_whole and all(map(_is_number, rest)) else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _MAX_DIGITS
