"""Read Excel and OpenDocument spreadsheets as text, safely: files are measured before and during reading."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import zipfile
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from classroom.services.errors import FileErrorCode, ServiceError
from classroom.services.file_types import ZIP
from classroom.services.rosters.files.grids import HEADING_ROWS, MAX_COLUMNS, Row
from classroom.services.rosters.files.hidden_rows import hidden_rows
from classroom.services.rosters.people import MAX_ROWS

MAX_UNPACKED = 32 * 1024 * 1024
"""Maximum unpacked bytes of a workbook. XML is verbose: a roster of 2,000 rows has about 2 MB."""
MAX_PARTS = 500
MAX_SHEETS = 20
MAX_CELLS = 2_000_000
"""Maximum number of cells between the first and last filled one: the reader allocates memory for each."""
SECONDS = 30
_PASSWORD = 3
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
"""The name of the part with an encrypted workbook."""
_LONGEST_KIND = 100
_CHUNK = 256 * 1024
_LONGEST_TAG = 64 * 1024
_REFERENCE = re.compile(
    rb'<(?:\w+:)?(?:c|dimension|row)\b[^>]*?\br(?:ef)?="(?:[A-Z]{1,3}[0-9]{1,9}:)?([A-Z]{0,3})([0-9]{1,9})"'
)
_OPEN_TAG = re.compile(rb"<table:(?:covered-)?table-(row|cell)\b[^>]*?(/?)>")
_REPEATED = re.compile(rb'number-(?:rows|columns)-repeated="([0-9]{1,9})"')
_SCRIPT = Path(__file__).with_name("sheet_process.py")


def is_spreadsheet(content: bytes) -> bool:
    """Return whether a file is a readable workbook: .xlsx, .ods, or .xls."""
    if not content.startswith(ZIP):
        return content.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = set(archive.namelist())
            kind = archive.open("mimetype").read(_LONGEST_KIND) if "mimetype" in names else b""
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, ValueError, RuntimeError):
        return False
    is_excel = any(name.startswith("xl/") for name in names)
    return is_excel or ("content.xml" in names and kind.endswith(b".spreadsheet"))


def read_sheets(content: bytes) -> list[tuple[str, bool, list[Row]]]:
    """Return name, visibility, and filled rows of each nonempty sheet.

    :raises ServiceError: FILE_NOT_READ, FILE_IS_PROTECTED, FILE_TOO_LARGE or FILE_EMPTY.
    """
    if content.startswith(ZIP):
        _measure(content)
    elif _ENCRYPTED in content:
        raise ServiceError(FileErrorCode.FILE_IS_PROTECTED)
    sheets = []
    hidden = hidden_rows(content)
    for one in _run(content):
        lines = hidden.get(one["name"], ())
        rows = [
            Row(line, cells, is_hidden=line in lines)
            for line, cells in enumerate(one["rows"], start=1)
            if any(cell.strip() for cell in cells)
        ]
        if sum(row.is_hidden for row in rows) >= len(rows) - 1:  # at most the headings can be seen
            rows = [replace(row, is_hidden=False) for row in rows]
        if rows:
            sheets.append((str(one["name"]), not one["is_hidden"], rows))
    if not sheets:
        raise ServiceError(FileErrorCode.FILE_EMPTY)
    return sheets


def _run(content: bytes) -> list[dict[str, Any]]:
    """Run the reader in a process that may fail."""
    command = [sys.executable, str(_SCRIPT), str(MAX_ROWS + HEADING_ROWS), str(MAX_COLUMNS), str(MAX_SHEETS)]
    try:
        done = subprocess.run(  # noqa: S603  our own program
            command,
            input=content,
            capture_output=True,
            timeout=SECONDS,
            check=False,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except subprocess.TimeoutExpired as error:
        raise ServiceError(FileErrorCode.FILE_TOO_LARGE) from error
    if done.returncode == _PASSWORD:
        raise ServiceError(FileErrorCode.FILE_IS_PROTECTED)
    if done.returncode < 0 or b"memory allocation" in done.stderr or b"MemoryError" in done.stderr:
        raise ServiceError(FileErrorCode.FILE_TOO_LARGE)
    if done.returncode:
        raise ServiceError(FileErrorCode.FILE_NOT_READ)
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def _measure(content: bytes) -> None:
    """Reject a workbook that unpacks to too much data, or whose cells extend too far.

    The archive's own sizes are not trusted: everything is unpacked in pieces and counted.
    """
    left = MAX_UNPACKED
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts = archive.infolist()
            if len(parts) > MAX_PARTS:
                raise ServiceError(FileErrorCode.FILE_TOO_LARGE)
            for part in parts:
                left = _measure_part(archive, part, left)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, ValueError, RuntimeError) as error:
        raise ServiceError(FileErrorCode.FILE_NOT_READ) from error


def _measure_part(archive: zipfile.ZipFile, part: zipfile.ZipInfo, left: int) -> int:
    """Return how many bytes remain after unpacking this part."""
    if not part.filename:
        return left
    extent = _Extent()
    kept = b""
    with archive.open(part) as opened:
        while chunk := opened.read(_CHUNK):
            left -= len(chunk)
            tags, _, kept = (kept + chunk).rpartition(b">")
            if "sheet" in part.filename:
                extent.add_excel(tags + b">")
            elif part.filename == "content.xml":
                extent.add_opendocument(tags + b">")
            if left < 0 or extent.cells > MAX_CELLS or len(kept) > _LONGEST_TAG + _CHUNK:
                raise ServiceError(FileErrorCode.FILE_TOO_LARGE)
    return left


@dataclass(slots=True)
class _Extent:
    """The extent of a sheet's cells, from its tags."""

    width: int = 1
    height: int = 1
    filled: int = 0
    row_repeats: int = 1

    @property
    def cells(self) -> int:
        """Return the number of cells that the reader would allocate."""
        return max(self.width * self.height, self.filled)

    def add_excel(self, tags: bytes) -> None:
        """Read the references of cells and rows: ``<c r="B7">``."""
        for letters, number in _REFERENCE.findall(tags):
            self.width, self.height = max(self.width, _column(letters)), max(self.height, int(number))

    def add_opendocument(self, tags: bytes) -> None:
        """Read how often rows and filled cells repeat. Empty cells at the end of a sheet cost nothing."""
        for tag in _OPEN_TAG.finditer(tags):
            repeated = _REPEATED.search(tag[0])
            times = int(repeated[1]) if repeated else 1
            if tag[1] == b"row":
                self.row_repeats = times
            elif not tag[2]:
                self.filled += times * self.row_repeats


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number
