"""Zip archives from strangers: what unpacks to too much is noticed while it is read."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Collection
from pathlib import PurePosixPath

from classroom.services.errors import FileErrorCode, ServiceError

MAX_MEMBERS = 100
MAX_UNPACKED = 8 * 1024 * 1024
_ENCRYPTED = 0x1
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
"""Only these are unpacked piece by piece, however much they hold."""


def unpacked(content: bytes, wanted: Collection[str]) -> dict[str, bytes]:
    """The wanted files of an archive, by their names without folders; others are not even unpacked.

    :raises ServiceError: FILE_NOT_READ, or FILE_TOO_LARGE if it holds more than any roster.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = [one for one in archive.infolist() if _is_file(one)]
            if len(members) > MAX_MEMBERS:
                raise ServiceError(FileErrorCode.FILE_TOO_LARGE)
            return _read(archive, members, wanted)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, ValueError) as error:
        raise ServiceError(FileErrorCode.FILE_NOT_READ) from error


def _is_file(member: zipfile.ZipInfo) -> bool:
    """Whether it is one to look at. An empty name would break even the question whether it is a folder."""
    return bool(member.filename) and not member.is_dir() and "__MACOSX" not in member.filename


def _read(archive: zipfile.ZipFile, members: list[zipfile.ZipInfo], wanted: Collection[str]) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    left = MAX_UNPACKED
    for member in members:
        name = PurePosixPath(member.filename.replace("\\", "/")).name.casefold()
        if name not in wanted:
            continue
        if name in found or member.flag_bits & _ENCRYPTED or member.compress_type not in _METHODS:
            raise ServiceError(FileErrorCode.FILE_NOT_READ)
        with archive.open(member) as opened:
            found[name] = opened.read(left + 1)  # what the archive says of its sizes is not believed
        left -= len(found[name])
        if left < 0:
            raise ServiceError(FileErrorCode.FILE_TOO_LARGE)
    return found
