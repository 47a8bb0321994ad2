"""Unpack an archive, which may be malicious: OneRoster's tables, read as records, or the only table in it."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import PurePosixPath

from classroom.services.errors import FileErrorCode, ServiceError
from classroom.services.file_types import ZIP
from classroom.services.rosters.files.grids import Row, cut
from classroom.services.rosters.people import MAX_ROWS
from classroom.services.text_files import decoded

MAX_MEMBERS = 100
MAX_UNPACKED = 8 * 1024 * 1024
_ENCRYPTED = 0x1
_TABLES = {".csv", ".tsv", ".tab", ".txt", ".xlsx", ".xls", ".ods"}
_OF_DOCUMENTS = "[content_types].xml"
"""In every Office document."""
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
"""Only compression methods that are unpacked in pieces, whatever the size."""


def unpacked(content: bytes, wanted: Collection[str]) -> dict[str, bytes]:
    """Return the wanted files of an archive, by name without folders. Others are not unpacked.

    :raises ServiceError: FILE_NOT_READ, or FILE_TOO_LARGE if it is larger than any roster.
    """
    with _opened(content) as (archive, members):
        if len(members) > MAX_MEMBERS:
            raise ServiceError(FileErrorCode.FILE_TOO_LARGE)
        return _read(archive, members, wanted)


def packed_table(content: bytes, *, most: int) -> bytes | None:
    """Return the only list or spreadsheet of an archive; None if there are several, and for OneRoster's tables.

    :param most: its maximum size in bytes.
    :raises ServiceError: FILE_IS_PROTECTED, FILE_NOT_READ or FILE_TOO_LARGE.
    """
    if not content.startswith(ZIP):
        return None
    with _opened(content) as (archive, members):
        names = {_name_of(member) for member in members}
        tables = [member for member in members if _is_table(member)]
        tables = [one for one in tables if not _name_of(one).endswith(".txt")] or tables  # without "README.txt"
        if len(tables) != 1 or names & {*LONGEST, _OF_DOCUMENTS}:
            return None
        if tables[0].flag_bits & _ENCRYPTED:
            raise ServiceError(FileErrorCode.FILE_IS_PROTECTED)
        return _content_of(archive, tables[0], most=most)


@contextmanager
def _opened(content: bytes) -> Iterator[tuple[zipfile.ZipFile, list[zipfile.ZipInfo]]]:
    """Open an archive, and list its relevant files."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            yield archive, [one for one in archive.infolist() if _is_file(one)]
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, ValueError) as error:
        raise ServiceError(FileErrorCode.FILE_NOT_READ) from error


def _content_of(archive: zipfile.ZipFile, member: zipfile.ZipInfo, *, most: int) -> bytes:
    """Unpack a file of at most this many bytes."""
    if member.flag_bits & _ENCRYPTED or member.compress_type not in _METHODS:
        raise ServiceError(FileErrorCode.FILE_NOT_READ)
    with archive.open(member) as opened:
        content = opened.read(most + 1)  # don't trust the archive's own sizes
    if len(content) > most:
        raise ServiceError(FileErrorCode.FILE_TOO_LARGE)
    return content


def _is_table(member: zipfile.ZipInfo) -> bool:
    name = _name_of(member)
    return PurePosixPath(name).suffix in _TABLES and name not in LONGEST


def _name_of(member: zipfile.ZipInfo) -> str:
    return PurePosixPath(member.filename.replace("\\", "/")).name.casefold()


def _is_file(member: zipfile.ZipInfo) -> bool:
    """Return whether it is a relevant file. An empty name would make `is_dir` fail."""
    is_named = bool(member.filename) and not _name_of(member).startswith(".")
    return is_named and not member.is_dir() and "__MACOSX" not in member.filename


def _read(archive: zipfile.ZipFile, members: list[zipfile.ZipInfo], wanted: Collection[str]) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    left = MAX_UNPACKED
    for member in members:
        name = _name_of(member)
        if name not in wanted:
            continue
        if name in found:
            raise ServiceError(FileErrorCode.FILE_NOT_READ)
        found[name] = _content_of(archive, member, most=left)
        left -= len(found[name])
    return found


USERS, CLASSES, ENROLLMENTS, ROLES = "users.csv", "classes.csv", "enrollments.csv", "roles.csv"
TERMS = "academicsessions.csv"
LONGEST: Mapping[str, int] = {
    USERS: MAX_ROWS,
    CLASSES: MAX_ROWS,
    ENROLLMENTS: 20_000,
    ROLES: 20_000,
    TERMS: MAX_ROWS,
}
"""The tables to read, and the maximum number of rows of each."""


@dataclass(frozen=True, slots=True)
class Record:
    """A row of a table."""

    row: Row
    columns: Mapping[str, int]
    """By lower-case column name."""

    def __getitem__(self, column: str) -> str:
        index = self.columns.get(column.casefold())
        return "" if index is None else self.row.cell(index)

    @property
    def is_deleted(self) -> bool:
        """Return whether the row is marked as deleted."""
        return self["status"].casefold() == "tobedeleted"


def records(files: Mapping[str, bytes], name: str) -> Iterator[Record]:
    """Yield the rows of a table; none if the archive lacks it.

    :raises ServiceError: FILE_NOT_READ, FILE_TOO_LONG or FILE_TOO_WIDE.
    """
    if name not in files:
        return
    text = decoded(files[name])
    first = text.lstrip().partition("\n")[0]
    rows = cut(text, max(",;\t|", key=first.count), longest=LONGEST[name])
    if not rows:
        return
    heading, *rows = rows
    columns = {heading.cell(index).casefold(): index for index in reversed(range(len(heading.cells)))}
    yield from (Record(row, columns) for row in rows)
