"""Tables of further programs and teachers: numbered parts of names, totals, notes about who left, plans of groups."""

from __future__ import annotations

import json

import pytest

from classroom.services.rosters.drafts import Draft, draft_of_file
from tests.classroom.services.rosters.importing import archive, read, said

SCORES = "Examinee Name|State Student ID|ELA Scale|Math Scale\nKING, ANA|9001|2410|2455\nLEE, BO|9002|2388|2401\n"
LOANS = "Patron,Barcode,Title,Call #,Fine\n{}".format(
    "".join(
        f'"{name}",P 1042{n},{title},F {shelf},0.{n}0\n'
        for n, (name, title, shelf) in enumerate(
            [("King, Ana", "Dog Man", "PIL"), ("King, Ana", "Hilo", "WIN"), ("Lee, Bo", "Ada Twist", "BEA")]
        )
    )
)


def students(draft: Draft) -> list[str]:
    """Names, ID, group, and grade of those who are in the class."""
    people = [one for listed in draft.roster().classes for one in listed.people if one.absence is None]
    lines = ["|".join([f"{one.given} {one.family}", one.source_id, one.group, str(one.level or "")]) for one in people]
    return [line.rstrip("|").replace(" |", "|").strip() for line in lines]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (
            "Nom de l'élève;Prénom 1;Prénom 2;Niveau\nKING;Ana;Zoé;CM1\nLEE;Bo;;CM2\n",
            ["Ana KING|||4", "Bo LEE|||5"],
        ),
        (
            "Legal Surname,Legal Forename,Chosen Surname,Chosen Forename\nKing,Anna,Kong,Ana\nLee,Bo,Lee,Bo\n",
            ["Ana Kong", "Bo Lee"],
        ),
        ("NSN,ID,Last Name,First Name\n138840221,17,King,Ana\n138840239,44,Lee,Bo\n", ["Ana King|17", "Bo Lee|44"]),
        ("Student,Grade\nAna King,Third grade\nBo Lee,Fourth grade\n", ["Ana King|||3", "Bo Lee|||4"]),
        ("NOM DE L'ENFANT;PRENOM;MEDECIN\nKING;Ana;Dr Leroy\nLEE;Bo;\n", ["Ana KING", "Bo LEE"]),
        (
            "Student: Last|Student: First|Enrollment: Grade\nKing|Ana|2\nLee|Bo|2\n",
            ["Ana King|||2", "Bo Lee|||2"],
        ),
        ("ID: 301,Name: Ana King,Room: 4\nID: 302,Name: Bo Lee,Room: 4\n", ["Ana King|301", "Bo Lee|302"]),
        (
            "GRADO;DOC;APELLIDO1;APELLIDO2;NOMBRE1;NOMBRE2\nTERCERO;109;KING;;ANA;LUZ\nTERCERO;108;LEE;;BO;\n",
            ["ANA KING|||3", "BO LEE|||3"],
        ),
        ("Familien-Name;Ruf-Name;Kl.\nKing;Ana;3a\nLee;Bo;3a\n", ["Ana King", "Bo Lee"]),
        ("Child,Time out,Initials\nAna King,5:10,KR\nBo Lee,4:45,AS\n", ["Ana King", "Bo Lee"]),
        ("First name,Last name or initial,Program\nAna,K,Addition\nBo,L,Addition\n", ["Ana K", "Bo L"]),
        ("ת.ז.,שם התלמיד\n329876001,King Ana\n329876002,Lee Bo\n", ["King Ana", "Lee Bo"]),
        ("who,what to know,group\nAna King,shy,fox\nBo Lee,loves trains,owl\nCy Ng,,fox\nDi Poe,,owl\n", [
            "Ana King||fox", "Bo Lee||owl", "Cy Ng||fox", "Di Poe||owl",
        ]),
        ("Week of,Star Student\n9/8,Ana King\n9/15,Bo Lee\n9/22,no school\n9/29,Cy Ng\n10/6,Di Poe\n", [
            "Ana King", "Bo Lee", "Cy Ng", "Di Poe",
        ]),
    ],
)  # fmt: skip
def test_headings_of_more_programs(table: str, expected: list[str]) -> None:
    assert students(draft_of_file(table.encode())) == expected


@pytest.mark.parametrize("last", ["TOTAL PRESENT,2,2", "% correct,75,50", "Goal,10,10\nWinner!,,", "Subtotal,5,5"])
def test_a_last_row_about_the_class_is_no_student(last: str) -> None:
    table = f"Name,Mon,Tue\nAna King,1,2\nBo Lee,3,4\nCy Ng,5,6\n{last}\n"
    assert students(draft_of_file(table.encode())) == ["Ana King", "Bo Lee", "Cy Ng"]


def test_a_note_tells_who_has_left_and_only_that_is_kept() -> None:
    table = "First,Last,Notes\nAna,King,allergic to nuts\nBo,Lee,moved to Ohio 10/12\nCy,Ng,\n"
    draft = draft_of_file(table.encode())
    assert students(draft) == ["Ana King", "Cy Ng"]
    kept = json.dumps(draft.to_json())
    assert "moved" in kept
    assert [word for word in ("nuts", "Ohio") if word in kept] == []


@pytest.mark.parametrize(("table", "private"), [(SCORES, ["2410", "9001"]), (LOANS, ["Dog Man", "Hilo", "10421"])])
def test_scores_and_books_beside_names_are_not_kept(table: str, private: list[str]) -> None:
    draft = draft_of_file(table.encode())
    assert set(students(draft)) in ({"ANA KING", "BO LEE"}, {"Ana King", "Bo Lee"})
    kept = json.dumps(draft.to_json())
    assert [text for text in private if text in kept] == []


def test_a_trainer_of_a_course_is_no_student() -> None:
    table = "Vorname,Nachname,Rollen\nAna,King,Teilnehmer/in\nBo,Lee,Teilnehmer/in\nJo,Hart,Trainer/in\n"
    assert students(draft_of_file(table.encode())) == ["Ana King", "Bo Lee"]


def test_first_names_below_a_title_and_the_names_of_groups() -> None:
    table = "Math groups\nTriangles,Squares,Circles\nAnders,Daria,Gio\nBibi,Emmett,Hollis\n,,Jonah\n"
    found = students(draft_of_file(table.encode()))
    groups = {"Triangles": "Anders Bibi", "Squares": "Daria Emmett", "Circles": "Gio Hollis Jonah"}
    assert found == [f"{name}||{group}" for group, names in groups.items() for name in names.split()]


def test_each_student_of_groups_that_take_turns_is_read_once() -> None:
    table = ',Teacher,Games\n9:00,"Ana, Bo, Cy","Di, Ed, Flo"\n9:20,"Di, Ed, Flo","Ana, Bo, Cy"\n'
    assert students(draft_of_file(table.encode())) == ["Ana", "Bo", "Cy", "Di", "Ed", "Flo"]


def test_initials_of_some_do_not_turn_a_chart_with_an_aisle_into_a_table() -> None:
    chart = "Ana R,Bo,,Cy,Di\nEd,Flo,,Gus,Hal T\nIvy,Jo,,Kay,Liv\n"
    assert len(students(draft_of_file(chart.encode()))) == 12


def test_full_names_of_two_people_in_a_row_are_not_one_name() -> None:
    table = "5th grader,Buddy in K\nAna King,Tim Abt\nBo Lee,Una Bell\nCy Ng,Vin Cobb\n"
    assert students(draft_of_file(table.encode()))[-3:] == ["Ana King", "Bo Lee", "Cy Ng"]


def test_an_archive_may_have_a_list_and_a_text_about_it() -> None:
    packed = archive({"Class 4B.csv": "First,Last\nAna,King\nBo,Lee\n", "README.txt": "Exported 11/02/2026"})
    assert students(draft_of_file(packed)) == ["Ana King", "Bo Lee"]


def test_a_name_in_two_columns_may_have_one_heading() -> None:
    table = "Name,,Perm ID\nKing,Ana,700118\nLee,Emma,700125\nNg,Sarah,700133\nPoe,Bo,700140\n"
    names = ["Ana King|700118", "Emma Lee|700125", "Sarah Ng|700133", "Bo Poe|700140"]
    assert students(draft_of_file(table.encode())) == names


def test_members_of_groups_may_stand_before_other_columns() -> None:
    table = "Project,Member 1,Member 2,Due\nRobots,Ana King,Bo Lee,11/21\nGarden,Cy Ng,Di Poe,11/20\n"
    assert students(draft_of_file(table.encode())) == [
        "Ana King||Robots",
        "Bo Lee||Robots",
        "Cy Ng||Garden",
        "Di Poe||Garden",
    ]


def test_languages_are_not_kept_and_groups_are() -> None:
    draft = draft_of_file("Oppilas,Ryhmä,Kieli\nAho Eino,A,suomi\nKoski Saga,B,ruotsi\nMäkelä Onni,A,suomi\n".encode())
    assert [line.rpartition("|")[2] for line in students(draft)] == ["A", "B", "A"]
    assert "ruotsi" not in json.dumps(draft.to_json())


def test_nicknames_of_a_report_are_full_names() -> None:
    (listed,) = draft_of_file(b"Nickname,Join time\nAna K,9:01\nBo Lee,9:02\n").roster().classes
    assert [(one.given, one.family) for one in listed.people] == [("Ana", "K"), ("Bo", "Lee")]


def test_days_are_headings_even_above_two_students() -> None:
    assert said(read(";Mon;Tue\nAna King;x;\nBo Lee;;x\n")) == ["Ana|King|", "Bo|Lee|"]
