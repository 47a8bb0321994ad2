"""Find the hidden rows of a workbook, which the reader of spreadsheets does not report."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from html import unescape

_SHEET = re.compile(r"<(?:\w+:)?sheet\b[^>]*>")
_RELATION = re.compile(r"<(?:\w+:)?Relationship\b[^>]*>")
_ROW = re.compile(rb"<(?:\w+:)?row\b[^>]*>")
_TABLE_OR_ROW = re.compile(rb"<table:table(?:-row)?(?=[\s/>])[^>]*>")
_NAME = re.compile(r'\bname="([^"]*)"')
_SHEET_ID = re.compile(r'\b\w+:id="([^"]*)"')
_ID = re.compile(r'\bId="([^"]*)"')
_TARGET = re.compile(r'\bTarget="([^"]*)"')
_NUMBER = re.compile(rb'\br="([0-9]{1,7})"')
_IS_HIDDEN = re.compile(rb'\b(?:hidden="(?:1|true)"|visibility="(?:collapse|filter)")')
_REPEATED = re.compile(rb'number-rows-repeated="([0-9]{1,7})"')
_FARTHEST = 10_000
"""The last row to look at; later ones are not read."""


def hidden_rows(content: bytes) -> Mapping[str, frozenset[int]]:
    """Return the numbers of the hidden rows by sheet; nothing for .xls, which is no archive.

    :param content: a workbook that was measured, so that it can be unpacked.
    """
    with suppress(zipfile.BadZipFile), zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = set(archive.namelist())
        if "content.xml" in names:
            return _of_opendocument(archive.read("content.xml"))
        parts = _sheet_parts(archive, names)
        return {name: _of_excel(archive.read(part)) for name, part in parts.items() if part in names}
    return {}


def _sheet_parts(archive: zipfile.ZipFile, names: set[str]) -> Mapping[str, str]:
    """Return the parts of the archive that contain the sheets, by the sheets' names."""
    if not {"xl/workbook.xml", "xl/_rels/workbook.xml.rels"} <= names:
        return {}
    relations = archive.read("xl/_rels/workbook.xml.rels").decode(errors="replace")
    targets = {_value(_ID, tag): _value(_TARGET, tag) for tag in _RELATION.findall(relations)}
    sheets = _SHEET.findall(archive.read("xl/workbook.xml").decode(errors="replace"))
    return {_value(_NAME, tag): _part(targets.get(_value(_SHEET_ID, tag), "")) for tag in sheets}


def _part(target: str) -> str:
    """Return a part's name in the archive; targets are relative to the folder of the workbook, or absolute."""
    return posixpath.normpath(posixpath.join("/xl", target)).lstrip("/")


def _value(attribute: re.Pattern[str], tag: str) -> str:
    found = attribute.search(tag)
    return unescape(found[1]) if found else ""


def _of_excel(sheet: bytes) -> frozenset[int]:
    hidden: set[int] = set()
    number = 0
    for tag in _ROW.findall(sheet):
        given = _NUMBER.search(tag)
        number = int(given[1]) if given else number + 1
        if _IS_HIDDEN.search(tag) and number <= _FARTHEST:
            hidden.add(number)
    return frozenset(hidden)


def _of_opendocument(document: bytes) -> Mapping[str, frozenset[int]]:
    found: dict[str, frozenset[int]] = {}
    name, number = "", 0
    for tag in _TABLE_OR_ROW.findall(document):
        if not tag.startswith(b"<table:table-row"):
            name, number = _value(_NAME, tag.decode(errors="replace")), 0
            continue
        repeated = _REPEATED.search(tag)
        first, number = number + 1, number + (int(repeated[1]) if repeated else 1)
        if _IS_HIDDEN.search(tag):
            found[name] = found.get(name, frozenset()) | set(range(first, min(number, _FARTHEST) + 1))
    return found
