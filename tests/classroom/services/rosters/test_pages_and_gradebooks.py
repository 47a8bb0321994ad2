"""Gradebooks with many tasks, pages of learning platforms, and groups: what is not a student is left out."""

from __future__ import annotations

import time

import pytest

from classroom.services.errors import ServiceError
from classroom.services.rosters.drafts import draft_of_file, draft_of_text
from classroom.services.rosters.people import RosterFile
from tests.classroom.services.rosters.importing import read, said


def students(file: RosterFile) -> list[str]:
    return [f"{one.given} {one.family}".strip() for listed in file.classes for one in listed.people]


def pasted(text: str) -> list[str]:
    return students(draft_of_text(text).roster())


def gradebook(*headings: str, rows: int = 3) -> str:
    """Return a table with 145 columns of scores."""
    heading = ",".join([*headings, *(f"HW {task}" for task in range(145))])
    letters = "bcdfghjklmnpqrstvwxz"
    below = [
        ",".join(
            [
                *(
                    f"{part[0]}a{letters[row % 20]}o{letters[row // 20 % 20]}a{letters[row // 400]}"
                    for part in headings[:-1]
                ),
                str(70_000 + 7 * row),
                *(str(row * task % 11) for task in range(145)),
            ]
        )
        for row in range(rows)
    ]
    return "\n".join([heading, *below])


def test_headings_of_many_tasks_are_headings() -> None:
    assert said(read(gradebook("Last", "First", "ID"))) == [
        "Fabobab|Labobab|70000",
        "Facobab|Lacobab|70007",
        "Fadobab|Ladobab|70014",
    ]
    assert len(students(read(gradebook("Student Name", "Student ID")))) == 3


@pytest.mark.nightly
def test_a_large_gradebook_is_read_quickly() -> None:
    text = gradebook("Last", "First", "ID", rows=1000).encode()
    start = time.process_time()
    assert len(students(draft_of_file(text).roster())) == 1000
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    "text",
    [
        "Name,M,T,W,Th,F\nAna King,,,,,\nBo Lee,A,,,T,\nCy Ng,,,,,\n",
        "#,Student,1,2,3,4\n1,Ana King,P,P,P,P\n2,Bo Lee,P,A,P,A\n3,Cy Ng,T,T,T,T\n,Present,3,2,3,2\n",
        "Student,Points,% Positive\nWhole class,112,95%\nAna King,12,100%\nBo Lee,7,88%\nCy Ng,9,90%\n",
        "First Name,Last Name,Grade\ne.g. Jane,e.g. Doe,e.g. 3\nAna,King,4\nBo,Lee,4\nCy,Ng,4\n",
        "Student,ID,Quiz 1\nAna King,7104,45\nBo Lee,7117,40\nCy Ng,7131,41\nClass Avg,,42\n",
        'Roster - Math 4\nStudents (3),Q1,S1\n"King, Ana",A,A\n"Lee, Bo",B,B\n"Ng, Cy",A,B\n',
        "P.č.;Meno;Trieda\n1;Ana King;4.A\n2;Bo Lee;4.A\n3;Cy Ng;4.A\n",
        "Position,Player,Jersey\nGoalie,Ana King,1\nForward,Bo Lee,9\nForward,Cy Ng,12\n",
        "Name,Profile\nAna King,Student\nBo Lee,Student\nJune Hart,Teacher\nCy Ng,Student\n",
        "Name,Type\nAna King,Student\nBo Lee,Student\nCy Ng,Student\nPat Moore,Paraprofessional\n",
        (
            "Name\tFirst Join\tEmail\tRole\nJune Hart\t9:58\tj@x.org\tOrganizer\nAna King\t9:59\ta@x.org\tAttendee\n"
            "Bo Lee\t9:59\tb@x.org\tAttendee\nCy Ng\t9:59\tc@x.org\tAttendee\n\n3. In-Meeting Activities\n"
            "Name\tJoin Time\tLeave Time\tEmail\tRole\nJune Hart\t9:58\t10:40\tj@x.org\tOrganizer\n"
            "Ana King\t9:59\t10:10\ta@x.org\tAttendee\nAna King\t10:11\t10:40\ta@x.org\tAttendee\n"
            "Bo Lee\t9:59\t10:40\tb@x.org\tAttendee\nCy Ng\t9:59\t10:40\tc@x.org\tAttendee\n"
        ),
    ],
)
def test_tables_of_programs(text: str) -> None:
    assert students(read(text)) == ["Ana King", "Bo Lee", "Cy Ng"]


def test_a_second_table_in_another_order_is_read() -> None:
    text = "Name,ID,Grade\nAna King,7104,4\nBo Lee,7117,4\n\nGrade,Name,ID\n4,Cy Ng,7131\n4,Di Poe,7145\n"
    assert said(read(text)) == ["Ana|King|7104", "Bo|Lee|7117", "Cy|Ng|7131", "Di|Poe|7145"]


@pytest.mark.parametrize(
    "text",
    [
        "Whole class\n112\nAna King\n5\nBo Lee\n7\nCy Ng\n0\nAdd a student\nToolkit\nAttendance\nRandom\nTimer\n",
        "Manage Students\nAna King\nStudent\nHome code\nBo Lee\nStudent\nHome code\nCy Ng\nStudent\nHome code\n",
        "Students\n3 students\nperson_add\nsort_by_alpha\nAna King\nmore_vert\nBo Lee\nmore_vert\nCy Ng\nmore_vert\n",
        "Name\tSection\tID\nPhoto of Ana King\nAna King\t4B\t71\nPhoto of Bo Lee\nBo Lee\t4B\t84\nCy Ng\t4B\t97\n",
        "Ms. Hart\nAna King\nBo Lee\nCy Ng\n",
        "AK\nAna King\n12 items\nBL\nBo Lee\n3 items\nCN\nCy Ng\n0 items\n",
        "Ana King\nAvailable\nBo Lee\nAway\nCy Ng\nOffline\n",
        "3 students\nReset passwords\nPrint badges\nAna King\nGrade 4\nBo Lee\nGrade 4\nCy Ng\nGrade 4\n",
        "• Ana King\n  ◦ likes math\n• Bo Lee\n  ◦ new\n• Cy Ng\n",
        "100234 King, Ana 4\n100251 Lee, Bo 4\n100262 Ng, Cy 4\n",
        "Ana King / 4\nBo Lee / 4\nCy Ng / 5\n",
        "4B: Ana King, Bo Lee, Cy Ng",
        "Name: Ana King\nID: 71\n\nName: Bo Lee\nID: 84\n\nName: Cy Ng\nID: 97\n",
        "- name: Ana King\n  grade: 4\n- name: Bo Lee\n  grade: 4\n- name: Cy Ng\n  grade: 4\n",
        "Ana King • Bo Lee • Cy Ng",
        "𝐀𝐧𝐚 𝐊𝐢𝐧𝐠\n𝐁𝐨 𝐋𝐞𝐞\nCy Ng\n",  # noqa: RUF001
        "Ana\u200c King\nBo Lee\u200d\nCy Ng\n",
    ],
)
def test_pages_and_lists(text: str) -> None:
    assert pasted(text) == ["Ana King", "Bo Lee", "Cy Ng"]


@pytest.mark.parametrize(
    "text", ['[{"name": "Ana King"}]', "BEGIN:VCARD\nFN:Ana King\nEND:VCARD\n", "<?xml version='1.0'?><a/>"]
)
def test_pasted_data_of_programs_is_refused(text: str) -> None:
    with pytest.raises(ServiceError, match="file_not_read"):
        draft_of_text(text)


def test_numbers_that_differ_stay_in_pseudonyms() -> None:
    assert pasted("Red Fox 1\nRed Fox 2\nRed Fox 3\n") == ["Red Fox 1", "Red Fox 2", "Red Fox 3"]


@pytest.mark.parametrize(
    "text",
    [
        'Group,Students\nRed,"Ana King, Bo Lee"\nBlue,"Cy Ng, Di Poe"\n',
        'Table,Students\n1,"Ana King\nBo Lee"\n2,"Cy Ng\nDi Poe"\n',
        "Pair,Names\n1,Ana King & Bo Lee\n2,Cy Ng and Di Poe\n",
        "Group;Names;Notes\nRed;Ana King;\nRed;Bo Lee;\nBlue;Cy Ng;\nBlue;Di Poe;\n",
    ],
)
def test_several_students_in_a_cell(text: str) -> None:
    assert students(read(text)) == ["Ana King", "Bo Lee", "Cy Ng", "Di Poe"]


def test_two_family_names_and_two_first_names_are_one_student() -> None:
    text = 'Grupo,Alumno\n1,"García Pérez, Lucía Inés"\n2,"Ruiz Paz, Ana Luz"\n'
    assert students(read(text)) == [
        "Lucía Inés García Pérez",
        "Ana Luz Ruiz Paz",
    ]


@pytest.mark.parametrize(
    "text", ["Blue Jays\n- Ana\n- Bo\nCardinals\n- Cy\n- Di\n", "Red\n1. Ana\n2. Bo\nBlue\n1. Cy\n2. Di\n"]
)
def test_names_of_groups_above_bullets_are_no_students(text: str) -> None:
    assert pasted(text) == ["Ana", "Bo", "Cy", "Di"]


def test_a_name_without_a_bullet_is_a_student() -> None:
    assert pasted("- Ana King\nBo Lee\n- Cy Ng\n- Di Poe\n") == ["Ana King", "Bo Lee", "Cy Ng", "Di Poe"]


def test_a_longer_name_above_a_shorter_one_is_no_text_of_a_picture() -> None:
    assert pasted("Mary Ann King\nAnn King\nBo Lee\n") == ["Mary Ann King", "Ann King", "Bo Lee"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Emma Lee\nAna King\nEmma Lee\nBo Ng\nEmma Lee\nCy Poe\nDi Ray\nEd Ott\nFlo Orr\n", 9),
        ("Ana King\nBo Lee\nAna King\nBo Lee\nAna King\nBo Lee\n", 6),
        ("- Ana King\n  - Bo Lee\n  - Cy Ng\n- Di Poe\n", 4),
        ("Layla (El)\nOmar\nAna\n", 3),
    ],
)
def test_names_like_noise_are_students(text: str, expected: int) -> None:
    assert len(pasted(text)) == expected
