"""File downloads."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import chain
from typing import Any
from urllib.parse import quote

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
    response.headers.set("Content-Disposition", "attachment", **_name_parameters(file_name(name)))
    return response


def file_name(name: str) -> str:
    """Replace characters that a file system may reject by hyphens.

    >>> file_name("7B: Ana/Bo")
    '7B- Ana-Bo'
    """
    return "".join(letter if letter.isalnum() or letter in " .,-_" else "-" for letter in name)


def _name_parameters(name: str) -> dict[str, str]:
    """Return the parameters of the header for a file name.

    A header holds only ASCII safely. Other names are added in the encoding of RFC 8187, which browsers prefer.

    >>> _name_parameters("7B.csv")
    {'filename': '7B.csv'}
    >>> _name_parameters("Zoë Ż.csv")
    {'filename': 'Zoe Z.csv', 'filename*': "UTF-8''Zo%C3%AB%20%C5%BB.csv"}
    """
    if name.isascii():
        return {"filename": name}
    letters = [letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter)]
    plain = "".join(letter if letter.isascii() else "-" for letter in letters)
    return {"filename": plain, "filename*": f"UTF-8''{quote(name, safe='')}"}
