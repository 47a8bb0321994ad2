"""Choosing the roles of a roster's columns before the preview."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import openpyxl
import pytest

from classroom.presenters.classes.import_columns import _ENCODINGS
from classroom.services.classes import roster
from classroom.services.encodings import CODECS
from classroom.services.rosters.words.headings import Column

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient

CLEVER = """School_id,Student_id,Last_name,First_name,Grade,Dob,Student_email
4021,900411,Abernathy,Delia,3,03/14/2018,d@x.example
4021,900412,Brightwater,Osei,3,03/14/2018,o@x.example
4021,900413,Castellano,Milo,3,03/14/2018,m@x.example
4021,900420,Dunmore,Priya,3,03/14/2018,p@x.example
"""


@pytest.fixture
def alice(page: PageClient, cast: Cast) -> PageClient:
    """Alice's page for adding students to 7B."""
    page.sign_in(cast.alice).get("classes.add_students", class_id=cast.class_7b.id)
    return page


def columns(page: PageClient, content: bytes, *, name: str = "export.csv") -> Page:
    sent = page.submit({"file": (io.BytesIO(content), name)}, form="/import", status=303)
    sent.answer.request.input_stream.close()
    return page.follow()


def chosen(shown: Page) -> list[str]:
    """Return the role of each visible column."""
    fields = shown.form("/columns").fields
    return [str(value) for name, value in fields.items() if name.startswith("column-")]


def save(page: PageClient, shown: Page, button: str, fields: dict[str, str] | None = None) -> Page:
    page.send(shown.form_with("Preview import"), fields or {})
    page.send(page.follow().form_with(button))
    return page.follow()


def names(cast: Cast) -> list[str]:
    return [one.name for one in roster.students_of(class_id=cast.class_7b.id)]


def workbook(sheets: Mapping[str, Sequence[Sequence[object]]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(list(row))
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def test_an_export_of_the_office_is_recognized(alice: PageClient, cast: Cast) -> None:
    shown = columns(alice, CLEVER.encode())
    assert chosen(shown) == ["ignored", "source_id", "family", "given", "level", "ignored", "ignored"]
    assert "Different students have the same value, so this is not a student ID." in shown.text
    assert "03/14/2018" not in shown.text
    assert "@x.example" not in shown.html
    after = save(alice, shown, "Import 4 students")
    assert "4 students added. Undo import" in after.text
    assert names(cast) == ["Bob", "Delia A.", "Milo C.", "Osei B.", "Priya D."]
    assert {one.source_id for one in roster.students_of(class_id=cast.class_7b.id)} == {
        *(None, "900411", "900412", "900413", "900420")
    }


def test_the_choice_of_the_teacher_wins(alice: PageClient, cast: Cast) -> None:
    shown = columns(alice, b"Given,Family,Team\nKing,Ana,Owls\nLee,Bo,Owls")
    after = save(
        alice,
        shown,
        "Import 2 students",
        {"column-0": Column.FAMILY, "column-1": Column.GIVEN, "column-2": Column.GROUP},
    )
    assert "2 students added" in after.text
    assert names(cast) == ["Ana K.", "Bo L.", "Bob"]
    assert {one.group for one in roster.students_of(class_id=cast.class_7b.id)} == {None, "Owls"}


def test_a_file_without_a_name_column_asks_for_one(alice: PageClient, cast: Cast) -> None:
    shown = columns(alice, b"ID,Group\n71,Owls\n72,Bees")
    assert "No column has names yet." in shown.text
    assert alice.send(shown.form_with("Preview import"), status=422).heading == "Choose columns"
    save(alice, shown, "Import 2 students", {"column-1": Column.NAME})
    assert names(cast) == ["Bees", "Bob", "Owls"]


def test_an_uncertain_encoding_is_asked_for(alice: PageClient, cast: Cast) -> None:
    content = "Name,ID\nPavel Mu\u0148o,71\nJan Mu\u0148o,72".encode("cp1250")
    shown = columns(alice, content)
    assert "Which names look right?" in shown.text
    assert "Mu\u0148o (Windows, Central Europe)" in shown.text.replace("\u2068", "").replace("\u2069", "")
    fields = shown.form("/columns").fields
    other = "1" if fields["reading"] == "0" else "0"
    again = alice.send(shown.form_with("Preview import"), {"reading": other}, status=200)
    assert again.form("/columns").fields["reading"] == other
    save(alice, again, "Import 2 students")
    assert names(cast) == ["Bob", "Jan M.", "Pavel M."]


def test_a_sheet_can_be_chosen(alice: PageClient, cast: Cast) -> None:
    head = ("First name", "Last name", "ID")
    content = workbook(
        {"3A": [head, ("Abe", "Quinn", 71.0)], "7B": [head, ("Cal", "Shaw", 72.0), ("Dot", "Tate", 73.0)]}
    )
    shown = columns(alice, content, name="classes.xlsx")
    assert shown.form("/columns").fields["sheet"] == "1"
    other = alice.send(shown.form_with("Preview import"), {"sheet": "0"}, status=200)
    assert "Abe" in other.text
    save(alice, other, "Import 1 student")
    assert names(cast) == ["Abe Q.", "Bob"]
    assert {one.source_id for one in roster.students_of(class_id=cast.class_7b.id)} == {None, "71"}


def test_the_headings_can_be_chosen(alice: PageClient, cast: Cast) -> None:
    shown = columns(alice, "Imi\u0119\u015a,Nazwa\nAna,King\nBo,Lee".encode())
    assert shown.form("/columns").fields["heading"] == "-1"
    again = alice.send(shown.form_with("Preview import"), {"heading": "0"}, status=200)
    assert "Nothing is saved yet" in again.text
    save(alice, again, "Import 2 students")
    assert names(cast) == ["Ana K.", "Bo L.", "Bob"]


def test_a_large_file_is_split_into_classes(alice: PageClient, cast: Cast) -> None:
    rows = [f"{100 + n},Kid{chr(97 + n % 26)},Name{chr(97 + n // 26)},{n % 4 + 1}-A" for n in range(140)]
    shown = columns(alice, ("\n".join(["ID,First name,Last name,Section", *rows])).encode())
    assert "A class can have 100 students, so these rows are split into classes." in shown.text
    assert shown.form("/columns").fields["split"] == "by:3"
    alice.send(shown.form_with("Preview import"))
    preview = alice.follow()
    assert preview.html.count("new class") == 4
    alice.send(preview.form_with("Import selected classes"), {"take": ["0", "1", "2", "3"]})
    assert "140 students added." in alice.follow().text


def test_one_of_several_classes_can_be_chosen(alice: PageClient, cast: Cast) -> None:
    shown = columns(alice, b"Name,Class\nAna King,7C\nBo Lee,7B\nCy Moe,7C")
    assert shown.form("/columns").fields["split"] == "only:1:7B"
    save(alice, shown, "Import 1 student")
    assert names(cast) == ["Bo L.", "Bob"]


def test_a_finished_import_has_no_columns_page(alice: PageClient, cast: Cast) -> None:
    shown = columns(alice, CLEVER.encode())
    assert alice.last is not None
    save(alice, shown, "Import 4 students")
    alice.send(shown.form_with("Preview import"))
    assert len(names(cast)) == 5


def test_every_encoding_that_is_tried_has_a_name() -> None:
    assert set(CODECS) == set(_ENCODINGS)
