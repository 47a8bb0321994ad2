"""Files uploaded in place of a table, and their detected types."""

from __future__ import annotations

import io
import zipfile

import pytest

from classroom.services.errors import ErrorCode, FileErrorCode, ServiceError
from classroom.services.file_types import refuse_foreign
from classroom.services.rosters.drafts import draft_of_file
from classroom.services.text_files import decoded
from tests.classroom.services.rosters.importing import archive

EXCEL = FileErrorCode.FILE_IS_EXCEL
TEXT, PICTURE, WEB = (
    FileErrorCode.FILE_IS_TEXT_DOCUMENT,
    FileErrorCode.FILE_IS_PICTURE,
    FileErrorCode.FILE_IS_WEB_PAGE,
)
FILES = {
    "xlsx": (archive({"[Content_Types].xml": "<x/>", "xl/workbook.xml": "<x/>"}), EXCEL),
    "xls": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 99, EXCEL),
    "xml": (b'<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>', EXCEL),
    "ods": (archive({"mimetype": "application/vnd"}), FileErrorCode.FILE_IS_LIBREOFFICE),
    "numbers": (archive({"Index/Document.iwa": "x"}), FileErrorCode.FILE_IS_NUMBERS),
    "gsheet": (b'{"url": "https://docs.google.com/open?id=1"}', FileErrorCode.FILE_IS_GOOGLE_SHEET),
    "docx": (archive({"[Content_Types].xml": "<x/>", "word/document.xml": "<x/>"}), TEXT),
    "rtf": (rb"{\rtf1 Ana}", TEXT),
    "pdf": (b"%PDF-1.7 Ana", FileErrorCode.FILE_IS_PDF),
    "png": (b"\x89PNG\r\n\x1a\n", PICTURE),
    "jpg": (b"\xff\xd8\xff\xe0Ana", PICTURE),
    "heic": (b"\0\0\0\x18ftypheic", PICTURE),
    "webp": (b"RIFF1234WEBP", PICTURE),
    "bmp": (b"BM1234\0\0\0\0", PICTURE),
    "html": (b"\xef\xbb\xbf \r\n<!DOCTYPE html><table><tr><td>Ana", WEB),
    "table": (b"<TABLE><tr><td>Ana", WEB),
    "rows": (b"<tr><td>Ana</td></tr>", WEB),
    "comment": (b"<!-- made by a program --><html><table>", WEB),
    "utf-16": ("<html><table><tr><td>Ana".encode("utf-16"), WEB),
    "fods": (
        b'<?xml version="1.0"?><office:document office:mimetype="application/vnd.oasis.opendocument.spreadsheet">',
        FileErrorCode.FILE_IS_LIBREOFFICE,
    ),
    "link": (b"[InternetShortcut]\r\nURL=https://docs.google.com/spreadsheets", FileErrorCode.FILE_IS_GOOGLE_SHEET),
    "data": (b'<?xml version="1.0"?>\n<students><student>Ana', FileErrorCode.FILE_NOT_READ),
    "json": (b'[{"first": "Ana"}]', FileErrorCode.FILE_NOT_READ),
    "contact": (b"BEGIN:VCARD\r\nFN:Ana King", FileErrorCode.FILE_NOT_READ),
    "sylk": (b'ID;PWXL;N;E\r\nC;Y1;X1;K"Ana"', FileErrorCode.FILE_NOT_READ),
    "7z": (b"7z\xbc\xaf\x27\x1c\0\4" + bytes(range(200)), FileErrorCode.FILE_NOT_READ),
    "xhtml": (b"<?xml version='1.0'?><html>", WEB),
}


@pytest.mark.parametrize("kind", FILES)
def test_foreign_files_get_the_type_and_instructions(kind: str) -> None:
    content, problem = FILES[kind]
    for read in (draft_of_file, decoded):
        if read is draft_of_file and kind in {"xlsx", "xls", "ods"}:
            continue  # rosters are read from these
        with pytest.raises(ServiceError) as caught:
            read(content)
        assert caught.value.code is problem


@pytest.mark.parametrize(
    "content",
    [b"", b"Ana\nBo", b"BM Ana\nBo", b"{Ana}\nhttps://x", b"<3 Ana", b"RIFF Ana", b"PDF\nAna", b"PK\x03\x04 Ana"],
)
def test_possible_tables_are_left_to_the_readers(content: bytes) -> None:
    refuse_foreign(content)


@pytest.mark.parametrize(("kind", "problem"), [("text", TEXT), ("spreadsheet", FileErrorCode.FILE_IS_LIBREOFFICE)])
def test_opendocuments_begin_with_their_type(kind: str, problem: ErrorCode) -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as made:
        made.writestr("mimetype", f"application/vnd.oasis.opendocument.{kind}")
    with pytest.raises(ServiceError) as caught:
        refuse_foreign(content.getvalue())
    assert caught.value.code is problem
