"""Recognize files that are not text, such as spreadsheets and images, so the error can say what to do."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator

from classroom.services.errors import FileErrorCode, ServiceError

ZIP = b"PK\x03\x04"
"""First bytes of zip archives, and of most documents."""
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""Also the first bytes of newer documents with a password."""
_PICTURES = (b"\x89PNG\r\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"II*\0", b"MM\0*")
_WEB = re.compile(rb"<(?:!doctype|!--|html|head|meta|style|table|thead|tbody|tr|body|div|span|p>|ul|ol)")
_DATA = (
    b"<?xml",
    b"[{",
    b'{"',
    b"begin:v",
    b"id;p",
    b"table\r\n0,1",
    b"table\n0,1",
    b"[internetshortcut]",
    b"insert into ",
    b"create table ",
    b"7z\xbc\xaf",
    b"rar!",
)
"""Files of programs that are text, or nearly, but no table: XML, JSON, contacts, calendars, SYLK, DIF, links."""
_BEGINNING = 2048


def refuse_foreign(content: bytes) -> None:
    """Reject files that are not text tables, by type.

    :raises ServiceError: a FILE_IS_… code, or FILE_NOT_READ.
    """
    found = next(_kinds(content), None)
    if found is not None:
        raise found


def is_data(text: str) -> bool:
    """Return whether a text is that of a program: XML, JSON, contacts, or a calendar."""
    return _beginning(text[:_BEGINNING].encode(errors="replace")).lower().startswith(_DATA)


def _kinds(content: bytes) -> Iterator[ServiceError]:
    if content.startswith(ZIP):
        yield from _kinds_of_archive(content)
        return
    start = _beginning(content)
    words = start.lower()
    if start.startswith(b"%PDF-"):
        yield ServiceError(FileErrorCode.FILE_IS_PDF)
    if content.startswith(_PICTURES) or _is_framed_picture(content):
        yield ServiceError(FileErrorCode.FILE_IS_PICTURE)
    if content.startswith(_OLD_OFFICE) or (words.startswith(b"<?xml") and b"excel.sheet" in words):
        yield ServiceError(FileErrorCode.FILE_IS_EXCEL)
    if words.startswith((b"{", b"[internetshortcut]")) and b"docs.google.com" in words:  # a link file, as synced
        yield ServiceError(FileErrorCode.FILE_IS_GOOGLE_SHEET)
    if words.startswith(rb"{\rtf"):
        yield ServiceError(FileErrorCode.FILE_IS_TEXT_DOCUMENT)
    if _WEB.match(words) or (words.startswith(b"<?xml") and b"<html" in words):
        yield ServiceError(FileErrorCode.FILE_IS_WEB_PAGE)
    if b"opendocument.spreadsheet" in words:  # one file of XML
        yield ServiceError(FileErrorCode.FILE_IS_LIBREOFFICE)
    if words.startswith(_DATA):
        yield ServiceError(FileErrorCode.FILE_NOT_READ)


def _beginning(content: bytes) -> bytes:
    """Return the first bytes, without a byte order mark; of UTF-16, those that are not zero."""
    start = content[:_BEGINNING].removeprefix(b"\xef\xbb\xbf")
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        start = start[2:].replace(b"\0", b"")
    return start.lstrip()


def _is_framed_picture(content: bytes) -> bool:
    """Recognize WebP, the HEIC of phones, and BMP, whose signature does not come first."""
    is_bitmap = content.startswith(b"BM") and content[6:10] == b"\0\0\0\0"
    return is_bitmap or content[4:8] == b"ftyp" or (content.startswith(b"RIFF") and content[8:12] == b"WEBP")


def _kinds_of_archive(content: bytes) -> Iterator[ServiceError]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = [name.casefold() for name in archive.namelist()]
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, ValueError):
        return  # a caller that can unpack it says so
    if any(name.startswith("xl/") for name in names):
        yield ServiceError(FileErrorCode.FILE_IS_EXCEL)
    if any(name.startswith("word/") for name in names):
        yield ServiceError(FileErrorCode.FILE_IS_TEXT_DOCUMENT)
    if any(name.endswith(".iwa") for name in names):
        yield ServiceError(FileErrorCode.FILE_IS_NUMBERS)
    if "mimetype" in names:  # an OpenDocument file, which stores its type uncompressed at the beginning
        is_text = b"opendocument.text" in content[:_BEGINNING]
        text, sheet = (
            ServiceError(FileErrorCode.FILE_IS_TEXT_DOCUMENT),
            ServiceError(FileErrorCode.FILE_IS_LIBREOFFICE),
        )
        yield text if is_text else sheet
    if "[content_types].xml" in names:
        yield ServiceError(FileErrorCode.FILE_NOT_READ)
