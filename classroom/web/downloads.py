"""File downloads."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from flask import Response

from classroom.models import AuditAction
from classroom.services import audit_log

EXPECTED_LENGTH = "Expected-Length"
"""The approximate size in bytes, for the progress shown by static/js/download.js."""


def download(
    content: bytes | str | Iterator[str] | Iterator[bytes],
    *,
    mimetype: str,
    name: str,
    subject: str = "",
    kind: str = "",
    pieces: int = 0,
) -> Response:
    """Respond with a file to save, and record in the activity log whose data it contains.

    :param content: an iterator is sent piece by piece after the request, so it must not hold a transaction open.
    :param name: the file name with its extension; characters that a file system may reject become hyphens.
    :param subject: whose data the file contains, as in `AuditEntry`; empty if no person's.
    :param kind: the kind of data.
    :param pieces: the approximate number of pieces in an iterator, if all were as long as the first.
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
    """Replace characters that a file system may reject by hyphens.

    >>> file_name("7B: Ana/Bo")
    '7B- Ana-Bo'
    """
    return "".join(letter if letter.isalnum() or letter in " .,-_" else "-" for letter in name)
