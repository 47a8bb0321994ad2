"""Compress what is sent: pages and fragments as they are made, static files once (docs/adr/0011-compression.md).

Only gzip: over plain HTTP, which a school's own network speaks, browsers accept nothing better.
"""

from __future__ import annotations

import zlib
from functools import lru_cache

from flask import Flask, Response, request
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

SMALLEST = 500
"""Bytes. Anything shorter fits into one packet either way."""

LEVEL = 5
"""Of zlib. A difference of 6 kB becomes 1.73 kB, as at level 6."""
LONG, LEVEL_OF_LONG = 12 * 1024, 3
"""Whole fragments get another level: that of a table takes two thirds of the time, and 3.4 kB instead of 3.1."""
LARGE = 64 * 1024
"""Whole pages get it too if they are as large: a teacher's page of twelve tables takes 0.3 ms instead of 0.8, and
12 kB, not 11. Pages of students are smaller."""
_WINDOW, _WINDOW_OF_LONG, _MEMORY = 13, 14, 7
"""How far back repeated text is found, 8 or 16 kB, and a measure of zlib's own memory. Its defaults take 256 kB, which
the system gives and takes back at each answer: for a difference of 6 kB that costs as much again as compressing it."""
_WIDEST, _USUAL_MEMORY = 15, 8
_MEMORY_OF_ONCE = 6
"""Shorter blocks, each with a code that fits it: the styles of a table take 98 bytes less."""
_WHOLE = b"<!doctype html>"
_GZIP_FORMAT = 16  # zlib's name for it; the header has no time in it, so the same content gives the same bytes
_TEXTS = frozenset({"application/json", "application/javascript", "application/xml", "image/svg+xml"})
_STREAMED_TEXT = "text/event-stream"
_NEVER = frozenset({204, 206, 304})
"""Statuses without a body, or with a part of one whose bytes the client counts."""
_OWN_PAGES = frozenset({None, "same-origin", "none"})
"""What ``Sec-Fetch-Site`` says of requests that another site did not cause; browsers before 2023 do not send it."""


def use_compression(app: Flask) -> None:
    """Compress answers. Call it before other hooks are registered: the first one registered sees an answer last."""
    app.after_request(_compress_response)


def is_compressible(mimetype: str) -> bool:
    """Tell texts from what is compressed already."""
    return mimetype in _TEXTS or (mimetype.startswith("text/") and mimetype != _STREAMED_TEXT)


def compress(content: bytes) -> bytes:
    """Pack a page in gzip; the same bytes always give the same result.

    A whole page is packed as small as it gets: it is opened once where hundreds of fragments follow.
    """
    if len(content) >= LARGE:
        return _packed(content, LEVEL_OF_LONG, _WIDEST, _USUAL_MEMORY)
    if content[: len(_WHOLE)].lower() == _WHOLE:
        return compress_once(content)
    if len(content) >= LONG:
        return _packed(content, LEVEL_OF_LONG, _WINDOW_OF_LONG, _MEMORY)
    return _packed(content, LEVEL, _WINDOW, _MEMORY)


def compress_once(content: bytes) -> bytes:
    """Pack in gzip what is kept and sent again and again: as small as it gets."""
    return _packed(content, 9, _WIDEST, _MEMORY_OF_ONCE)


def _packed(content: bytes, level: int, window: int, memory: int) -> bytes:
    packer = zlib.compressobj(level, zlib.DEFLATED, _GZIP_FORMAT + window, memory)
    return packer.compress(content) + packer.flush()


@lru_cache(maxsize=256)
def accepts_gzip(accept_encoding: str) -> bool:
    """Read the value of the ``Accept-Encoding`` header. Browsers send few different ones.

    >>> accepts_gzip("gzip, deflate, br"), accepts_gzip("gzip;q=0, *"), accepts_gzip("")
    (True, False, False)
    """
    return parse_accept_header(accept_encoding, Accept).quality("gzip") > 0


def _compress_response(response: Response) -> Response:
    if response.status_code in _NEVER or response.is_streamed or not is_compressible(response.mimetype or ""):
        return response
    headers = response.headers
    content = response.get_data()
    if len(content) < SMALLEST or "Content-Encoding" in headers:
        return response
    headers["Vary"] = f"{headers['Vary']}, Accept-Encoding" if "Vary" in headers else "Accept-Encoding"
    # A page that another site has opened, with words of its choice in the address, must not tell by its length what
    # else is on it.
    if request.headers.get("Sec-Fetch-Site") not in _OWN_PAGES:
        return response
    if accepts_gzip(request.headers.get("Accept-Encoding", "")):
        response.set_data(compress(content))
        headers["Content-Encoding"] = "gzip"
        if "ETag" in headers:
            response.set_etag(response.get_etag()[0] or "", weak=True)  # the same page, but not the same bytes
    return response
