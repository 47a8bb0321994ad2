"""Names on two lines, family names first in short lists, and notes beside names in columns or without separators."""

from __future__ import annotations

import json

import pytest

from classroom.services.rosters.drafts import draft_of_file, draft_of_text
from tests.classroom.services.rosters.test_scores_and_charts import CLASS, said


@pytest.mark.parametrize(
    "text",
    [
        "KING,\nAna\nLEE,\nBo\nNG,\nCy\n",
        "Ana\nKING\nBo\nLEE\nCy\nNG\n",
        "Ana\nKing\nRoom 12\n\nBo\nLee\nRoom 12\n\nCy\nNg\nRoom 12\n",
        "1. King, Ana\n2. Lee,\n   Bo\n3. Ng, Cy\n",
    ],
)
def test_names_on_two_lines(text: str) -> None:
    assert [name.title() for name in said(text)] == CLASS


def test_a_family_name_that_goes_on_below() -> None:
    assert said("1. King-\n   Ito, Ana\n2. Lee, Bo\n3. Ng, Cy\n") == ["Ana|King-Ito", *CLASS[1:]]


@pytest.mark.parametrize("text", ["Ana\nBo\n\nCy\nDi\n\nEd\nFlo\n", "Ana,\nBo,\nCy\nDi\n", "ANA\nBo\nCy\nDi\n"])
def test_single_names_stay_single(text: str) -> None:
    assert len(said(text)) == len(text.split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Adamczyk Lena\nBąk Ignacy\nCieślak Maja\n", ["Lena|Adamczyk", "Ignacy|Bąk", "Maja|Cieślak"]),
        ("Bērziņa Anna\nKalniņš Roberts\nOzola Elza\n", ["Anna|Bērziņa", "Roberts|Kalniņš", "Elza|Ozola"]),
        ("Anna Orr\nEmma Abt\nFinn Ito\n", ["Anna|Orr", "Emma|Abt", "Finn|Ito"]),
        (
            "González Muñoz Florencia\nRojas Catrileo Benjamín\nSoto Díaz Agustina\n",
            ["Florencia|González Muñoz", "Benjamín|Rojas Catrileo", "Agustina|Soto Díaz"],
        ),
        ("Berisha Luan\nHoxha Kushtrim\nZeka Flakron\n", ["Berisha|Luan", "Hoxha|Kushtrim", "Zeka|Flakron"]),
    ],
)
def test_a_list_sorted_by_family_names(text: str, expected: list[str]) -> None:
    """Nothing tells the order of the last list: each name stays as it is written."""
    assert said(text) == expected


def test_romanian_headings() -> None:
    (listed,) = draft_of_file("Nr,Numele și prenumele\n1,King Ana\n2,Lee Bo\n3,Ng Cy\n".encode()).roster().classes
    assert [f"{one.given}|{one.family}" for one in listed.people] == CLASS


@pytest.mark.parametrize(
    "text",
    [
        "Ana King\tpeanut allergy\nBo Lee\t\nCy Ng\tsees counselor Tuesdays\n",
        "Ana King nut allergy\nBo Lee vegetarian\nCy Ng\n",
        "Ana King*\nBo Lee**\nCy Ng\n* IEP\n** allergy to nuts\n",
    ],
)
def test_notes_about_health_are_no_names(text: str) -> None:
    assert said(text) == CLASS
    stored = json.dumps(draft_of_text(text).to_json())
    assert not [word for word in ("allergy", "vegetarian", "IEP", "counselor") if word in stored]


def test_numbers_with_a_sign_before_names() -> None:
    assert said("#12 Ana King\n#13 Bo Lee\n#14 Cy Ng\n") == CLASS
