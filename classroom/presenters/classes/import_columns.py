"""The page where a teacher chooses the roles of a roster's columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from classroom.i18n import _, lazy_gettext, ngettext
from classroom.models import RosterImport
from classroom.presenters.classes.import_rows import file_label
from classroom.presenters.words import facts_text, isolated
from classroom.services.classes.roster import MAX_STUDENTS
from classroom.services.encodings import shown_names
from classroom.services.rosters.choices import Choices, split_columns, suggestion_for
from classroom.services.rosters.drafts import Draft
from classroom.services.rosters.sheets import Sheet, Source
from classroom.services.rosters.tables.columns import Suggestion
from classroom.services.rosters.words.headings import Column

COLUMN_FIELD = "column-"
"""Prefix of a column's field; its index follows."""
_ROLES: Mapping[Column, str] = {
    Column.IGNORED: lazy_gettext("Don’t import"),
    Column.GIVEN: lazy_gettext("First name"),
    Column.FAMILY: lazy_gettext("Last name"),
    Column.NAME: lazy_gettext("Full name (First Last)"),
    Column.NAME_FAMILY_FIRST: lazy_gettext("Full name (Last, First)"),
    Column.PREFERRED: lazy_gettext("Preferred first name"),
    Column.MIDDLE: lazy_gettext("Middle name (not kept)"),
    Column.SOURCE_ID: lazy_gettext("Student ID"),
    Column.GROUP: lazy_gettext("Group"),
    Column.LEVEL: lazy_gettext("Grade"),
    Column.CLASS: lazy_gettext("Class or section"),
    Column.ROLE: lazy_gettext("Role (only students are imported)"),
    Column.STATUS: lazy_gettext("Status (students who left are not added)"),
}
_ENCODINGS: Mapping[str, str] = {
    "cp1252": lazy_gettext("Windows, Western Europe"),
    "cp1250": lazy_gettext("Windows, Central Europe"),
    "mac_roman": lazy_gettext("Mac, Western Europe"),
    "cp1254": lazy_gettext("Windows, Turkish"),
    "iso8859_15": lazy_gettext("ISO Latin 9"),
    "cp1257": lazy_gettext("Windows, Baltic"),
    "iso8859_2": lazy_gettext("ISO Latin 2, Central Europe"),
    "cp1251": lazy_gettext("Windows, Cyrillic"),
    "cp1253": lazy_gettext("Windows, Greek"),
    "cp850": lazy_gettext("DOS, Western Europe"),
    "cp852": lazy_gettext("DOS, Central Europe"),
    "cp437": lazy_gettext("DOS, United States"),
    "mac_latin2": lazy_gettext("Mac, Central Europe"),
    "koi8_r": lazy_gettext("Cyrillic, KOI8"),
    "cp1255": lazy_gettext("Windows, Hebrew"),
    "cp1256": lazy_gettext("Windows, Arabic"),
    "cp1258": lazy_gettext("Windows, Vietnamese"),
    "cp932": lazy_gettext("Windows, Japanese"),
    "gb18030": lazy_gettext("Chinese, simplified"),
    "big5": lazy_gettext("Chinese, traditional"),
    "cp949": lazy_gettext("Windows, Korean"),
}
_SAMPLES = 3
_LONGEST_SAMPLE = 40
_HEADING_CHOICES = 12
_NAMES_SHOWN = 6
_VALUES_OFFERED = 40


@dataclass(frozen=True, slots=True)
class Option:
    value: str
    text: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class ShownColumn:
    field: str
    heading: str
    samples: tuple[str, ...]
    note: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class ColumnsPage:
    id: str
    file_name: str
    is_pasted: bool
    class_id: str | None
    rows: int
    columns: tuple[ShownColumn, ...]
    sheets: tuple[Option, ...]
    headings: tuple[Option, ...]
    readings: tuple[Option, ...]
    is_reading_sure: bool
    splits: tuple[Option, ...]
    advice: str
    """What to do about a file that is too long for one class."""


def columns_page(kept: RosterImport, draft: Draft) -> ColumnsPage:
    """Build the page for a draft that has a source."""
    source = draft.source
    if source is None:
        raise ValueError(kept.id)
    choices = draft.choices
    reading = source.readings[choices.reading]
    sheet = reading.sheets[choices.sheet]
    rows = sum(1 for row in sheet.rows[choices.heading + 1 :] if row.filled)
    return ColumnsPage(
        id=kept.id,
        file_name=file_label(kept.file_name),
        is_pasted=bool(source.text),
        class_id=kept.class_id,
        rows=rows,
        columns=tuple(_columns(sheet, choices)),
        sheets=tuple(_sheets(reading.sheets, choices.sheet)) if len(reading.sheets) > 1 else (),
        headings=() if sheet.is_list and choices.heading < 0 else tuple(_headings(sheet, choices)),
        readings=tuple(_readings(source, choices)) if len(source.readings) > 1 else (),
        is_reading_sure=source.is_sure,
        splits=tuple(_splits(sheet, choices, has_class=kept.class_id is not None)),
        advice=_advice(rows, choices),
    )


def _columns(sheet: Sheet, choices: Choices) -> Iterable[ShownColumn]:
    below = sheet.rows[choices.heading + 1 :]
    suggestion = suggestion_for(sheet, choices.heading)
    for at, role in enumerate(choices.columns):
        heading = sheet.rows[choices.heading].cell(at) if choices.heading >= 0 else ""
        samples = list(dict.fromkeys(cell for cell in (row.cell(at) for row in below) if cell))[:_SAMPLES]
        if not heading and not samples:
            continue
        yield ShownColumn(
            field=f"{COLUMN_FIELD}{at}",
            heading=heading[:_LONGEST_SAMPLE] or _column_name(at),
            samples=tuple(sample[:_LONGEST_SAMPLE] for sample in samples),
            note=_note(at, role, suggestion, is_empty=not samples),
            options=tuple(Option(one.value, str(text), one is role) for one, text in _ROLES.items()),
        )


def _note(at: int, role: Column, suggestion: Suggestion, *, is_empty: bool) -> str:
    if is_empty:
        return _("Empty, or private data that is not kept.")
    if at in suggestion.repeated_ids and role is not Column.SOURCE_ID:
        return _("Different students have the same value, so this is not a student ID.")
    if at in suggestion.counting:
        return _("This only numbers the rows.")
    return ""


def _sheets(sheets: Iterable[Sheet], chosen: int) -> Iterable[Option]:
    for at, sheet in enumerate(sheets):
        name, rows = isolated(sheet.name), len(sheet.rows)
        if sheet.is_visible:
            text = ngettext("%(name)s (%(num)d row)", "%(name)s (%(num)d rows)", rows, name=name)
        else:
            text = ngettext("%(name)s (%(num)d row, hidden)", "%(name)s (%(num)d rows, hidden)", rows, name=name)
        yield Option(str(at), text, at == chosen)


def _headings(sheet: Sheet, choices: Choices) -> Iterable[Option]:
    yield Option("-1", _("There are no headings"), choices.heading < 0)
    for at, row in enumerate(sheet.rows[: max(_HEADING_CHOICES, choices.heading + 1)]):
        text = _("Line %(line)s: %(text)s", line=row.line, text=isolated(row.shown[:_LONGEST_SAMPLE]))
        yield Option(str(at), text, at == choices.heading)


def _readings(source: Source, choices: Choices) -> Iterable[Option]:
    """Yield for each encoding the first names as decoded by it."""
    for at, reading in enumerate(source.readings):
        text = "\n".join(cell for row in reading.sheets[0].rows[choices.heading + 1 :] for cell in row.cells)
        names = [name for name, _at in zip(shown_names(text), range(_NAMES_SHOWN), strict=False)]
        shown = _(
            "%(names)s (%(encoding)s)", names=isolated(facts_text(names)), encoding=str(_ENCODINGS[reading.encoding])
        )
        yield Option(str(at), shown, at == choices.reading)


def _splits(sheet: Sheet, choices: Choices, *, has_class: bool) -> Iterable[Option]:
    """Yield the choices: all rows, one class for each value of a column, and the rows with one value."""
    whole = _("Import all rows into this class") if has_class else _("Import all rows into one class")
    yield Option("", whole, not choices.split)
    columns = split_columns(sheet, choices)
    top = sheet.rows[choices.heading] if choices.heading >= 0 else None
    names = {at: isolated((top.cell(at)[:_LONGEST_SAMPLE] if top else "") or _column_name(at)) for at in columns}
    for at, found in columns.items():
        value = f"by:{at}"
        text = ngettext(
            "Create one class for each %(column)s (%(num)d class)",
            "Create one class for each %(column)s (%(num)d classes)",
            len(found),
            column=names[at],
        )
        yield Option(value, text, choices.split == value)
    for at, found in columns.items():
        for cell, rows in list(found.items())[:_VALUES_OFFERED]:
            value = f"only:{at}:{cell}"
            text = ngettext(
                "Import only %(column)s %(value)s (%(num)d row)",
                "Import only %(column)s %(value)s (%(num)d rows)",
                rows,
                column=names[at],
                value=isolated(cell),
            )
            yield Option(value, text, choices.split == value)


def _column_name(at: int) -> str:
    return _("Column %(number)s", number=at + 1)


def _advice(rows: int, choices: Choices) -> str:
    if rows <= MAX_STUDENTS:
        return ""
    if choices.split:
        return _(
            "A class can have %(max)s students, so these rows are split into classes. Check the split.",
            max=MAX_STUDENTS,
        )
    return _("A class can have %(max)s students. Choose how to split these rows into classes.", max=MAX_STUDENTS)
