"""Send a request to an address of this server like a browser, and report what answers.

It only connects to this computer's own addresses and to the one given on the command line.
"""

from __future__ import annotations

import http.client
import json
import socket
import ssl
import time
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum, auto
from typing import NamedTuple
from urllib.parse import urlsplit

_PATIENCE = 2.0
"""Seconds. On its own network, a server answers in milliseconds."""
FIRST_EVENT_SECONDS = 4.0
"""Seconds; pages wait this long for a first event before they poll (static/js/live.js)."""


class Reply(StrEnum):
    """The result of a probe."""

    APP = auto()
    """This app answers."""
    OTHER_PROGRAM = auto()
    HOST_REJECTED = auto()
    """The app answers, but rejects this host name."""
    REFUSED = auto()
    SILENT = auto()
    NAME_UNKNOWN = auto()
    UNTRUSTED = auto()
    EXPIRED = auto()
    OTHER_NAME = auto()
    NO_TLS = auto()


_UNTRUSTED = {10: Reply.EXPIRED, 62: Reply.OTHER_NAME, 64: Reply.OTHER_NAME}
"""Meanings of OpenSSL's error numbers: expired, wrong host name, wrong IP address."""


class Validity(NamedTuple):
    """The time in which a certificate is valid."""

    begins: datetime
    ends: datetime


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of an address."""

    reply: Reply
    ahead: float = 0.0
    """By how many seconds its clock is ahead of this system's."""
    certificate: Validity | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where to send requests: an address without a path, or with the app's own."""

    url: str

    @classmethod
    def of(cls, ip: str, port: int) -> Place:
        """Create the plain http address of an interface."""
        return cls(f"http://[{ip}]:{port}" if ":" in ip else f"http://{ip}:{port}")

    @property
    def is_https(self) -> bool:
        return urlsplit(self.url).scheme == "https"

    @property
    def host(self) -> str:
        """Return the host name without a port."""
        return urlsplit(self.url).hostname or ""

    def connection(self, seconds: float) -> http.client.HTTPConnection:
        port = urlsplit(self.url).port
        if self.is_https:
            return http.client.HTTPSConnection(self.host, port, timeout=seconds, context=ssl.create_default_context())
        return http.client.HTTPConnection(self.host, port, timeout=seconds)

    def path(self, path: str) -> str:
        """Prefix a page's path with the app's path."""
        return urlsplit(self.url).path.rstrip("/") + path


def ask(place: Place) -> Answer:
    """Request the page that returns the time."""
    try:
        return _answer_of(place)
    except (OSError, http.client.HTTPException) as error:
        return Answer(_reply_of(error))


def _answer_of(place: Place) -> Answer:
    with closing(place.connection(_PATIENCE)) as connection:
        connection.connect()
        certificate = _validity(connection.sock)
        connection.request("GET", place.path("/check/answer"))
        answer = connection.getresponse()
        body = answer.read(4096)
    if answer.status == 400 and b"Sequence Numbers" in body:
        return Answer(Reply.HOST_REJECTED, certificate=certificate)
    try:
        ahead = float(json.loads(body)["now"]) / 1000 - time.time()
    except (ValueError, KeyError, TypeError):
        return Answer(Reply.OTHER_PROGRAM, certificate=certificate)
    return Answer(Reply.APP, ahead, certificate)


def _reply_of(error: OSError | http.client.HTTPException) -> Reply:
    if isinstance(error, ssl.SSLCertVerificationError):
        return _UNTRUSTED.get(error.verify_code, Reply.UNTRUSTED)
    kinds = (
        (ssl.SSLError, Reply.NO_TLS),
        (socket.gaierror, Reply.NAME_UNKNOWN),
        (TimeoutError, Reply.SILENT),
        (OSError, Reply.REFUSED),
    )
    return next((reply for kind, reply in kinds if isinstance(error, kind)), Reply.OTHER_PROGRAM)


def first_event_after(place: Place) -> float | None:
    """Open a stream; return the seconds until its first event, or None after the timeout.

    :raises LookupError: if this server has no streams.
    """
    began = time.monotonic()
    with closing(place.connection(FIRST_EVENT_SECONDS)) as connection:
        try:
            connection.request("GET", place.path("/check/stream"), headers={"Accept": "text/event-stream"})
            answer = connection.getresponse()
            if answer.status == 204:
                raise LookupError
            has_event = bool(answer.readline().strip())
        except (OSError, http.client.HTTPException):
            return None
    seconds = time.monotonic() - began
    return seconds if has_event and seconds < FIRST_EVENT_SECONDS else None


def _validity(connection: socket.socket | None) -> Validity | None:
    """Return when the certificate of an encrypted connection is valid."""
    found = connection.getpeercert() if isinstance(connection, ssl.SSLSocket) else None
    if not found:
        return None
    begins, ends = (ssl.cert_time_to_seconds(str(found[name])) for name in ("notBefore", "notAfter"))
    return Validity(datetime.fromtimestamp(begins, UTC), datetime.fromtimestamp(ends, UTC))
