"""Reports of school programs: the same students, whatever stands around them and in whatever language."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from classroom.services.errors import RosterErrorCode
from tests.classroom.services.rosters.importing import read

GIVEN = "Ana Bo Cy Di Ed Flo Gus Hal Ivy Jo Kay Liv Max Ned Ola Pia Roy Sue Tom Una".split()
FAMILY = "King Lee Ngo Poe Orr Ray Sol Tan Ude Vos West Xu Yun Zed Abt Bell Cole Diaz Eng Foy".split()


@dataclass(frozen=True)
class Words:
    """The words of reports in one language."""

    given: str
    family: str
    number: str
    others: str
    titles: str
    footers: str


LANGUAGES = (
    Words(
        "First Name|Student First Name|fname|Given Names",
        "Last Name|Surname|LName|Family Name",
        "Student ID|Student Number|Perm ID|Pupil No|NSN",
        "Gender|Parent/Guardian 1|Birthdate|Homeroom|Grade Level|Quiz 1|Status|Phone",
        "Class Roster 2026-2027|Lincoln Elementary School|Teacher: Hart, June",
        "Total Students: 20|Page 1 of 1|Printed on 9/1/2026 8:00 AM",
    ),
    Words(
        "Nombre|Nombre(s)|Nombre del alumno",
        "Apellidos|Apellidos del alumno",
        "Matrícula|NIA|Nº Expediente",
        "Sexo|Tutores|Fecha de nacimiento|Unidad|Grado|Nota 1|Estado|Teléfono",
        "Curso 2026/2027|CEIP Cervantes|Tutora: June Hart",
        "Total de alumnos: 20|Página 1 de 1|Impreso el 01/09/2026",
    ),
    Words(
        "Nome",
        "Cognome",
        "Matricola|ID alunno",
        "Sesso|Genitore|Data di nascita|Classe|Anno|Voto|Stato|Cellulare",
        "Istituto Comprensivo Manzoni|Elenco alunni classe 4B",
        "Totale alunni: 20|Pagina 1 di 1",
    ),
    Words(
        "Voornaam|Roepnaam",
        "Achternaam|Naam",
        "Leerlingnummer|Stamnummer",
        "Geslacht|Verzorger|Geboortedatum|Klas|Leerjaar|Cijfer|Telefoon",
        "Groepslijst 2026-2027|Basisschool De Linde",
        "Aantal leerlingen: 20|Totaal: 20",
    ),
    Words(
        "Vorname|Rufname",
        "Nachname|Familienname|Name",
        "Schülernummer|Kennung",
        "Geschlecht|Erziehungsberechtigte|Geburtsdatum|Klasse|Jahrgang|Punkte|Telefon",
        "Klassenliste 4b|Schuljahr 2026/27|Klassenleitung: Frau Hart",
        "Anzahl Schüler: 20|Seite 1 von 1|Stand: 01.09.2026",
    ),
)
CELLS = {
    0: "F M",
    1: "Pat Sam",
    2: "03/04/2016 05/06/2016",
    3: "4B 4C",
    4: "4 4",
    5: "71 93",
    6: "Active Active",
    7: "555-0111 555-0122",
}
"""The cells of the other columns, in the order of the headings."""


@st.composite
def reports(draw: st.DrawFn) -> tuple[str, list[tuple[str, str, str]]]:
    """A report, and its students."""
    words = draw(st.sampled_from(LANGUAGES))
    numbers = draw(st.lists(st.sampled_from(range(20)), min_size=5, max_size=20, unique=True))
    people = [(GIVEN[one], FAMILY[one], f"{(one * 7919 + 4801) % 90000 + 10000}") for one in numbers]
    columns = [
        (draw(st.sampled_from(options.split("|"))), [one[at] for one in people])
        for at, options in enumerate((words.given, words.family, words.number))
    ]
    others = words.others.split("|")
    for at in draw(st.lists(st.sampled_from(range(len(others))), max_size=5, unique=True)):
        two = CELLS[at].split()
        whole = [f"{two[index % 2]} {one[1]}" if at == 1 else two[index % 2] for index, one in enumerate(people)]
        columns.append((others[at], whole))
    columns = draw(st.permutations(columns))
    if draw(st.booleans()):
        columns = [(draw(st.sampled_from(["No.", "#", "N", ""])), [str(at + 1) for at in range(len(people))]), *columns]
    heading = [name for name, _ in columns]
    titles = draw(st.lists(st.sampled_from(words.titles.split("|")), max_size=2, unique=True))
    above = [[title] + [""] * (len(heading) - 1) for title in titles]
    page = draw(st.sampled_from([99, 99, 4]))
    rows = [*above, heading]
    for at in range(len(people)):
        if at and at % page == 0:
            rows += [*(above if draw(st.booleans()) else []), heading]
        rows.append([cells[at] for _, cells in columns])
    footers = draw(st.lists(st.sampled_from(words.footers.split("|")), max_size=2, unique=True))
    rows += [[footer] + [""] * (len(heading) - 1) for footer in footers]
    delimiter = draw(st.sampled_from([";", "\t", "|"]))
    return "\n".join(delimiter.join(row) for row in rows), people


@settings(deadline=None, suppress_health_check=list(HealthCheck))
@given(report=reports())
def test_a_report_has_its_students(report: tuple[str, list[tuple[str, str, str]]]) -> None:
    text, people = report
    (listed,) = read(text).classes
    assert [(one.given, one.family, one.source_id) for one in listed.people] == people


@pytest.mark.parametrize("around", ["Total: 3", "Seite 1 von 1"])
def test_a_footer_does_not_turn_row_numbers_into_ids(around: str) -> None:
    text = f"No.;Name;ID;Grade\n1;Ana King;7001;4\n2;Bo Lee;7009;4\n3;Cy Ng;7015;4\n{around};;;\n"
    (listed,) = read(text).classes
    assert [one.source_id for one in listed.people] == ["7001", "7009", "7015"]
    assert [row.code for row in listed.wrong] == [RosterErrorCode.ROW_IS_SUMMARY]


@pytest.mark.parametrize(
    "heading", ["Achternaam, voornaam", "Apellidos y nombre", "Cognome e nome", "Student Name (Last, First)"]
)
@pytest.mark.parametrize("title", ["", "Room 12\n", "Maple School\n\n"])
def test_one_column_below_a_heading_of_several_words(heading: str, title: str) -> None:
    (listed,) = read(f"{title}{heading}\nKING Ana\nDE VRIES Bo\nNG Cy\n").classes
    assert [(one.given, one.family) for one in listed.people] == [("Ana", "KING"), ("Bo", "DE VRIES"), ("Cy", "NG")]
    assert len(listed.wrong) == bool(title)


@pytest.mark.parametrize(
    "heading",
    ["Stato;Cognome e nome;?", "?;Leerlingnaam;?", "Data di nascita;Email;Alunni;?", "?;Name;?"],
)
def test_headings_with_unknown_words_below_a_title(heading: str) -> None:
    at = heading.count(";", 0, max(map(heading.find, ("Cognome", "Leerling", "Alunni", "Name"))))
    cells = [["x"] * heading.count(";") for _ in range(3)]
    for row, name in zip(cells, ("King, Ana", "Lee, Bo", "Ng, Cy"), strict=True):
        row.insert(at, name)
    (listed,) = read("\n".join(["Maple School", "Room 12", heading, *map(";".join, cells)])).classes
    assert [(one.given, one.family) for one in listed.people] == [("Ana", "King"), ("Bo", "Lee"), ("Cy", "Ng")]


def test_a_name_beside_the_name_in_use_may_be_the_family_name() -> None:
    (listed,) = read("Stamnummer;Roepnaam;Naam\n7001;Sanne;de Vries\n7009;Bram;Jansen\n").classes
    assert [(one.given, one.family) for one in listed.people] == [("Sanne", "de Vries"), ("Bram", "Jansen")]
    (listed,) = read("Name;Nickname\nElizabeth King;Liz\nAna Lee;\n").classes
    assert [(one.given, one.family) for one in listed.people] == [("Liz", "King"), ("Ana", "Lee")]


def test_family_names_in_capitals_come_last() -> None:
    (listed,) = read("Élève;Niveau\nLéa DE LA TOUR;4\nHugo LEROY;4\nMary Ann LEE;4\n").classes
    assert [(one.given, one.family) for one in listed.people] == [
        *(("Léa", "DE LA TOUR"), ("Hugo", "LEROY"), ("Mary Ann", "LEE"))
    ]
