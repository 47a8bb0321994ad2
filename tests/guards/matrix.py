"""Read the permission matrix from its text file, and create the objects that its requests use."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from classroom.database import Base, database_file, db
from classroom.models import AuditEntry, CoTeacher, LinkRequest, LtiCourse, LtiPlatform, SessionState
from classroom.services.accounts.card_secrets import hash_card_token
from classroom.services.rosters.drafts import draft_of_file
from classroom.services.rosters.imports import plan_import, plan_of
from classroom.web.login_cards import card_order
from tests.factories import (
    PASSWORD,
    PIN,
    make_attendance,
    make_class_session,
    make_deck,
    make_game,
    make_school_class,
    make_student,
    make_teacher,
)

if TYPE_CHECKING:
    from flask import Flask

    from tests.factories import Cast

TABLE = Path(__file__).with_name("permission_matrix.txt")
WHO = ("anonymous", "student", "other_student", "teacher", "other_teacher")
"""Bob, whose game it is; Charlie of another class; Alice, whose class it is; Dora, a teacher and administrator."""
PLATFORM = ("name", "issuer", "client_id", "deployments", "login_url", "token_url", "keys_url")
MISSING = "zzzzzzzzzzzz"
TOKEN = "token-in-the-card-of-bob"

Route = tuple[str, str]
"""Endpoint and method."""
Snapshot = dict[str, list[tuple[Any, ...]]]


@dataclass(frozen=True)
class Scene:
    """The objects that the requests use. They belong to Alice; Bob sits at the table."""

    cast: Cast
    values: dict[str, str | int]
    """A value for each variable part of an address."""
    bodies: dict[str, dict[str, str]]
    """The fields to post, for each endpoint that needs any."""


def read_table() -> dict[Route, dict[str, str]]:
    """Read the expected status of each route for each person."""
    rows = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        endpoint, method, *statuses = line.split()
        assert len(statuses) == len(WHO), line
        assert (endpoint, method) not in rows, f"twice: {endpoint} {method}"
        rows[endpoint, method] = dict(zip(WHO, statuses, strict=True))
    return rows


def routes_of(app: Flask) -> list[Route]:
    """List each route with each of its methods, except HEAD and OPTIONS."""
    return sorted(
        (rule.endpoint, method)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    )


def set_scene(cast: Cast) -> Scene:
    """Create a session in progress in Alice's class, with Bob and a bot at a table."""
    cast.dora.is_administrator = True  # administrators can't open other teachers' classes
    db.session.commit()
    class_session = make_class_session(cast.class_7b, state=SessionState.PLAYING)
    make_attendance(class_session, cast.bob)
    ben = make_student("Ben", school_class=cast.class_7b)
    make_attendance(class_session, ben)
    game = make_game(class_session, [cast.bob, None])
    cast.bob.card_hash = hash_card_token(TOKEN)
    eve = make_teacher("Eve Novak")
    db.session.add(CoTeacher(class_id=cast.class_7b.id, teacher_id=eve.id))
    db.session.commit()
    import_id = plan_import(
        teacher_id=cast.alice.id, class_id=cast.class_7b.id, file_name="7B.csv", draft=draft_of_file(b"Ana")
    )
    account = LinkRequest(class_id=cast.class_7b.id, oidc_subject="https://school.example 17", name="Ben")
    platform = LtiPlatform(**dict.fromkeys(PLATFORM, "http://127.0.0.1:9/"))
    db.session.add_all([account, platform])
    db.session.flush()
    course = LtiCourse(
        platform_id=platform.id,
        context_id="1",
        class_id=cast.class_7b.id,
        title="Math",
        memberships_url="http://[::1]:9/",
    )
    db.session.add(course)
    db.session.commit()
    values: dict[str, str | int] = {
        "number": 2,
        "platform_id": platform.id,
        "class_id": cast.class_7b.id,
        "student_id": cast.bob.id,
        "class_session_id": class_session.id,
        "deck_id": make_deck(cast.alice).id,
        "deck_key": "grade-3",
        "kind": "skills",
        "game_id": game.id,
        "import_id": import_id,
        "follow_up_id": 1,
        "teacher_id": eve.id,
        "code": cast.class_7b.code,
        "seat": 1,
        "table_number": 1,
        "filename": "css/base.css",
    }
    bodies = {
        "admin.delete": {"classes": "delete", "own_password": PASSWORD},
        "admin.download_backup": {"own_password": PASSWORD},
        "admin.invite": {"name": "Frida"},
        "admin.make_administrator": {"wanted": "yes"},
        "classes.add_students": {"names": "Zed"},
        "classes.add_teacher": {"name": "Dora Lind", "sure": "yes"},
        "classes.delete": {"own_password": PASSWORD},
        "classes.renew_cards": {"own_password": PASSWORD, "order": card_order(cast.class_7b.id, [cast.bob.id])},
        "faces.choose": {"face": "fox-soft"},
        "students.remove": {"own_password": PASSWORD},
        "classes.disconnect_lms": {"course": course.id},
        "classes.pull_course": {"course": course.id},
        "classes.send": {"course": course.id, "about": "practice"},
        "classes.choose_kind": {"kind": "pictures"},
        "classes.create": {"name": "9A"},
        "display.choose_language": {"language": "es"},
        "classes.give": {"new_owner": "Dora Lind", "sure": "yes"},
        "classes.save_import": {"seen": plan_of(import_id=import_id).seen, "take": "0"},
        "classes.move": {"student": ben.id, "to": make_school_class("8A", teacher=cast.alice).id},
        "classes.make_cards": {"order": card_order(cast.class_7b.id, [cast.bob.id])},
        "classes.rename": {"name": "7C"},
        "classes.seating": {"first": ben.id, "second": cast.bob.id, "kind": "apart"},
        "decks.edit": {"title": "Doubles", "cards": "7 + 7"},
        "decks.new": {"title": "Tens", "skills": "add-10", "largest": "any", "hardest": "3"},
        "follow_ups.act": {"fact": "mul:7x8", "action": "note", "note": "Again on Friday"},
        "follow_ups.assign": {"deck": "times-tables", "whom": "class"},
        "games.give_seat": {"student": ben.id},
        "games.penalty": {"team": "blue"},
        "home.find_class": {"code": cast.class_7b.code},
        "home.pin": {"pin": PIN},
        "home.use_card": {"token": TOKEN},
        "play.again": {"game": game.id},
        "retention.preview": {"answers": "2", "names": "12"},
        "retention.save": {"answers": "2", "names": "12", "own_password": PASSWORD},
        "classes.link_accounts": {f"student-{account.id}": ben.id},
        "classes.dismiss_account": {"account": account.id},
        "sessions.end_in": {"minutes": "5"},
        "sessions.move_student": {"student": ben.id, "to": f"{game.id}.1"},
        "sessions.ticket": {"seconds": "90"},
        "sessions.saved_tables": {"name": "Groups"},
        "sessions.here": {"student": cast.bob.id},
        "sessions.sign_out_student": {"student": cast.bob.id},
        "sessions.unlock": {"student": cast.bob.id},
        "sessions.seat": {"student": ben.id, f"seat-{ben.id}": f"{game.id}.1"},
        "students.support": {f"time-{cast.bob.id}": "1.5"},
        "students.new_card": {"order": card_order(cast.class_7b.id, [cast.bob.id])},
        "students.rename": {"name": "Rob"},
    }
    return Scene(cast, values, bodies)


@functools.cache
def _whole_tables() -> dict[str, str]:
    """Return a compiled query for each table. Each runs many thousands of times."""
    tables = [table for table in Base.metadata.sorted_tables if table.name != AuditEntry.__tablename__]
    return {table.name: str(select(table).order_by(*table.primary_key)) for table in tables}


def snapshot() -> Snapshot:
    """Read the whole database except the activity log, which also records downloads.

    Reads the database again only if its files have changed.
    """
    db.session.rollback()
    file = database_file()
    if file is None:
        return _all_rows()
    log = file.with_name(f"{file.name}-wal")
    return _rows_of(file.read_bytes(), log.read_bytes() if log.exists() else b"")


@functools.lru_cache(1)
def _rows_of(database: bytes, write_ahead_log: bytes) -> Snapshot:
    """Read all rows of a SQLite database. Its files identify the committed state."""
    return _all_rows()


def _all_rows() -> Snapshot:
    connection = db.session.connection()
    found = {name: [tuple(row) for row in connection.exec_driver_sql(query)] for name, query in _whole_tables().items()}
    db.session.rollback()
    return found
