"""Files that a browser saves."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Response

from classroom.models import AuditAction
from classroom.services import audit_log


def download(
    content: bytes | str | Iterator[str], *, mimetype: str, name: str, subject: str = "", kind: str = ""
) -> Response:
    """Answer with a file to save, and note in the activity log whose data it takes along.

    :param content: an iterator is sent piece by piece, after the request: it must not read from the database.
    :param name: what the file is called, with its ending; what a file system may refuse becomes a hyphen.
    :param subject: whose data the file holds, as in `AuditEntry`; empty: no person's.
    :param kind: what it holds of them.
    """
    if subject:
        audit_log.note(AuditAction.EXPORTED, subject, detail=kind)
    response = Response(content, mimetype=mimetype)
    response.headers.set("Content-Disposition", "attachment", filename=file_name(name))
    return response


def file_name(name: str) -> str:
    """Return a name with hyphens for what a file system may refuse.

    >>> file_name("7B: Ana/Bo")
    '7B- Ana-Bo'
    """
    return "".join(letter if letter.isalnum() or letter in " .,-_" else "-" for letter in name)
