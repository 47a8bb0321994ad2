"""Papers of schools that are not lists of students, or have more than these: bills, forms, volunteers, signs."""

# ruff: noqa: RUF001

from __future__ import annotations

import json

import pytest

from classroom.services.errors import RosterErrorCode, ServiceError
from classroom.services.rosters.drafts import draft_of_file, draft_of_text
from classroom.services.rosters.words.headings import Column, topic_of
from classroom.services.rosters.words.person_names import split_name
from tests.classroom.services.rosters.importing import read, said
from tests.classroom.services.rosters.test_written_by_hand import people

NAMES = ["Thea Marlow", "Ugo Bassi", "Priya Kapoor", "Finn Osei"]
LIST = "\n".join(NAMES)


@pytest.mark.parametrize(
    "text",
    [
        "Date,Vendor,Description,Amount\n9/3,Acme,Paper,34.99\n9/9,Bell,Ten blocks,58.20\n9/22,Core,Bins,21.47\n",
        "INVOICE #20418\nItem\tQty\tPrice\tTotal\nMath workbook\t24\t$7.50\t$180\nChips\t10\t$4\t$40\nTax\t\t\t$0\n",
    ],
)
def test_things_with_prices_are_no_students(text: str) -> None:
    with pytest.raises(ServiceError) as caught:
        draft_of_file(text.encode()).roster()
    assert caught.value.code is RosterErrorCode.NAMES_MISSING


def test_students_may_have_paid_an_amount() -> None:
    text = "Student,Trip,Amount\n" + "".join(f"{name},Zoo,5.00\n" for name in NAMES)
    assert people(text) == NAMES


def test_the_headings_have_the_names_even_if_more_labels_stand_above() -> None:
    text = (
        "Name of School;Mabini ES;Grade Level;Grade 5;Section;Molave\nLEARNER'S NAME;1;2;3;4;5;8;Total Absent\n"
        "KING, ANA;;x;;;;;1\nLEE, BO;;;;;;;0\n<=== MALE / TOTAL Per Day ===>;2;2;2;2;2;2;\nCombined TOTAL PER DAY;4\n"
    )
    assert said(read(text)) == ["ANA|KING|", "BO|LEE|"]


def test_a_total_may_stand_beside_an_arrow() -> None:
    text = "LRN,NAME,SEX\n400,Thea Marlow,F\n401,Ugo Bassi,M\n-->,TOTAL PER DAY,\n"
    assert people(text) == NAMES[:2]


def test_a_sentence_about_adults_lists_no_students() -> None:
    assert people("Our chaperones for the trip are Dee Alford, Gus Munoz, Tina Pell and Hal Voss.") == []
    assert people(f"Please tell the teachers that these kids come today: {', '.join(NAMES)}.") == NAMES
    text = "The volunteers are Dee Alford and Gus Munoz.\nThe students in my group are " + ", ".join(NAMES) + ".\n"
    assert people(text) == NAMES
    draft = draft_of_text(text)
    assert "Alford" not in json.dumps([draft.to_json(), draft.roster().to_json()])


@pytest.mark.parametrize("title", ["أسماء طلاب الصف الثالث", "Daftar siswa kelas tiga", "heres my list", "bus list:"])
def test_a_first_line_about_students_or_a_list_is_a_title(title: str) -> None:
    assert people(f"{title}\n{LIST}\n") == NAMES


def test_a_picture_before_most_names_is_a_bullet() -> None:
    assert people("🌟 Stars 🌟\n" + "".join(f"⭐\u200b{name}\n" for name in NAMES)) == NAMES
    assert people("🦊 Red\n🐻 Blue\n🐼 Green\n") == ["🦊 Red", "🐻 Blue", "🐼 Green"]


def test_names_of_groups_may_have_a_color_and_a_further_word() -> None:
    rows = ["Red Rockets\tBlue Bolts", f"{NAMES[0]}\t{NAMES[1]}", f"{NAMES[2]}\t{NAMES[3]}", "Al Dean\tBo Ette"]
    (listed,) = read("\n".join(rows)).classes
    assert [(one.family, one.group) for one in listed.people] == [
        *((family, "Red Rockets") for family in ("Marlow", "Kapoor", "Dean")),
        *((family, "Blue Bolts") for family in ("Bassi", "Osei", "Ette")),
    ]


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("Beatriz dos Santos Leitão", "dos Santos Leitão"),
        ("Pieter van der Berg Smit", "van der Berg Smit"),
        ("Maria do Carmo Silva", "Silva"),
        ("María de los Ángeles Ruiz", "Ruiz"),
        ("Ana Luísa Moura", "Moura"),
    ],
)
def test_a_particle_begins_the_family_name(name: str, family: str) -> None:
    assert split_name(name)[1] == family


def test_a_group_loses_the_apostrophe_of_a_number_kept_as_text() -> None:
    (listed,) = read("Student,Group\nAna King,'1\nBo Lee,'2\n").classes
    assert [one.group for one in listed.people] == ["1", "2"]


def test_a_status_of_anything_else_is_not_kept() -> None:
    text = "Last Name,First Name,Assignment,Status\nKing,Ana,Week 1,Not turned in\nLee,Bo,Week 1,Returned\n"
    assert "Not turned" not in json.dumps(draft_of_file(text.encode()).to_json())


def test_an_extension_is_a_phone_number() -> None:
    text = f"My students:\n{LIST}\n\nNurse: Mrs. Pell x210\n"
    assert people(text) == NAMES
    assert "210" not in json.dumps(draft_of_text(text).to_json())
    assert people("Malcolm X 7104\nThea M 7117\nUgo B 7125\nFinn O 7133\n")[0] == "Malcolm X"


def test_students_with_jobs_of_adults_are_students() -> None:
    jobs = ("Teacher assistant", "Nurse", "Line leader", "Substitute")
    assert people("Student,Job\n" + "".join(f"{one},{job}\n" for one, job in zip(NAMES, jobs, strict=True))) == NAMES


def test_tables_and_teams_are_groups_unless_they_count() -> None:
    for label in ("Table", "Team"):
        text = f"Student,{label}\n" + "".join(f"{name},{'Oak' if at % 2 else 'Elm'}\n" for at, name in enumerate(NAMES))
        (listed,) = read(text).classes
        assert [one.group for one in listed.people] == ["Elm", "Oak", "Elm", "Oak"]
    (listed,) = read("Student,Table\n" + "".join(f"{name},{at}\n" for at, name in enumerate(NAMES, 4))).classes
    assert [one.group for one in listed.people] == [""] * 4


@pytest.mark.parametrize(
    ("heading", "about"),
    [
        ("Roll group", Column.CLASS),
        ("Roll no.", Column.SOURCE_ID),
        ("Одељење", Column.CLASS),
        ("Матични број", Column.SOURCE_ID),
        ("NIS", Column.SOURCE_ID),
        ("Тегі, аты", Column.NAME_FAMILY_FIRST),
    ],
)
def test_headings_of_further_countries(heading: str, about: Column) -> None:
    assert topic_of(heading) is about


@pytest.mark.parametrize(
    "text",
    [
        f"Volunteers for the book fair\n{LIST}\n",
        f"Parents of 4B\n{LIST}\n",
        "Volunteers for the book fair\nMon: Thea Marlow, Ugo Bassi\nTue: Priya Kapoor, Finn Osei\n",
        "Name,Position\n"
        + "".join(f"{name},{job}\n" for name, job in zip(NAMES, ("Principal", "Coach") * 2, strict=True)),
    ],
)
def test_lists_of_adults_have_no_students(text: str) -> None:
    assert people(text) == []


@pytest.mark.parametrize(
    ("text", "private"),
    [
        (
            "Patron name\tTitle\tDue date\n"
            + "".join(f"{name}\tMatilda {at}\t9/1/2026\n" for at, name in enumerate(NAMES)),
            "Matilda",
        ),
        ("Name\tLexile\n" + "".join(f"{name}\t52{at}L\n" for at, name in enumerate(NAMES)), "520L"),
        ("To: <jo@x.org>\n\nID,Name\n" + "".join(f"71{at},{name}\n" for at, name in enumerate(NAMES)), "jo@x"),
    ],
)
def test_what_stands_around_the_names_is_not_kept(text: str, private: str) -> None:
    draft = draft_of_text(text)
    assert people(text) == NAMES
    assert private not in json.dumps([draft.to_json(), draft.roster().to_json()])


def test_lines_of_each_certificate_are_no_students() -> None:
    text = "Certificate of Achievement\npresented to\n{}\nfor Perfect Attendance\n\n"
    assert people("".join(map(text.format, NAMES))) == NAMES


def test_a_dash_without_a_note_is_no_part_of_the_name() -> None:
    assert (
        people("Thea Marlow - great week\nUgo Bassi -\nPriya Kapoor - talks a lot\nFinn Osei - sits in front\n")
        == NAMES
    )
