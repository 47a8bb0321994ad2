"""How to read a source: sheet, headings, roles of columns, and how rows form classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from classroom.services.errors import RosterErrorCode
from classroom.services.names import fold_name
from classroom.services.rosters.files.grids import Row
from classroom.services.rosters.lists.titles import is_part_of_class
from classroom.services.rosters.people import LONGEST_GROUP, ClassList, Person, WrongRow
from classroom.services.rosters.sheets import Sheet, Source
from classroom.services.rosters.tables.columns import Suggestion, suggest_columns
from classroom.services.rosters.words import values, vocabulary
from classroom.services.rosters.words.given_names import end_names
from classroom.services.rosters.words.headings import NAME_COLUMNS, Column, Topic, meaning_of, words_of

_MOST_CLASSES = 40
_SHARE_WITH_CLASS = 0.8
"""The proportion of rows that must name a class before rows are split by class."""


@dataclass(frozen=True, slots=True)
class Choices:
    """How to read a source. The teacher can change every choice."""

    reading: int = 0
    sheet: int = 0
    heading: int = -1
    """The index of the row with the headings; -1 without headings."""
    columns: tuple[Column, ...] = ()
    split: str = ""
    """"" takes all rows as one class, "by:3" makes a class of each value of column 3, "only:3:7B" takes 7B's rows."""

    @property
    def table(self) -> tuple[int, int, int]:
        """Return the choices that determine the columns."""
        return (self.reading, self.sheet, self.heading)

    def to_json(self) -> dict[str, Any]:
        """Return JSON for the draft."""
        return asdict(self)

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> Choices:
        """Read the JSON of `to_json`."""
        return cls(**{**kept, "columns": tuple(map(Column, kept["columns"]))})


def suggest_choices(
    source: Source, *, class_name: str = "", reading: int = 0, sheet: int | None = None, heading: int | None = None
) -> Choices:
    """Suggest how to read a source.

    :param class_name: the class to import into: from a file with several classes, only its rows are read.
    :param sheet: the sheet's index; None for the one that looks most like a roster.
    :param heading: the row of the headings; None to detect it, -1 for none.
    """
    sheets = source.readings[reading].sheets
    if sheet is None:
        same_name = next(
            (at for at, one in enumerate(sheets) if one.name and fold_name(one.name) == fold_name(class_name)), None
        )
        strongest = max(range(len(sheets)), key=lambda at: sheets[at].strength) if len(sheets) > 1 else 0
        sheet = strongest if same_name is None else same_name
    if heading is None:
        heading = sheets[sheet].headed_at
    columns = suggestion_for(sheets[sheet], heading).columns
    choices = Choices(reading, sheet, heading, columns)
    return replace(choices, split=_suggested_split(sheets[sheet], choices, class_name))


def suggestion_for(sheet: Sheet, heading: int) -> Suggestion:
    """Suggest the columns of a sheet with known headings."""
    if sheet.is_list:
        cells = [cell for row in sheet.rows[heading + 1 :] if not is_part_of_class(cell := row.cell(0))]
        is_family_first = sum(map(values.is_east_asian, cells)) * 2 > len(cells) or end_names(cells)
        return Suggestion((Column.NAME_FAMILY_FIRST if is_family_first else Column.NAME,), is_guessed=True)
    rows, above = sheet.rows[heading + 1 :], sheet.rows[heading] if heading >= 0 else None
    suggested = suggest_columns(rows, above)
    if not sheet.is_grid:
        return suggested
    names = suggest_columns([replace(row, cells=row.cells[:1]) for row in rows], above)
    parts = NAME_COLUMNS | {Column.FAMILY, Column.IGNORED}
    labels = (
        (Column.GROUP if _are_groups(rows, at) else Column.IGNORED) if one in parts else one
        for at, one in enumerate(suggested.columns[1:], start=1)
    )
    return replace(names, columns=(names.columns[0], *labels))


def _are_groups(rows: Sequence[Row], at: int) -> bool:
    """Return whether labels stand beside several students each: "Dolphins: Ana, Bo"."""
    counts = Counter(cell for row in rows if (cell := row.cell(at)))
    is_of_genders = any(vocabulary.GENDERS & set(words_of(label)) for label in counts)
    return len(counts) > 1 and min(counts.values()) > 1 and not is_of_genders


def split_columns(sheet: Sheet, choices: Choices) -> Mapping[int, Mapping[str, int]]:
    """Return the columns that can split the rows into classes, with their values and numbers of rows.

    Columns for classes or sections come first, then teachers, then grades.
    """
    rows = [row for row in sheet.rows[choices.heading + 1 :] if row.filled]
    found: dict[int, dict[str, int]] = {}
    for at, role in enumerate(choices.columns):
        if role in NAME_COLUMNS | {Column.FAMILY, Column.MIDDLE, Column.SOURCE_ID}:
            continue
        counts = Counter(
            cell for cell in (row.cell(at)[:LONGEST_GROUP] for row in rows) if cell and not values.is_placeholder(cell)
        )
        is_division = 1 < len(counts) <= min(_MOST_CLASSES, max(2, len(rows) // 2))
        share = sum(counts.values()) / max(1, len(rows))
        if (role is Column.CLASS and len(counts) > 1) or (is_division and share >= _SHARE_WITH_CLASS):
            found[at] = dict(sorted(counts.items())[:_MOST_CLASSES])
    return dict(sorted(found.items(), key=lambda one: _split_rank(sheet, choices, one[0])))


def _split_rank(sheet: Sheet, choices: Choices, at: int) -> tuple[int, int]:
    role = choices.columns[at]
    if role is Column.CLASS:
        return (0, at)
    meaning = meaning_of(heading_of(sheet, choices, at))
    if meaning is not None and meaning.about in {Column.CLASS, Topic.TEACHER}:
        return (1 + meaning.rank if meaning.about is Column.CLASS else 4, at)
    return (5 if role is Column.LEVEL else 6 if role is Column.GROUP else 9, at)


def _suggested_split(sheet: Sheet, choices: Choices, class_name: str) -> str:
    """Select the rows of the class with this name; otherwise split rows if too many for one class, or take all."""
    able = split_columns(sheet, choices)
    wanted = fold_name(class_name)
    for at in able:
        own = next((value for value in able[at] if fold_name(value) == wanted), None)
        if own is not None and choices.columns[at] is Column.CLASS:
            return f"only:{at}:{own}"
    count = sum(1 for row in sheet.rows[choices.heading + 1 :] if row.filled)
    likely = [at for at in able if _split_rank(sheet, choices, at)[0] < 6]
    return f"by:{likely[0]}" if count > 100 and likely else ""


def heading_of(sheet: Sheet, choices: Choices, at: int) -> str:
    """Return the heading of a column; "" if there is none."""
    return sheet.rows[choices.heading].cell(at) if choices.heading >= 0 else ""


def split_classes(
    people: Sequence[Person], wrong: Sequence[WrongRow], choices: Choices, sheet: Sheet
) -> Iterable[ClassList]:
    """Return the classes; one without a name for all rows."""
    kind, _, rest = choices.split.partition(":")
    column, _, value = rest.partition(":")
    if not kind or not column.isdecimal():
        yield ClassList(people=tuple(people), wrong=tuple(wrong))
        return
    of_line = {row.line: row.cell(int(column))[:LONGEST_GROUP] for row in sheet.rows}
    if kind == "only":
        mine = [one for one in people if fold_name(of_line[one.line]) == fold_name(value)]
        others = [
            WrongRow(
                one.line,
                f"{one.given} {one.family}".strip(),
                RosterErrorCode.OTHER_CLASS,
                {"name": of_line[one.line] or "–"},
            )
            for one in people
            if one not in mine
        ]
        yield ClassList(people=tuple(mine), wrong=tuple(sorted((*wrong, *others), key=lambda one: one.line)))
        return
    names: dict[str, list[Person]] = {}
    spellings: dict[str, str] = {}
    for one in people:
        name = of_line[one.line] or "–"
        names.setdefault(spellings.setdefault(fold_name(name), name), []).append(one)
    for number, name in enumerate(sorted(names)):
        yield ClassList(name, people=tuple(names[name]), wrong=tuple(wrong) if number == 0 else ())
