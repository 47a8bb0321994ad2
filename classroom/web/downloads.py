"""Files that a browser saves."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Response


def download(content: bytes | str | Iterator[str], *, mimetype: str, name: str) -> Response:
    """Answer with a file to save.

    :param content: an iterator is sent piece by piece, after the request: it must not read from the database.
    :param name: what the file is called, with its ending; what a file system may refuse becomes a hyphen.
    """
    plain = "".join(letter if letter.isalnum() or letter in " .,-_" else "-" for letter in name)
    response = Response(content, mimetype=mimetype)
    response.headers.set("Content-Disposition", "attachment", filename=plain)
    return response
