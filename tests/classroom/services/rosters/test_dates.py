"""Dates in OneRoster archives: students not in the class today are not added, and dates alone remove no one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from classroom import clock
from classroom.services.errors import RosterErrorCode, ServiceError
from classroom.services.rosters.files.enrollment_dates import is_past, is_to_come, readings, tidy_day
from classroom.services.rosters.files.oneroster import read_oneroster
from classroom.services.rosters.people import Absence, RosterFile
from tests.classroom.services.rosters.importing import NOON, archive, imported, names, planned, shown
from tests.factories import Cast, make_student

ANA, BO = "u1,Ana", "u2,Bo"


@pytest.fixture(autouse=True)
def today() -> Iterator[None]:
    """All dates here are relative to this one."""
    with clock.frozen_at(NOON):
        assert clock.local_day(NOON).isoformat() == "2026-11-22"
        yield


def dated(*members: str, classes: str = "c1,7B,", terms: str = "") -> bytes:
    """Return an archive of two students; a member is "class,user,begin,end"."""
    tables = {
        "users.csv": f"sourcedId,givenName\n{ANA}\n{BO}",
        "classes.csv": f"sourcedId,title,termSourcedIds\n{classes}",
        "enrollments.csv": "classSourcedId,userSourcedId,beginDate,endDate,status\n" + "\n".join(members),
    }
    if terms:
        tables["academicSessions.csv"] = f"sourcedId,status,endDate\n{terms}"
    return archive(tables)


@pytest.mark.parametrize(
    ("begin", "end"),
    [
        ("", ""),
        ("2026-08-01", "2027-06-30"),
        ("2026-11-22", "2026-11-22"),
        ("2026-08-01T00:00:00.000Z", "9999-12-31"),
        ("8/1/2026", "6/30/2027"),
        ("soon", "1900-01-01"),
        ("11/12/2026", ""),
        ("", "1/12/2026"),
    ],
)
def test_current_students_are_added(begin: str, end: str, cast: Cast) -> None:
    plan = planned(cast.class_7b, dated(f"c1,u1,{begin},{end},"))
    assert shown(plan) == [("added", "Ana", None)]
    assert plan.classes[0].begins == ""


@pytest.mark.parametrize("end", ["2026-11-21", "20261121", "11/21/2026", "21.11.2026", "2026/11/21", "01/02/2026"])
def test_former_students_are_neither_added_nor_archived(end: str, cast: Cast) -> None:
    ana = make_student("Ana", school_class=cast.class_7b, source_id="u1")
    plan = imported(cast.class_7b, dated(f"c1,u1,,{end},", f"c1,u2,,{end},"))
    assert shown(plan) == [("away", "Ana", None), ("away", "Bo", None)]
    on_roster, new = plan.classes[0].changes.rows
    assert (on_roster.student_id, new.student_id) == (ana.id, None)
    assert on_roster.absence is not None
    assert on_roster.absence.is_over
    assert names(cast.class_7b) == ["Ana", "Bob"]
    assert plan.classes[0].changes.untouched == ("Bob",)
    assert not plan.classes[0].changes.does_something


def test_future_students_are_not_added_yet(cast: Cast) -> None:
    plan = imported(cast.class_7b, dated("c1,u1,,,", "c1,u2,2027-02-01,,"))
    assert shown(plan) == [("added", "Ana", None), ("away", "Bo", None)]
    assert plan.classes[0].changes.rows[1].absence == Absence(is_over=False, day="2027-02-01")
    assert plan.classes[0].changes.listed_after == 2
    assert names(cast.class_7b) == ["Ana", "Bob"]


def test_a_future_class_is_prepared(cast: Cast) -> None:
    plan = imported(cast.class_7b, dated("c1,u1,2027-01-11,,", "c1,u2,2/7/2027,,"))
    assert [name for _, name, _ in shown(plan)] == ["Ana", "Bo"]
    assert plan.classes[0].begins == "2027-01-11"
    assert names(cast.class_7b) == ["Ana", "Bo", "Bob"]


def test_archived_students_count_as_absent(cast: Cast) -> None:
    make_student("Ana", school_class=cast.class_7b, source_id="u1", archived_at=NOON)
    plan = imported(cast.class_7b, dated("c1,u1,,2026-06-30,", "c1,u2,,,"))
    assert shown(plan) == [("away", "Ana", None), ("added", "Bo", None)]
    assert plan.classes[0].changes.rows[0].student_id is None
    assert names(cast.class_7b) == ["Bo", "Bob"]


def test_an_explicit_status_archives(cast: Cast) -> None:
    make_student("Ana", school_class=cast.class_7b, source_id="u1")
    assert shown(planned(cast.class_7b, dated("c1,u1,,2026-06-30,tobedeleted"))) == [("archived", "Ana", None)]


@pytest.mark.parametrize("order", [1, -1])
def test_the_current_of_two_enrollments_counts(order: int, cast: Cast) -> None:
    both = ["c1,u1,,2026-06-30,", "c1,u1,2026-08-01,,"][::order]
    assert shown(planned(cast.class_7b, dated(*both))) == [("added", "Ana", None)]
    ended = ["c1,u1,,2026-06-30,", "c1,u1,,,tobedeleted"][::order]
    make_student("Ana", school_class=cast.class_7b, source_id="u1")
    assert shown(planned(cast.class_7b, dated(*ended))) == [("archived", "Ana", None)]


def test_a_class_of_a_past_term_is_skipped(cast: Cast) -> None:
    classes = 'c1,7B,"t1,t2"\nc2,6B,t1\nc3,6C,t9\nc4,6D,'
    members = [f"c{number},u1,,," for number in (1, 2, 3, 4)]
    file = read_oneroster(dated(*members, classes=classes, terms="t1,,2026-06-30\nt2,,2027-06-30"))
    assert [one.name for one in file.classes] == ["7B", "6C", "6D"]
    assert file.over == ("6B",)
    assert RosterFile.from_json(file.to_json()) == file


def test_only_past_classes_are_refused(cast: Cast) -> None:
    with pytest.raises(ServiceError) as caught:
        read_oneroster(dated("c1,u1,,,", classes="c1,7B,t1", terms="t1,,2026-06-30"))
    assert caught.value.code is RosterErrorCode.CLASSES_OVER
    deleted = read_oneroster(dated("c1,u1,,,", classes="c1,7B,t1", terms="t1,tobedeleted,2026-06-30"))
    assert deleted.over == ()


def test_absences_are_kept_with_the_draft() -> None:
    file = read_oneroster(dated("c1,u1,,2026-06-30,", "c1,u2,2027-01-11,,"))
    assert RosterFile.from_json(file.to_json()) == file
    assert [one.absence and one.absence.is_over for one in file.classes[0].people] == [True, None]


def test_a_draft_of_an_older_version_is_shown(cast: Cast) -> None:
    kept = read_oneroster(dated("c1,u1,,,")).to_json()
    for part in (kept, *kept["classes"], *kept["classes"][0]["people"]):
        for late in ("over", "tidied", "begins", "absence"):
            part.pop(late, None)
    assert RosterFile.from_json(kept).classes[0].people[0].absence is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "2026-13-01",
        "2026",
        "2026-12",
        "202612",
        "2026/1112",
        "2025-2026",
        "31/31/2026",
        "\u0661/1/2026",
        "1899-12-30",
    ],
)
def test_invalid_dates_are_ignored(text: str) -> None:
    day = clock.local_day(NOON)
    assert readings(text) == frozenset()
    assert not is_past(text, day)
    assert not is_to_come(text, day)
    assert tidy_day(text) == text
