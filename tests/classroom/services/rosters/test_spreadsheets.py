"""Untrusted workbooks: read as displayed, and refused before they use up the server's memory."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from datetime import date
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom.services.errors import ErrorCode, FileErrorCode, RosterErrorCode, ServiceError
from classroom.services.rosters.drafts import Draft, draft_of_file
from classroom.services.rosters.files.spreadsheets import is_spreadsheet, read_sheets

OPEN_SHEET = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
    '<table:table table:name="S">{rows}</table:table></office:spreadsheet></office:body></office:document-content>'
)
MANIFEST = (
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry '
    'manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/></manifest:manifest>'
)


def workbook(fill: Callable[[Any], object]) -> bytes:
    book = openpyxl.Workbook()
    fill(book.worksheets[0])
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def zipped(parts: dict[str, str]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return content.getvalue()


def opendocument(rows: str) -> bytes:
    return zipped(
        {"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": OPEN_SHEET.format(rows=rows)}
    )


def code_of(content: bytes) -> ErrorCode:
    with pytest.raises(ServiceError) as caught:
        read_sheets(content)
    return caught.value.code


def test_cells_are_text_as_people_see_it() -> None:
    def fill(sheet: Any) -> None:
        for row in (["007", 5.0, date(2026, 9, 1)], [True, 2.5, 10**18], ["7A", None, "x"]):
            sheet.append(row)
        sheet.merge_cells("A3:A5")
        sheet["B5"] = "below"

    ((_, is_visible, rows),) = read_sheets(workbook(fill))
    assert is_visible
    assert [list(row.cells) for row in rows[:2]] == [["007", "5", "2026-09-01"], ["TRUE", "2.5", "1.00000E+18"]]
    assert [(row.line, row.cell(0)) for row in rows[2:]] == [(3, "7A"), (4, "7A"), (5, "7A")]


def excel_with_hidden_rows(*numbers: int) -> bytes:
    def fill(sheet: Any) -> None:
        for row in (["First", "Last", "Birth date"], ["Ana", "King", "x"], ["Bo", "Lee", "y"], ["Cy", "Ng", "z"]):
            sheet.append(row)
        for number in numbers:
            sheet.row_dimensions[number].hidden = True

    return workbook(fill)


def opendocument_with_hidden_row(visibility: str) -> bytes:
    cells = (
        "".join(
            f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p></table:table-cell>' for cell in row
        )
        for row in (("First", "Last"), ("Ana", "King"), ("Bo", "Lee"), ("Cy", "Ng"))
    )
    hidden = (f' table:visibility="{visibility}"' if number == 2 else "" for number in range(4))
    rows = (f"<table:table-row{mark}>{row}</table:table-row>" for mark, row in zip(hidden, cells, strict=True))
    return zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": MANIFEST,
            "content.xml": OPEN_SHEET.format(rows="".join(rows)),
        }
    )


@pytest.mark.parametrize(
    "content",
    [excel_with_hidden_rows(3), *map(opendocument_with_hidden_row, ("filter", "collapse"))],
    ids=["xlsx", "filter", "collapse"],
)
def test_hidden_rows_are_left_out_and_listed(content: bytes) -> None:
    draft = Draft.from_json(json.loads(json.dumps(draft_of_file(content).to_json())))
    (listed,) = draft.roster().classes
    assert [one.given for one in listed.people] == ["Ana", "Cy"]
    assert [(row.line, row.text, row.code) for row in listed.wrong] == [(3, "Bo | Lee", RosterErrorCode.ROW_HIDDEN)]


def test_a_sheet_with_all_rows_hidden_is_read() -> None:
    (listed,) = draft_of_file(excel_with_hidden_rows(2, 3, 4)).roster().classes
    assert [one.given for one in listed.people] == ["Ana", "Bo", "Cy"]


def test_a_sheet_with_names_comes_before_one_with_other_headings() -> None:
    def fill(sheet: Any) -> None:
        for row in (["Class", "Students"], ["4A", 2], ["4B", 1]):
            sheet.append(row)
        other = sheet.parent.create_sheet("Students")
        for row in (["Name", "Class"], ["Ana King", "4A"], ["Bo Lee", "4B"]):
            other.append(row)

    (listed,) = draft_of_file(workbook(fill)).roster().classes
    assert [one.given for one in listed.people] == ["Ana", "Bo"]


def test_a_sheet_of_teachers_comes_after_one_of_students() -> None:
    def fill(sheet: Any) -> None:
        sheet.title = "Staff"
        for row in (["Name", "Room"], ["Judith Hart", 12]):
            sheet.append(row)
        other = sheet.parent.create_sheet("4B")
        for row in (["Name", "Grade"], ["Ana King", 4], ["Bo Lee", 4]):
            other.append(row)

    (listed,) = draft_of_file(workbook(fill)).roster().classes
    assert [one.given for one in listed.people] == ["Ana", "Bo"]


def test_a_title_above_and_a_total_below_are_no_students() -> None:
    def fill(sheet: Any) -> None:
        for row in (["Maple School"], [], ["Other ID", "Full Name"], [103501, "Hale, Rosa"], ["Total: 1"]):
            sheet.append(row)

    (listed,) = draft_of_file(workbook(fill)).roster().classes
    assert [(one.line, one.given, one.family, one.source_id) for one in listed.people] == [
        (4, "Rosa", "Hale", "103501")
    ]
    assert [row.line for row in listed.wrong] == [1, 5]


def far_away(sheet: Any) -> None:
    sheet["A1"] = "Name"
    sheet["XFD1048576"] = "x"


@pytest.mark.parametrize(
    "content",
    [
        workbook(far_away),
        zipped({"xl/workbook.xml": "x", "xl/worksheets/sheet1.xml": "0" * 60_000_000}),
        zipped({"xl/workbook.xml": "x", **{f"xl/{number}": "x" for number in range(600)}}),
        opendocument(
            '<table:table-row table:number-rows-repeated="1000000">'
            '<table:table-cell table:number-columns-repeated="999">'
            "<text:p>Ana</text:p></table:table-cell></table:table-row>"
        ),
    ],
    ids=["dimensions", "bomb", "parts", "repeats"],
)
def test_a_file_that_is_too_large_unpacked_is_refused(content: bytes) -> None:
    assert is_spreadsheet(content)
    assert len(content) < 200_000
    assert code_of(content) is FileErrorCode.FILE_TOO_LARGE


@pytest.mark.parametrize(
    "content", [zipped({"xl/workbook.xml": "<x/>"}), b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 3000]
)
def test_an_unreadable_file_gets_a_message(content: bytes) -> None:
    assert code_of(content) is FileErrorCode.FILE_NOT_READ


def test_an_empty_sheet_has_no_students() -> None:
    assert code_of(workbook(lambda sheet: sheet)) is FileErrorCode.FILE_EMPTY


def test_too_many_rows_are_refused() -> None:
    content = workbook(lambda sheet: [sheet.append([f"Ana {number}"]) for number in range(2100)])
    with pytest.raises(ServiceError) as caught:
        draft_of_file(content).roster()
    assert caught.value.code is FileErrorCode.FILE_TOO_LONG


@given(content=st.binary(max_size=300))
def test_any_bytes_can_be_checked(content: bytes) -> None:
    is_spreadsheet(b"PK\x03\x04" + content)


def test_an_encrypted_workbook_is_recognized_by_its_parts() -> None:
    content = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 99 + "EncryptedPackage".encode("utf-16-le") + b"\0" * 99
    with pytest.raises(ServiceError) as caught:
        draft_of_file(content)
    assert caught.value.code is FileErrorCode.FILE_IS_PROTECTED


def test_groups_with_their_members_in_one_cell() -> None:
    def fill(sheet: Any) -> None:
        sheet.append(["Group 1: Ana, Bo"])
        sheet.append(["Group 2: Cy, Di"])

    (listed,) = draft_of_file(workbook(fill)).roster().classes
    assert [one.given for one in listed.people] == ["Ana", "Bo", "Cy", "Di"]
