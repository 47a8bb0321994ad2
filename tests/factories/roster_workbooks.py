"""Write the spreadsheets among the roster files: `python -m tests.factories.roster_workbooks`.

Their output is committed in `tests/data/rosters/`, which tests read.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TypeAlias

import odfdo
from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

FOLDER = Path(__file__).parent.parent / "data" / "rosters"

Rows: TypeAlias = Sequence[Sequence[str | float | date | None]]

LIST_3B: Rows = (
    ("Last name", "First name", "Student ID", "Grade"),
    ("Adair", "Mina", "004512", "3"),
    ("Boone", "Nico", "004513", "3"),
    ("Calloway", "Opal", "000077", "3"),
)


def write_workbooks(folder: Path) -> None:
    """Write every .xlsx and .ods file of the corpus."""
    for name, sheets in _EXCEL.items():
        book = Workbook()
        book.remove(book.worksheets[0])
        for title, rows in sheets.items():
            _fill(book.create_sheet(title), rows)
        _format(name, book)
        book.save(folder / name)
    for name, sheets in _OPEN_DOCUMENT.items():
        document = odfdo.Document("spreadsheet")
        document.body.clear()
        for title, rows in sheets.items():
            document.body.append(_table(title, rows))
        document.save(folder / name)


_EXCEL: dict[str, dict[str, Rows]] = {
    "excel_plain.xlsx": {"Sheet1": LIST_3B},
    "excel_title_rows.xlsx": {
        "Roster": (
            ("Maple Street Elementary", None, None, None),
            ("Grade 3, Room 12", None, None, None),
            (None, None, None, None),
            ("Other ID", "Full Name", "Grade", "Advisor"),
            (103501, "Hale, Rosa", 3, "Nolan, Ruth"),
            (103502, "Ives, Saul", 3, "Nolan, Ruth"),
            (103503, "Joyce, Tala", 3, "Nolan, Ruth"),
            (None, None, None, None),
            ("Total: 3", None, None, None),
        )
    },
    "excel_merged_headings.xlsx": {
        "Class": (
            ("Student", None, "School", None),
            ("Last Name", "First Name", "Student ID", "Homeroom"),
            ("Kerr", "Uma", "A-100", "12B"),
            ("Lang", "Vic", "A-101", "12B"),
            ("Moss", "Wes", "A-102", "12B"),
        )
    },
    "excel_numeric_ids.xlsx": {
        "Export": (
            ("Student_Number", "LastFirst", "Grade_Level", "Home_Room", "DOB"),
            (1004521, "Nash, Xena", 4, 12, date(2016, 5, 4)),
            (1004522, "Orr, Yul", 4, 12, date(2016, 9, 30)),
            (100000000012, "Penn, Zia", 4, 12, date(2016, 1, 2)),
        )
    },
    "excel_second_sheet.xlsx": {
        "Read me": (("Class lists are on the next sheet.",), ("Please do not edit.",)),
        "3B": LIST_3B,
        "Codes": (("F", "female"), ("M", "male")),
    },
    "excel_two_classes.xlsx": {
        "3A": (("First name", "Last name"), ("Abe", "Quinn"), ("Bea", "Ross")),
        "3B": (("First name", "Last name"), ("Cal", "Shaw"), ("Dot", "Tate"), ("Eve", "Udall")),
    },
    "excel_names_only.xlsx": {"Sheet1": (("Flo Vance",), ("Gus Ward",), ("Hope Yost",))},
    "excel_formula_errors.xlsx": {
        "Sheet1": (
            ("First name", "Last name", "Group"),
            ("Ike", "Zorn", "#N/A"),
            ("#REF!", "#REF!", "A"),
            ("Joy", "Aldous", "B"),
        )
    },
    "excel_hidden_column.xlsx": {
        "Sheet1": (
            (None, "First name", None, "Last name", "Student ID"),
            (None, "Kit", None, "Bishop", "S-1"),
            (None, "Lou", None, "Cross", "S-2"),
            (None, "Meg", None, "Doyle", "S-3"),
        )
    },
    "excel_headings_below.xlsx": {
        "Report": (
            ("District 9 student report", None, None),
            ("School", "Birch Elementary", None),
            ("Date", date(2026, 11, 20), None),
            ("Prepared by", "Office", None),
            ("Filter", "Grade = 5", None),
            (None, None, None),
            ("Student Name", "Perm ID", "Grade"),
            ("Eaton, Ned", "40011", "5"),
            ("Foss, Ola", "40012", "5"),
            ("Grey, Per", "40013", "5"),
        )
    },
}

_OPEN_DOCUMENT: dict[str, dict[str, Rows]] = {
    "libreoffice_plain.ods": {"Tabelle1": LIST_3B},
    "libreoffice_german.ods": {
        "Klasse 3b": (
            ("Klassenliste 3b", None, None, None),
            ("Nr.", "Nachname", "Vorname", "Geburtsdatum"),
            (1, "Hölzl", "Änne", date(2018, 3, 4)),
            (2, "Ißler", "Björn", date(2017, 12, 24)),
            (3, "Jäger", "Cläre", date(2018, 6, 15)),
        )
    },
    "libreoffice_numeric_ids.ods": {
        "Sheet1": (
            ("ID", "Prénom", "Nom", "Groupe"),
            (5512, "Anaïs", "Hébert", "Bleu"),
            (5513, "Brune", "Lévêque", "Vert"),
            (5514, "Côme", "Noël", "Vert"),
        )
    },
    "libreoffice_two_sheets.ods": {
        "Notes": (("Updated on Friday",),),
        "Names": (("Name",), ("Quin Hale",), ("Ria Inge",), ("Sid Jory",)),
    },
}


def _fill(sheet: Worksheet, rows: Rows) -> None:
    for number, row in enumerate(rows, start=1):
        for column, value in enumerate(row, start=1):
            if value is not None:
                sheet.cell(number, column, value)


def _format(name: str, book: Workbook) -> None:
    """Merge cells, and hide columns and sheets, as real files do."""
    sheet = book.worksheets[0]
    if name == "excel_title_rows.xlsx":
        sheet.merge_cells("A1:D1")
    elif name == "excel_merged_headings.xlsx":
        sheet.merge_cells("A1:B1")
        sheet.merge_cells("C1:D1")
    elif name == "excel_hidden_column.xlsx":
        sheet.column_dimensions["C"].hidden = True
    elif name == "excel_second_sheet.xlsx":
        book.worksheets[2].sheet_state = "hidden"


def _table(title: str, rows: Rows) -> odfdo.Table:
    table = odfdo.Table(title)
    for values in rows:
        row = odfdo.Row()
        for value in values:
            row.append_cell(odfdo.Cell(value))
        table.append_row(row)
    return table


if __name__ == "__main__":
    write_workbooks(FOLDER)
