"""Recognize files that are not text, such as spreadsheets and images, so the error can say what to do."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator

from classroom.services.errors import FileErrorCode, ServiceError

ZIP = b"PK\x03\x04"
"""First bytes of zip archives, and of most documents."""
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""Also the first bytes of newer documents with a password."""
_PICTURES = (b"\x89PNG\r\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"II*\0", b"MM\0*")
_WEB = (b"<!doctype html", b"<html", b"<head", b"<meta", b"<style", b"<table", b"<body", b"<div")
_BEGINNING = 2048


def refuse_foreign(content: bytes) -> None:
    """Reject files that are not text tables, by type.

    :raises ServiceError: a FILE_IS_… code, or FILE_NOT_READ.
    """
    found = next(_kinds(content), None)
    if found is not None:
        raise found


def _kinds(content: bytes) -> Iterator[ServiceError]:
    if content.startswith(ZIP):
        yield from _kinds_of_archive(content)
        return
    start = content[:_BEGINNING].removeprefix(b"\xef\xbb\xbf").lstrip()
    words = start.lower()
    if start.startswith(b"%PDF-"):
        yield ServiceError(FileErrorCode.FILE_IS_PDF)
    if content.startswith(_PICTURES) or _is_framed_picture(content):
        yield ServiceError(FileErrorCode.FILE_IS_PICTURE)
    if content.startswith(_OLD_OFFICE) or (words.startswith(b"<?xml") and b"excel.sheet" in words):
        yield ServiceError(FileErrorCode.FILE_IS_EXCEL)
    if words.startswith(b"{") and b"docs.google.com" in words:  # a link file, as found in a synced folder
        yield ServiceError(FileErrorCode.FILE_IS_GOOGLE_SHEET)
    if words.startswith(rb"{\rtf"):
        yield ServiceError(FileErrorCode.FILE_IS_TEXT_DOCUMENT)
    if words.startswith(_WEB) or (words.startswith(b"<?xml") and b"<html" in words):
        yield ServiceError(FileErrorCode.FILE_IS_WEB_PAGE)


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
