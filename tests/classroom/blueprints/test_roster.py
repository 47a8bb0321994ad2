"""Pasting names: reviewed first, saved with a button, undone with another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.models import RosterImport
from classroom.services.classes import roster
from tests.factories import make_student

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient

ODD_NAMES = ["Ána", "O’Brien", "<b>Bold</b>", "🦊", "محمد ع", "x" * 40]


@pytest.fixture
def roster_page(page: PageClient, cast: Cast) -> PageClient:
    """Alice's form for pasting names into 7B."""
    page.sign_in(cast.alice).get("classes.add_students", class_id=cast.class_7b.id)
    return page


def names(cast: Cast) -> list[str]:
    return [one.name for one in roster.students_of(class_id=cast.class_7b.id)]


def preview(page: PageClient, text: str) -> Page:
    page.submit({"names": text}, form="/students")
    return page.follow()


def save(page: PageClient, shown: Page, button: str, **fields: str) -> Page:
    page.send(shown.form_with(button), fields)
    return page.follow()


def test_a_clean_list_is_previewed_saved_and_undone(roster_page: PageClient, cast: Cast) -> None:
    shown = preview(roster_page, "Ana King\n\nCarol Lee")
    assert names(cast) == ["Bob"]
    after = save(roster_page, shown, "Import 2 students")
    assert "2 students added. Undo import" in after.text
    assert names(cast) == ["Ana K.", "Bob", "Carol L."]
    asked = roster_page.open(after.link("Undo import"))
    roster_page.send(asked.form_with("Undo import"))
    assert names(cast) == ["Bob"]


def test_existing_names_are_unchanged(roster_page: PageClient, cast: Cast) -> None:
    shown = preview(roster_page, "Ana\nana \n\nBOB\nCarol")
    assert "2 new, 1 unchanged, 1 skipped" in shown.text
    assert "Line 2: ana Same student as in line 1" in shown.text
    save(roster_page, shown, "Import 2 students")
    assert names(cast) == ["Ana", "Bob", "Carol"]


def test_the_empty_class_has_the_form_on_its_own_page(page: PageClient, cast: Cast) -> None:
    roster.remove_student(student_id=cast.bob.id)
    page.sign_in(cast.alice).get("classes.show", class_id=cast.class_7b.id)
    assert "1 student added." in save(page, preview(page, "Ana"), "Import 1 student").text


@pytest.mark.parametrize("name", [*ODD_NAMES, "Ana Maria King"])
def test_one_typed_name_stays_as_it_was_typed(roster_page: PageClient, cast: Cast, name: str) -> None:
    shown = save(roster_page, preview(roster_page, name), "Import 1 student")
    student = next(one for one in roster.students_of(class_id=cast.class_7b.id) if one.name == name)
    assert shown.link(name) == roster_page.url("students.edit", student_id=student.id)
    assert roster_page.open(shown.link(name)).heading == name


@pytest.mark.parametrize("text", ["-", "12345", "N/A", "=1+1", "+1", "a@b.example", "Total: 24", '"Ana'])
def test_an_invalid_name_is_skipped_and_can_be_corrected(roster_page: PageClient, cast: Cast, text: str) -> None:
    shown = preview(roster_page, f"{text}\nCarol")
    assert "1 new, 1 skipped" in shown.text
    save(roster_page, shown, "Import 1 student", **{"name-0.1": "Ana K."})
    assert names(cast) == ["Ana K.", "Bob", "Carol"]


def test_a_name_can_be_changed_or_cleared_before_it_is_saved(roster_page: PageClient, cast: Cast) -> None:
    shown = preview(roster_page, "Ana King\nCy Lee\nDo Moe")
    save(roster_page, shown, "Import 3 students", **{"name-0.1": "Annie", "name-0.3": ""})
    assert names(cast) == ["Annie", "Bob", "Cy L."]


def test_a_typed_name_that_is_taken_is_previewed_again(roster_page: PageClient, cast: Cast) -> None:
    shown = preview(roster_page, "Ana King\nCy Lee")
    again = roster_page.send(shown.form_with("Import 2 students"), {"name-0.1": "Bob"}, status=200)
    assert "Nothing is saved yet." in again.text
    assert names(cast) == ["Bob"]
    save(roster_page, again, "Import 1 student")
    assert names(cast) == ["Bob", "Cy L."]


def test_a_typed_name_that_cannot_be_kept_is_named(roster_page: PageClient, cast: Cast) -> None:
    shown = preview(roster_page, "Ana King\nCy Lee")
    again = roster_page.send(shown.form_with("Import 2 students"), {"name-0.1": "x" * 41}, status=200)
    assert "This name is too long." in again.text
    assert names(cast) == ["Bob"]


def test_canceling_returns_the_text_and_deletes_the_draft(roster_page: PageClient, cast: Cast) -> None:
    text = "First name,Last name\nAna,King"
    shown = preview(roster_page, text)
    back = roster_page.send(shown.form_with("Cancel import"), status=200)
    assert str(back.form("/students").fields["names"]).split() == text.split()
    assert db.session.query(RosterImport).count() == 0
    assert names(cast) == ["Bob"]


def test_editing_the_text_goes_back_to_it(roster_page: PageClient, cast: Cast) -> None:
    shown = preview(roster_page, "Ana King\nCy Lee")
    back = roster_page.open(shown.link("Edit text"))
    assert str(back.form("/students").fields["names"]).split() == ["Ana", "King", "Cy", "Lee"]


def test_invalid_lines_are_listed_by_number(roster_page: PageClient, cast: Cast) -> None:
    shown = preview(roster_page, "Ana\n" + "x" * 500 + "\nCarol\nEve\u202e")
    assert "Line 2: " + "x" * 60 + "… This name is too long. Use up to 40 characters." in shown.text
    assert "Line 4: Eve\u202e This name has characters that can’t be shown." in shown.text
    assert names(cast) == ["Bob"]


def test_many_invalid_lines_are_summarized(roster_page: PageClient, cast: Cast) -> None:
    shown = preview(roster_page, "\n".join(["x" * 41] * 150))
    assert "Line 20:" in shown.text
    assert "Line 21:" not in shown.text
    assert "And 130 more." in shown.text


def test_too_many_students_get_a_message(roster_page: PageClient, cast: Cast) -> None:
    shown = preview(roster_page, "\n".join(f"Ana {chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(150)))
    assert "The class would have 151 students, and a class can have 100." in shown.text


@pytest.mark.parametrize(
    ("pasted", "sentence"),
    [
        ("\n".join(f"Ana {number}" for number in range(10_000)), "This file has more than 2000 rows."),
        ("", "Paste at least one name."),
        (" \n ", "Paste at least one name."),
    ],
)
def test_too_many_lines_or_none_are_refused(roster_page: PageClient, cast: Cast, pasted: str, sentence: str) -> None:
    answer = roster_page.submit({"names": pasted}, form="/students", status=422)
    assert sentence in answer.text
    assert str(answer.form("/students").fields["names"]).split() == pasted.split()
    assert names(cast) == ["Bob"]


def test_endless_text_is_refused_without_a_crash(roster_page: PageClient, cast: Cast) -> None:
    roster_page.post("classes.add_students", {"names": "x" * 600_000}, class_id=cast.class_7b.id, status=413)


def test_existing_students_stay(roster_page: PageClient, cast: Cast) -> None:
    carol = make_student("Carol", school_class=cast.class_7b)
    save(roster_page, preview(roster_page, "Ana"), "Import 1 student")
    assert carol.pin_hash is not None
    assert names(cast) == ["Ana", "Bob", "Carol"]
