from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.services.classes import roster
from tests.factories import make_student

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page_client import PageClient

ODD_NAMES = ["Ána", "O’Brien", "=1+1", "+1", "-2", "@home", "<b>Bold</b>", '"quoted"', "🦊", "محمد ع", "x" * 40]


@pytest.fixture
def roster_page(page: PageClient, cast: Cast) -> PageClient:
    """Alice at the form for pasting names into 7B."""
    page.sign_in(cast.alice).get("classes.add_students", class_id=cast.class_7b.id)
    return page


def names(cast: Cast) -> list[str]:
    return [one.name for one in roster.students_of(class_id=cast.class_7b.id)]


def test_new_names_are_added_at_once(roster_page: PageClient, cast: Cast) -> None:
    roster_page.submit({"names": "Ana\n\nCarol"}, form="/students")
    assert "2 students added." in roster_page.follow().text
    assert names(cast) == ["Ana", "Bob", "Carol"]


def test_names_that_are_there_are_looked_at_first(roster_page: PageClient, cast: Cast) -> None:
    roster_page.submit({"names": "Ana\nana \n\nBOB\nCarol"}, form="/students")
    shown = roster_page.follow()
    assert "2 new, 1 as they are, 1 left out" in shown.text
    assert "Line 2: ana The same name is in line 1." in shown.text
    assert names(cast) == ["Bob"]
    roster_page.send(shown.form_with("Yes, write 2 changes without the lines left out"))
    assert "2 students added." in roster_page.follow().text
    assert names(cast) == ["Ana", "Bob", "Carol"]


def test_the_empty_class_has_the_form_on_its_own_page(page: PageClient, cast: Cast) -> None:
    roster.remove_student(student_id=cast.bob.id)
    page.sign_in(cast.alice).get("classes.show", class_id=cast.class_7b.id)
    page.submit({"names": "Ana"}, form="/students")
    assert "1 student added." in page.follow().text


@pytest.mark.parametrize("name", ODD_NAMES)
def test_odd_names_are_shown_as_they_are(roster_page: PageClient, cast: Cast, name: str) -> None:
    roster_page.submit({"names": name}, form="/students")
    shown = roster_page.follow()
    student = next(one for one in roster.students_of(class_id=cast.class_7b.id) if one.name == name)
    assert shown.link(name) == roster_page.url("students.edit", student_id=student.id)
    assert roster_page.open(shown.link(name)).heading == name


def test_wrong_lines_by_number_and_nothing_typed_is_lost(roster_page: PageClient, cast: Cast) -> None:
    pasted = "Ana\n" + "x" * 500 + "\nCarol\nEve\u202e"
    answer = roster_page.submit({"names": pasted}, form="/students", status=422)
    assert "Line 2: " + "x" * 60 + "… This name is too long. 40 characters are enough." in answer.text
    assert "Line 4: Eve\u202e This name has characters in it that cannot be shown." in answer.text
    assert str(answer.form("/students").fields["names"]).split() == pasted.split()
    assert names(cast) == ["Bob"]


def test_many_wrong_lines_are_summed_up(roster_page: PageClient, cast: Cast) -> None:
    answer = roster_page.submit({"names": "\n".join(["x" * 41] * 150)}, form="/students", status=422)
    assert "Line 20:" in answer.text
    assert "Line 21:" not in answer.text
    assert "And 130 more." in answer.text


def test_many_repeated_lines_are_summed_up(roster_page: PageClient, cast: Cast) -> None:
    roster_page.submit({"names": "\n".join(["Bob"] * 200)}, form="/students")
    shown = roster_page.follow()
    assert "And 179 more." in shown.text
    assert "There is nothing to change." in shown.text
    assert names(cast) == ["Bob"]


@pytest.mark.parametrize(
    ("pasted", "sentence"),
    [
        ("\n".join(f"Student {number}" for number in range(10_000)), "This list has 10000 lines."),
        ("\n".join(f"Student {number}" for number in range(150)), "A class can have 100 students."),
        ("", "Please paste at least one name."),
        (" \n ", "Please paste at least one name."),
    ],
)
def test_too_many_or_none(roster_page: PageClient, cast: Cast, pasted: str, sentence: str) -> None:
    answer = roster_page.submit({"names": pasted}, form="/students", status=422)
    assert sentence in answer.text
    assert str(answer.form("/students").fields["names"]).split() == pasted.split()
    assert names(cast) == ["Bob"]


def test_endless_text_is_refused_without_a_crash(roster_page: PageClient, cast: Cast) -> None:
    roster_page.post("classes.add_students", {"names": "x" * 600_000}, class_id=cast.class_7b.id, status=413)


def test_who_is_there_stays(roster_page: PageClient, cast: Cast) -> None:
    carol = make_student("Carol", school_class=cast.class_7b)
    roster_page.submit({"names": "Ana"}, form="/students")
    assert carol.pin_hash is not None
    assert names(cast) == ["Ana", "Bob", "Carol"]
