"""What the terminal says when the server is up: where to go, and a QR code for it."""

from __future__ import annotations

import io
import socket
import sys

import segno

_EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104 (compared with, not bound to)
# Reserved for documentation, so never in use: asking for the way there sends nothing.
_FAR_AWAY = ("192.0.2.1", 9)


def announcement(host: str, port: int, *, lan: str | None) -> str:
    """Say where the app is; with a QR code if students can reach it.

    :param lan: this computer's address in the local network, if it has one.
    """
    is_everywhere = host in _EVERYWHERE
    students = students_host(host, lan=lan)
    lines = ["Sequence Numbers is running. Stop it with Ctrl+C.", ""]
    lines += [f"  On this computer:  {address('127.0.0.1' if is_everywhere else host, port)}"]
    if students:
        there = address(students, port)
        lines += [f"  Students open:     {there}", "", qr_code(there)]
    elif is_everywhere:
        lines += ["  No network was found, so other devices cannot reach it."]
    return "\n".join(lines)


def students_host(host: str, *, lan: str | None) -> str | None:
    """Tell under which name other devices reach a server that is bound to `host`; None if they cannot."""
    if host in _EVERYWHERE:
        return lan
    return host if is_reachable(host) else None


def address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def is_reachable(host: str) -> bool:
    """Tell whether other devices can reach an address of this computer."""
    return host not in {"::1", "localhost"} and not host.startswith("127.")


def qr_code(text: str) -> str:
    """Draw a QR code with half blocks; nothing where the terminal has no such letters."""
    drawing = io.StringIO()
    segno.make(text, micro=False).terminal(drawing, compact=True, border=2)
    try:
        drawing.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return drawing.getvalue()


def lan_address() -> str | None:
    """Give this computer's address in the local network, or None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_FAR_AWAY)
        except OSError:
            return None
        found: str = probe.getsockname()[0]
    return found if is_reachable(found) else None
