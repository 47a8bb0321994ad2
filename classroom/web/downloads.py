"""Files that a browser saves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from flask import Response

from classroom.models import AuditAction
from classroom.services import audit_log

EXPECTED_LENGTH = "Expected-Length"
"""About how many bytes will come: for the page, which shows how much of a file has (static/js/download.js)."""


def download(
    content: bytes | str | Iterator[str] | Iterator[bytes],
    *,
    mimetype: str,
    name: str,
    subject: str = "",
    kind: str = "",
    pieces: int = 0,
) -> Response:
    """Answer with a file to save, and note in the activity log whose data it takes along.

    :param content: an iterator is sent piece by piece, after the request: it must not hold a transaction meanwhile.
    :param name: what the file is called, with its ending; what a file system may refuse becomes a hyphen.
    :param subject: whose data the file holds, as in `AuditEntry`; empty: no person's.
    :param kind: what it holds of them.
    :param pieces: about how many of an iterator's pieces are as long as the first.
    """
    if subject:
        audit_log.note(AuditAction.EXPORTED, subject, detail=kind)
    expected = 0
    if pieces and isinstance(content, Iterator):
        every: Iterator[Any] = content
        first = next(every)
        expected, content = pieces * len(first), chain([first], every)
    response = Response(content, mimetype=mimetype)
    if expected:
        response.headers[EXPECTED_LENGTH] = str(expected)
    response.headers.set("Content-Disposition", "attachment", filename=file_name(name))
    return response


def file_name(name: str) -> str:
    """Return a name with hyphens for what a file system may refuse.

    >>> file_name("7B: Ana/Bo")
    '7B- Ana-Bo'
    """
    return "".join(letter if letter.isalnum() or letter in " .,-_" else "-" for letter in name)
