"""Columns that are no use to a roster are not kept, whatever their headings; those that a teacher may choose are."""

from __future__ import annotations

import json

import pytest

from classroom.services.rosters.drafts import draft_of_file, draft_of_text
from tests.classroom.services.rosters.importing import read, said

PEOPLE = ["Marguerite|Nilsson|7401", "Nathaniel|Oduya|7402", "Octavia|Prakash|7403", "Piers|Quintero|7404"]


@pytest.mark.parametrize(
    ("heading", "cells"),
    [
        ("Worksheet 1 (4412)", ("8.25", "97.5", "64.0", "71.5")),
        ("RIT (+/- Std Err)", ("198-201-204", "205-208-211", "187-190-193", "177-179-181")),
        ("Overall Placement", ("Below level", "Mid level", "Mid level", "Below level")),
        ("Court Order", ("On file", "", "", "On file")),
        ("Lives With", ("With her aunt", "Both", "Grandma", "Foster")),
        ("Enc. Educação", ("Carla Nilsson", "Rui Tavares", "Ana Lima", "Eva Quintero")),
        ("Zorgvrager", ("Karin Nilsson", "Ada Oduya", "Raj Prakash", "Luz Quintero")),
        ("National ID", ("0503125089081", "0511235089082", "0502175089083", "0502175089084")),
        ("State_StudentNumber", ("9900112233", "9900112244", "9900112255", "9900112266")),
        ("SSID", ("9918273645", "9918273646", "9918273647", "9918273648")),
        ("UPN", ("A860200218001", "A860200218002", "A860200218003", "A860200218004")),
        ("", ("peanuts!!", "", "parents divorcing - call gran", "")),
        ("", ("", "", "moved in with dad", "")),
    ],
)
@pytest.mark.parametrize("has_ids", [True, False])
def test_what_no_roster_uses_is_not_kept(heading: str, cells: tuple[str, ...], *, has_ids: bool) -> None:
    rows = [
        "\t".join([*reversed(one.split("|")[:2]), one.rpartition("|")[2] * has_ids, "", "", cell])
        for one, cell in zip(PEOPLE, cells, strict=True)
    ]
    text = "\n".join([f"Last Name\tFirst Name\t{'Student ID' * has_ids}\t\t\t{heading}", *rows])
    assert said(read(text)) == (PEOPLE if has_ids else [one.rpartition("|")[0] + "|" for one in PEOPLE])
    for draft in (draft_of_text(text), draft_of_file(text.encode())):
        stored = json.dumps(draft.to_json(), ensure_ascii=False)
        assert [cell for cell in cells if cell and cell in stored] == []


@pytest.mark.parametrize(
    ("heading", "cells"),
    [
        ("House", ("Wattle", "Banksia", "Wattle", "Banksia")),
        ("Teacher", ("Hart, June", "Hart, June", "Odom, Lee", "Odom, Lee")),
        ("Izena-abizenak", ("N-01417", "N-02331", "N-01418", "N-07714")),
    ],
)
def test_what_a_teacher_may_choose_is_kept(heading: str, cells: tuple[str, ...]) -> None:
    rows = [f"{one.split('|')[1]}\t{one.split('|')[0]}\t{cell}" for one, cell in zip(PEOPLE, cells, strict=True)]
    stored = json.dumps(draft_of_text("\n".join([f"Last Name\tFirst Name\t{heading}", *rows])).to_json())
    assert [cell for cell in cells if cell not in stored] == []


def test_results_that_several_columns_share_are_not_kept() -> None:
    rows = [
        f"{one.split('|')[1]} {one.split('|')[0]}\t{a}\t{b}" for one, a, b in zip(PEOPLE, "XYXY", "YYXX", strict=True)
    ]
    text = "\n".join(["Pupil Name\tKS1 Maths\tAut 1", *rows]).replace("X", "EXS").replace("Y", "WTS")
    stored = json.dumps(draft_of_text(text).to_json())
    assert "EXS" not in stored
    assert "WTS" not in stored


def test_family_names_below_an_unknown_heading_are_kept() -> None:
    text = "First name,Clan,ID\nAna,Nilsson,7401\nBo,Oduya,7402\nCy,Prakash,7403\n"
    assert "Oduya" in json.dumps(draft_of_text(text).to_json())


def test_notes_beside_names_without_headings_are_not_kept() -> None:
    text = "Nilsson,Marguerite,,,peanuts!!\nOduya,Nathaniel,,,\nPrakash,Octavia,,,call gran\nQuintero,Piers,,,\n"
    stored = json.dumps(draft_of_file(text.encode()).to_json())
    assert "Quintero" in stored
    assert [note for note in ("peanuts", "gran") if note in stored] == []


def test_the_name_of_a_household_is_no_family_name() -> None:
    text = 'Student Name,Grade Level,Family Name\n"Bell, Agnes",2,Bell-Hale\n"Cruz, Max",2,Cruz\n"Eze, Lucy",2,Eze\n'
    assert said(read(text)) == ["Agnes|Bell|", "Max|Cruz|", "Lucy|Eze|"]


def test_a_nickname_counts_if_there_is_no_preferred_name() -> None:
    text = "First name,Last name,Preferred name,Nickname\nPriya,Rao,,\nLuis,Vega,,Lucho\nOlu,Cole,Seun,Ollie\n"
    assert said(read(text)) == ["Priya|Rao|", "Lucho|Vega|", "Seun|Cole|"]


def test_a_second_group_may_be_chosen_beside_an_id() -> None:
    rows = "Ana King,4401,Red,Owls\nBo Lee,4402,Blue,Owls\nCy Ng,4477,Red,Foxes\nDi Poe,4478,Blue,Foxes\n"
    draft = draft_of_file(f"Name,Student ID,Math group,Reading group\n{rows}".encode())
    assert "Owls" in json.dumps(draft.to_json())


def test_numbers_are_groups_below_a_group_and_scores_below_a_title() -> None:
    """The title of a task may begin with any word of a roster."""
    rows = "Ana King,4401,1\nBo Lee,4402,2\nCy Ng,4477,1\nDi Poe,4478,2\n"
    (listed,) = read(f"Name,Student ID,Math group\n{rows}").classes
    assert [one.group for one in listed.people] == ["1", "2", "1", "2"]
    for title in ("Group poster", "Student number chart", "Grade 2 review", "Class discussion"):
        (listed,) = read(f"Name,Student ID,{title}\n{rows}").classes
        assert {(one.group, one.section, one.level) for one in listed.people} == {("", "", None)}


@pytest.mark.parametrize(
    ("heading", "cells"),
    [
        ("Benchmark", ("At/Above", "Intervention", "At/Above", "Intervention")),
        ("Zorg", ("Quokka", "Quokka", "Wallaby", "Wallaby")),
    ],
)
def test_beside_a_class_an_unknown_division_is_not_kept(heading: str, cells: tuple[str, ...]) -> None:
    rows = [f"{one.split('|')[1]}\t{one.split('|')[0]}\t4B\t{cell}" for one, cell in zip(PEOPLE, cells, strict=True)]
    stored = json.dumps(draft_of_text("\n".join([f"Last Name\tFirst Name\tClass\t{heading}", *rows])).to_json())
    assert [cell for cell in cells if cell in stored] == []


def test_times_are_no_groups() -> None:
    when = ("Thu 12 Nov, 2026 09:14 AM", "Thu 12 Nov, 2026 09:15 AM") * 2
    rows = [f"{one.split('|')[1]}\t{one.split('|')[0]}\t{cell}" for one, cell in zip(PEOPLE, when, strict=True)]
    assert "2026" not in json.dumps(draft_of_text("\n".join(["Last Name\tFirst Name\tStarted At", *rows])).to_json())
