"""A list or spreadsheet alone in a zip archive, as some programs export it, is read like the file itself."""

from __future__ import annotations

import io
import zipfile

import openpyxl
import pytest

from classroom.services.errors import ErrorCode, FileErrorCode, RosterErrorCode, ServiceError
from classroom.services.rosters.drafts import MAX_BYTES, draft_of_file
from tests.classroom.services.rosters.importing import archive

TABLE = "First name,Last name\nAna,King\nBo,Lee\n"


def names(content: bytes) -> list[str]:
    draft = draft_of_file(content, class_name="7B")
    return [f"{one.given} {one.family}" for listed in draft.roster().classes for one in listed.people]


@pytest.mark.parametrize("name", ["roster.csv", "Export 2026/Class 7B.CSV", "list.txt"])
def test_a_table_alone_in_an_archive_is_read(name: str) -> None:
    assert names(archive({name: TABLE})) == ["Ana King", "Bo Lee"]


def test_other_files_beside_the_table_do_not_count() -> None:
    assert names(archive({"roster.csv": TABLE, "cover.pdf": "%PDF-1.7", "logo.png": "x"})) == ["Ana King", "Bo Lee"]


def test_files_of_the_system_do_not_count() -> None:
    extra = {"__MACOSX/._roster.csv": "x", ".DS_Store": "x", "roster.csv": TABLE}
    assert names(archive(extra)) == ["Ana King", "Bo Lee"]


def test_a_workbook_alone_in_an_archive_is_read() -> None:
    book, workbook, content = openpyxl.Workbook(), io.BytesIO(), io.BytesIO()
    for row in (("First name", "Last name"), ("Ana", "King"), ("Bo", "Lee")):
        book.worksheets[0].append(row)
    book.save(workbook)
    with zipfile.ZipFile(content, "w") as made:
        made.writestr("7B.xlsx", workbook.getvalue())
    assert names(content.getvalue()) == ["Ana King", "Bo Lee"]


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({"a.csv": TABLE, "b.csv": TABLE}, RosterErrorCode.TABLES_MISSING),
        ({"a.exe": TABLE}, RosterErrorCode.TABLES_MISSING),
        ({"users.csv": TABLE, "manifest.csv": TABLE}, RosterErrorCode.TABLES_MISSING),
        ({"a.csv": ""}, FileErrorCode.FILE_EMPTY),
        ({"a.csv": "Ana King\n" * (MAX_BYTES // 9 + 1)}, FileErrorCode.FILE_TOO_LARGE),
    ],
)
def test_other_archives_are_rejected(files: dict[str, str], code: ErrorCode) -> None:
    with pytest.raises(ServiceError) as error:
        draft_of_file(archive(files), class_name="7B")
    assert error.value.code is code


def test_an_archive_with_a_password_says_so() -> None:
    content = bytearray(archive({"a.csv": TABLE}))
    for signature, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(signature) + place] |= 1
    with pytest.raises(ServiceError) as error:
        draft_of_file(bytes(content), class_name="7B")
    assert error.value.code is FileErrorCode.FILE_IS_PROTECTED
