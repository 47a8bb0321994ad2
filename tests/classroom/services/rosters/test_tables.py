"""Tables of names as written by spreadsheets and people."""

from __future__ import annotations

import tracemalloc
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from classroom.services.errors import ErrorCode, FileErrorCode, NameErrorCode, RosterErrorCode, ServiceError
from classroom.services.names import MAX_NAME, fold_name
from classroom.services.rosters.drafts import draft_of_text
from classroom.services.rosters.naming import display_names
from classroom.services.rosters.people import MAX_ROWS, Person, RosterFile
from classroom.services.text_files import decoded
from tests.classroom.services.rosters.importing import read

FILE = "First name;Last name;Student ID;Group\nAna;King;007;Owls\nÁna;O’Brien;010;\nمحمد;عمر;011;Owls\n"
PEOPLE = (
    Person(2, "Ana", "King", "007", group="Owls"),
    Person(3, "Ána", "O’Brien", "010"),
    Person(4, "محمد", "عمر", "011", group="Owls"),
)


def people(text: str | bytes, class_name: str = "7B") -> tuple[Person, ...]:
    (listed,) = read(text, class_name=class_name).classes
    assert listed.wrong == ()
    return listed.people


def given_names(text: str | bytes) -> list[str]:
    return [f"{one.given} {one.family}".strip() for one in people(text)]


def code_of(text: str, class_name: str = "7B") -> ErrorCode:
    with pytest.raises(ServiceError) as caught:
        read(text, class_name=class_name)
    return caught.value.code


def wrong_in(text: str) -> list[tuple[int, ErrorCode]]:
    (listed,) = read(text, class_name="7B").classes
    return [(row.line, row.code) for row in listed.wrong]


@pytest.mark.parametrize(
    "content",
    [
        FILE.encode(),
        FILE.encode("utf-8-sig"),
        FILE.encode("utf-16"),
        FILE.encode("utf-16-le"),
        FILE.replace("\n", "\r\n").encode(),
        FILE.replace(";", ",").encode(),
        FILE.replace(";", "\t").encode("utf-16"),
        FILE.replace(";", ";;").encode(),
        ("sep=;\r\n" + FILE).encode(),
        FILE.rstrip().encode(),
    ],
)
def test_one_table_in_many_formats(content: bytes) -> None:
    found = people(content)
    assert [(one.given, one.family, one.source_id, one.group) for one in found] == [
        (one.given, one.family, one.source_id, one.group) for one in PEOPLE
    ]


def test_lines_are_numbered_like_in_an_editor() -> None:
    assert people(FILE) == PEOPLE
    assert [one.line for one in people("\n\nName\n\nAna\n\nBo\n")] == [5, 7]
    assert [one.line for one in people('Name,Group\n"Ana\nMaria",x\nBo,y\n')] == [2, 4]


def test_windows_encodings_are_read() -> None:
    assert given_names("Name\nZoë\nJosé\n".encode("cp1252")) == ["Zoë", "José"]


def test_headings_in_any_order_and_case() -> None:
    text = "GROUP,e-mail,FAMILY_NAME,Grade,student id,Given Name\nOwls,a@b,King,3,9,Ana"
    found = read(text)
    assert found.classes[0].people == (Person(2, "Ana", "King", "9", group="Owls", level=3),)
    assert found.unread == ("e-mail",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ana\nBo", ["Ana", "Bo"]),
        ("Ana\tKing\nBo\tLee", ["Ana King", "Bo Lee"]),
        ("King, Ana\nLee, Bo", ["Ana King", "Bo Lee"]),
        ('"King, Ana"\n"Lee, Bo"', ["Ana King", "Bo Lee"]),
        ("King,Ana", ["King Ana"]),
        ('"Student Name (Last, First)"\n"King, Ana"', ["Ana King"]),
        ("Name,Last initial\nAna,K", ["Ana K"]),
        ("Ana\nBo, Jr.\nCy", ["Ana", "Bo", "Cy"]),
    ],
)
def test_bare_lists_are_read(text: str, expected: list[str]) -> None:
    assert given_names(text) == expected


def test_leading_zeros_stay() -> None:
    assert [one.source_id for one in people("0012;Ana\n0700;Bo")] == ["0012", "0700"]


def test_a_column_that_counts_the_rows_is_not_an_id() -> None:
    assert [one.source_id for one in people("No;Name\n1;Ana\n2;Bo\n3;Cy")] == ["", "", ""]
    assert [one.source_id for one in people("ID;Name\n1;Ana\n2;Bo\n3;Cy")] == ["", "", ""]
    assert read("No.;Name;x\n1;Ana;y\n2;Bo;z").unread == ("No.", "x")


@pytest.mark.parametrize(
    "text",
    [
        "Name\nAnna Smith\t1\nBen Jones\t2",
        "Name\nAnna Smith;1\nBen Jones;2\n",
        "First name\nAnna, 1\nBen, 2",
        "Name\n1;Anna Smith\n2;Ben Jones",
        "Name\n1;Anna Smith\n3;Ben Jones",
        ";Name\nAnna Smith;1\nBen Jones;2",
    ],
)
def test_one_heading_above_several_columns(text: str) -> None:
    assert [(one.given.split()[0], one.source_id) for one in people(text)] == [("Anna", ""), ("Ben", "")]
    assert read(text).unread == ()


@pytest.mark.parametrize(
    ("heading", "numbers", "count"),
    [
        ("No.", "1 2 4 5", True),
        ("Nr", "1. 2. 4.", True),
        ("Number", "01 02 04", True),
        ("No", "1 1 2 9", True),
        ("", "1 2 4 5", True),
        ("No.", "1 2 4 13", False),
        ("No.", "2 3 5", False),
        ("No.", "1 3 2 5", False),
        ("No.", "0001 0002 0004", False),
        ("Student ID", "1 2 4 5", False),
        ("Student No.", "1 2 4 5", False),
        ("Identifier", "1 2 4 5", False),
    ],
)
def test_small_numbers_that_rise_with_gaps_count_the_rows(heading: str, numbers: str, count: bool) -> None:
    lines = [f"{number};Name {number}" for number in numbers.split()]
    found = people("\n".join([*([f"{heading};Name"] if heading else []), *lines]))
    assert [one.source_id for one in found] == [("" if count else number) for number in numbers.split()]


@pytest.mark.parametrize("above", ["Class 5A\n", "Class 5A, 2026\n\nMs. King;;\n"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_title_may_stand_above_the_headings(above: str, delimiter: str) -> None:
    text = above + "First name;Last name;Group\nAna;King;Owls\nBo;Lee;Owls".replace(";", delimiter)
    (listed,) = read(text).classes
    assert [(one.given, one.family, one.group) for one in listed.people] == [
        ("Ana", "King", "Owls"),
        ("Bo", "Lee", "Owls"),
    ]
    assert {(row.line, row.code) for row in listed.wrong} >= {(1, RosterErrorCode.LINE_ABOVE_HEADINGS)}
    assert len(listed.wrong) == above.replace("\n\n", "\n").count("\n")


def test_an_invalid_row_shows_its_cells() -> None:
    (listed,) = read("First name,Last name,Group\n,Nurnach,A\nBo,Lee,A").classes
    assert [row.text for row in listed.wrong] == ["Nurnach | A"]


def test_values_damaged_by_spreadsheets_are_refused_by_line() -> None:
    text = "Name,ID,Group\nAna,1E+05,x\nBo,7,3-Apr\nCy,8,Apr-03\nDo,9,3-4\n,5,x\n#DIV/0!,6,x"
    text += "\nEve,17,04/03/2026\nFay,#N/A,3/4"
    assert wrong_in(text) == [
        (2, RosterErrorCode.ID_SHORTENED),
        (3, RosterErrorCode.GROUP_IS_DATE),
        (4, RosterErrorCode.GROUP_IS_DATE),
        (6, RosterErrorCode.ROW_WITHOUT_NAME),
        (7, RosterErrorCode.CELL_IS_ERROR),
        (8, RosterErrorCode.GROUP_IS_DATE),
        (9, RosterErrorCode.CELL_IS_ERROR),
    ]


def test_invalid_names_are_refused() -> None:
    assert wrong_in("Ana\n" + "x" * 41 + "\nEve\u202e\n" + "y" * 40) == [
        (2, NameErrorCode.NAME_TOO_LONG),
        (3, NameErrorCode.NAME_NOT_TEXT),
    ]


def test_only_the_class_itself_is_imported() -> None:
    text = "Name,Class\nAna,7C\nAna,7b\nBo,7B\nCy,"
    (listed,) = read(text, class_name="7B").classes
    assert [(one.line, one.given) for one in listed.people] == [(3, "Ana"), (4, "Bo")]
    assert [(one.line, one.code) for one in listed.wrong] == [
        (2, RosterErrorCode.OTHER_CLASS),
        (5, RosterErrorCode.OTHER_CLASS),
    ]


def test_several_other_classes_are_all_imported() -> None:
    assert len(people("Name,Class\nAna,7C\nBo,7D")) == 2
    assert len(people("Name,Class\nAna,Maths 7\nBo,Maths 7")) == 2


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", FileErrorCode.FILE_EMPTY),
        ("\n ;;\n", FileErrorCode.FILE_EMPTY),
        ("Name;Group\n", FileErrorCode.FILE_EMPTY),
        ("ID;Group\n7;Owls", RosterErrorCode.NAMES_MISSING),
        ("Name\n" + "Ana\n" * (MAX_ROWS + 1), FileErrorCode.FILE_TOO_LONG),
        ("Ana\n" * (MAX_ROWS + 1), FileErrorCode.FILE_TOO_LONG),
        ("\n" * 1_000_000, FileErrorCode.FILE_TOO_LONG),
        ("a," * 300_000, FileErrorCode.FILE_TOO_WIDE),
        ("a" * 1_000_000, FileErrorCode.FILE_NOT_READ),
    ],
)
def test_files_that_are_not_rosters_are_refused(text: str, problem: ErrorCode) -> None:
    assert code_of(text) is problem


@pytest.mark.nightly
def test_a_huge_file_takes_little_memory() -> None:
    text = "Ana,King,1,2,3\n" * 700_000
    tracemalloc.start()
    with pytest.raises(ServiceError) as caught:
        draft_of_text(text)
    assert caught.value.code is FileErrorCode.FILE_TOO_LONG
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100 * 1024 * 1024  # the text once more as a stream, and two thousand rows


@pytest.mark.parametrize("content", [b"PK\x03\x04", b"\x00\x01\x02\x00\x00", b"Ana\x00\x00"])
def test_a_file_that_is_not_text_is_refused(content: bytes) -> None:
    with pytest.raises(ServiceError) as caught:
        decoded(content)
    assert caught.value.code is FileErrorCode.FILE_NOT_READ


CELLS = st.one_of(
    st.text(max_size=12),
    st.text(alphabet="\"',;\t\n\r =+-@|Aa7é", max_size=8),
    st.sampled_from(["Name", "First name", "Last name", "ID", "Class", "Ana", "ana ", "Ána", "🦊", "x" * 41]),
)


@example(content=b'"')
@given(content=st.one_of(st.binary(max_size=200), st.lists(CELLS).map(lambda cells: "\n".join(cells).encode())))
def test_any_file_is_read_or_refused(content: bytes) -> None:
    with suppress(ServiceError):
        text = decoded(content)
        file = read(text, class_name="7B")
        (listed,) = file.classes
        lines = [person.line for person in listed.people] + [row.line for row in listed.wrong]
        assert len(lines) == len(set(lines))
        assert all(1 <= line <= len(text) + 1 for line in lines)
        assert RosterFile.from_json(file.to_json()) == file


@given(
    names=st.lists(
        st.tuples(st.sampled_from(["Ana", "ana", "Bo"]), st.sampled_from(["", "K", "King", "Kuhn", "李", "Ki."]))
    )
)
def test_names_of_a_class_are_distinct(names: list[tuple[str, str]]) -> None:
    given_people = [Person(line, given, family) for line, (given, family) in enumerate(names)]
    called = display_names(given_people, {"ana k.", "bo"})
    keys = [fold_name(name) for name in called.values()]
    assert set(called) == set(range(len(names)))
    assert len({*keys, "ana k.", "bo"}) == len(keys) + 2
    assert all(len(name) <= MAX_NAME for name in called.values())


def test_initials_grow_if_two_names_would_be_equal() -> None:
    listed = [
        Person(1, "Ana", "King"),
        Person(2, "Ana", "Kuhn"),
        Person(3, "Bo", "King"),
        Person(4, "Ana", "de la Cruz"),
    ]
    assert display_names(listed, ()) == {1: "Ana Ki.", 2: "Ana Ku.", 3: "Bo K.", 4: "Ana d."}
    assert display_names(listed[:1], {"ana k."}) == {1: "Ana Ki."}
    assert display_names([Person(1, "Ana", "King"), Person(2, "Ana", "King")], ()) == {1: "Ana K.", 2: "Ana K. 2"}


def test_a_number_follows_the_spelling_of_each_name() -> None:
    assert display_names([Person(1, ":ANA"), Person(2, "Ana")], ()) == {1: ":ANA", 2: "Ana 2"}
    listed = [Person(1, "Ana", "King"), Person(2, "Ana", "Kuhn"), Person(3, "ANA", "KING")]
    assert display_names(listed, ()) == {1: "Ana Ki.", 2: "Ana Ku.", 3: "ANA KI. 2"}


def test_two_names_never_differ_by_a_period_only() -> None:
    assert display_names([Person(1, "Ada", "Lo"), Person(2, "Ada", "Lovelace")], ()) == {1: "Ada Lo", 2: "Ada Lov."}
    assert display_names([Person(1, "Ada", "Lee")], {"ada l"}) == {1: "Ada Le."}


def test_scripts_without_capitals_get_no_period() -> None:
    assert display_names([Person(1, "محمد", "عمر"), Person(2, "小龙", "李")], ()) == {1: "محمد ع", 2: "小龙 李"}


def test_a_long_first_name_leaves_no_room_for_an_initial() -> None:
    assert display_names([Person(1, "x" * 40, "King")], ()) == {1: "x" * 40}
