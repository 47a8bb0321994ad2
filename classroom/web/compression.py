"""Compress responses: pages and fragments individually, static files once (docs/adr/0011-compression.md).

Only gzip: over plain HTTP, as in a school's own network, browsers accept nothing better.
"""

from __future__ import annotations

import zlib
from functools import lru_cache

from flask import Flask, Response, request
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

SMALLEST = 500
"""In bytes. Shorter responses fit into one packet either way."""

LEVEL = 5
"""A zlib level. A difference of 6 kB becomes 1.73 kB, the same as at level 6."""
LONG, LEVEL_OF_LONG = 12 * 1024, 3
"""The level for whole fragments: a table takes two thirds of the time, and 3.4 kB instead of 3.1."""
LARGE = 64 * 1024
"""Also the level for pages of at least this size: a teacher's page of twelve tables takes 0.3 ms instead of 0.8, and
12 kB instead of 11. Students' pages are smaller."""
_WINDOW, _WINDOW_OF_LONG, _MEMORY = 13, 14, 7
"""Zlib's window, 8 or 16 kB, and its memory level. Its defaults allocate 256 kB for each response, which for a
difference of 6 kB takes as long as compressing it."""
_WIDEST, _USUAL_MEMORY = 15, 8
_MEMORY_OF_ONCE, _MEMORY_OF_PAGE = 6, 4
"""More blocks, each with its own code: the styles of a table take 98 bytes less, a page of a table 20 to 100."""
_WHOLE = b"<!doctype html>"
_GZIP_FORMAT = 16  # zlib's code for gzip; the header contains no time, so the same content gives the same bytes
_TEXTS = frozenset({"application/json", "application/javascript", "application/xml", "image/svg+xml"})
_STREAMED_TEXT = "text/event-stream"
_NEVER = frozenset({204, 206, 304})
"""Statuses without a body, or with a byte range that the client counts."""
_OWN_PAGES = frozenset({None, "same-origin", "none"})
"""Values of ``Sec-Fetch-Site`` for requests not caused by another site. Browsers before 2023 don't send it."""


def use_compression(app: Flask) -> None:
    """Compress responses. Call it before registering other hooks: the first hook registered sees a response last."""
    app.after_request(_compress_response)


def is_compressible(mimetype: str) -> bool:
    """Return whether a media type is text rather than compressed data."""
    return mimetype in _TEXTS or (mimetype.startswith("text/") and mimetype != _STREAMED_TEXT)


def compress(content: bytes) -> bytes:
    """Compress a page with gzip; the same input always gives the same bytes.

    Whole pages use the best compression: a page is opened once, and hundreds of fragments follow.
    """
    if len(content) >= LARGE:
        return _packed(content, LEVEL_OF_LONG, _WIDEST, _USUAL_MEMORY)
    if content[: len(_WHOLE)].lower() == _WHOLE:
        return _packed(content, 9, _WIDEST, _MEMORY_OF_PAGE)
    if len(content) >= LONG:
        return _packed(content, LEVEL_OF_LONG, _WINDOW_OF_LONG, _MEMORY)
    return _packed(content, LEVEL, _WINDOW, _MEMORY)


def compress_once(content: bytes) -> bytes:
    """Compress data that is stored and sent repeatedly, as small as possible."""
    return _packed(content, 9, _WIDEST, _MEMORY_OF_ONCE)


def _packed(content: bytes, level: int, window: int, memory: int) -> bytes:
    packer = zlib.compressobj(level, zlib.DEFLATED, _GZIP_FORMAT + window, memory)
    return packer.compress(content) + packer.flush()


@lru_cache(maxsize=256)
def accepts_gzip(accept_encoding: str) -> bool:
    """Parse the ``Accept-Encoding`` header. Cached, because browsers send few different values.

    >>> accepts_gzip("gzip, deflate, br"), accepts_gzip("gzip;q=0, *"), accepts_gzip("")
    (True, False, False)
    """
    return parse_accept_header(accept_encoding, Accept).quality("gzip") > 0


def _compress_response(response: Response) -> Response:
    if response.status_code in _NEVER or response.is_streamed or not is_compressible(response.mimetype or ""):
        return response
    headers = response.headers
    content = response.get_data()
    if len(content) < SMALLEST:
        return response
    sent = {name.lower() for name, _ in headers}  # one look at each: asking for a header that is missing costs more
    if "content-encoding" in sent:
        return response
    varies = headers.get("Vary")
    headers["Vary"] = f"{varies}, Accept-Encoding" if varies else "Accept-Encoding"
    # If another site opened the page with text of its choice in the address, the length of the response could reveal
    # other content (BREACH).
    if request.headers.get("Sec-Fetch-Site") not in _OWN_PAGES:
        return response
    if accepts_gzip(request.headers.get("Accept-Encoding", "")):
        response.set_data(compress(content))
        headers["Content-Encoding"] = "gzip"
        if "etag" in sent:
            response.set_etag(response.get_etag()[0] or "", weak=True)  # the same page, but different bytes
    return response
