"""Students whose row says that they have left are not added, and stay on the roster if they are there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from classroom.models import SchoolClass
from classroom.services.rosters.comparing import Change
from classroom.services.rosters.drafts import draft_of_file, draft_of_text
from classroom.services.rosters.headings import Column
from tests.classroom.services.rosters.importing import imported, names, planned, read, shown
from tests.factories import Cast, make_school_class

TABLE = 'Student,ID,Status\n"King, Ana",71,Active\n"Lee, Bo",72,Withdrawn\n"Ng, Cy",73,Active\n'


@pytest.mark.parametrize(
    "table",
    [
        TABLE,
        "First,Last,Enrollment Status\nAna,King,Active\nBo,Lee,Inactive\nCy,Ng,Active\n",
        "Nome do Aluno;Situação\nAna King;Cursando\nBo Lee;Transferido\nCy Ng;Cursando\n",
        "Nombre;Estado\nAna King;Activo\nBo Lee;Baja\nCy Ng;Activa\n",
        "Nachname;Vorname;Status\nKing;Ana;aktiv\nLee;Bo;abgemeldet\nNg;Cy;aktiv\n",
        "Ana King\nBo Lee (withdrawn)\nCy Ng\n",
        "Ana King\nBo Lee - moved\nCy Ng\n",
        "King, Ana\nLee, Bo (transferred)\nNg, Cy\n",
    ],
)
def test_who_has_left(table: str) -> None:
    (listed,) = read(table).classes
    assert [(one.given, one.absence is not None) for one in listed.people] == [
        ("Ana", False),
        ("Bo", True),
        ("Cy", False),
    ]


@pytest.mark.parametrize(
    "table",
    [
        "Name,Status\nAna King,new\nBo Lee,IEP\nCy Ng,new\n",
        "Name,SEN Status\nAna King,Active\nBo Lee,Inactive\nCy Ng,Active\n",
        "Name,Estado\nAna King,Jalisco\nBo Lee,Baja\nCy Ng,Jalisco\n",
        "Ana King (left)\nBo Lee (right)\nCy Ng (back)\n",
    ],
)
def test_other_status_says_nothing(table: str) -> None:
    (listed,) = read(table).classes
    assert [one.absence for one in listed.people] == [None, None, None]


def test_who_has_left_is_not_added_and_not_archived(cast: Cast) -> None:
    school_class: SchoolClass = make_school_class("5A", teacher=cast.alice)
    imported(school_class, 'Student,ID\n"Ng, Cy",73\n')
    plan = planned(school_class, TABLE.replace("73,Active", "73,Withdrawn").replace("72,Withdrawn", "72,Active"))
    assert (Change.AWAY.value, "Cy N.", None) in shown(plan)
    imported(school_class, TABLE)
    assert names(school_class) == ["Ana K.", "Cy N."]


def test_the_teacher_can_choose_not_to_read_the_status() -> None:
    draft = draft_of_file(TABLE.encode())
    assert draft.choices.columns[2] is Column.STATUS
    columns = (*draft.choices.columns[:2], Column.IGNORED)
    (listed,) = replace(draft, choices=replace(draft.choices, columns=columns)).roster().classes
    assert [one.absence for one in listed.people] == [None, None, None]


def test_a_pasted_remark_is_shown() -> None:
    (listed,) = draft_of_text("Ana King\nBo Lee - moved away\nCy Ng").roster().classes
    assert [one.absence.status for one in listed.people if one.absence] == ["moved away"]
