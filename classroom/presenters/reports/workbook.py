"""Workbooks (.xlsx, ECMA-376) of plain tables, written with the standard library, without formulas.

Headings are bold and stay in view, columns are as wide as their texts, and all of them are printed on one page.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from xml.sax.saxutils import escape, quoteattr

from classroom.services.archives import add_file

Rows = Iterable[Sequence[object]]

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
MIMETYPE = f"{_TYPE}.sheet"
_WIDTHS = (4, 60)
"""Minimum and maximum width of a column, in characters. Longer texts continue into empty cells to their right."""
_MARGIN = 2
_PRINTS_ALL_COLUMNS = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
_ON_WIDE_PAGES = '<pageSetup orientation="landscape" fitToHeight="0"/>'
_HEADINGS_STAY = (
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView>'
    "</sheetViews>"
)
_FONT = '<sz val="11"/><name val="Calibri"/>'
_FILLS = "".join(f'<fill><patternFill patternType="{kind}"/></fill>' for kind in ("none", "gray125"))
_STYLES = (
    f'{_HEAD}<styleSheet xmlns="{_MAIN}"><fonts count="2"><font>{_FONT}</font><font><b/>{_FONT}</font></fonts>'
    f'<fills count="2">{_FILLS}</fills><borders count="1"><border/></borders>'
    '<cellStyleXfs count="1"><xf/></cellStyleXfs>'
    '<cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
)
"""Style 0 for cells, style 1 for headings. Excel expects the two fills."""


def workbook(sheets: Mapping[str, Rows]) -> bytes:
    """Write a workbook.

    :param sheets: the rows of each sheet, headings first; numbers stay numbers, everything else becomes text
    """
    numbers = range(1, len(sheets) + 1)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        add_file(archive, "[Content_Types].xml", _content_types(numbers))
        add_file(archive, "_rels/.rels", _relations({"rId1": ("officeDocument", "xl/workbook.xml")}))
        listed = "".join(
            f'<sheet name={quoteattr(name)} sheetId="{number}" r:id="rId{number}"/>'
            for number, name in zip(numbers, sheets, strict=True)
        )
        add_file(
            archive,
            "xl/workbook.xml",
            f'{_HEAD}<workbook xmlns="{_MAIN}" xmlns:r="{_RELATIONS}"><sheets>{listed}</sheets></workbook>',
        )
        targets = {f"rId{number}": ("worksheet", f"worksheets/sheet{number}.xml") for number in numbers}
        targets["styles"] = ("styles", "styles.xml")
        add_file(archive, "xl/_rels/workbook.xml.rels", _relations(targets))
        add_file(archive, "xl/styles.xml", _STYLES)
        for number, rows in zip(numbers, sheets.values(), strict=True):
            add_file(archive, f"xl/worksheets/sheet{number}.xml", _sheet(list(rows)))
    return file.getvalue()


def _sheet(rows: Sequence[Sequence[object]]) -> str:
    columns = "".join(
        f'<col min="{number}" max="{number}" width="{width}" customWidth="1"/>'
        for number, width in enumerate(map(_width, zip_longest(*rows, fillvalue="")), start=1)
    )
    lines = (f"<row>{''.join(_cell(value, style=int(not at)) for value in row)}</row>" for at, row in enumerate(rows))
    return (
        f'{_HEAD}<worksheet xmlns="{_MAIN}">{_PRINTS_ALL_COLUMNS}{_HEADINGS_STAY}<cols>{columns}</cols>'
        f"<sheetData>{''.join(lines)}</sheetData>{_ON_WIDE_PAGES}</worksheet>"
    )


def _width(column: Iterable[object]) -> int:
    least, most = _WIDTHS
    return _MARGIN + min(max(least, *(len(str(value)) for value in column)), most)


def _cell(value: object, *, style: int) -> str:
    """Return a cell.

    :param style: of `_STYLES`.
    """
    if value is None or value == "":
        return "<c/>"
    if isinstance(value, int | float):
        return f'<c s="{style}"><v>{value}</v></c>'
    text = escape(_NOT_XML.sub("", str(value)))
    return f'<c s="{style}" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'


def _content_types(numbers: Iterable[int]) -> str:
    sheets = "".join(
        f'<Override PartName="/xl/worksheets/sheet{number}.xml" ContentType="{_TYPE}.worksheet+xml"/>'
        for number in numbers
    )
    return (
        f'{_HEAD}<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{_TYPE}.styles+xml"/>{sheets}</Types>'
    )


def _relations(targets: Mapping[str, tuple[str, str]]) -> str:
    listed = "".join(
        f'<Relationship Id="{key}" Type="{_RELATIONS}/{kind}" Target="{target}"/>'
        for key, (kind, target) in targets.items()
    )
    return f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships">{listed}</Relationships>'
