"""Where students find the app: the addresses that login cards and lobbies show."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

import segno
from flask import current_app, request, url_for

_THIS_COMPUTER = ("localhost", "127.", "[::1]")


@dataclass(frozen=True, slots=True)
class JoinLink:
    """The way into a class."""

    shown: str
    """What students type into the address bar: "192.168.1.5:8000"."""
    url: str
    """The whole address with the class code in it: for a QR code."""
    is_local: bool
    """Whether it works on the server's own computer only."""

    @property
    def qr(self) -> str:
        """The QR code as a ``data:`` address of an SVG picture."""
        return drawn_qr(self.url)


def join_link(code: str) -> JoinLink:
    """Return the link for the class with this code, by the host that students can reach."""
    host = _students_host()
    return JoinLink(
        shown=students_address(),
        url=f"{request.scheme}://{host}{url_for('home.show', code=code)}",
        is_local=is_for_this_computer(),
    )


def card_qr(token: str) -> str:
    """Return the QR code of one student's card, as a ``data:`` address. Browsers never send the part after ``#``."""
    return drawn_qr(f"{request.scheme}://{_students_host()}{url_for('home.card')}#{token}")


def students_address() -> str:
    """Return the address of the start page, as students type it."""
    return address_for_others(request.script_root).removeprefix("http://")


def address_for_others(path: str) -> str:
    """Return the whole address of one of our paths, for another device."""
    return f"{request.scheme}://{_students_host()}{path}"


def is_for_this_computer() -> bool:
    """Whether the addresses that we give out work on the server's own computer only."""
    return _students_host().startswith(_THIS_COMPUTER)


def _students_host() -> str:
    """Return the host that the teacher's browser used.

    A teacher at the server itself opens it as localhost, which is no use to others: then it is `STUDENTS_HOST`, if
    the server knows it.
    """
    host = request.host
    students_host = current_app.config["STUDENTS_HOST"]
    if not students_host or not host.startswith(_THIS_COMPUTER):
        return host
    port = urlsplit(f"//{host}").port
    bracketed = f"[{students_host}]" if ":" in students_host else students_host
    return f"{bracketed}:{port}" if port else str(bracketed)


def drawn_qr(address: str) -> str:
    """Draw the QR code of an address, as the ``data:`` address of an SVG picture."""
    drawing: str = segno.make(address, micro=False).svg_data_uri(border=2, svgclass=None, lineclass=None)
    return drawing
