"""Imported sources as grids of text: the rows of each sheet, in each possible reading."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from classroom.services.rosters.files.grids import Row
from classroom.services.rosters.tables.columns import suggest_columns
from classroom.services.rosters.tables.heading_rows import find_headings
from classroom.services.rosters.words import role_words
from classroom.services.rosters.words.headings import NAME_COLUMNS

_STORED = ("name", "is_visible", "is_list", "noise", "is_grid", "heading", "may_be_pairs")


@dataclass(frozen=True, slots=True)
class Sheet:
    """The nonempty rows of a sheet. A text has one sheet without a name."""

    name: str
    rows: tuple[Row, ...]
    is_visible: bool = True
    is_list: bool = False
    """Whether each row is a full name rather than cells of a table."""
    noise: tuple[str, ...] = ()
    """Text removed around the names of a list."""
    is_grid: bool = False
    """Whether the names come from the cells of a grid, which may also name parts of the room."""
    heading: int | None = None
    """The row with the headings, -1 for none: what was cleared may have told which row it is. None: look for it."""
    may_be_pairs: bool = False
    """Whether each two names of the only line may be those of one student."""
    is_cleared: bool = False
    """Whether columns were cleared. Not stored."""

    def to_json(self) -> dict[str, Any]:
        """Return JSON for the draft."""
        rows = [[row.line, row.is_broken, *row.cells] for row in self.rows]
        hidden = [row.line for row in self.rows if row.is_hidden]
        return {**{name: getattr(self, name) for name in _STORED}, "rows": rows, "hidden": hidden}

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> Sheet:
        """Read the JSON of `to_json`, which may be from an older version of the app."""
        hidden = kept.get("hidden", ())
        rows = tuple(Row(line, cells, is_broken, line in hidden) for line, is_broken, *cells in kept["rows"])
        return cls(
            **{**{name: kept[name] for name in _STORED if name in kept}, "rows": rows, "noise": tuple(kept["noise"])}
        )

    @property
    def headed_at(self) -> int:
        """Return the row with the headings, -1 for none."""
        if self.heading is not None:
            return self.heading
        found = find_headings(self.rows)
        return -1 if found is None else found

    @property
    def strength(self) -> int:
        """Return a sort key for how much the sheet looks like a roster: visible, with headings, long, rich."""
        at = self.headed_at
        strength = self.is_visible * 1_000_000 + (100_000 if at >= 0 else len(self.rows))
        strength -= 600_000 * role_words.is_adult(self.name)
        if at < 0 or self.is_list:
            return strength
        columns = set(suggest_columns(self.rows[at + 1 :], self.rows[at]).columns)
        return strength + 500_000 * bool(columns & NAME_COLUMNS) + len(columns)


@dataclass(frozen=True, slots=True)
class Reading:
    """The sheets in one encoding."""

    encoding: str
    sheets: tuple[Sheet, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """All readings of a source."""

    readings: tuple[Reading, ...]
    """Most probable encoding first."""
    is_sure: bool = True
    """Whether the first encoding is certain."""
    text: str = ""
    """The pasted text, to return it to the user; "" for a file."""

    def to_json(self) -> dict[str, Any]:
        """Return JSON, stored until the import is done."""
        readings = [
            {"encoding": one.encoding, "sheets": [sheet.to_json() for sheet in one.sheets]} for one in self.readings
        ]
        return {"readings": readings, "is_sure": self.is_sure, "text": self.text}

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> Source:
        """Read the JSON of `to_json`."""
        readings = tuple(
            Reading(one["encoding"], tuple(map(Sheet.from_json, one["sheets"]))) for one in kept["readings"]
        )
        return cls(readings, kept["is_sure"], kept["text"])
