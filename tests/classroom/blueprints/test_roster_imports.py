"""Roster imports in the browser: upload, preview, confirm, undo."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.models import CoTeacher, RosterImport, Student
from classroom.services.classes import roster
from tests.classroom.services.rosters.importing import archive, oneroster
from tests.factories import make_school_class, make_student, make_teacher

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient

TWO_CLASSES = oneroster(
    ["u1,,true,student,Ana,King,77,a@b,secret,03", "u2,,true,student,Bo,Lee"],
    ["c1 u1", "c2 u2"],
    classes=("c1,,5A", "c2,,5B"),
)

LOOK = {"look": "again"}
"""The value that this button sends."""


@pytest.fixture
def alice(page: PageClient, cast: Cast) -> PageClient:
    """Alice's page for adding students to 7B."""
    page.sign_in(cast.alice).get("classes.add_students", class_id=cast.class_7b.id)
    return page


def send(page: PageClient, content: bytes, *, name: str = "7B.csv", status: int = 303) -> Page:
    shown = page.submit({"file": (io.BytesIO(content), name)}, form="/import", status=status)
    shown.answer.request.input_stream.close()  # the test client stores large bodies in a file
    return keep_columns(page, shown) if status == 303 else shown


def paste(page: PageClient, text: str) -> Page:
    return keep_columns(page, page.submit({"names": text}, form="/students"))


def keep_columns(page: PageClient, sent: Page) -> Page:
    """Accept the suggested columns if the teacher is asked."""
    if not sent.redirect.endswith("/columns"):
        return sent
    return page.send(page.follow().form_with("Preview import"))


def look_back(page: PageClient) -> Page:
    """From the page of a class, go to the one that asks whether to undo its last import."""
    assert page.last is not None
    return page.open(page.last.link("Undo import…"))


def typed_names(shown: Page) -> dict[str, str]:
    """Return the name fields of a preview."""
    fields = next(one for one in shown.forms() if "seen" in one.fields).fields
    return {name: str(value) for name, value in fields.items() if name.startswith("name-") and value}


def names(cast: Cast) -> list[str]:
    return [one.name for one in roster.students_of(class_id=cast.class_7b.id)]


def plain(text: str) -> str:
    return text.replace("\N{FIRST STRONG ISOLATE}", "").replace("\N{POP DIRECTIONAL ISOLATE}", "")


def test_a_file_is_previewed_imported_and_undone(alice: PageClient, cast: Cast) -> None:
    send(alice, b"Name;E-mail;Group\nBob;b@c;Owls\nZoe;x;\n" + b"x" * 41)
    shown = alice.follow()
    assert "1 new, 1 changed, 1 skipped" in shown.text
    assert "Line 4: " in shown.text
    assert "Columns not imported: E-mail." in plain(shown.text)
    assert names(cast) == ["Bob"]
    alice.send(shown.form_with("Import 2 changes"))
    after = alice.follow()
    assert "1 student added, 1 student changed." in after.text
    assert "7B.csv: 1 added, 1 changed." in plain(after.text)
    assert (names(cast), cast.bob.group) == (["Bob", "Zoe"], "Owls")
    asked = look_back(alice)
    assert "Removed, because this import added them (1) Zoe" in plain(asked.text)
    assert "Changed back to the earlier name, ID, group, or grade (1) Bob" in plain(asked.text)
    assert names(cast) == ["Bob", "Zoe"]
    alice.send(asked.form_with("Undo import"))
    assert "Import undone." in alice.follow().text
    assert (names(cast), cast.bob.group) == (["Bob"], None)


def test_leaving_the_preview_changes_nothing(alice: PageClient, cast: Cast) -> None:
    send(alice, b"Ana")
    alice.send(alice.follow().form_with("Cancel import"))
    assert "No changes were made" in alice.follow().text
    assert names(cast) == ["Bob"]
    assert db.session.query(RosterImport).count() == 0


def test_remaining_students_are_listed(alice: PageClient, cast: Cast) -> None:
    send(alice, b"Ana")
    assert "Not on this list, and kept in the class: Bob." in plain(alice.follow().text)


def test_a_teachers_name_is_kept_and_shown(alice: PageClient, cast: Cast) -> None:
    roster.rename_student(student_id=cast.bob.id, name="Bobby")
    send(alice, b"Name,Group\nBob,\nAna,")
    shown = plain(alice.follow().text)
    assert "1 new, 1 renamed here" in shown
    assert "Bobby Bob in the file" in shown
    assert "Name in the school’s file: Bob." in plain(alice.get("students.edit", student_id=cast.bob.id).text)


def test_a_new_name_in_the_file_is_shown_beside_the_teachers_name(alice: PageClient, cast: Cast) -> None:
    cast.bob.source_id = "007"
    db.session.commit()
    roster.rename_student(student_id=cast.bob.id, name="Bobby")
    send(alice, b"Name,ID\nBobbie,007")
    shown = alice.follow()
    assert "stays Bobby here, was Bob in the file and is Bobbie now" in plain(shown.text)
    alice.send(shown.form_with("Import 1 change"))
    assert (names(cast), cast.bob.name_in_file) == (["Bobby"], "Bobbie")


def test_a_list_from_an_e_mail_is_previewed(alice: PageClient, cast: Cast) -> None:
    paste(alice, "My list:\n1. King, Ana\n2. Bo Lee,")
    shown = plain(alice.follow().text)
    assert "2 new, 1 skipped" in shown
    assert "Ana King Bo Lee" in shown
    assert "Removed around the names: numbers, commas and semicolons." in shown
    assert names(cast) == ["Bob"]


def test_a_name_that_stays_as_typed_is_shown_once(alice: PageClient, cast: Cast) -> None:
    paste(alice, "1. Amara\n2. Finn O.\n3. Finn S.\n4. Ana King")
    shown = alice.follow()
    assert list(typed_names(shown).values()) == ["Amara", "Finn O.", "Finn S.", "Ana K."]
    assert plain(shown.text).count("Finn") == 0
    assert plain(shown.text).count("Ana King") == 1


def test_absent_students_are_listed(alice: PageClient, cast: Cast) -> None:
    tables = {
        "users.csv": "sourcedId,givenName\nu1,Ana\nu2,Bob\nu3,Cy",
        "classes.csv": "sourcedId,title,termSourcedIds\nc1,7B,\nc2,6B,t1",
        "academicSessions.csv": "sourcedId,endDate\nt1,2020-06-30",
        "enrollments.csv": "classSourcedId,userSourcedId,endDate\nc1,u1,\nc1,u2,2020-06-30\nc1,u3,2020-06-30\nc2,u1,",
    }
    send(alice, archive(tables))
    shown = plain(alice.follow().text)
    assert "1 new, 2 not in the class today" in shown
    assert "Bob until Tue, Jun 30, 2020, stays on your roster Cy until Tue, Jun 30, 2020" in shown
    assert "Skipped, because the term is over: 6B." in shown


def test_the_teacher_decides_about_another_name_with_the_same_id(alice: PageClient, cast: Cast) -> None:
    cast.bob.source_id = "007"
    db.session.commit()
    send(alice, b"Name,ID\nZoe,007")
    shown = alice.follow()
    assert "1 to decide" in shown.text
    assert "Same ID, different name" in shown.text
    again = alice.send(shown.form_with("Review my selections"), {"same": "0.2"}, status=200)
    assert "Nothing is saved yet. Review the changes" in again.text
    assert names(cast) == ["Bob"]
    alice.send(again.form_with("Import 1 change"))
    assert names(cast) == ["Zoe"]


def test_previewing_again_without_a_selection_keeps_the_file(alice: PageClient, cast: Cast) -> None:
    cast.bob.source_id = "007"
    db.session.commit()
    send(alice, b"Name,ID\nZoe,007")
    again = alice.send(alice.follow().form_with("Review my selections"), LOOK, status=200)
    assert "Nothing is selected or saved yet." in again.text
    assert "Review the changes" not in again.text
    ticked = alice.send(again.form_with("Review my selections"), {"same": "0.2", **LOOK}, status=200)
    assert "Review the changes with your selections" in ticked.text
    alice.send(ticked.form_with("Import 1 change"))
    assert names(cast) == ["Zoe"]


def test_another_name_with_the_same_id_is_skipped(alice: PageClient, cast: Cast) -> None:
    cast.bob.source_id = "007"
    db.session.commit()
    send(alice, b"Name,ID\nZoe,007\nAna,008\nBob,009")
    shown = alice.follow()
    assert "1 new, 1 skipped, 1 to decide" in shown.text
    assert "Bob has the ID from line 2 in this class." in plain(shown.text)
    assert "Student IDs are kept" not in shown.text
    assert "not in the file" not in shown.text
    alice.send(shown.form_with("Import 1 student"))
    assert names(cast) == ["Ana", "Bob"]


def test_new_ids_are_mentioned(alice: PageClient) -> None:
    send(alice, b"Name,ID\nAna,008")
    assert "Student IDs are kept, so the next import finds the same students." in alice.follow().text


def test_a_title_above_the_headings_is_skipped(alice: PageClient, cast: Cast) -> None:
    paste(alice, "Class 7B 2026\nFirst name\tLast name\nAna\tKing")
    shown = alice.follow()
    assert "1 new, 1 skipped" in shown.text
    assert "Skipped: this line is above the headings." in shown.text
    assert names(cast) == ["Bob"]


def test_lines_that_are_not_students_are_folded_and_can_be_imported_anyway(alice: PageClient, cast: Cast) -> None:
    paste(alice, "Teachers\nMaria Hart\nStudents\nDana King\nEli Lee\n")
    shown = alice.follow()
    folded = shown.one("details")
    assert "open" not in folded.attrib
    assert "Probably not students (3): Teachers, Maria Hart, Students" in plain(shown.text)
    assert "Skipped lines" not in shown.text
    alice.send(shown.form_with("Import 2 students"), {"name-0.2": "Maria"}, status=303)
    assert names(cast) == ["Bob", "Dana K.", "Eli L.", "Maria"]


def test_a_list_without_students_shows_why(alice: PageClient) -> None:
    paste(alice, "Teachers\nMaria Hart\nStudents\n")
    assert "open" in alice.follow().one("details").attrib


def test_concurrent_changes_are_previewed_again(alice: PageClient, cast: Cast) -> None:
    send(alice, b"Ana\nCy")
    yes = alice.follow().form_with("Import 2 students")
    make_student("Ana", school_class=cast.class_7b)
    again = alice.send(yes, status=409)
    assert "The class changed after this preview." in again.text
    assert "1 new, 1 unchanged" in again.text
    assert names(cast) == ["Ana", "Bob"]
    alice.send(again.form_with("Import 1 student"))
    assert names(cast) == ["Ana", "Bob", "Cy"]


def test_a_double_click_imports_once(alice: PageClient, cast: Cast) -> None:
    send(alice, b"Ana")
    yes = alice.follow().form_with("Import 1 student")
    alice.send(yes)
    alice.send(yes)
    assert alice.follow().heading == "7B"
    assert names(cast) == ["Ana", "Bob"]


def test_undoing_twice_gets_a_message(alice: PageClient, cast: Cast) -> None:
    send(alice, b"Ana")
    alice.send(alice.follow().form_with("Import 1 student"))
    alice.follow()
    undo = look_back(alice).form_with("Undo import")
    alice.send(undo)
    assert "can’t be undone anymore" in alice.send(undo, status=409).text


def test_a_table_pasted_from_a_spreadsheet_is_previewed(alice: PageClient, cast: Cast) -> None:
    paste(alice, "First name\tLast name\nAna\tKing\nAna\tKuhn")
    shown = alice.follow()
    assert list(typed_names(shown).values()) == ["Ana Ki.", "Ana Ku."]
    alice.send(shown.form_with("Import 2 students"))
    assert names(cast) == ["Ana Ki.", "Ana Ku.", "Bob"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "This file has no students."),
        (b"PK\x03\x04 not really", "We can’t read this file."),
        (b"%PDF-1.7", "This is a PDF"),
        (b"\x89PNG\r\n\x1a\n", "This is a picture"),
        (b"\x00\x01\x02\x00\x00", "We can’t read this file."),
        (b"Ana\n" * 3000, "This file has more than 2000 rows."),
        (b"a," * 300_000, "This file has more than 200 columns."),
        (b"Ana\n" * 262_145, "This file is too large"),
    ],
)
def test_invalid_files_are_refused(alice: PageClient, cast: Cast, content: bytes, sentence: str) -> None:
    assert sentence in send(alice, content, status=422).text
    assert names(cast) == ["Bob"]


def test_a_missing_file_is_refused(alice: PageClient, cast: Cast) -> None:
    assert "Choose a file." in alice.submit(form="/import", status=422).text


def test_a_file_may_be_larger_than_other_forms(alice: PageClient) -> None:
    notes = b",".join([b"x" * 100_000] * 10)
    send(alice, b"Name" + b",Notes" * 10 + b"\nAna," + notes)


def test_a_file_of_ten_megabytes_is_not_read(alice: PageClient, cast: Cast) -> None:
    assert "choose a smaller file" in send(alice, b"Ana\n" * 2_500_000, status=413).text


def test_the_files_name_is_text(alice: PageClient) -> None:
    send(alice, b"Ana", name="../<b>x</b>\x07.csv")
    assert "b>.csv: nothing is saved yet." in alice.follow().text


class TestSeveralClasses:
    @pytest.fixture
    def office(self, page: PageClient, cast: Cast) -> PageClient:
        """Alice's page for creating classes from a file."""
        page.sign_in(cast.alice).get("classes.import_classes")
        return page

    def test_chosen_classes_are_created(self, office: PageClient, cast: Cast) -> None:
        send(office, TWO_CLASSES, name="office.zip")
        shown = office.follow()
        assert "Columns not imported: email, password." in plain(shown.text)
        assert "a@b" not in shown.html
        yes = shown.form_with("Import selected classes")
        assert yes.fields["take"] == "0"
        office.send(yes, {"take": ["0", "1"]})
        made = office.follow()
        assert "2 students added." in made.text
        bo = db.session.query(Student).filter_by(name="Bo L.").one()
        page = office.get("classes.show", class_id=bo.class_id)
        assert "office.zip: 2 added in 2 classes." in plain(page.text)
        office.send(look_back(office).form_with("Undo import"))
        assert "5B" not in office.follow().text

    def test_choosing_no_class_is_refused(self, office: PageClient) -> None:
        send(office, TWO_CLASSES)
        yes = office.follow().form_with("Import selected classes")
        assert "Choose at least one class." in office.send(yes, {"take": ""}, status=422).text

    def test_a_table_creates_a_class_named_after_the_file(self, office: PageClient, cast: Cast) -> None:
        send(office, b"Ana\nBo", name="Blue group.csv")
        office.send(office.follow().form_with("Import 2 students"))
        assert office.follow().heading == "Blue group"


class TestOthers:
    def test_former_teachers_can_neither_import_nor_undo(self, page: PageClient, new_page: object, cast: Cast) -> None:
        eve = make_teacher("Eve")
        db.session.add(CoTeacher(class_id=cast.class_7b.id, teacher_id=eve.id))
        db.session.commit()
        page.sign_in(eve).get("classes.add_students", class_id=cast.class_7b.id)
        send(page, b"Ana")
        yes = page.follow().form_with("Import 1 student")
        page.send(yes)
        page.follow()
        undo = look_back(page).form_with("Undo import")
        db.session.query(CoTeacher).delete()
        db.session.commit()
        page.send(undo, status=404)
        assert names(cast) == ["Ana", "Bob"]

    def test_another_teacher_of_the_class_does_not_see_the_draft(self, alice: PageClient, cast: Cast) -> None:
        send(alice, b"Ana")
        address = alice.last.redirect if alice.last else None
        assert address is not None
        alice.sign_in(cast.dora).open(address, status=404)


class TestExports:
    def test_the_roster_as_a_table(self, alice: PageClient, cast: Cast) -> None:
        make_student("=1+1", school_class=cast.class_7b, source_id="007", group="Owls", level=3)
        make_student("Gone", school_class=cast.class_7b, archived_at=cast.bob.created_at)
        answer = alice.get("classes.roster_table", class_id=cast.class_7b.id)
        assert answer.data.decode("utf-8-sig") == ("name,student id,group,grade\r\n'=1+1,'007,Owls,3\r\nBob,,,\r\n")
        assert answer.headers["Content-Disposition"] == "attachment; filename=7B.csv"

    @pytest.mark.parametrize("version", ["1.1", "1.2"])
    def test_students_can_be_exported_and_imported_into_another_class(
        self, alice: PageClient, cast: Cast, version: str
    ) -> None:
        make_student("Ana K.", school_class=cast.class_7b)
        exported = alice.get("classes.oneroster", class_id=cast.class_7b.id, version=version).data
        other = make_school_class("Other", teacher=cast.dora)
        alice.sign_in(cast.dora).get("classes.add_students", class_id=other.id)
        send(alice, exported, name="7B.zip")
        alice.send(alice.follow().form_with("Import 2 students"))
        assert [one.name for one in roster.students_of(class_id=other.id)] == ["Ana K.", "Bob"]

    def test_two_versions_are_available(self, alice: PageClient, cast: Cast) -> None:
        alice.get("classes.oneroster", class_id=cast.class_7b.id, version="9", status=404)


def test_the_class_page_needs_no_more_queries_after_imports(alice: PageClient, cast: Cast) -> None:
    make_student("Carol", school_class=cast.class_7b, pin=None)
    before = alice.count_queries("classes.show", class_id=cast.class_7b.id)
    for name in (b"Ana", b"Cy", b"Do"):
        alice.get("classes.add_students", class_id=cast.class_7b.id)
        send(alice, name)
        alice.send(alice.follow().form_with("Import 1 student"))
    assert alice.count_queries("classes.show", class_id=cast.class_7b.id) == before


def test_a_pasted_list_with_one_heading_is_previewed(alice: PageClient, cast: Cast) -> None:
    paste(alice, "Name\nAnna Smith\t1\nBen Jones\t2")
    assert "2 new" in alice.follow().text
    assert names(cast) == ["Bob"]
