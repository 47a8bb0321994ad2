"""Drafts: a source, how to read it, and names typed by the teacher. A draft exists until it is imported."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import attrgetter
from typing import Any

from classroom.services.errors import FileErrorCode, RosterErrorCode, ServiceError
from classroom.services.file_types import ZIP, is_data, refuse_foreign
from classroom.services.names import clean_name
from classroom.services.rosters.choices import Choices, suggest_choices
from classroom.services.rosters.files.oneroster import read_oneroster
from classroom.services.rosters.files.oneroster_archive import packed_table
from classroom.services.rosters.files.spreadsheets import is_spreadsheet
from classroom.services.rosters.people import ClassList, Person, RosterFile, WrongRow
from classroom.services.rosters.reading import read_table
from classroom.services.rosters.sheets import Source
from classroom.services.rosters.sources import source_of_file, source_of_text
from classroom.services.rosters.words.headings import NAME_COLUMNS

MAX_BYTES = 1024 * 1024


@dataclass(frozen=True)
class Draft:
    """A roster before its import: an archive that describes itself, or a source with choices."""

    archive: RosterFile | None = None
    source: Source | None = None
    choices: Choices = field(default_factory=Choices)
    names: Mapping[str, str] = field(default_factory=dict)
    """Names typed in the preview, by row; "" skips the row."""

    def roster(self) -> RosterFile:
        """Return the draft's roster, with the typed names.

        :raises ServiceError: NAMES_MISSING, FILE_EMPTY or FILE_TOO_LONG.
        """
        found = self._read
        classes = tuple(_with_names(str(index), one, self.names) for index, one in enumerate(found.classes))
        return replace(found, classes=classes)

    @cached_property
    def _read(self) -> RosterFile:
        if self.source is not None:
            return read_table(self.source, self.choices)
        if self.archive is None:
            raise ServiceError(FileErrorCode.FILE_EMPTY)
        return self.archive

    @property
    def needs_columns(self) -> bool:
        """Return whether the teacher should check the columns: there are several, or several ways to read them."""
        if self.source is None:
            return False
        reading = self.source.readings[self.choices.reading]
        return (
            not self.source.is_sure
            or len(reading.sheets) > 1
            or len(self.choices.columns) > 1
            or not self.choices.columns
        )

    @property
    def has_names(self) -> bool:
        """Return whether there is a column of names."""
        return self.source is None or bool(set(self.choices.columns) & NAME_COLUMNS)

    def to_json(self) -> dict[str, Any]:
        """Return JSON for the database."""
        names = dict(self.names)
        if self.source is None:
            return {**(self.archive.to_json() if self.archive else {}), "names": names}
        return {"source": self.source.to_json(), "choices": self.choices.to_json(), "names": names}

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> Draft:
        """Read the JSON of `to_json`."""
        names = kept.get("names", {})
        if "source" not in kept:
            return cls(archive=RosterFile.from_json(kept), names=names)
        return cls(None, Source.from_json(kept["source"]), Choices.from_json(kept["choices"]), names)


def draft_of_file(content: bytes, *, class_name: str = "") -> Draft:
    """Read a file: a OneRoster archive, or a spreadsheet, table, or list, also alone in an archive.

    :param class_name: the class to import into; "" to create the file's own classes.
    :raises ServiceError: FILE_TOO_LARGE, FILE_NOT_READ, FILE_IS_…, or another code for the file.
    """
    if len(content) > MAX_BYTES:
        raise ServiceError(FileErrorCode.FILE_TOO_LARGE)
    packed = packed_table(content, most=MAX_BYTES)
    content = content if packed is None else packed
    if not is_spreadsheet(content):
        refuse_foreign(content)
        if content.startswith(ZIP):
            return Draft(archive=read_oneroster(content))
    return _draft_of(source_of_file(content), class_name)


def draft_of_text(text: str, *, class_name: str = "") -> Draft:
    """Read pasted text.

    :raises ServiceError: FILE_EMPTY, FILE_TOO_LONG, FILE_TOO_WIDE or FILE_NOT_READ.
    """
    if is_data(text):
        raise ServiceError(FileErrorCode.FILE_NOT_READ)
    return _draft_of(source_of_text(text), class_name)


def _draft_of(source: Source, class_name: str) -> Draft:
    draft = Draft(source=source, choices=suggest_choices(source, class_name=class_name))
    try:
        draft.roster()
    except ServiceError as error:
        if error.code is not RosterErrorCode.NAMES_MISSING and len(source.readings[0].sheets) == 1:
            raise
    return draft


def row_key(class_key: str, line: int) -> str:
    """Return the key of a row within a file of several classes."""
    return f"{class_key}.{line}"


def _with_names(key: str, listed: ClassList, names: Mapping[str, str]) -> ClassList:
    """Replace the file's names with the typed ones."""
    lines = [*(one.line for one in listed.people), *(one.line for one in listed.wrong)]
    typed = {line: names.get(row_key(key, line)) for line in lines}
    if not any(name is not None for name in typed.values()):
        return listed
    people = [one for one in listed.people if typed[one.line] is None]
    wrong = [one for one in listed.wrong if one.rest is None or not typed[one.line]]
    named = [(one, f"{one.given} {one.family}".strip()) for one in listed.people if typed[one.line] is not None]
    named += [(one.rest, one.text) for one in listed.wrong if one.rest is not None and one not in wrong]
    for rest, text in named:
        name = typed[rest.line] or ""
        try:
            people.append(_typed(rest, name))
        except ServiceError as error:
            wrong.append(WrongRow(rest.line, name or text, error.code, error.facts, rest))
    by_line = attrgetter("line")
    return replace(listed, people=tuple(sorted(people, key=by_line)), wrong=tuple(sorted(wrong, key=by_line)))


def _typed(person: Person, name: str) -> Person:
    if not name:
        raise ServiceError(RosterErrorCode.ROW_REMOVED)
    clean = clean_name(name)
    return replace(person, given=person.given or clean, typed=clean)
