"""Students whose row says that they have left are not added, and stay on the roster if they are there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from classroom.models import SchoolClass
from classroom.services.rosters.comparing import Change
from classroom.services.rosters.drafts import draft_of_file, draft_of_text
from classroom.services.rosters.words.headings import Column
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
        "Last,First,Enroll Status\nKing,Ana,A\nLee,Bo,W\nNg,Cy,A\n",
        "Last,First,Stat\nKing,Ana,A\nLee,Bo,I\nNg,Cy,A\n",
        "Student,Grade,Enrollment\nAna King,4,Active\nBo Lee,4,W/D\nCy Ng,4,Active\n",
        "Student,Grade,\nAna King,4,\nBo Lee,4,withdrawn\nCy Ng,4,new\n",
        "status,enabledUser,givenName,familyName\nactive,true,Ana,King\nactive,false,Bo,Lee\nactive,true,Cy,Ng\n",
        "status,enabledUser,givenName,familyName\n,true,Ana,King\ntobedeleted,true,Bo,Lee\n,true,Cy,Ng\n",
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


@pytest.mark.parametrize("title", ["Withdrawn:", "Withdrawn students", "Dropped (2):", "Moved away:"])
def test_who_is_below_such_a_title_has_left(title: str) -> None:
    (listed,) = read(f"Ana King\nCy Ng\nDi Poe\n{title}\nBo Lee\nEd Fox\nNew:\nFay Gil\n").classes
    left = [one.given for one in listed.people if one.absence is not None]
    here = [one.given for one in listed.people if one.absence is None]
    assert (here, left) == (["Ana", "Cy", "Di", "Fay"], ["Bo", "Ed"])


def test_who_is_below_such_a_row_of_a_table_has_left() -> None:
    (listed,) = read("King, Ana\t7001\tP\nNg, Cy\t7002\tP\nWithdrawn\t\t\nLee, Bo\t7003\tW\n").classes
    assert [(one.given, one.absence is None) for one in listed.people] == [("Ana", True), ("Cy", True), ("Bo", False)]


def test_letters_that_are_no_status() -> None:
    (listed,) = read("Last,First,Status\nKing,Ana,A\nLee,Bo,B\nNg,Cy,W\n").classes
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
