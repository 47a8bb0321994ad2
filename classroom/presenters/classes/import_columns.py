"""The page on which a teacher says what the columns of a roster are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from classroom.models import RosterImport
from classroom.presenters.words import count, isolated
from classroom.services.classes.roster import MAX_STUDENTS
from classroom.services.encodings import CODECS, shown_names
from classroom.services.rosters.choices import Choices, split_columns, suggestion_for
from classroom.services.rosters.columns import Suggestion
from classroom.services.rosters.drafts import Draft
from classroom.services.rosters.headings import Column
from classroom.services.rosters.sources import Sheet, Source

COLUMN_FIELD = "column-"
"""What the field for a column is called, before its index."""
_ROLES: Mapping[Column, str] = {
    Column.IGNORED: "Don’t import",
    Column.GIVEN: "First name",
    Column.FAMILY: "Last name",
    Column.NAME: "Full name (First Last)",
    Column.NAME_FAMILY_FIRST: "Full name (Last, First)",
    Column.PREFERRED: "Preferred first name",
    Column.MIDDLE: "Middle name (not kept)",
    Column.SOURCE_ID: "Student ID",
    Column.GROUP: "Group",
    Column.LEVEL: "Grade",
    Column.CLASS: "Class or section",
    Column.ROLE: "Role (only students are imported)",
}
_SAMPLES = 3
_LONGEST_SAMPLE = 40
_HEADING_CHOICES = 12
_NAMES_SHOWN = 6
_VALUES_OFFERED = 40


@dataclass(frozen=True, slots=True)
class Option:
    """One of the choices of a field."""

    value: str
    text: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class ShownColumn:
    """A column with its first cells."""

    field: str
    heading: str
    samples: tuple[str, ...]
    note: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class ColumnsPage:
    """Everything that can be chosen about a source."""

    id: str
    file_name: str
    is_pasted: bool
    class_id: str | None
    rows: str
    columns: tuple[ShownColumn, ...]
    empty_columns: int
    """How many columns hold nothing: they are not shown."""
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
    shown = tuple(_columns(sheet, choices))
    return ColumnsPage(
        id=kept.id,
        file_name=kept.file_name,
        is_pasted=bool(source.text),
        class_id=kept.class_id,
        rows=count(rows, "row"),
        columns=shown,
        empty_columns=len(choices.columns) - len(shown),
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
            heading=heading[:_LONGEST_SAMPLE] or f"Column {at + 1}",
            samples=tuple(sample[:_LONGEST_SAMPLE] for sample in samples),
            note=_note(at, role, suggestion, is_empty=not samples),
            options=tuple(Option(one.value, text, one is role) for one, text in _ROLES.items()),
        )


def _note(at: int, role: Column, suggestion: Suggestion, *, is_empty: bool) -> str:
    if is_empty:
        return "Empty, or private data that is not kept."
    if at in suggestion.repeated_ids and role is not Column.SOURCE_ID:
        return "Different students have the same value, so this is not a student ID."
    if at in suggestion.counting:
        return "This only counts the rows."
    return ""


def _sheets(sheets: Iterable[Sheet], chosen: int) -> Iterable[Option]:
    for at, sheet in enumerate(sheets):
        hidden = "" if sheet.is_visible else ", hidden"
        yield Option(str(at), f"{isolated(sheet.name)} ({count(len(sheet.rows), 'row')}{hidden})", at == chosen)


def _headings(sheet: Sheet, choices: Choices) -> Iterable[Option]:
    yield Option("-1", "There are no headings", choices.heading < 0)
    for at, row in enumerate(sheet.rows[: max(_HEADING_CHOICES, choices.heading + 1)]):
        yield Option(str(at), f"Line {row.line}: {isolated(row.shown[:_LONGEST_SAMPLE])}", at == choices.heading)


def _readings(source: Source, choices: Choices) -> Iterable[Option]:
    """For each encoding the names as they are in it."""
    for at, reading in enumerate(source.readings):
        text = "\n".join(cell for row in reading.sheets[0].rows[choices.heading + 1 :] for cell in row.cells)
        names = [name for name, _ in zip(shown_names(text), range(_NAMES_SHOWN), strict=False)]
        yield Option(str(at), f"{isolated(', '.join(names))} ({CODECS[reading.encoding]})", at == choices.reading)


def _splits(sheet: Sheet, choices: Choices, *, has_class: bool) -> Iterable[Option]:
    """All rows, one class for each value of a column, or the rows with one value."""
    yield Option(
        "", "Import all rows into this class" if has_class else "Import all rows into one class", not choices.split
    )
    columns = split_columns(sheet, choices)
    headings = {
        at: sheet.rows[choices.heading].cell(at)[:_LONGEST_SAMPLE] if choices.heading >= 0 else "" for at in columns
    }
    for at, found in columns.items():
        value = f"by:{at}"
        name = isolated(headings[at] or f"Column {at + 1}")
        yield Option(value, f"Make one class for each {name} ({len(found)} classes)", choices.split == value)
    for at, found in columns.items():
        name = isolated(headings[at] or f"Column {at + 1}")
        for cell, rows in list(found.items())[:_VALUES_OFFERED]:
            value = f"only:{at}:{cell}"
            yield Option(value, f"Import only {name} {isolated(cell)} ({count(rows, 'row')})", choices.split == value)


def _advice(rows: int, choices: Choices) -> str:
    if rows <= MAX_STUDENTS:
        return ""
    if choices.split:
        return f"A class can have {MAX_STUDENTS} students, so these rows are split into classes. Check how."
    return f"A class can have {MAX_STUDENTS} students. Choose how to split these rows into classes."
