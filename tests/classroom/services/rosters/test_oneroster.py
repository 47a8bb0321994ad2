"""OneRoster archives: lenient reading, strict writing."""

from __future__ import annotations

import csv
import io
import tracemalloc
import zipfile
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from classroom import clock
from classroom.database import db
from classroom.models import SchoolClass, Student
from classroom.services.errors import ErrorCode, FileErrorCode, RosterErrorCode, ServiceError
from classroom.services.names import clean_name, fold_name
from classroom.services.rosters.drafts import MAX_BYTES, draft_of_file
from classroom.services.rosters.exporting import OneRoster, oneroster_archive, roster_csv
from classroom.services.rosters.files.oneroster import read_oneroster
from classroom.services.rosters.files.oneroster_archive import MAX_MEMBERS, MAX_UNPACKED
from classroom.services.rosters.imports import apply_import
from classroom.services.rosters.naming import display_names, plain_key
from classroom.services.rosters.people import ClassList, Person
from classroom.services.rosters.words.person_names import checked_name
from classroom.services.rosters.words.values import is_name
from tests.classroom.services.rosters.importing import (
    NOON,
    TODAY,
    archive,
    done,
    imported,
    names,
    oneroster,
    planned,
    read,
    shown,
)
from tests.factories import Cast, make_school_class, make_student

PLAIN = {
    "users.csv": "sourcedId,givenName,familyName,role\nu1,Ana,King,student\nu2,Bo,Lee,teacher",
    "classes.csv": "sourcedId,title\nc1,7B",
    "enrollments.csv": "classSourcedId,userSourcedId,role\nc1,u1,student\nc1,u2,teacher",
}


@pytest.fixture(autouse=True, scope="module")
def that_year() -> Iterator[None]:
    """An archive is valid for one school year: after that its classes are over."""
    with clock.frozen_at(NOON):
        yield


def only(content: bytes) -> ClassList:
    (listed,) = read_oneroster(content).classes
    return listed


def called(listed: ClassList) -> list[str]:
    return sorted(display_names(listed.people, ()).values())


def code_of(content: bytes) -> ErrorCode:
    with pytest.raises(ServiceError) as caught:
        draft_of_file(content)
    return caught.value.code


class TestReading:
    def test_a_minimal_archive_is_read(self) -> None:
        listed = only(archive(PLAIN))
        assert (listed.name, listed.source_id) == ("7B", "c1")
        assert listed.people == (Person(2, "Ana", "King", "u1"),)

    def test_folders_and_byte_order_marks_and_any_column_order_are_accepted(self) -> None:
        tables = {
            "users.csv": "\ufeffFAMILYNAME, Grades ,identifier,PreferredGivenName,givenname,sourcedid,email\r\n"
            'King,"03",77,Annie,Ana,u1,a@b\r\n',
            "classes.csv": "\ufeffTitle,sourcedId\r\n7B,c1\r\n",
            "enrollments.csv": "userSourcedId,classSourcedId\r\nu1,c1\r\n",
            "demographics.csv": "sourcedId,birthDate\r\nu1,2016-01-01\r\n",
        }
        content = archive(tables, folder="export/")
        assert only(content).people == (Person(2, "Annie", "King", "u1", identifier="77", level=3),)
        assert read_oneroster(content).unread == ("email",)

    def test_roles_of_version_1_2_are_read(self) -> None:
        tables = {
            "users.csv": "sourcedId,givenName,familyName\nu1,Ana,King\nu2,Bo,Lee\nu3,Cy,Moe",
            "classes.csv": PLAIN["classes.csv"],
            "enrollments.csv": "classSourcedId,userSourcedId,role\nc1,u1,\nc1,u2,\nc1,u3,student",
            "roles.csv": "userSourcedId,roleType,role\nu1,primary,student\nu2,primary,teacher\nu3,primary,aide",
        }
        assert called(only(archive(tables))) == ["Ana K.", "Cy M."]

    def test_addresses_and_passwords_are_never_read(self, cast: Cast) -> None:
        plan = planned(cast.class_7b, oneroster(["u1,,true,student,Ana,King,77,ana@school,secret,03"], ["c1 u1"]))
        assert "ana@school" not in str(plan.file.to_json())
        assert "secret" not in str(plan.file.to_json())
        assert plan.file.unread == ("email", "password")

    @pytest.mark.parametrize(
        ("user", "member"), [("u1,tobedeleted,,,Ana", ""), ("u1,,false,,Ana", ""), ("u1,,,,Ana", "tobedeleted")]
    )
    def test_former_students_are_archived_and_never_deleted(self, cast: Cast, user: str, member: str) -> None:
        ana = make_student("Ana", school_class=cast.class_7b, source_id="u1")
        content = (
            oneroster([user], ["c1 u1"])
            if not member
            else archive(
                {
                    "users.csv": f"sourcedId,status,enabledUser,role,givenName\n{user}",
                    "classes.csv": PLAIN["classes.csv"],
                    "enrollments.csv": f"classSourcedId,userSourcedId,role,status\nc1,u1,student,{member}",
                }
            )
        )
        plan = imported(cast.class_7b, content)
        assert shown(plan) == [("archived", "Ana", None)]
        assert names(cast.class_7b) == ["Bob"]
        assert ana.archived_at is not None
        assert shown(planned(cast.class_7b, content)) == [("unchanged", "Ana", None)]

    def test_unknown_former_students_are_not_added(self, cast: Cast) -> None:
        assert shown(planned(cast.class_7b, oneroster(["u1,tobedeleted,,,Ana"], ["c1 u1"]))) == []

    def test_one_student_in_two_classes(self, cast: Cast) -> None:
        plan = planned(
            cast.class_7b, oneroster(["u1,,,,Ana,King"], ["c1 u1", "c2 u1"], classes=("c1,,7B", "c2,,8A", "c3,,Empty"))
        )
        assert [(one.name, one.class_id) for one in plan.classes] == [("7B", cast.class_7b.id), ("8A", None)]
        done(plan)
        again = planned(cast.class_7b, oneroster(["u1,,,,Ana,King"], ["c2 u1"], classes=("c2,,8A renamed",)))
        assert [one.name for one in again.classes] == ["8A"]
        assert shown(again) == [("unchanged", "Ana K.", None)]

    def test_only_chosen_classes_are_imported(self, cast: Cast) -> None:
        plan = planned(
            cast.class_7b, oneroster(["u1,,,,Ana", "u2,,,,Cy"], ["c1 u1", "c2 u2"], classes=("c1,,7B", "c2,,8A"))
        )
        apply_import(import_id=plan.import_id, chosen=["0"], seen=plan.seen)
        assert names(cast.class_7b) == ["Ana", "Bob"]
        assert [one.name for one in db.session.query(SchoolClass).order_by(SchoolClass.name)] == ["7B", "8C"]

    def test_a_class_of_another_teacher_is_not_found_by_its_number(self, cast: Cast) -> None:
        cast.class_8c.source_id = "c1"
        db.session.commit()
        plan = planned(make_school_class("5A", teacher=cast.alice), oneroster(["u1,,,,Ana"], ["c1 u1", "c2 u1"]))
        assert [one.class_id == cast.class_8c.id for one in plan.classes] == [False]

    def test_the_second_id_finds_students_imported_from_a_table(self, cast: Cast) -> None:
        imported(cast.class_7b, "First name,Last name,Student number\nAna,King,0077")
        plan = imported(cast.class_7b, oneroster(["u1,,,,Anna,King,0077"], ["c1 u1"]))
        assert shown(plan) == [("changed", "Anna K.", "Ana K.")]
        assert shown(planned(cast.class_7b, oneroster(["u1,,,,Anna,King"], ["c1 u1"]))) == [
            ("unchanged", "Anna K.", None)
        ]

    def test_a_student_without_a_row_is_reported(self) -> None:
        listed = only(oneroster(["u1,,,,Ana", "u2,,,,"], ["c1 u1", "c1 u2", "c1 u9"]))
        assert [(one.text, one.code) for one in listed.wrong] == [
            ("u2", RosterErrorCode.ROW_WITHOUT_NAME),
            ("u9", RosterErrorCode.USER_MISSING),
        ]


class TestRefusing:
    @pytest.mark.parametrize(
        ("tables", "problem"),
        [
            ({}, FileErrorCode.FILE_NOT_READ),
            ({"users.csv": "sourcedId\nu1"}, RosterErrorCode.TABLES_MISSING),
            ({**PLAIN, "[Content_Types].xml": "<x/>"}, FileErrorCode.FILE_NOT_READ),
            ({**PLAIN, "users.csv": "a\0b"}, FileErrorCode.FILE_NOT_READ),
            ({**PLAIN, "enrollments.csv": ""}, FileErrorCode.FILE_EMPTY),
            ({**PLAIN, "classes.csv": "sourcedId,status,title\nc1,tobedeleted,7B"}, FileErrorCode.FILE_EMPTY),
            ({**PLAIN, "users.csv": "sourcedId\n" + "u\n" * 2001}, FileErrorCode.FILE_TOO_LONG),
            ({**PLAIN, "users.csv": "a," * 300}, FileErrorCode.FILE_TOO_WIDE),
            ({**PLAIN, **{f"{number}.csv": "" for number in range(MAX_MEMBERS)}}, FileErrorCode.FILE_TOO_LARGE),
            ({**PLAIN, "x/users.csv": PLAIN["users.csv"]}, FileErrorCode.FILE_NOT_READ),
        ],
    )
    def test_invalid_archives_are_refused(self, tables: dict[str, str], problem: ErrorCode) -> None:
        assert code_of(archive(tables)) is problem

    def test_a_zip_bomb_is_detected_while_reading(self) -> None:
        content = archive({**PLAIN, "users.csv": "x" * 8 * MAX_UNPACKED})
        assert len(content) < MAX_BYTES
        tracemalloc.start()
        assert code_of(content) is FileErrorCode.FILE_TOO_LARGE
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 4 * MAX_UNPACKED

    @pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
    def test_other_compression_methods_are_refused(self, method: int) -> None:
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w", method) as made:
            for name, text in PLAIN.items():
                made.writestr(name, text)
        assert code_of(content.getvalue()) is FileErrorCode.FILE_NOT_READ

    def test_a_file_without_a_name_is_skipped(self) -> None:
        content = archive(PLAIN | {"x": ""})
        nameless = content[: content.rindex(b"PK\x01\x02")]
        last = bytearray(content[len(nameless) :])
        last[28:30], last[46:47] = b"\0\0", b""  # the length of its name, and the name
        last[-10:-6] = (int.from_bytes(last[-10:-6], "little") - 1).to_bytes(4, "little")  # of the list of files
        assert called(only(nameless + bytes(last))) == ["Ana K."]

    def test_a_class_listed_twice_is_read_once(self, cast: Cast) -> None:
        content = oneroster(["u1,,true,student,Ana,King,,,,"], ["c1 u1"], classes=["c1,,7B", "c1,,7B"])
        assert called(only(content)) == ["Ana K."]

    def test_an_encrypted_archive_is_refused(self) -> None:
        content = bytearray(archive(PLAIN))
        for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
            at = content.find(mark)
            content[at + place] |= 1
        assert code_of(bytes(content)) is FileErrorCode.FILE_NOT_READ

    def test_a_file_of_ten_megabytes_is_refused(self) -> None:
        assert code_of(b"Ana\n" * 2_500_000) is FileErrorCode.FILE_TOO_LARGE

    @given(data=st.data())
    def test_any_damage_is_handled(self, data: st.DataObject) -> None:
        content = bytearray(archive(PLAIN))
        for _ in range(data.draw(st.integers(1, 6))):
            content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
        with suppress(ServiceError):
            draft_of_file(bytes(content[: data.draw(st.integers(1, len(content)))]))


def tables_of(content: bytes) -> dict[str, list[list[str]]]:
    with zipfile.ZipFile(io.BytesIO(content)) as opened:
        return {
            name: list(csv.reader(io.StringIO(opened.read(name).decode("utf-8"), newline=""), strict=True))
            for name in opened.namelist()
        }


NAMES = st.one_of(
    st.text(min_size=1, max_size=40),
    st.text(alphabet="=+-@|'\",;. AaÉ李", min_size=1, max_size=12),
    st.sampled_from(["Ana K.", "Ana Ki.", "Ana King", "=1+1", "'=x", "'t Hooft", "محمد ع", "🦊", "K.", "a b.", "-"]),
    st.sampled_from(["007", "'007", "3-4", "May 2", "''1/2", "1E5", "true"]),
)


@st.composite
def some_students(draw: st.DrawFn) -> list[Student]:
    """Students of one class as the app stores them."""
    found: dict[str, Student] = {}
    for text in draw(st.lists(NAMES, max_size=8)):
        with suppress(ServiceError):
            name = clean_name(text)
            checked_name(name)  # no file name, for example
            if plain_key(name) in map(plain_key, found) or not is_name(name):
                continue  # rosters have no such names
            number = f"{len(found):03}" if draw(st.booleans()) else None
            found[fold_name(name)] = Student(
                id=f"student-{len(found)}",
                name=name,
                name_key=fold_name(name),
                source_id=number,
                group=draw(st.sampled_from([None, "Owls", "=1+1", "3-4", "'007"])),
                level=draw(st.sampled_from([None, 1, 8])),
            )
    return list(found.values())


class TestWriting:
    @settings(suppress_health_check=[HealthCheck.too_slow])
    @given(students=some_students(), version=st.sampled_from(OneRoster))
    def test_an_exported_archive_can_be_imported(self, students: list[Student], version: OneRoster) -> None:
        school_class = SchoolClass(id="class-1", name="=7B")
        content = oneroster_archive(school_class, students, version, TODAY)
        if not students:
            assert code_of(content) is RosterErrorCode.TABLES_MISSING
            return
        listed = only(content)
        back = display_names(listed.people, ())
        assert (listed.name, listed.source_id, listed.wrong) == ("=7B", "class-1", ())
        assert [(back[one.line], one.source_id, one.level, one.has_left) for one in listed.people] == [
            (student.name, student.source_id or student.id, student.level, False) for student in students
        ]

    @pytest.mark.parametrize(
        ("others", "last"),
        [(["A,000,0", "B,001,0", "C,002,0"], "D,,0"), (["Ana,,1", "Bo,,1", "Cy,,1"], "0 Di,,0")],
        ids=["IDs", "grades"],
    )
    def test_only_the_last_student_may_lack_what_all_others_have(self, others: list[str], last: str) -> None:
        students = [
            Student(id=name, name=name, name_key=fold_name(name), source_id=number or None, level=int(level) or None)
            for name, number, level in (row.split(",") for row in [*others, last])
        ]
        (listed,) = read(roster_csv(students)).classes
        assert (called(listed), listed.wrong) == (sorted(student.name for student in students), ())

    @settings(suppress_health_check=[HealthCheck.too_slow])
    @given(students=some_students())
    def test_an_exported_table_can_be_imported(self, students: list[Student]) -> None:
        content = roster_csv(students)
        rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True))
        assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@", "|", "\t", "\r"))]
        if students:
            (listed,) = read(content).classes
            assert len(listed.people) == len(students)
            assert [(one.group or None, one.level) for one in listed.people] == [
                (student.group, student.level) for student in students
            ]

    @pytest.mark.parametrize("name", ["0 A", "4 B", "00 Ana", "7 of 9", "½ A B"])
    def test_names_that_begin_with_a_number_can_be_imported_again(self, name: str) -> None:
        (listed,) = read(roster_csv([Student(id="s1", name=name, name_key=fold_name(name))])).classes
        assert (called(listed), listed.wrong) == ([name], ())

    def test_spreadsheets_do_not_change_cells(self) -> None:
        odd = ["007", "3-4", "1/2/2026", "May 2", "2 jan", "1E5", "true", "1" * 16]
        plain = ["7", "Maya 2", "May", "2", "3-4 x", "0x", "1.2.3.4", "Group 3-4"]
        cells = [
            row.split(",")
            for row in roster_csv(
                [Student(id=text, name=text, name_key=text, source_id=text, group=text) for text in [*odd, *plain]]
            )
            .decode("utf-8-sig")
            .splitlines()[1:]
        ]
        assert cells == [[f"'{text}"] * 3 + [""] for text in odd] + [[text] * 3 + [""] for text in plain]

    @pytest.mark.parametrize("version", OneRoster)
    def test_importing_into_the_same_class_changes_nothing(self, cast: Cast, version: OneRoster) -> None:
        students = [make_student(name, school_class=cast.class_7b) for name in ("Ana Ki.", "=1+1", "Ana Maria", "李")]
        students[0].source_id = "0007"
        db.session.commit()
        content = oneroster_archive(cast.class_7b, [cast.bob, *students], version, TODAY)
        plan = planned(cast.class_7b, content)
        assert plan.classes[0].class_id == cast.class_7b.id
        assert {kind for kind, _, _ in shown(plan)} == {"unchanged"}
        assert len(shown(plan)) == 5

    @pytest.mark.parametrize("version", OneRoster)
    def test_every_column_is_in_its_place(self, cast: Cast, version: OneRoster) -> None:
        tables = tables_of(oneroster_archive(cast.class_7b, [cast.bob], version, TODAY))
        assert all(len(row) == len(rows[0]) for rows in tables.values() for row in rows)
        assert all(len(rows) > 1 for rows in tables.values())
        assert ",".join(tables["enrollments.csv"][0]) == (
            "sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate"
        )
        users = tables["users.csv"][0]
        begin = "sourcedId,status,dateLastModified,enabledUser,"
        assert ",".join(users).startswith(begin + ("orgSourcedIds,role,username" if version == "1.1" else "username"))
        assert users[-1] == ("password" if version == "1.1" else "pronouns")
        assert ("roles.csv" in tables) == (version == "1.2")

    @pytest.mark.parametrize("version", OneRoster)
    def test_the_manifest_lists_the_files(self, cast: Cast, version: OneRoster) -> None:
        tables = tables_of(oneroster_archive(cast.class_7b, [cast.bob], version, TODAY))
        manifest = {row[0]: row[1] for row in tables["manifest.csv"]}
        sent = {f"{key.removeprefix('file.')}.csv" for key, value in manifest.items() if value == "bulk"}
        assert sent == set(tables) - {"manifest.csv"}
        assert (manifest["manifest.version"], manifest["oneroster.version"]) == ("1.0", version.value)

    @pytest.mark.parametrize("version", OneRoster)
    def test_every_reference_is_valid(self, cast: Cast, version: OneRoster) -> None:
        tables = tables_of(oneroster_archive(cast.class_7b, [cast.bob], version, TODAY))
        ids = {row[0] for name, rows in tables.items() if name != "manifest.csv" for row in rows[1:]}
        for name, rows in tables.items():
            for row in rows[1:]:
                for column, cell in zip(rows[0], row, strict=True):
                    if column.casefold().endswith(("sourcedid", "sourcedids")) and cell:
                        assert cell in ids, (name, column)
