"""Columns of private data are emptied before a draft is stored, also in pasted text and in other encodings."""

from __future__ import annotations

import json

import pytest

from classroom.services.rosters.drafts import Draft, draft_of_file, draft_of_text
from tests.classroom.services.rosters.importing import read, said

HEADINGS = (
    *("Accommodations", "504 Plan", "IEP", "Disability", "Case Manager", "Medication", "Medical Alert", "Allergies"),
    *("Custody notes", "Counselor Notes", "Comment", "Notes", "Home Situation", "Behavior Plan", "Discipline"),
    *("Lunch", "Lunch PIN", "Student PIN", "Lexia pw", "SSN", "Medicaid ID", "Religion", "Bekenntnis", "Citizenship"),
    *("Staatsbürgerschaft", "Förderbedarf", "Rodné číslo", "Projet d'accompagnement", "Special Education", "Gifted"),
    *(
        "Par/Guard",
        "Family Members",
        "Child of",
        "Siblings",
        "Grandmother",
        "Contact 1 Name",
        "Anyja neve",
        "Apoderado",
    ),
    *(
        "Nome da mãe",
        "Nome do pai",
        "Primer tutor",
        "Μητέρα",
        "Мать",
        "Therapist",
        "Pohlavie",
        "ELP Level",
        "Tutor/a 1",
        "Lang",
        "NHS Number",
        "Passport No",
        "Social Security",
        "Immunization",
        "Blood group",
        "EHCP",
        "Muttersprache",
        "NEAE",
        "Looked after",
        "Allergien",
        "Bem.",
    ),
)


def kept(draft: Draft) -> str:
    """Return what is stored about a draft."""
    return json.dumps(draft.to_json(), ensure_ascii=False)


@pytest.mark.parametrize("heading", HEADINGS)
def test_private_columns_are_not_kept(heading: str) -> None:
    rows = "King;Ana;7104;secret one\nLee;Bo;7117;secret two\nNg;Cy;7131;\n"
    text = f"Last Name;First Name;Student ID;{heading}\n{rows}"
    for draft in (draft_of_file(text.encode()), draft_of_text(text)):
        assert said(draft.roster()) == ["Ana|King|7104", "Bo|Lee|7117", "Cy|Ng|7131"]
        assert "secret" not in kept(draft)


def test_a_code_for_signing_in_is_no_id() -> None:
    text = "Student name\tParent code\tStudent code\nAna King\tP7GH2KX\tSKDJ3F\nBo Lee\tPQ8ER1Z\tSLLK2E\n"
    assert said(read(text)) == ["Ana|King|", "Bo|Lee|"]
    assert "P7GH2KX" not in kept(draft_of_text(text))
    assert "SKDJ3F" not in kept(draft_of_text(text))
    assert said(read("Student name\tStudent code\nAna King\tS71\nBo Lee\tS84\n")) == ["Ana|King|S71", "Bo|Lee|S84"]


def test_an_email_address_is_no_id() -> None:
    text = "Name,Participant ID (UPN)\nAna King,aking@x.org\nBo Lee,blee@x.org\n"
    assert said(read(text)) == ["Ana|King|", "Bo|Lee|"]
    assert "@" not in kept(draft_of_file(text.encode()))


def test_private_columns_are_unknown_in_no_encoding() -> None:
    text = "Nome do aluno;Nome da mãe\nANA CLARA SOUZA;MARIA SOUZA\nJOÃO COSTA;JOANA COSTA\n"
    draft = draft_of_file(text.encode("cp1252"))
    assert draft.source is not None
    assert len(draft.source.readings) > 1
    assert "MARIA" not in kept(draft)


@pytest.mark.parametrize("remark", ["(IEP)", "(504)", "(504 plan)", "[ELL]", "(sped)"])
def test_remarks_about_support_are_not_kept(remark: str) -> None:
    text = f"Ana King {remark}\nBo Lee\nCy Ng\n"
    draft = draft_of_text(text)
    assert said(draft.roster()) == ["Ana|King|", "Bo|Lee|", "Cy|Ng|"]
    assert remark not in kept(draft)
    assert remark not in kept(draft_of_file(f"Name,ID\nAna King {remark},7104\nBo Lee,7117\n".encode()))


@pytest.mark.parametrize(
    "data",
    [
        *(" 555-123-4567", " (555) 123-4567", " +44 7700 900123", ", 06 12 34 56 78", " phone: 555-1234"),
        *(", born March 4, 2016", " 4 March 2016", " (04.03.2016)", ", *04.03.2016", " geb. 04.03.2016", " 5551234567"),
        *(" - mom: laura@x.org", " (laura@x.org)", ", mother Laura King 555-123-4567", "\tLaura King\tlaura@x.org"),
        *("\tlaura@x.org\t555-123-4567", "\t04.03.2016"),
    ],
)
def test_private_data_in_pasted_lists_and_tables_without_headings_are_not_kept(data: str) -> None:
    draft = draft_of_text(f"Ana King{data}\nBo Lee{data.replace('King', 'Lee')}\nCy Ng{data.replace('King', 'Ng')}\n")
    assert said(draft.roster()) == ["Ana|King|", "Bo|Lee|", "Cy|Ng|"]
    assert not [part for part in ("555", "7700", "12 34", "2016", "Laura", "laura") if part in kept(draft)]


@pytest.mark.parametrize(
    "data",
    [
        "Allergies: laura",
        "  Mother: laura King",
        "she/her",
        "laura@x.org",
        "mom: laura@x.org",
        "555-123-4567",
        "(555) 123-4567",
        "March 4, 2016",
    ],
)
def test_lines_with_only_private_data_are_not_kept(data: str) -> None:
    draft = draft_of_text(f"Ana King\n{data}\nBo Lee\n{data}\nCy Ng\n{data}\n")
    assert said(draft.roster()) == ["Ana|King|", "Bo|Lee|", "Cy|Ng|"]
    assert not [part for part in ("555", "2016", "laura", "she/") if part in kept(draft)]


def test_a_signature_keeps_no_phone_number() -> None:
    draft = draft_of_text("Ana King\nBo Lee\nCy Ng\nDi Poe\nThanks,\nMaria Hart\nRoom 9, ext. 5551\n")
    assert said(draft.roster()) == ["Ana|King|", "Bo|Lee|", "Cy|Ng|", "Di|Poe|"]
    assert "5551" not in kept(draft)


def test_a_title_about_support_is_not_kept() -> None:
    draft = draft_of_text("Students with IEPs:\nAna King\nBo Lee\nOther students:\nCy Ng\nDi Poe\n")
    assert said(draft.roster()) == ["Ana|King|", "Bo|Lee|", "Cy|Ng|", "Di|Poe|"]
    assert "IEP" not in kept(draft)


def test_addresses_above_the_headings_are_not_kept() -> None:
    text = "Topic,Host\nMath,hart@x.org\n\nName,ID,Duration\nAna King,7104,45\nBo Lee,7117,44\n"
    draft = draft_of_file(text.encode())
    assert said(draft.roster()) == ["Ana|King|7104", "Bo|Lee|7117"]
    assert "@" not in kept(draft)


def test_an_empty_column_does_not_take_the_place_of_the_family_names() -> None:
    text = "Nom élève,Nom d'usage élève,Prénom élève\nKING,,Ana\nLEE,,Bo\n"
    assert said(read(text)) == ["Ana|KING|", "Bo|LEE|"]


def test_other_pasted_text_is_returned_as_it_was() -> None:
    source = draft_of_text("1. Ana King\n2. Bo Lee\n").source
    assert source is not None
    assert source.text == "1. Ana King\n2. Bo Lee\n"


NOTED = (
    "asthma",
    "Mom",
    "555",
    "Lunch",
    "IEP",
    "504",
    "ELL",
    "Laura",
    "Elm",
    "Mai",
    "Hauptstr",
    "May",
    "born",
    "birthday",
)


@pytest.mark.parametrize(
    "note",
    [
        *(
            " - peanut allergy, asthma",
            " (Asthma!)",
            ": asthma",
            " – free lunch",
            " IEP",
            " – IEP",
            " 504",
            " – 504 plan",
        ),
        *(", ELL (level 2)", " (parents: Laura & Jo King)", " - Mom Laura", ", 12 Elm Street, Ames IA 50010"),
        *(
            " – Hauptstr. 12",
            " 12 Elm St Apt 4",
            " - Mom's cell 555-123-4567",
            ", birthday May 3",
            " (born 3 May)",
            " - born 5/3",
        ),
    ],
)
def test_notes_behind_names_are_not_kept(note: str) -> None:
    text = f"Ana King{note}\nBo Lee\nCy Ng{note}\nDi Poe\n"
    for draft in (draft_of_text(text), draft_of_file(text.encode())):
        assert said(draft.roster()) == ["Ana|King|", "Bo|Lee|", "Cy|Ng|", "Di|Poe|"]
        assert not [part for part in NOTED if part in kept(draft)]


@pytest.mark.parametrize("cell", ["12 Elm Street", "504 Plan", "IEP", "peanut allergy", "born May 3"])
def test_columns_of_such_notes_without_a_heading_are_not_kept(cell: str) -> None:
    text = f"King,Ana,7104,{cell}\nLee,Bo,7117,{cell}\nNg,Cy,7131,\n"
    assert cell not in kept(draft_of_text(text))
    assert said(read(text)) == ["King|Ana|7104", "Lee|Bo|7117", "Ng|Cy|7131"]


@pytest.mark.parametrize(
    "text",
    [
        "Amartya SEN\nLéa PAP\nBo LEE\n",
        "Ana Street\nBo Way\nCy Lane\n",
        "Asma Ali\nBo Lee\nCy Ng\n",
        "Ana Glass\nBo Mother\nCy Brother\n",
    ],
)
def test_names_and_numbers_like_notes_are_kept(text: str) -> None:
    (listed,) = read(text).classes
    names = [f"{one.given} {one.family}".strip() for one in listed.people]
    assert names == text.split("\n")[:-1]


def test_a_number_like_a_note_is_removed_with_the_others() -> None:
    (listed,) = read("Ana King 501\nBo Lee 504\nCy Ng 507\n").classes
    assert [f"{one.given} {one.family}" for one in listed.people] == ["Ana King", "Bo Lee", "Cy Ng"]


@pytest.mark.parametrize("note", ["Sept 4", "bow tie", "Quokka 44", "quokka at 9"])
def test_a_pasted_list_is_returned_without_what_was_removed(note: str) -> None:
    draft = draft_of_text(f"Class chart\nAna King - {note}\nBo Lee - {note}\nCy Ng - {note}\n")
    assert said(draft.roster()) == ["Ana|King|", "Bo|Lee|", "Cy|Ng|"]
    assert note not in kept(draft)
    assert draft.source is not None
    assert draft.source.text == "Class chart\nAna King\nBo Lee\nCy Ng"


def test_passwords_beside_user_names_are_not_kept() -> None:
    draft = draft_of_text("aking12 / blue7\tAna King\nblee13 / red9\tBo Lee\ncng14 / tan3\tCy Ng\n")
    assert said(draft.roster()) == ["Ana|King|", "Bo|Lee|", "Cy|Ng|"]
    assert not [part for part in ("aking12", "blue7") if part in kept(draft)]


CONTACTS = ["Laura Smith\t555-1234", "Petra Lee\t555-2345", "Max Brown\t555-3456", "Julia Hart\t555-4567"]
FULL = ["Ana King", "Ruby Lee", "Caleb Nolan", "Diego Poe"]


@pytest.mark.parametrize("heading", ["", "Ngaran\tBapa\tNomer\n"])
def test_full_names_of_contacts_are_no_family_names(heading: str) -> None:
    draft = draft_of_text(heading + "\n".join(map("\t".join, zip(FULL, CONTACTS, strict=True))))
    assert said(draft.roster()) == [f"{name.replace(' ', '|')}|" for name in FULL]
    assert not [name for name in ("Laura", "Petra", "Max", "Julia", "555") if name in kept(draft)]


def test_full_names_of_contacts_behind_names_in_two_columns_are_not_kept() -> None:
    split = [name.replace(" ", "\t") for name in FULL]
    draft = draft_of_text("\n".join(map("\t".join, zip(split, CONTACTS, strict=True))))
    assert said(draft.roster()) == [f"{name.replace(' ', '|')}|" for name in FULL]
    assert not [name for name in ("Laura", "Petra", "Max", "Julia", "555") if name in kept(draft)]


def test_two_given_names_and_two_family_names_are_one_student() -> None:
    text = (
        "María José\tGarcía López\t600112233\nLuis Miguel\tPérez Soto\t600112244\n"
        "Ana Lucía\tGil Mora\t600112255\nJuan Carlos\tVega Ruiz\t600112266\n"
    )
    assert said(read(text)) == [
        *("María José|García López|", "Luis Miguel|Pérez Soto|", "Ana Lucía|Gil Mora|", "Juan Carlos|Vega Ruiz|")
    ]


def test_remarks_in_small_letters_beside_names_are_not_kept() -> None:
    draft = draft_of_text("Ana King\tveg\nRuby Lee\t\nCaleb Nolan\tnuts\nDiego Poe\tdairy\n")
    assert said(draft.roster()) == [f"{name.replace(' ', '|')}|" for name in FULL]
    assert not [word for word in ("veg", "nuts", "dairy") if word in kept(draft)]


def test_tutors_who_share_the_names_of_students_are_relatives() -> None:
    text = (
        "Alumno/a\tTutor/a legal\nAlba Ríos, Martina\tRíos Vera, Paula\nBenítez Coll, Adrián\tColl Sanz, Mar\n"
        "Cano Pla, Noa\tCano Gil, Luis\n"
    )
    draft = draft_of_text(text)
    assert said(draft.roster()) == ["Martina|Alba Ríos|", "Adrián|Benítez Coll|", "Noa|Cano Pla|"]
    assert not [name for name in ("Paula", "Sanz", "Luis") if name in kept(draft)]


@pytest.mark.parametrize("note", ["* = gifted  ** = quokka", "†: quokka"])
def test_the_key_to_marks_is_not_kept(note: str) -> None:
    draft = draft_of_text(f"Ana King*\nBo Lee\nCy Ng**\nDi Poe\n{note}\n")
    assert said(draft.roster()) == ["Ana|King|", "Bo|Lee|", "Cy|Ng|", "Di|Poe|"]
    assert "quokka" not in kept(draft)


def test_lines_in_parentheses_are_about_the_student_above() -> None:
    draft = draft_of_text("Ana King\n(Laura Hart, mother)\nBo Lee\n(Rami Lee, tutor)\nCy Ng\n(Kim Ng, quokka)\n")
    assert said(draft.roster()) == ["Ana|King|", "Bo|Lee|", "Cy|Ng|"]
    assert not [name for name in ("Laura", "Rami", "Kim") if name in kept(draft)]
