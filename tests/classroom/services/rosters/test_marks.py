"""What stands beside the names of lists: attendance, grades, states, relatives, and teachers."""

from __future__ import annotations

import json

import pytest

from classroom.services.rosters.drafts import draft_of_text
from tests.classroom.services.rosters.importing import read


def said(text: str) -> list[str]:
    (listed,) = draft_of_text(text).roster().classes
    return [f"{one.given}|{one.family}" for one in listed.people if one.absence is None]


@pytest.mark.parametrize(
    "text",
    [
        "Amara Nwosu P\nBoyd Callahan A\nCielo Fuentes P\nDov Rosen T\n",
        "Amara Nwosu ✓\nBoyd Callahan ✗\nCielo Fuentes ✓\nDov Rosen ✓\n",
        "Amara Nwosu - P\nBoyd Callahan - P\nCielo Fuentes - P\nDov Rosen - A\n",
        "Amara Nwosu F\nBoyd Callahan M\nCielo Fuentes F\nDov Rosen M\n",
        "12/03/2016 Amara Nwosu F\n04/07/2016 Boyd Callahan M\n19/09/2016 Cielo Fuentes F\n01/02/2016 Dov Rosen M\n",
        "Amara Nwosu - Gr. 4\nBoyd Callahan (he/him) - Gr. 4\nCielo Fuentes, Room 12\nDov Rosen (4th grade)\n",
    ],
)
def test_a_mark_behind_most_names_is_no_part_of_them(text: str) -> None:
    assert said(text) == ["Amara|Nwosu", "Boyd|Callahan", "Cielo|Fuentes", "Dov|Rosen"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Amara Nwosu B\nBoyd Callahan K\nCielo Fuentes P\n", ["Nwosu|Amara", "Callahan|Boyd", "Fuentes|Cielo"]),
        ("Ana P\nBo A\nCy P\n", ["Ana|P", "Bo|A", "Cy|P"]),
        ("Ana King M\nBo Lee M\nCy Ng M\n", ["King|Ana", "Lee|Bo", "Ng|Cy"]),
    ],
)
def test_initials_are_no_marks(text: str, expected: list[str]) -> None:
    assert said(text) == expected


def test_marks_of_a_hurried_teacher() -> None:
    assert said("* Ava\n* Ben - moves seat\n* Cam / new 9/12\n* Dee!!\n* Eli ???\n") == [
        *("Ava|", "Ben|", "Cam|", "Dee|", "Eli|"),
    ]


def test_who_left_in_capitals_or_by_a_spanish_status() -> None:
    assert said("Ana King\nBo Lee - LEFT\nCy Ng (left the school)\nDi Poe (left)\n") == ["Ana|King", "Di|Poe"]
    (listed,) = read("Alumno,Estado\nAna King,Matriculado\nBo Lee,Traslado\nCy Ng,Matriculado\n").classes
    assert [one.given for one in listed.people if one.absence] == ["Bo"]


@pytest.mark.parametrize(
    "note",
    ["grandma 5035550191", "grandma", "Dad 555-0143", "the mother picks her up", "uncle Tunde", "dad's car"],
)
@pytest.mark.parametrize("between", [", ", " - ", " / "])
def test_a_relative_without_a_colon_is_not_kept(note: str, between: str) -> None:
    draft = draft_of_text(f"Ana King\nRosa Lindqvist{between}{note}\nBo Lee\n")
    (listed,) = draft.roster().classes
    assert [f"{one.given}|{one.family}" for one in listed.people] == ["Ana|King", "Rosa|Lindqvist", "Bo|Lee"]
    kept = json.dumps(draft.to_json())
    assert not any(word in kept for word in ("grandma", "Dad", "mother", "uncle", "dad", "555", "Tunde"))


def test_remarks_on_their_own_lines_and_texts_of_pictures_below_names() -> None:
    assert said("Ana King\nDmitri Volkov\n(invited)\nBo Lee\n") == ["Ana|King", "Dmitri|Volkov", "Bo|Lee"]
    page = "".join(f"{name}\nProfile picture for {name}\n" for name in ("Ana King", "Bo Lee", "Cy Ng"))
    assert said(page) == ["Ana|King", "Bo|Lee", "Cy|Ng"]


def test_a_meeting_names_its_teacher_and_gives_names_twice() -> None:
    rows = "".join(
        f"{name},,09:00,44\n" for name in ("Ms. Vega", "Tariq Mansour (iPad 12)", "Leilani K (Leilani Kahale)")
    )
    rows += "Owen Prichard,,09:02,40\nAda Moss,,09:03,40\n"
    (listed,) = read(f"Name (Original Name),User Email,Join Time,Duration (Minutes)\n{rows}").classes
    assert [f"{one.given}|{one.family}" for one in listed.people] == [
        *("Tariq|Mansour", "Leilani|K", "Owen|Prichard", "Ada|Moss"),
    ]


def test_short_names_of_untis_with_a_dotless_i() -> None:
    (listed,) = read('"BauerLuk";"Bauer";"Lukas"\n"YıldızEm";"Yıldız";"Emre"\n"vonThuFr";"von Thun";"Frieda"\n').classes
    assert [one.given for one in listed.people] == ["Lukas", "Emre", "Frieda"]


def test_other_spaces_behind_a_comma() -> None:
    assert said("Urquhart,\u00a0Ewan\nVance,  Opal  \n\u00a0Weir,\u2003Nico\n") == [
        *("Ewan|Urquhart", "Opal|Vance", "Nico|Weir"),
    ]
