"""Tables of further programs and countries, and cells that are neither names nor IDs."""

from __future__ import annotations

import pytest

from classroom.services.rosters.drafts import draft_of_file, draft_of_text
from classroom.services.rosters.words import vocabulary
from classroom.services.rosters.words.headings import words_of
from tests.classroom.services.rosters.importing import assert_time_grows_evenly, read, said


def test_a_line_in_another_encoding_than_the_rest() -> None:
    content = "Last,First\nGarcía,Álvaro\nPeña,Begoña\n".encode() + "Núñez,Iván\n".encode("cp1252")
    assert said(read(content)) == ["Álvaro|García|", "Begoña|Peña|", "Iván|Núñez|"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Apellido 1;Apellido 2;Nombre;Curso\nGarcía;López;Ana;4º\nRuiz;Paz;Bo;4º\n",
            ["Ana|García López|", "Bo|Ruiz Paz|"],
        ),
        ("Nombres,Ap. Paterno,Ap. Materno\nAna,Soto,Ruiz\nBo,Vera,Paz\n", ["Ana|Soto Ruiz|", "Bo|Vera Paz|"]),
        ("Preferred Name,Preferred Surname,Year\nAna,King,4\nBo,Lee,4\n", ["Ana|King|", "Bo|Lee|"]),
        ('Last Name, First Name,ID\n"King, Ana",71\n"Lee, Bo",72\n', ["Ana|King|71", "Bo|Lee|72"]),
        ("STT,Họ đệm,Tên\n1,Nguyễn Thị,Ánh\n2,Trần Văn,Bình\n", ["Ánh|Nguyễn Thị|", "Bình|Trần Văn|"]),
        ("क्रमांक,छात्र का नाम,पिता का नाम\n1,आरव शर्मा,राज शर्मा\n2,दिया वर्मा,अमित वर्मा\n", ["आरव|शर्मा|", "दिया|वर्मा|"]),
        (
            "Επώνυμο;Όνομα;Πατρώνυμο;Αρ. Μητρώου\nΝίκου;Άννα;Νίκος;71\nΠαππά;Εύα;Ηλίας;72\n",  # noqa: RUF001
            ["Άννα|Νίκου|71", "Εύα|Παππά|72"],
        ),
        ("Type;Elevnr;Fornavn;Efternavn\nElev;71;Ana;Bæk\nElev;72;Bo;Lee\n", ["Ana|Bæk|71", "Bo|Lee|72"]),
        (
            "Bil.,Nama Murid,No. KP\n1,Ali bin Abu,160412-14-1234\n2,Siti binti Ali,160413-14-1235\n",
            ["Ali|bin Abu|", "Siti|binti Ali|"],
        ),
        ("Student Name,Home Learning Code\nAna King,AB12 CD34\nBo Lee,EF56 GH78\n", ["Ana|King|", "Bo|Lee|"]),
        ("Name (Original Name),Guest\nMaria Hart (Host),No\nAna King,No\nBo Lee,No\n", ["Ana|King|", "Bo|Lee|"]),
        (
            (
                "Timestamp,Student first name,Student last name,What would your student like to be called?\n"
                "9/1/2026 8:00:00,Elizabeth,King,Liz\n9/1/2026 8:01:00,Bo,Lee,Bo\n"
            ),
            ["Liz|King|", "Bo|Lee|"],
        ),
        (
            "   Student Name   ID      Gr  Sex\n1  King, Ana M    71001   04  F\n2  Lee, Bo        71002   04  F\n",
            ["Ana|King|71001", "Bo|Lee|71002"],
        ),
        (
            (
                "Select 'Ana King'\nAna King\ta@s.org\tStudent\tNo groups\t2 days\tActive\n"
                "Select 'Bo Lee'\nBo Lee\tb@s.org\tStudent\tNo groups\t1 day\tActive\n"
            ),
            ["Ana|King|", "Bo|Lee|"],
        ),
        ("ADM NO\tSURNAME\tOTHER NAMES\n71\tKING\tAna Lu\n72\tLEE\tBo\n", ["Ana Lu|KING|71", "Bo|LEE|72"]),
        ("Surname,Full Names,Grade\nKing,Ana Lu,4\nvan Wyk,Bo,4\n", ["Ana Lu|King|", "Bo|van Wyk|"]),
        ("ID,LastName,FirstName,FirstNamePref\n71,King,Elizabeth,Liz\n72,Lee,Bo,\n", ["Liz|King|71", "Bo|Lee|72"]),
        ('Last, First (Nickname)\n"King, Elizabeth (Liz)"\n"Lee, Bo"\n', ["Elizabeth (Liz)|King|", "Bo|Lee|"]),
        ("Forename,Surname,SCN\nAna,King,123456789\nBo,Lee,123456790\n", ["Ana|King|123456789", "Bo|Lee|123456790"]),
        ("First Name,Last Name,ID\nRequired,Required,Optional\nAna,King,71\n", ["Ana|King|71"]),
        ('Name,Gender\nMALE,\n"LEE, BO",M\nFEMALE,\n"KING, ANA",F\n', ["BO|LEE|", "ANA|KING|"]),
        ("Ana King\taking01\tpurple7\nBo Lee\tblee02\tgreen8\n", ["Ana|King|aking01", "Bo|Lee|blee02"]),
        (
            "Sorszám;Tanuló neve;Születési dátum\n1;Kovács Anna;2016.03.04.\n2;Tóth Csenge Lili;2016.05.06.\n",
            ["Anna|Kovács|", "Csenge Lili|Tóth|"],
        ),
        ("King, Ana\nLee III, Bo\nJones, Di, Jr.\nPoe, Ed IV\n", ["Ana|King|", "Bo|Lee|", "Di|Jones|", "Ed|Poe|"]),
        ("Ana King, Red group\nBo Lee, Blue group\nCy Ng, Red group\n", ["Ana|King|", "Bo|Lee|", "Cy|Ng|"]),
        ("Name,ID,Grade\nAna King,71,4\nBo Lee,72,4\n* = new student,,\n", ["Ana|King|71", "Bo|Lee|72"]),
        ("Name,ID,Grade\nAna King,71,4\nBo Lee,72,4\nBoys: 1,Girls: 1,Total: 2\n", ["Ana|King|71", "Bo|Lee|72"]),
    ],
)
def test_programs_of_many_countries(text: str, expected: list[str]) -> None:
    assert said(read(text)) == expected


@pytest.mark.parametrize("grade", ["G4", "Y4", "Yr 4", "Yr. 4"])
def test_short_forms_of_the_grade(grade: str) -> None:
    (listed,) = read(f"Name,Year\nAna King,{grade}\nBo Lee,{grade}\n").classes
    assert [one.level for one in listed.people] == [4, 4]


def test_the_ethnic_group_is_private() -> None:
    (listed,) = read("Name,Student Ethnic Group Name\nAna King,Asian\nBo Lee,Black\n").classes
    assert [one.group for one in listed.people] == ["", ""]


@pytest.mark.parametrize(
    "text",
    [
        "Ana\tx\tx\tx\nBo\tx\t\tx\nCy\t\tx\tx\n",
        "\tM\tT\tW\nAna\tx\tx\tx\nBo\tx\t\tx\nCy\t\tx\tx\n",
        "Ana\tP\tP\tA\nBo\tP\tA\tP\nCy\tA\tP\tP\n",
        "Ana,yes\nBo,no\nCy,yes\n",
        "Ana,TRUE,FALSE\nBo,FALSE,TRUE\nCy,TRUE,TRUE\n",
        "Ana,Student\nBo,Student\nCy,Student\n",
        "Ana,90,80\nBo,70,100\nCy,88,92\n",
    ],
)
def test_marks_and_scores_are_neither_names_nor_ids(text: str) -> None:
    assert said(draft_of_text(text).roster()) == ["Ana||", "Bo||", "Cy||"]


@pytest.mark.parametrize("text", ["Ana,K\nBo,L\nCy,K\n", "Ana,K,F\nBo,L,M\nCy,K,F\n"])
def test_initials_are_family_names(text: str) -> None:
    assert [one.split("|")[:2] for one in said(read(text))] == [["Ana", "K"], ["Bo", "L"], ["Cy", "K"]]


@pytest.mark.parametrize(
    "text",
    [
        "Boys\tGirls\nAna\tCy\nBo\tDi\n\tEd\n",
        "Red Table\tBlue Table\nAna\tCy\nBo\tDi\n\tEd\n",
        "Line leader: Ana King\nDoor holder: Bo Lee\nTeacher helper: Cy Ng\nBotanist: Di Poe\nGreeter: Ed Orr\n",
        "Ana\tBo\t\tCy\tDi\nEd\t\t\t\t\n",
        "1\tAna King\t4\tDi Poe\n2\tBo Lee\t5\tEd Orr\n3\tCy Ng\t\t\n",
        "Ana King            Di Poe\nBo Lee              Ed Orr\nCy Ng\n",
    ],
)
def test_lists_side_by_side_and_charts(text: str) -> None:
    (listed,) = draft_of_text(text).roster().classes
    assert sorted(one.given for one in listed.people) == ["Ana", "Bo", "Cy", "Di", "Ed"]
    assert {one.family for one in listed.people} in ({""}, {"King", "Lee", "Ng", "Poe", "Orr"})


@pytest.mark.nightly
def test_many_words_of_headings_are_read_quickly() -> None:
    assert_time_grows_evenly(lambda size: read(("Status," * 8 + "x\n") * size + "Ana King\n"), 1_500)


def test_each_known_word_is_as_headings_are_split() -> None:
    """Vocabulary with an accent, a hyphen, or a mark that headings lose would never be found."""
    sets = [words for words in vars(vocabulary).values() if isinstance(words, frozenset)]
    assert {word for words in sets for word in words if words_of(word) != (word,)} == set()


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("מספר,שם משפחה,שם פרטי,כיתה\n1,כהן,נועה,ג2\n2,לוי,איתי,ג2\n", "cp1255"),
        ("번호\t성명\t성별\n1\t김민준\t남\n2\t이서연\t여\n", "cp949"),
        ("Nom;Prénom\nDURAND;Léo\nPETIT;Manon\n", "cp1252"),
    ],
)
def test_known_headings_tell_the_encoding(text: str, encoding: str) -> None:
    source = draft_of_file(text.encode(encoding)).source
    assert source is not None
    assert (source.readings[0].encoding, source.is_sure, len(source.readings) > 1) == (encoding, True, True)
