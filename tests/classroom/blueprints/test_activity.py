"""Administrators read the activity log, filtered, page by page, and as a file."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from classroom import clock
from classroom.database import db
from classroom.models import AuditAction, AuditEntry
from classroom.presenters import activity
from classroom.presenters.activity import PER_PAGE
from classroom.services.maintenance.retention import Limits, save_limits
from tests.page_lint import text_of

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient


def add(action: AuditAction, *, actor: str = "", subject: str = "", days_ago: float = 0, detail: str = "") -> None:
    at = clock.now() - timedelta(days=days_ago)
    db.session.add(AuditEntry(action=action, actor=actor, subject=subject, at=at, detail=detail))
    db.session.commit()


@pytest.fixture
def administrator(cast: Cast, page: PageClient) -> PageClient:
    cast.alice.is_administrator = True
    db.session.commit()
    return page.sign_in(cast.alice)


def column(page: Page, number: int) -> list[str]:
    """Read one column of the table; `number` does not count the name's column."""
    return [text_of(row.findall(".//{*}td")[number]) for row in page.all("tr")[1:]]


def shown(page: PageClient, **asked: str) -> list[str]:
    """Return the action of each line."""
    return column(page.open(f"/admin/activity?{urlencode(asked)}"), 1)


def test_lines_name_teachers_and_give_students_by_id(cast: Cast, administrator: PageClient) -> None:
    add(AuditAction.STUDENT_DELETED, actor=f"teacher:{cast.dora.id}", subject="student:abc", detail="")
    text = administrator.get("activity.show").text
    assert "Student deleted" in text
    assert "Dora Lind" in text
    assert "Student abc" in text
    assert "Bob" not in text


def test_numbers_have_units(administrator: PageClient) -> None:
    add(AuditAction.CARDS_PRINTED, detail="24")
    add(AuditAction.ROSTER_IMPORTED, detail="1")
    add(AuditAction.ANSWERS_DELETED, detail="2")
    add(AuditAction.SCORES_SENT, detail="3 students")  # as written before
    shown = column(administrator.get("activity.show"), 3)
    assert shown[:4] == ["3 students", "2 sessions", "1 class", "24 cards"]


def test_retention_rules_are_stored_as_numbers_and_shown_as_sentences(administrator: PageClient) -> None:
    add(AuditAction.RETENTION_CHANGED, detail="answers 5, names kept")  # as written before
    for limits in (Limits(), Limits(names_months=6), Limits(2, 12)):
        save_limits(limits)
    kept = db.session.query(AuditEntry.detail).order_by(AuditEntry.id.desc()).limit(3).all()
    assert [row.detail for row in kept] == ["2 12", "0 6", "0 0"]
    answers = "Sessions, games, and answers are deleted 2 years after the session."
    names = "Students’ names are deleted {} months after they last took part."
    assert column(administrator.get("activity.show"), 3)[:4] == [
        f"{answers} {names.format(12)}",
        names.format(6),
        "Off. Nothing is deleted until a teacher deletes it.",
        "answers 5, names kept",
    ]
    administrator.headers["Accept-Language"] = "es"
    assert "se borran 2 años después" in column(administrator.get("activity.show"), 3)[0]


def test_filters_select_entries(cast: Cast, administrator: PageClient) -> None:
    db.session.query(AuditEntry).delete()
    dora = f"teacher:{cast.dora.id}"
    add(AuditAction.CLASS_DELETED, actor=dora, days_ago=3)
    add(AuditAction.SIGN_IN_FAILED, days_ago=2)
    add(AuditAction.CARDS_PRINTED, actor=dora)
    today = clock.local_day(clock.now())
    assert shown(administrator) == ["Login cards created", "Sign-in failed", "Class deleted"]
    assert shown(administrator, what="classes") == ["Class deleted"]
    assert shown(administrator, who=dora) == ["Login cards created", "Class deleted"]
    assert shown(administrator, since=today.isoformat()) == ["Login cards created"]
    assert shown(administrator, until=(today - timedelta(days=3)).isoformat()) == ["Class deleted"]
    for since, until in (("yesterday", ""), ("0001-01-01", "9999-12-31")):
        assert shown(administrator, what="nonsense", since=since, until=until, before="-1") == shown(administrator)
    assert "No entries match this filter." in administrator.get("activity.show", who="teacher:none").text


def test_older_entries_are_on_later_pages(administrator: PageClient) -> None:
    for number in range(PER_PAGE + 2):
        db.session.add(AuditEntry(action=AuditAction.SIGNED_IN, actor="command", detail=str(number)))
    db.session.commit()
    first = administrator.get("activity.show", who="command")
    assert len(first.all("tr")) == PER_PAGE + 1
    older = administrator.open(first.link("Older"))
    assert column(older, 3) == ["1", "0"]


def test_the_file_has_all_entries(administrator: PageClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(activity, "ROWS_IN_PIECE", 2)
    for number in range(5):
        add(AuditAction.CARDS_PRINTED, actor="command", detail=str(number))
    lines = administrator.get("activity.log_csv", who="command").data.decode("utf-8-sig").splitlines()
    assert [line.split(",")[4] for line in lines] == ["detail", "4", "3", "2", "1", "0"]
    none = administrator.get("activity.log_csv", who="teacher:none").data.decode("utf-8-sig").splitlines()
    assert none == ["utc_time,actor,action,subject,detail,device"]


def test_the_file_has_ids_and_its_download_is_logged(cast: Cast, administrator: PageClient) -> None:
    add(AuditAction.CLASS_DELETED, actor=f"teacher:{cast.dora.id}", subject="class:abc", detail="=1+1")
    answer = administrator.browser.get("/admin/activity.csv?what=classes")
    lines = answer.data.decode("utf-8-sig").splitlines()
    assert lines[0] == "utc_time,actor,action,subject,detail,device"
    assert lines[1].endswith(f"Z,teacher:{cast.dora.id},class_deleted,class:abc,'=1+1,")
    assert len(lines) == 2
    assert shown(administrator, what="files") == ["File downloaded"]
