"""Scores behind names, charts with labels of rows and columns, and columns about where students live."""

from __future__ import annotations

import json

import pytest

from classroom.services.rosters.drafts import draft_of_file, draft_of_text

CLASS = ["Ana|King", "Bo|Lee", "Cy|Ng"]


def said(text: str) -> list[str]:
    (listed,) = draft_of_text(text).roster().classes
    return [f"{one.given}|{one.family}" for one in listed.people]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ana King 9/1 9/2 9/3\nBo Lee 9/1 9/3\nCy Ng 9/2\n", CLASS),
        ("Ana King 12 15\nBo Lee 9 20\nCy Ng 17 18\n", CLASS),
        ("Ana King\t90%\tA\nBo Lee\t80%\tB\nCy Ng\t75%\tC\n", CLASS),
        ("Ana King\nTurned in\nBo Lee\nAssigned\nCy Ng\nMissing\n", CLASS),
        ("Row 1,Ana,Bo,Cy\nRow 2,Di,Ed,Flo\n", ["Ana|", "Bo|", "Cy|", "Di|", "Ed|", "Flo|"]),
        ("Table A;Ana King;Bo Lee\nTable B;Cy Ng;Di Poe\n", [*CLASS, "Di|Poe"]),
        ("Room\tBoys\tGirls\n12\tBo Lee\tAna King\n12\tCy Ng\tDi Poe\n", ["Bo|Lee", "Ana|King", "Cy|Ng", "Di|Poe"]),
        ("Math help: Ana King, Bo Lee\nReading help: Cy Ng\n", CLASS),
        (
            "Kazlauskas Jonas\nPetrauskaitė Ugnė\nJankauskas Matas\n",
            ["Jonas|Kazlauskas", "Ugnė|Petrauskaitė", "Matas|Jankauskas"],
        ),
        ("Red Fox 12\nRed Fox 15\nRed Fox 18\n", ["Red Fox 12|", "Red Fox 15|", "Red Fox 18|"]),
        ("Ana Maria\tKing\nBo\tLee\nCy\tNg\n", ["Ana Maria|King", "Bo|Lee", "Cy|Ng"]),
        ("1 pack of pencils\n2 glue sticks\n3 folders\n1 box tissues\n", []),
    ],
)
def test_names_among_scores_and_labels(text: str, expected: list[str]) -> None:
    assert said(text) == expected


@pytest.mark.parametrize("heading", ["Commune", "Town", "Barrio", "Who may collect", "Abholberechtigt"])
def test_where_students_live_and_who_collects_them_is_not_kept(heading: str) -> None:
    draft = draft_of_file(f"Last,First,{heading}\nKing,Ana,Ames\nLee,Bo,Ames\nNg,Cy,Nevada\n".encode())
    assert [one.given for one in draft.roster().classes[0].people] == ["Ana", "Bo", "Cy"]
    assert "Ames" not in json.dumps(draft.to_json())
