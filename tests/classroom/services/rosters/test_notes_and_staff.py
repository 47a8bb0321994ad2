"""Notes and national IDs behind names, headings of staff, and names in two lines or in messages."""

from __future__ import annotations

import json

import pytest

from classroom.services.rosters.drafts import Draft, draft_of_file, draft_of_text
from tests.classroom.services.rosters.test_scores_and_charts import CLASS


def said(draft: Draft) -> list[str]:
    (listed,) = draft.roster().classes
    return [f"{one.given}|{one.family}" for one in listed.people if one.absence is None]


@pytest.mark.parametrize(
    "noted",
    [
        *(" - 55.111.222", " DNI 55.210.334", " - 48123456K", " 24.567.890-K", " - CPF 123.456.789-09", " 160304-2388"),
        *(" 123-45-6789", " - 1234 5678 9012", " PESEL 16241512345", " GAHL160412MJCRRN09", " (X1234567L)"),
        *(" (they/them)", " she/her", " - he/him", ", 12 March", " 12 de marzo", " (3. Mai)"),
        *(", dad in hospital since August", " - takes Ritalin at noon", ", toma medicina en la mañana"),
    ],
)
def test_what_is_noted_behind_names_is_not_kept(noted: str) -> None:
    """It is removed from pasted lists, from a column, and from what is stored."""
    text = f"Ana King{noted}\nBo Lee{noted}\nCy Ng{noted}\n"
    pasted, filed = draft_of_text(text), draft_of_file(f"Student\n{text}".encode())
    assert said(pasted) == said(filed) == CLASS
    assert all(noted.strip(" -,()") not in json.dumps(draft.to_json(), ensure_ascii=False) for draft in (pasted, filed))


def test_an_id_behind_a_name_with_a_comma_is_not_kept() -> None:
    draft = draft_of_text("Nº - Apellido y Nombre - DNI\n1 - King, Ana - 55.111.222\n2 - Lee, Bo - 55.222.333\n")
    assert said(draft) == CLASS[:2]
    assert "55." not in json.dumps(draft.to_json())


@pytest.mark.parametrize(
    "text",
    [
        "Red Fox 1001\nRed Fox 1002\nRed Fox 1003\n",
        "King, ana maria\nLee, bo de la cruz\nNg, cy\n",
        "Ana May\nBo June\n",
    ],
)
def test_names_that_look_like_notes_are_kept(text: str) -> None:
    given = [one.partition("|")[0] for one in said(draft_of_text(text))]
    assert all(name in text for name in given)
    assert len(set(given)) == len(text.splitlines())


@pytest.mark.parametrize(
    "staff",
    [
        *("Pædagoger\nLone Madsen\n", "Pedagoger\nKarin Berg\nFritidspersonal\nOlle Nord\n", "Wychowawca:\nEwa Maj\n"),
        *("Support staff\nRita Vance\nPat Cole\n", "Leerkrachten\nMarieke Smit\n", "AESH\nPaul Roche\nLea Blanc\n"),
    ],
)
@pytest.mark.parametrize("above", ["", "4B Students\n"])
def test_adults_below_a_heading_are_no_students(staff: str, above: str) -> None:
    assert said(draft_of_text(f"{above}Ana King\nBo Lee\nCy Ng\n{staff}")) == CLASS


def test_adults_in_a_section_of_a_table_are_no_students() -> None:
    assert said(draft_of_text("Elever,Klasse\nAna King,2B\nBo Lee,2B\nCy Ng,2B\n,\nLærere,\nPer Høj,Dansk\n")) == CLASS
    assert said(draft_of_text("Name,Role\nAna King,Student\nBo Lee,Student\nCy Ng,Student\nDi Poe,TA\n")) == CLASS


def test_a_status_beside_unknown_ones() -> None:
    text = "N.º;Nome;Situação\n1;Ana King;Frequenta\n2;Di Poe;Transferida\n3;Bo Lee;Frequenta\n4;Cy Ng;Frequenta\n"
    assert said(draft_of_text(text)) == CLASS


@pytest.mark.parametrize(
    "text",
    [
        "Absent today: Ana King, Bo Lee. Late: Cy Ng.",
        "Name: Ana\nSurname: King\nClass: 4B\nName: Bo\nSurname: Lee\nClass: 4B\nName: Cy\nSurname: Ng\nClass: 4B\n",
        "12 Ana King 4B 94\n13 Bo Lee 4B 88\n14 Cy Ng 4B 71\n",
        "1 101 Ana King GIRL\n2 105 Bo Lee BOY\n3 112 Cy Ng BOY\n",
        "Ana King\nSubmitted Sep 9, 8:01 AM\nBo Lee\nMissing\nCy Ng\nSubmitted Sep 9, 8:22 AM\n",
        "Ana King\nBo Lee\nCy Ng\nTotal Girls: 1\n",
    ],
)
def test_names_among_labels_numbers_and_states(text: str) -> None:
    draft = draft_of_text(text)
    assert said(draft) == CLASS
    assert not any(word in json.dumps(draft.to_json()) for word in ("Absent", "Late", "94"))


@pytest.mark.parametrize(
    "text",
    [
        "No\tBoys\tNo\tGirls\n1\tBo Lee\t1\tAna King\n2\tCy Ng\t2\tDi Poe\n",
        "Boys\tGirls\nBo Lee\tAna King\nCy Ng\tDi Poe\n",
    ],
)
def test_numbered_lists_of_boys_and_girls(text: str) -> None:
    assert sorted(said(draft_of_text(text))) == [*CLASS, "Di|Poe"]


def test_initials_before_names_are_no_family_names_in_capitals() -> None:
    assert said(draft_of_text("Roll No,Student Name\n1,S. Karthik\n2,R. Meenakshi\n3,V. Arjun\n")) == [
        *("S.|Karthik", "R.|Meenakshi", "V.|Arjun")
    ]


def test_a_chart_below_a_title() -> None:
    chart = "Room 12 seating\t\t\nAva R.\tBen S.\tCleo T.\nEli M.\tFay O.\tGus H.\n\tFRONT OF ROOM\t\n"
    assert [name[:3] for name in said(draft_of_text(chart))] == ["Ava", "Ben", "Cle", "Eli", "Fay", "Gus"]
