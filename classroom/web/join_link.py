"""Addresses of the app for students, shown on login cards and in lobbies."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from urllib.parse import urlsplit

import segno
from flask import current_app, request, url_for

from classroom.web.once import address_of

_THIS_COMPUTER = ("localhost", "127.", "[::1]")


@dataclass(frozen=True, slots=True)
class JoinLink:
    """The link to a class."""

    shown: str
    """What students type into the address bar: "192.168.1.5:8000"."""
    url: str
    """The full address including the class code, for a QR code."""
    is_local: bool
    """Whether it works only on the server's own computer."""

    @property
    def qr(self) -> str:
        """Return the QR code as a ``data:`` address of an SVG image."""
        return _qr_of_class(self.url)


@functools.lru_cache(256)
def _qr_of_class(url: str) -> str:
    """Draw a class's QR code once: the lobby and the class screen show it again with each update."""
    return drawn_qr(url)


def join_link(code: str) -> JoinLink:
    """Return the link for the class with this code, with a host that students can reach."""
    host = _students_host()
    return JoinLink(
        shown=students_address(),
        url=f"{request.scheme}://{host}{address_of('home.show', code=code)}",
        is_local=is_for_this_computer(),
    )


def card_qr(token: str) -> str:
    """Return the QR code of a student's card as a ``data:`` address. Browsers never send the part after ``#``."""
    return drawn_qr(f"{request.scheme}://{_students_host()}{url_for('home.card')}#{token}")


def students_address() -> str:
    """Return the address of the start page, as students type it."""
    return address_for_others(request.script_root).removeprefix("http://")


def address_for_others(path: str) -> str:
    """Return the full address of a path of the app, for another device."""
    return f"{request.scheme}://{_students_host()}{path}"


def is_for_this_computer() -> bool:
    """Return whether our addresses work only on the server's own computer."""
    return _students_host().startswith(_THIS_COMPUTER)


def _students_host() -> str:
    """Return the host that the teacher's browser used.

    On the server's own computer that is localhost, which is no use to others. Then return `STUDENTS_HOST`, if set.
    """
    host = request.host
    students_host = current_app.config["STUDENTS_HOST"]
    if not students_host or not host.startswith(_THIS_COMPUTER):
        return host
    port = urlsplit(f"//{host}").port
    bracketed = f"[{students_host}]" if ":" in students_host else students_host
    return f"{bracketed}:{port}" if port else str(bracketed)


def drawn_qr(address: str) -> str:
    """Return the QR code of an address as a ``data:`` address of an SVG image."""
    drawing: str = segno.make(address, micro=False).svg_data_uri(border=2, svgclass=None, lineclass=None)
    return drawing
