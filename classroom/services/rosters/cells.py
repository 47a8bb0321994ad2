"""The cells of a sheet by the roles of its columns, as its teacher chose them."""

from __future__ import annotations

from classroom.services.rosters.choices import Choices
from classroom.services.rosters.files.grids import Row
from classroom.services.rosters.people import EXPORTED_HEADINGS
from classroom.services.rosters.sheets import Sheet
from classroom.services.rosters.words import values
from classroom.services.rosters.words.headings import NAME_COLUMNS, Column

OF_NAMES = NAME_COLUMNS | {Column.FAMILY, Column.MIDDLE}


class Cells:
    """The rows below the headings of a sheet."""

    def __init__(self, sheet: Sheet, choices: Choices) -> None:
        self.sheet = sheet
        self.columns = choices.columns
        self.headed_at = choices.heading
        self.heading = sheet.rows[choices.heading] if choices.heading >= 0 else None
        self.rows = [row for row in sheet.rows[choices.heading + 1 :] if row.filled]
        self.places: dict[Column, list[int]] = {}
        for at, column in enumerate(choices.columns):
            self.places.setdefault(column, []).append(at)
        self.is_list = sheet.is_list or len(choices.columns) == 1
        self.may_have_text = self.is_list or (choices.heading < 0 and not sheet.is_grid)
        """Whether rows may be lines of a text: titles, sentences, greetings."""
        self.is_own = self.heading is not None and tuple(self.heading.cells) == EXPORTED_HEADINGS
        """Whether this app wrote the table: then every row is a student."""

    def text(self, row: Row, column: Column) -> str:
        """Return the cells with a role, joined, without placeholders."""
        cells = [row.cell(at) for at in self.places.get(column, ())]
        if column not in NAME_COLUMNS and column is not Column.FAMILY:
            cells = [cell for cell in cells if not values.is_placeholder(cell) or values.CELL_ERROR.fullmatch(cell)]
        return " ".join(cell for cell in cells if cell and cell not in {"-", "–"})

    def whole_name(self, row: Row) -> str:
        """Return the full name as written; of names in two columns a key, with the remark behind it at the end."""
        whole = self.text(row, Column.NAME) or self.text(row, Column.NAME_FAMILY_FIRST)
        return whole or joined(self.text(row, Column.GIVEN), self.text(row, Column.FAMILY))

    def preferred(self, row: Row) -> str:
        """Return the first of several preferred names: a nickname counts if there is no other."""
        names = (row.cell(at) for at in self.places.get(Column.PREFERRED, ()))
        return next((name for name in names if values.has_letters(name) and not values.is_placeholder(name)), "")


def joined(given: str, family: str) -> str:
    """Return both parts of a name, as `Cells.whole_name` does."""
    return f"{family}, {given}" if family else given
