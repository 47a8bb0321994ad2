"""Pulling classes from the district's roster service, here a fake one in a thread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.models import AuditAction, AuditEntry, RosterImport, SchoolClass, Student
from classroom.services.accounts.roster_ids import set_roster_id
from classroom.services.rosters.roster_service import RosterService
from tests.classroom.district.service import CLIENT_SECRET, District, student
from tests.factories import make_cast, make_teacher
from tests.page_client import PageClient
from tests.tiers import nightly_except

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask import Flask

    from tests.factories import Cast

SILENT = "The roster service didn’t answer."
REFUSED = "The roster service refused this server."
VERSIONS = ["v1p1", "v1p2"]
UNCLEAR = "We can’t read the roster service’s response."


@pytest.fixture(params=nightly_except(["v1p2"], VERSIONS))
def district(request: pytest.FixtureRequest) -> Iterator[District]:
    one = District(version=request.param)
    yield one
    one.close()


@pytest.fixture
def district_app(make_app: Callable[..., Flask], district: District) -> Iterator[Flask]:
    app = make_app(**district.settings)
    with app.app_context():
        yield app
        db.session.rollback()


@pytest.fixture
def cast(district_app: Flask) -> Cast:
    cast = make_cast()
    set_roster_id(teacher_id=cast.alice.id, roster_id=" t-1 ")
    return cast


@pytest.fixture
def teacher(district_app: Flask, cast: Cast) -> PageClient:
    page = PageClient(district_app)
    page.sign_in(cast.alice)
    return page


def pull(teacher: PageClient) -> str:
    """Press the button. Return the text of the next page."""
    answer = teacher.post("classes.pull_classes", status=303)
    return teacher.open(str(answer.redirect)).text


def accept(teacher: PageClient) -> None:
    """Import everything in the preview."""
    assert teacher.last is not None
    teacher.submit(form=teacher.last.address)


@pytest.mark.parametrize("district", VERSIONS, indirect=True)
def test_the_classes_are_previewed_and_imported(teacher: PageClient, district: District) -> None:
    district.add_class("Math 3B", [student(1), student(2, grades=["04"]), student(3, status="tobedeleted")])
    district.add_class("Math 4A", [student(1), student(4)])
    district.add_class("Someone else's", [student(9)], teacher="t-2")
    shown = pull(teacher)
    assert "Math 3B" in shown
    assert "Math 4A" in shown
    assert "Someone else" not in shown
    assert db.session.execute(select(SchoolClass).where(SchoolClass.name == "Math 3B")).first() is None
    accept(teacher)
    made = db.session.execute(select(SchoolClass).where(SchoolClass.name == "Math 3B")).scalar_one()
    assert {one.source_id: one.level for one in made.students} == {"s-1": 3, "s-2": 4}


def test_only_needed_data_is_requested_and_stored(teacher: PageClient, district: District) -> None:
    district.add_class("Math 3B", [student(1)])
    pull(teacher)
    plan = str(db.session.execute(select(RosterImport.plan)).scalar_one())
    assert "King 1" in plan
    assert "district.example" not in plan
    assert "555" not in plan
    assert all("fields=" in one and "email" not in one for one in district.asked)


def test_a_service_without_field_selection_is_asked_without_it(teacher: PageClient, district: District) -> None:
    district.knows_fields = False
    district.add_class("Math 3B", [student(1)])
    assert "Math 3B" in pull(teacher)
    assert "district.example" not in str(db.session.execute(select(RosterImport.plan)).scalar_one())


def test_many_students_come_page_by_page(teacher: PageClient, district: District) -> None:
    district.add_class("Everyone", [student(number) for number in range(1, 101)])
    pull(teacher)
    offsets = [one.split("offset=")[1].split("&")[0] for one in district.asked if "students" in one]
    assert offsets == ["0", "100"]


def test_classes_of_a_term_that_is_over_are_left_out(teacher: PageClient, district: District) -> None:
    district.terms = {
        "old": {"sourcedId": "old", "status": "active", "endDate": "2020-06-30"},
        "now": {"sourcedId": "now", "status": "active", "endDate": "2099-06-30"},
    }
    district.add_class("Last year", [student(1)], terms=[{"sourcedId": "old", "type": "academicSession"}])
    assert "All classes in this file have ended" in pull(teacher)
    district.add_class("This year", [student(2)], terms=[{"sourcedId": "now"}, {"sourcedId": "gone"}])
    assert "This year" in pull(teacher)


def test_a_second_pull_shows_what_has_changed(teacher: PageClient, district: District) -> None:
    class_id = district.add_class("Math 3B", [student(1)])
    pull(teacher)
    accept(teacher)
    district.students[class_id].append(student(2, "Ben"))
    assert "Import 1 student" in pull(teacher)
    accept(teacher)
    names = db.session.execute(select(Student.name).join(SchoolClass).where(SchoolClass.name == "Math 3B")).scalars()
    assert len(list(names)) == 2


@pytest.mark.parametrize(
    ("end", "answer", "text"),
    [
        ("token", (401, b'{"error": "invalid_client"}'), REFUSED),
        ("token", (503, b"busy"), SILENT),
        ("/classes", (403, b"{}"), REFUSED),
        ("/classes", (500, b"{}"), SILENT),
        ("/classes", (429, b"{}"), SILENT),
        ("/classes", (302, b""), UNCLEAR),
        ("/classes", (200, b"<html>"), UNCLEAR),
        ("/classes", (200, b"[]"), UNCLEAR),
        ("/classes", (200, b"[" * 100_000), UNCLEAR),
        ("token", (200, b'{"access_token": "a", "token_type": "Bearer", "expires_in": 1e999}'), UNCLEAR),
        ("/classes", (200, b'{"classes": "none"}'), UNCLEAR),
        ("/classes", (200, b'{"classes": [{"title": "Math"}]}'), UNCLEAR),
        ("/classes", (200, b'{"classes": [17]}'), UNCLEAR),
        ("/classes", (200, b'{"classes": []}'), "lists no current class of yours"),
        ("/classes", (404, b""), "has no teacher with your ID"),
        ("/classes", (200, b'{"classes": "' + b"x" * 9_000_000 + b'"}'), UNCLEAR),
        ("/students", (200, b'{"users": [{"sourcedId": "1", "givenName": {"a": "b"}}]}'), "1"),
        ("/students", (404, b""), "lists no current class of yours"),
    ],
    ids=range(18),
)
def test_every_error_of_the_service_gets_a_message(
    teacher: PageClient, district: District, end: str, answer: tuple[int, bytes], text: str
) -> None:
    district.add_class("Math 3B", [student(1)])
    district.answers[end] = answer
    assert text in pull(teacher)
    assert db.session.execute(select(SchoolClass).where(SchoolClass.name == "Math 3B")).first() is None


def test_an_unreachable_service_gets_a_message(teacher: PageClient, district: District) -> None:
    district.close()
    assert SILENT in pull(teacher)


def test_a_teacher_without_an_id_sends_no_request(district_app: Flask, cast: Cast, district: District) -> None:
    set_roster_id(teacher_id=cast.alice.id, roster_id="")
    page = PageClient(district_app)
    page.sign_in(cast.alice)
    assert "Ask your administrator to enter it." in pull(page)
    assert district.asked == []


def test_an_administrator_enters_the_id(district_app: Flask, cast: Cast) -> None:
    page = PageClient(district_app)
    page.sign_in(make_teacher("Grace", is_administrator=True))
    page.get("admin.teacher", teacher_id=cast.dora.id)
    page.submit({"roster_id": " t-2 "}, form=page.url("admin.set_roster_id", teacher_id=cast.dora.id))
    db.session.expire_all()
    assert cast.dora.roster_id == "t-2"
    page.get("admin.teacher", teacher_id=cast.dora.id)
    refused = page.submit(
        {"roster_id": "t" * 256}, form=page.url("admin.set_roster_id", teacher_id=cast.dora.id), status=422
    )
    assert "This can’t be an ID." in refused.text
    noted = db.session.execute(select(AuditEntry.subject).where(AuditEntry.action == AuditAction.ROSTER_ID_CHANGED))
    assert f"teacher:{cast.dora.id}" in noted.scalars().all()


def test_a_teacher_cannot_choose_an_id(teacher: PageClient, cast: Cast) -> None:
    teacher.post("admin.set_roster_id", {"roster_id": "t-2"}, teacher_id=cast.alice.id, status=404)


def test_no_secret_is_logged(teacher: PageClient, district: District, caplog: pytest.LogCaptureFixture) -> None:
    district.answers["/classes"] = (500, b"names of children")
    pull(teacher)
    assert CLIENT_SECRET not in caplog.text
    assert "children" not in caplog.text


@pytest.mark.parametrize(
    "settings",
    [
        {"ONEROSTER_URL": "https://sis.example/ims/oneroster/v1p1"},
        {
            "ONEROSTER_URL": "http://sis.example/ims/oneroster/v1p1",
            "ONEROSTER_TOKEN_URL": "https://sis.example/token",
            "ONEROSTER_CLIENT_ID": "a",
            "ONEROSTER_CLIENT_SECRET": "b",
        },
    ],
    ids=["half", "in the clear"],
)
def test_an_incomplete_configuration_is_not_offered(
    make_app: Callable[..., Flask], settings: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    app = make_app(**settings)
    assert "Rosters can't be pulled" in caplog.text
    with app.app_context():
        page = PageClient(app)
        page.sign_in(make_cast().alice)
        assert "From your district" not in page.get("classes.import_classes").text
        page.post("classes.pull_classes", status=404)


def test_unencrypted_addresses_are_refused() -> None:
    with pytest.raises(ValueError, match="https"):
        RosterService("https://sis.example/v1p2", "http://sis.example/token", "a", "b")


def test_half_a_character_is_left_out_of_a_name(teacher: PageClient, district: District) -> None:
    district.add_class("Math 3B", [student(1, "Ben \ud83d")])
    pull(teacher)
    accept(teacher)
    assert db.session.execute(select(Student.name).where(Student.source_id == "s-1")).scalar_one() == "Ben K."
