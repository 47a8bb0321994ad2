"""Tables in the shapes of school programs in several countries, and what people and spreadsheets do to them."""

from __future__ import annotations

import pytest

from classroom.services.errors import RosterErrorCode
from classroom.services.rosters.drafts import draft_of_file
from tests.classroom.services.rosters.importing import CLASSES, ENROLLMENTS, USERS, archive, read, said


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Stamnummer;Roepnaam;Tussenvoegsel;Achternaam;Klas\n120450;Sanne;de;Vries;1B\n120461;Bram;;Jansen;1B\n",
            ["Sanne|Vries|120450", "Bram|Jansen|120461"],
        ),
        (
            (
                "Sukunimi;Etunimet;Kutsumanimi;Luokka;Oppilasnumero\nMäkinen;Aino Maria;Aino;4B;3300\n"
                "Korhonen;Eetu Olavi;Eetu;4B;3317\n"
            ),
            ["Aino|Mäkinen|3300", "Eetu|Korhonen|3317"],
        ),
        (
            "Name;Langname;Vorname;Klasse\nGroß0;Groß;Jürgen;4b\nHage1;von Hagen;Lena;4b\n",
            ["Jürgen|Groß|", "Lena|von Hagen|"],
        ),
        (
            "Nom d'usage Élève;Nom de naissance Élève;Prénom Élève;INE\n;Lefèvre;Zoé;061AB\n;Benali;Inès;062AB\n",
            ["Zoé|Lefèvre|061AB", "Inès|Benali|062AB"],
        ),
        (
            "STU.ID,STU.LN,STU.FN,STU.GR\n100234,Okafor,Maya,4\n100271,Li,Xiu,4\n",
            ["Maya|Okafor|100234", "Xiu|Li|100271"],
        ),
        ("Student Full Name (LFM),Gr,Entity\nOkafor Maya Lee,04,401\nLi Xiu,04,401\n", ["Maya Lee|Okafor|", "Xiu|Li|"]),
        ("Öğrenci No;Adı;Soyadı\n301;Gül;Öğüt\n317;Can;Demir\n", ["Gül|Öğüt|301", "Can|Demir|317"]),
        ("Név;Osztály\nNagy Ákos;4.b\nTóth Eszter;4.b\n", ["Ákos|Nagy|", "Eszter|Tóth|"]),
        ("Фамилия;Имя;Класс\nИванова;Анна;4Б\nСмирнов;Пётр;4Б\n", ["Анна|Иванова|", "Пётр|Смирнов|"]),  # noqa: RUF001
        ("姓,名,学年,生徒番号\n田中,太郎,4,4001\n山田,花子,4,4002\n", ["太郎|田中|4001", "花子|山田|4002"]),
        ("이름,학년\n김민준,4\n이서연,4\n", ["김민준||", "이서연||"]),
        ("שם פרטי,שם משפחה,כיתה\nנועה,כהן,ד2\nיוסף,לוי,ד2\n", ["נועה|כהן|", "יוסף|לוי|"]),  # noqa: RUF001
        (
            (
                "Timestamp,Your child's first name,Your child's last name,Your name\n"
                "9/1/2026 8:00:11,Maya,Okafor,Pat Okafor\n9/2/2026 8:01:11,Xiu,Li,Pat Li\n"
            ),
            ["Maya|Okafor|", "Xiu|Li|"],
        ),
        (
            "Timestamp,Name (First and Last),Color\n9/1/2026 8:00:11,Maya Okafor,blue\n9/2/2026 8:00:12,Xiu Li,red\n",
            ["Maya|Okafor|", "Xiu|Li|"],
        ),
        ("FName,LName,Stu#\nMaya,Okafor,71\nXiu,Li,72\n", ["Maya|Okafor|71", "Xiu|Li|72"]),
        ("F. Name,L. Name,ID\nMaya,Okafor,71\nXiu,Li,72\n", ["Maya|Okafor|71", "Xiu|Li|72"]),
        ("Pupil #,Usual last name,Usual first name\n71,Okafor,Maya\n72,Li,Xiu\n", ["Maya|Okafor|71", "Xiu|Li|72"]),
        (
            "Apellido Paterno,Apellido Materno,Nombre(s)\nSoto,Ruiz,Ana\nVera,Paz,Luis\n",
            ["Ana|Soto Ruiz|", "Luis|Vera Paz|"],
        ),
        ("N;Cognome e Nome;Classe\n1;DE LUCA Ada;4B\n2;ROSSI Ugo;4B\n", ["Ada|DE LUCA|", "Ugo|ROSSI|"]),
        ("Nom de famille;Prénom(s)\nRoy;Zoé, Marie\nPetit;Luc, Jean\n", ["Zoé|Roy|", "Luc|Petit|"]),
        (
            "Class No.,Name in English,Name in Chinese\n1,CHAN Mei Ling,陳美玲\n2,LAU Tak Wah,劉德華\n",
            ["Mei Ling|CHAN|", "Tak Wah|LAU|"],
        ),
        ("Name;Vorname;AHV-Nr.\nMeier;Urs;756.1234.5678.90\nFrei;Lia;756.1234.5678.91\n", ["Urs|Meier|", "Lia|Frei|"]),
        (
            "name;longName;foreName;klasse.name;id\nMülleAnn;Müller;Anna;4b;7001\nSchmiBen;Schmidt;Ben;4b;7002\n",
            ["Anna|Müller|7001", "Ben|Schmidt|7002"],
        ),
        ("Stamnr;Achternaam;Voornaam\n7001;Jansen;Bram\n7002;Bakker;Sem\n", ["Bram|Jansen|7001", "Sem|Bakker|7002"]),
        ("NSN,Family Name,Given Names\n7001,Okafor,Maya\n7002,Li,Xiu\n", ["Maya|Okafor|7001", "Xiu|Li|7002"]),
        (
            "№;Фамилия Имя Отчество;Класс\n1;Иванова Анна Петровна;4Б\n2;Смирнов Пётр Ильич;4Б\n",
            ["Анна Петровна|Иванова|", "Пётр Ильич|Смирнов|"],
        ),
        (
            "Прізвище;Ім'я;По батькові;Клас\nШевченко;Олена;Іванівна;4-Б\nКоваль;Тарас;Петрович;4-Б\n",  # noqa: RUF001
            ["Олена|Шевченко|", "Тарас|Коваль|"],  # noqa: RUF001
        ),
        ("คำนำหน้า,ชื่อ,นามสกุล\nด.ช.,สมชาย,ใจดี\nด.ญ.,มาลี,สุขใจ\n", ["สมชาย|ใจดี|", "มาลี|สุขใจ|"]),
        ("رقم الطالب,اسم الطالب\n7001,محمد العلي\n7002,عمر النمر\n", ["محمد|العلي|7001", "عمر|النمر|7002"]),
        ("No,Nama,NIPD,JK\n1,Budi Santoso,7001,L\n2,Agus Wibowo,7002,P\n", ["Budi|Santoso|7001", "Agus|Wibowo|7002"]),
        (
            "STT,Mã học sinh,Họ và tên,Lớp\n1,HS001,Nguyễn Thị Ánh,4B\n2,HS002,Trần Bình,4B\n",
            ["Thị Ánh|Nguyễn|HS001", "Bình|Trần|HS002"],
        ),
        (
            'LRN,"NAME (Last Name, First Name, Middle Name)"\n7001,"REYES,MARIA, CRUZ"\n7002,"SY,JUAN, TAN"\n',
            ["MARIA|REYES|7001", "JUAN|SY|7002"],
        ),
        (
            "Vorname Kind;Nachname Kind;Vorname Elternteil 1;Klasse\nAnna;Frei;Eva;4b\nBen;Weiß;Jan;4b\n",
            ["Anna|Frei|", "Ben|Weiß|"],
        ),
        ("Priimek,Ime,Razred\nNovak,Ana,4. b\nHorvat,Luka,4. b\n", ["Ana|Novak|", "Luka|Horvat|"]),
        ("Cognoms;Nom;Grup\nGarcia Vila;Aina;4B\nPuig Soler;Pau;4B\n", ["Aina|Garcia Vila|", "Pau|Puig Soler|"]),
        ("Cyfenw,Enw cyntaf\nJones,Siân\nEvans,Ifan\n", ["Siân|Jones|", "Ifan|Evans|"]),
        ("First & Middle Name,Last Name\nAna Lu,King\nBo,Lee\n", ["Ana Lu|King|", "Bo|Lee|"]),
        ("First,Goes by,Last\nElizabeth,Liz,King\nAna,,Ng\n", ["Liz|King|", "Ana|Ng|"]),
    ],
)
def test_headings_of_many_countries(text: str, expected: list[str]) -> None:
    assert said(read(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Ainm,Sloinne,Uimhir\nMaya,Okafor,1001\nXiu,Li,1038\nBo,Lee,1075\n",
        "Name,M,T,W\nMaya Okafor,x,,\nXiu Li,,x,\nBo Lee,,,x\n",
    ],
)
def test_headings_with_unknown_words_are_not_a_student(text: str) -> None:
    file = read(text)
    assert [one.split("|")[:2] for one in said(file)] == [["Maya", "Okafor"], ["Xiu", "Li"], ["Bo", "Lee"]]
    assert file.is_guessed


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("100234.0", "100234"),
        ("#004521", "004521"),
        ('"=""0012"""', "0012"),
        ('"100,234"', "100234"),
        ("100 234", "100 234"),
    ],
)
def test_ids_lose_what_programs_add(cell: str, expected: str) -> None:
    assert said(read(f"First,Last,Student ID\nAna,King,{cell}\nBo,Lee,77\n"))[0] == f"Ana|King|{expected}"


def test_a_grade_may_be_a_decimal() -> None:
    (listed,) = read("Name,Grade\nAna King,4.0\nBo Lee,5.0\n").classes
    assert [one.level for one in listed.people] == [4, 5]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Ana King (she/her)", "Ana|King|"),
        ("Ana King (F)", "Ana|King|"),
        ('"King, Elizabeth (Liz)"', "Elizabeth (Liz)|King|"),
        ("Elizabeth King (Liz)", "Elizabeth (Liz)|King|"),
        ("Miss Ana King", "Ana|King|"),
        ('"Vries, Sanne de"', "Sanne|Vries|"),
        ("Cy Van Der Berg", "Cy|Van Der Berg|"),
        ("Ethan St. John", "Ethan|St. John|"),
        ("Síle Ní Dhomhnaill", "Síle|Ní Dhomhnaill|"),
        ("\u200fJack Null\u200f", "Jack|Null|"),
    ],
)
def test_names_with_remarks_titles_and_particles(name: str, expected: str) -> None:
    assert said(read(f"Student,Grade\n{name},4\n"))[0] == expected


def test_names_without_headings_may_repeat() -> None:
    families = ("Kim", "Lee", "Park", "Choi", "Jung", "Kang", "Kim", "Lee", "Kim", "Lee", "Kim", "Park", "Kim", "Lee")
    rows = [f"Ana{chr(97 + number)},{family},she/her,x{number}" for number, family in enumerate(families)]
    file = read("\n".join(rows))
    assert [one.split("|")[1] for one in said(file)] == list(families)
    assert file.is_guessed


def test_pronouns_are_no_names() -> None:
    file = read("Ana King;they/them\nBo Lee;he/him\nCy Ng;she/her/hers\n")
    assert said(file) == ["Ana|King|", "Bo|Lee|", "Cy|Ng|"]


@pytest.mark.parametrize("text", ["ZoÃ«,MÃ¼ller", "Zo&euml;,M&#252;ller"])
def test_letters_that_programs_changed_are_repaired(text: str) -> None:
    assert said(read(f"First,Last\n{text}\nAna,King\n")) == ["Zoë|Müller|", "Ana|King|"]
    assert said(read("First,Last\nÃna,São\n")) == ["Ãna|São|"]


def test_the_test_student_of_a_gradebook_is_no_student() -> None:
    file = read(
        'Student,ID,SIS User ID,Section\n"King, Ana",7001,81,4B\n"Lee, Bo",7002,82,4B\n"Student, Test",7003,,4B\n'
    )
    assert said(file) == ["Ana|King|81", "Bo|Lee|82"]
    assert [row.code for row in file.classes[0].wrong] == [RosterErrorCode.NO_STUDENT]


@pytest.mark.parametrize(
    "text",
    [
        "Name,Grade\nAna King,K,x\nBo Lee,K,x\nCy Ng,1,y\n",
        "Name,Group\nAna King,Owls,x\nBo Lee,Owls,\nCy Ng,Owls,y\n",
        "Ana King,new,4B\nBo Lee,12,4B\nCy Ng,13,4B\n",
        "Ana King,,4B\nBo Lee,12,4B\nCy Ng,13,4B\n",
    ],
)
def test_tables_without_headings_or_with_more_cells_stay_as_they_are(text: str) -> None:
    assert [one.split("|")[:2] for one in said(read(text))] == [["Ana", "King"], ["Bo", "Lee"], ["Cy", "Ng"]]


def test_a_family_name_can_be_null() -> None:
    assert said(read("First,Last\nJack,Null\nAna,null\n")) == ["Jack|Null|", "Ana||"]


def test_a_full_name_beside_the_family_name_is_shortened() -> None:
    assert said(read("Preferred Name,First,Last\nBilly Lee,William,Lee\n,Ana,Ng\n")) == ["Billy|Lee|", "Ana|Ng|"]


@pytest.mark.parametrize(
    "text",
    [
        "First~Last~Student ID\nAna~King~71\nBo~Lee~72\n",
        "First,Last,Student ID\u2028Ana,King,71\u2028Bo,Lee,72",
        '"First,Last,Student ID"\n"Ana,King,71"\n"Bo,Lee,72"\n',
        '"First,""Last"",Student ID"\n"Ana,""King"",71"\n"Bo,""Lee"",72"\n',
        "Name,Student ID\nKing, Ana,71\nLee, Bo,72\n",
        "Student Name      Student ID\nKing, Ana         71\nLee, Bo           72\n",
        "\ufeff\ufeffFirst,Last,Student ID\r\nAna,King,71\r\nBo,Lee,72\r\n\x1a",
    ],
)
def test_tables_as_programs_damage_them(text: str) -> None:
    (listed,) = read(text).classes
    assert [f"{one.given}|{one.family}|{one.source_id}" for one in listed.people] == ["Ana|King|71", "Bo|Lee|72"]
    assert listed.wrong == ()


def test_a_second_list_beside_the_first_is_named_as_not_imported() -> None:
    file = read("Ana,King,Cy,Ng\nBo,Lee,Di,Poe\nEd,Orr,Flo,Ray\nGus,Sol,Hal,Tan\n")
    assert file.unread == ("Cy …", "Ng …")


def test_an_archive_may_have_semicolons() -> None:
    tables = {
        "users.csv": f"{USERS}\nu1,,true,student,Ana,King,,,,4",
        "classes.csv": f"{CLASSES}\nc1,,7B",
        "enrollments.csv": f"{ENROLLMENTS}\ne1,,c1,u1,student",
    }
    content = archive({name: text.replace(",", ";") for name, text in tables.items()})
    assert said(draft_of_file(content).roster()) == ["Ana|King|u1"]


def test_a_report_counts_within_the_column_of_names() -> None:
    report = (
        "Springfield Elementary     Class Roster     11/28/26\n\n   Student Name       Other ID    Gr\n"
        " 1 KING, ANA SOFIA     S1001      04\n 2 O'NEIL, BO          S1002      04\n\nTotal Students: 2\n"
    )
    assert said(read(report)) == ["ANA SOFIA|KING|S1001", "BO|O'NEIL|S1002"]


def test_marks_of_attendance_are_no_family_names() -> None:
    sheet = "\t9/1\t9/2\t9/3\nAna King\tP\tP\tA\nBo Lee\tP\tT\tP\nCy Ng\tA\tP\tP\n"
    assert said(read(sheet)) == ["Ana|King|", "Bo|Lee|", "Cy|Ng|"]


def test_initials_in_a_column_of_their_own_are_family_names() -> None:
    assert said(read("Ana Sofia,K\nBo Tom,L\nCy Wei,N\n")) == ["Ana Sofia|K|", "Bo Tom|L|", "Cy Wei|N|"]


def test_headings_that_begin_with_s_for_student() -> None:
    table = "SID,SFIRST,SLAST,SMIDDLE,SGRADE,SGENDER,SBIRTHDAY\n100,Ana,King,,4,F,1/1/2016\n101,Bo,Lee,,4,M,1/2/2016\n"
    assert said(read(table)) == ["Ana|King|100", "Bo|Lee|101"]
    (listed,) = read(table).classes
    assert [one.level for one in listed.people] == [4, 4]


@pytest.mark.parametrize("label", ["Out of", "Points", "Points possible"])
def test_a_row_of_maximum_scores_is_no_student(label: str) -> None:
    (listed,) = read(f'Student,HW 1,HW 2\n{label},10,20\n"King, Ana",9,18\n"Lee, Bo",8,20\n').classes
    assert [one.given for one in listed.people] == ["Ana", "Bo"]
    assert [(row.line, row.code) for row in listed.wrong] == [(2, RosterErrorCode.ROW_IS_SUMMARY)]


def test_adults_by_the_type_of_their_account() -> None:
    (listed,) = read("Name,Type,ID\nAna King,Student,1\nBo Lee,Student,2\nMaria Hart,Staff,99\n").classes
    assert [one.given for one in listed.people] == ["Ana", "Bo"]
    assert [row.code for row in listed.wrong] == [RosterErrorCode.NO_STUDENT]


def test_a_column_of_other_types_says_nothing_about_adults() -> None:
    (listed,) = read("Name,Type,ID\nAna King,Walker,1\nBo Lee,Bus aide,2\nCy Ng,Walker,3\n").classes
    assert len(listed.people) == 3


@pytest.mark.parametrize("heading", ["Reading level", "EL level", "Lexile Level", "Program level"])
def test_other_levels_are_not_the_grade(heading: str) -> None:
    (listed,) = read(f"Name,{heading}\nAna King,2\nBo Lee,3\n").classes
    assert [one.level for one in listed.people] == [None, None]


@pytest.mark.parametrize("heading", ["Grade level", "Level", "Year level", "Nivel"])
def test_the_grade_has_many_headings(heading: str) -> None:
    (listed,) = read(f"Name,{heading}\nAna King,2\nBo Lee,3\n").classes
    assert [one.level for one in listed.people] == [2, 3]


def test_a_footer_counts_the_students() -> None:
    (listed,) = read('Student,ID\n"King, Ana",10\n"Lee, Bo",11\n2 students listed\n').classes
    assert [one.given for one in listed.people] == ["Ana", "Bo"]


@pytest.mark.parametrize(
    "short_names",
    [("MuellAnn", "SchmiBen", "YilmaEce"), ("Muller_A", "Schmidt_B", "Yilmaz_E"), ("Mül", "Schmi", "Yılmaz")],
)
def test_short_names_of_untis_are_no_names(short_names: tuple[str, ...]) -> None:
    names = (("Müller", "Anna"), ("Schmidt", "Ben"), ("Yılmaz", "Ece"))
    rows = (
        f'"{short}";"{family}";"";"";"";"";"{given}";"{number}";"4b";"2";"";"20160304";""\n'
        for number, (short, (family, given)) in enumerate(zip(short_names, names, strict=True), start=4711)
    )
    assert said(read("".join(rows))) == ["Anna|Müller|4711", "Ben|Schmidt|4712", "Ece|Yılmaz|4713"]
