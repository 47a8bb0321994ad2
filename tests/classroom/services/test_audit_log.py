"""Every action on personal data is logged, if and only if it was done, and no one can change the log."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from datetime import timedelta
from typing import TYPE_CHECKING

import psycopg
import pytest
from sqlalchemy import create_engine, select

from classroom import clock
from classroom.database import transaction
from classroom.models import AuditAction, AuditEntry
from classroom.models.audit_log import SQLITE_TRIGGERS
from classroom.models.student import SecretKind
from classroom.services import audit_log
from classroom.services.accounts import administration, lockdown, login_cards, logins, student_sign_in
from classroom.services.accounts.devices import Device
from classroom.services.audit_log import EntryFilter
from classroom.services.classes import deleting, moving_students, roster, school_classes, teachers_of_class
from classroom.services.errors import AccountErrorCode, ServiceError
from classroom.services.maintenance.revisions import run_revisions, run_revisions_on_file
from tests.factories import make_class_session, make_school_class

if TYPE_CHECKING:
    from pathlib import Path

    from flask_sqlalchemy.session import Session
    from sqlalchemy.orm import scoped_session

    from tests.factories import Cast
    from tests.page_client import PageClient


def done() -> list[tuple[str, str, str]]:
    """Return action, subject, and detail of each entry, the oldest first."""
    return [(one.action, one.subject, one.detail) for one in reversed(audit_log.entries(EntryFilter(), most=100))]


def test_roster_changes_are_logged(cast: Cast) -> None:
    other = make_school_class("7C", teacher=cast.alice)
    student, school_class = f"student:{cast.bob.id}", f"class:{cast.class_7b.id}"
    roster.add_students(class_id=cast.class_7b.id, text="Ada\nBen")
    roster.rename_student(student_id=cast.bob.id, name="Robert")
    login_cards.new_cards(class_id=cast.class_7b.id, student_ids=[cast.bob.id])
    login_cards.revoke_card(student_id=cast.bob.id)
    moving_students.move_to_class(class_id=cast.class_7b.id, to_class_id=other.id, student_ids=[cast.bob.id])
    roster.archive_student(student_id=cast.bob.id)
    roster.archive_student(student_id=cast.bob.id)
    roster.restore_student(student_id=cast.bob.id)
    deleting.delete_student(student_id=cast.bob.id)
    teachers_of_class.transfer_class(class_id=cast.class_7b.id, name="Dora Lind", stays=False)
    school_classes.archive_class(class_id=cast.class_7b.id)
    deleting.delete_class(class_id=cast.class_7b.id)
    assert done() == [
        ("students_added", school_class, "2"),
        ("student_renamed", student, ""),
        ("cards_printed", school_class, "1"),
        ("card_revoked", student, ""),
        ("student_moved", student, other.id),
        ("student_archived", student, ""),
        ("student_restored", student, ""),
        ("student_deleted", student, ""),
        ("class_transferred", school_class, cast.dora.id),
        ("class_archived", school_class, ""),
        ("class_deleted", school_class, "2"),
    ]


def test_failed_actions_are_not_logged(cast: Cast) -> None:
    with pytest.raises(ServiceError):
        administration.set_administrator(teacher_id=cast.alice.id, is_administrator=False)
    with pytest.raises(ServiceError):
        roster.rename_student(student_id=cast.bob.id, name="\n")
    with suppress(ZeroDivisionError), transaction():
        roster.archive_student(student_id=cast.bob.id)
        raise ZeroDivisionError
    assert done() == []


def test_sign_ins_and_wrong_pins_are_logged(cast: Cast, cheap_hashes: None) -> None:
    make_class_session(cast.class_7b)
    (card,) = login_cards.new_cards(class_id=cast.class_7b.id, student_ids=[cast.bob.id])
    assert card.kind is SecretKind.PIN
    with pytest.raises(ServiceError):
        student_sign_in.sign_in_student(student_id=cast.bob.id, secret="0", device=Device("abc"))
    student_sign_in.sign_in_student(student_id=cast.bob.id, secret=card.secret, device=Device("abc"))
    assert done() == [
        ("cards_printed", f"class:{cast.class_7b.id}", "1"),
        ("sign_in_failed", f"student:{cast.bob.id}", "pin"),
        ("signed_in", f"student:{cast.bob.id}", ""),
    ]
    kept = [str(vars(one)) for one in audit_log.entries(EntryFilter(), most=10)]
    assert not any(secret in entry for entry in kept for secret in (card.secret, card.token, "Bob"))


def test_the_actor_is_the_signed_in_person(cast: Cast, page: PageClient) -> None:
    page.sign_in(cast.alice)
    page.get("classes.roster_table", class_id=cast.class_7b.id)
    entry = audit_log.entries(EntryFilter(actions=frozenset({AuditAction.EXPORTED})), most=1)[0]
    assert (entry.actor, entry.subject, entry.detail) == (
        f"teacher:{cast.alice.id}",
        f"class:{cast.class_7b.id}",
        "roster",
    )


def test_only_administrators_can_sign_in_during_a_lockdown(cast: Cast, db_session: scoped_session[Session]) -> None:
    cast.dora.is_administrator = True
    db_session.commit()
    tokens = [logins.start_login(teacher_id=cast.alice.id), logins.start_login(student_id=cast.bob.id)]
    lockdown.lock_down()
    assert [logins.find_login(token=token) for token in tokens] == [None, None]
    for person in ({"teacher_id": cast.alice.id}, {"student_id": cast.bob.id}):
        with pytest.raises(ServiceError) as refused:
            logins.start_login(**person)
        assert refused.value.code is AccountErrorCode.LOCKED_DOWN
    assert logins.find_login(token=logins.start_login(teacher_id=cast.dora.id)) is not None
    assert (lockdown.end_lockdown(), lockdown.end_lockdown()) == (True, False)
    assert logins.find_login(token=logins.start_login(student_id=cast.bob.id)) is not None


def test_entries_cannot_be_changed_for_a_year(tmp_path: Path) -> None:
    file = tmp_path / "school.sqlite3"
    run_revisions_on_file(file)
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        made = database.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'")
        assert {row[0] for row in made} == SQLITE_TRIGGERS
        add = """INSERT INTO audit_entries (at, action, actor, subject, detail, device)
            VALUES (?, 'signed_in', '', '', '', '')"""
        for age in (timedelta(), timedelta(days=364), timedelta(days=366)):
            database.execute(add, [(clock.now() - age).replace(tzinfo=None).isoformat(" ")])
        with pytest.raises(sqlite3.IntegrityError, match="never changed"):
            database.execute("UPDATE audit_entries SET actor = 'command'")
        with pytest.raises(sqlite3.IntegrityError, match="kept for a year"):
            database.execute("DELETE FROM audit_entries")
        database.execute("DELETE FROM audit_entries WHERE id = 3")
        assert database.execute("SELECT count(*) FROM audit_entries WHERE actor = ''").fetchone() == (2,)


def test_entries_cannot_be_changed_for_a_year_on_postgres(postgres_database: str) -> None:
    engine = create_engine(postgres_database.replace("postgresql://", "postgresql+psycopg://"))
    run_revisions(engine)
    engine.dispose()
    with psycopg.connect(postgres_database, autocommit=True) as database:
        for age in (0, 364, 366):
            database.execute(
                """INSERT INTO audit_entries (at, action, actor, subject, detail, device)
                VALUES (now() - make_interval(days => %s), 'signed_in', '', '', '', '')""",
                [age],
            )
        for refused in (
            "UPDATE audit_entries SET actor = 'command'",
            "UPDATE audit_entries SET at = at - interval '2 years'",
            "DELETE FROM audit_entries",
            "TRUNCATE audit_entries",
        ):
            with pytest.raises(psycopg.errors.RaiseException):
                database.execute(refused.encode())
        database.execute("DELETE FROM audit_entries WHERE id = 3")
        assert database.execute("SELECT count(*) FROM audit_entries WHERE actor = ''").fetchone() == (2,)


def test_entries_older_than_a_year_are_deleted(cast: Cast, db_session: scoped_session[Session]) -> None:
    logins.start_login(teacher_id=cast.alice.id)
    with transaction() as session:
        session.add(AuditEntry(action=AuditAction.SIGNED_IN, actor="", at=clock.now() - timedelta(days=366)))
    audit_log.forget_old_entries()
    assert [one.actor for one in db_session.execute(select(AuditEntry)).scalars()] == [f"teacher:{cast.alice.id}"]
