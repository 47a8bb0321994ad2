"""Orders of names in further languages, copied pages and documents, and what is no roster."""

# ruff: noqa: RUF001

from __future__ import annotations

import json

import pytest

from classroom.services.errors import RosterErrorCode, ServiceError
from classroom.services.rosters.drafts import draft_of_file, draft_of_text
from tests.classroom.services.rosters.importing import read


def said(text: str) -> list[str]:
    (listed,) = draft_of_text(text).roster().classes
    return [f"{one.given}|{one.family}" for one in listed.people]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Kim Min-jun (Eric)\nPark Seo-yeon\nChoi Ha-eun\nJung Do-yoon\n",
            ["Min-jun (Eric)|Kim", "Seo-yeon|Park", "Ha-eun|Choi", "Do-yoon|Jung"],
        ),
        ("Шевченко Марія\nКоваленко Данило\nБондар Софія\n", ["Марія|Шевченко", "Данило|Коваленко", "Софія|Бондар"]),
        (
            "Гончар Зоряна\nЛитвиненко Ася\nБойчук Яр\nКлименко Лев\n",
            ["Зоряна|Гончар", "Ася|Литвиненко", "Яр|Бойчук", "Лев|Клименко"],
        ),
        (
            "Παπαδόπουλος Γιώργος\nΝικολάου Ελένη\nΒασιλείου Μαρία\n",
            ["Γιώργος|Παπαδόπουλος", "Ελένη|Νικολάου", "Μαρία|Βασιλείου"],
        ),
        ("ليلى حسن\nسارة عبد الله\nعمر الخطيب\n", ["ليلى|حسن", "سارة|عبد الله", "عمر|الخطيب"]),
        ("Layla Hassan\nOmar Abdul Rahman\nTariq Abu Bakr\n", ["Layla|Hassan", "Omar|Abdul Rahman", "Tariq|Abu Bakr"]),
        ("1 เด็กชาย กิตติ สุขใจ\n2 เด็กหญิง ดวงใจ มีสุข\n3 ด.ช.ธนา ทองดี\n", ["กิตติ|สุขใจ", "ดวงใจ|มีสุข", "ธนา|ทองดี"]),
        (
            "Min-jun Kim\nAnna Kowalska\nOlena Shevchenko\nKim Park\n",
            ["Min-jun|Kim", "Anna|Kowalska", "Olena|Shevchenko", "Kim|Park"],
        ),
    ],
)
def test_the_order_of_names(text: str, expected: list[str]) -> None:
    assert said(text) == expected


def test_the_title_of_a_further_page_is_no_student() -> None:
    page = "Oak Hill School           Page {} of 2\nName            Grade\n"
    text = f"{page.format(1)}Ike Barlow      3\nJan Cormier     3\n{page.format(2)}Lou Easton      3\n"
    assert said(text) == ["Ike|Barlow", "Jan|Cormier", "Lou|Easton"]


@pytest.mark.parametrize(
    "text",
    [
        "Class 5K   Mr. T. Bagley\n1 Ana Doyle 2 Bo Noor\n3 Cy Finch 4 Di Reece\n5 Ed Obi\n",
        "1. Ana Doyle   4. Di Reece\n2. Bo Noor   5. Ed Obi\n3. Cy Finch\n",
    ],
)
def test_numbered_names_in_columns_of_a_document(text: str) -> None:
    assert sorted(said(text)) == ["Ana|Doyle", "Bo|Noor", "Cy|Finch", "Di|Reece", "Ed|Obi"]


def test_a_title_above_the_names_of_groups() -> None:
    text = "Reading groups (fall)\nEagles\n- Ana King\n- Bo Lee\nHawks\n- Cy Ng\n- Di Poe\n"
    assert said(text) == ["Ana|King", "Bo|Lee", "Cy|Ng", "Di|Poe"]


def test_the_source_of_a_web_page() -> None:
    text = "<html><body><h2>Klasse 4a</h2><table border=1><tr><th>Nachname</th><th>Vorname</th></tr>"
    assert said(
        f"{text}<tr><td>Aydin</td><td>Elif</td></tr><tr><td>Berger</td><td>Jo</td></tr></table></body></html>"
    ) == [
        *("Elif|Aydin", "Jo|Berger"),
    ]


@pytest.mark.parametrize("text", ["3 x 4\n5 × 6\n7 * 8 = 56\n48 ÷ 6\n", "<script>alert(1)</script>\n<img src=x>\n"])
def test_equations_and_markup_are_no_names(text: str) -> None:
    (listed,) = draft_of_text(text).roster().classes
    assert not listed.people
    assert {row.code for row in listed.wrong} == {RosterErrorCode.NOT_A_NAME}


def test_a_timetable_has_no_names() -> None:
    rows = "8:30\tMath\tReading\tMath\n9:30\tReading\tSocial Studies\tPE\n10:30\tRecess\tLunch\tRecess\n"
    with pytest.raises(ServiceError) as error:
        draft_of_file(f"Time\tMonday\tTuesday\tWednesday\n{rows}".encode()).roster()
    assert error.value.code is RosterErrorCode.NAMES_MISSING


def test_the_highest_score_is_no_student() -> None:
    (listed,) = read('Name,Test 1,Test 2\n"King, Ana",8,9\n"Lee, Bo",7,7\nHighest,8,9\nLowest,7,7\n').classes
    assert [one.given for one in listed.people] == ["Ana", "Bo"]


def test_an_educator_is_no_student() -> None:
    (listed,) = read("Name,Type\nAna King,Learner\nGita Prasad,Educator\nBo Lee,Learner\n").classes
    assert [one.given for one in listed.people] == ["Ana", "Bo"]


@pytest.mark.parametrize(
    ("text", "group"),
    [
        ("Group,Student 1,Student 2\nRed,Ana King,Bo Lee\nBlue,Cy Ng,Di Poe\n", "Red"),
        ("Teams;14.09.2026\nTeam;Mitglied 1;Mitglied 2\nRot;Ana King;Bo Lee\nBlau;Cy Ng;Di Poe\n", "Rot"),
        ("Table\tSeat 1\tSeat 2\tSeat 3\n1\tAna King\tBo Lee\t\n2\tCy Ng\tDi Poe\t(empty)\n", "Table 1"),
        ("Pair,Partner A,Partner B\n1,Ana King,Bo Lee\n2,Cy Ng,Di Poe\n", "Pair 1"),
    ],
)
def test_members_of_a_group_in_numbered_columns(text: str, group: str) -> None:
    (listed,) = read(text).classes
    assert [f"{one.given}|{one.family}" for one in listed.people] == ["Ana|King", "Bo|Lee", "Cy|Ng", "Di|Poe"]
    assert listed.people[1].group == group


@pytest.mark.parametrize("heading", ["Name,Friend 1,Friend 2", "Name,Parent 1,Parent 2", "Student,Buddy A,Buddy B"])
def test_others_in_numbered_columns_are_no_students(heading: str) -> None:
    (listed,) = read(f"{heading}\nAna King,Max Roe,Kim Day\nBo Lee,Ada Fox,Pam Orr\n").classes
    assert [f"{one.given}|{one.family}" for one in listed.people] == ["Ana|King", "Bo|Lee"]


@pytest.mark.parametrize(
    ("text", "private"),
    [
        ("Child,Mobile 1,Collected by\nAna King,0412 000 001,Nan Ruth\nBo Lee,0412 000 003,Bus 4\n", "Ruth"),
        ("Ana King\tzking27\tpurple-tiger-88\nBo Lee\tblee27\tgreen-otter-12\nCy Ng\tcng27\tred-panda-40\n", "panda"),
    ],
)
def test_texts_that_differ_for_each_student_are_not_kept(text: str, private: str) -> None:
    draft = draft_of_file(text.encode())
    assert [one.given for one in draft.roster().classes[0].people][:2] == ["Ana", "Bo"]
    assert private not in json.dumps(draft.to_json())
