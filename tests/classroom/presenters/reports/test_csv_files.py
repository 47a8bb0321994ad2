from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from classroom.presenters.reports.csv_files import (
    ATTEMPT_COLUMNS,
    EQUATION_COLUMNS,
    STUDENT_COLUMNS,
    csv_file,
    equation_rows,
    student_rows,
)
from classroom.reports.equations import EquationLine, WrongAnswer
from classroom.reports.statistics import Proportion
from classroom.reports.students import StudentLine

ROOT = Path(__file__).parents[4]


def read(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))


@pytest.mark.parametrize("cell", ["=1+1", "+49", "-2", "@SUM(A1)", "\tx", "\rx", "\nx", "|calc", "＝1+1", "'=1+1"])  # noqa: RUF001
def test_no_cell_begins_like_a_formula(cell: str) -> None:
    assert read(csv_file(["x"], [["Ana", cell]]))[1:] == [["Ana", f"'{cell}"]]


@pytest.mark.parametrize("cell", ["Ana", "7 − 2", " =1", "", 5, -5, None])
def test_other_cells_are_unchanged(cell: object) -> None:
    assert read(csv_file(["x"], [["Ana", cell]]))[1:] == [["Ana", "" if cell is None else str(cell)]]


def test_commas_quotes_and_letters_of_all_scripts_survive() -> None:
    row = ["O'Neil, “Bo”", 'say "hi"', "ليلى", "李小龙"]
    assert read(csv_file(["a", "b", "c", "d"], [row])) == [["a", "b", "c", "d"], row]


def test_the_file_is_marked_as_utf_8() -> None:
    assert csv_file(["a"], []).startswith(b"\xef\xbb\xbf")


def test_too_few_answers_have_no_percentage() -> None:
    lines = [
        StudentLine("1", "Ana", (), Proportion(3, 4), Proportion(1, 1)),
        StudentLine("2", "Bo", (), Proportion(8, 10), Proportion()),
    ]
    assert list(student_rows(lines)) == [
        ("Ana", 0, 4, 3, "", "", "", 1, 1),
        ("Bo", 0, 10, 8, 80, 49, 94, 0, 0),
    ]


@pytest.mark.parametrize("column", [*STUDENT_COLUMNS, *EQUATION_COLUMNS, *ATTEMPT_COLUMNS])
def test_every_column_is_explained(column: str) -> None:
    assert f"`{column}`" in (ROOT / "docs/reports.md").read_text(encoding="utf-8")


def test_wrong_answers_have_their_counts() -> None:
    lines = [
        EquationLine("7 × 8", "56", Proportion(1, 4), (WrongAnswer(None, 2), WrongAnswer("54", 1))),
        EquationLine("2 × 2", "4", Proportion(1, 1), ()),
    ]
    assert list(equation_rows(lines)) == [
        ("7 × 8", "56", 4, 3, "traded in by mistake", 2, "traded in by mistake (2 times), 54 (1 time)"),
        ("2 × 2", "4", 1, 0, "", "", ""),
    ]
