"""Backups from the command line: made while the database is in use, restored completely or not at all."""

from __future__ import annotations

import errno
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select, update

from classroom.cli import main
from classroom.database import Base, db
from classroom.hosting import hosted_app
from classroom.models import AuditAction, Student, Teacher
from classroom.services.accounts import logins
from classroom.services.accounts.teachers import check_name_and_password
from classroom.services.accounts.two_factor import new_seed
from classroom.services.audit_log import EntryFilter, entries
from classroom.services.maintenance import backup
from classroom.web.server_key import server_key
from tests.factories import PASSWORD, make_cast, make_class_session, make_game
from tests.migrated_database import copy_migrated_database

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.usefixtures("cheap_hashes")
REVISION = "UPDATE alembic_version SET version_num = ?"


@pytest.fixture(autouse=True)
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CLASSROOM_INSTANCE", str(tmp_path / "instance"))
    for name in ("DATABASE_URL", "FLASK_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "instance"


@pytest.fixture
def school(instance: Path) -> Path:
    """A school with a game; returns the database."""
    copy_migrated_database(instance)
    with hosted_app() as app, app.app_context():
        cast = make_cast()
        make_game(make_class_session(cast.class_7b), [cast.bob, None])
    return instance / "classroom.sqlite3"


def everything() -> dict[str, list[tuple[object, ...]]]:
    """Return all rows except sign-ins, which a restored database does not take over, and the log of restoring."""
    with hosted_app() as app, app.app_context():
        return {
            table.name: [tuple(row) for row in db.session.execute(select(table).order_by(*table.primary_key))]
            for table in Base.metadata.sorted_tables
            if table.name not in {"login_sessions", "audit_entries"}
        }


def without(rows: list[tuple[object, ...]], columns: list[bool]) -> list[list[object]]:
    return [[value for value, is_left_out in zip(row, columns, strict=True) if not is_left_out] for row in rows]


def change_something() -> None:
    with hosted_app() as app, app.app_context():
        db.session.delete(db.session.execute(select(Teacher).where(Teacher.name == "Dora Lind")).scalar_one())
        db.session.commit()


def test_a_backup_restores_everything(school: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = everything()
    copy = tmp_path / "copy.sqlite3"
    assert main(["backup", str(copy)]) == 0
    assert "keep it private" in capsys.readouterr().out
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    change_something()
    assert everything() != before
    assert main(["restore", str(copy)]) == 0
    assert everything() == before
    assert len(before["students"]) == 2
    assert len(before["games"]) == 1
    with hosted_app() as app, app.app_context():
        assert check_name_and_password(name="Dora Lind", password=PASSWORD)
        assert entries(EntryFilter(), most=1)[0].action == AuditAction.BACKUP_RESTORED


def test_a_backup_can_be_restored_on_a_new_computer(
    school: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = everything()
    assert main(["backup", str(tmp_path / "copy.sqlite3")]) == 0
    monkeypatch.setenv("CLASSROOM_INSTANCE", str(tmp_path / "elsewhere" / "instance"))
    assert main(["restore", str(tmp_path / "copy.sqlite3")]) == 0
    assert "The previous database" not in capsys.readouterr().out
    assert everything() == before


def test_codes_need_the_secret_key_of_the_server_that_made_them(
    school: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with hosted_app() as app, app.app_context():
        alice = db.session.execute(select(Teacher).where(Teacher.name == "Alice Okafor")).scalar_one()
        alice.totp_secret = new_seed(server_key=server_key())
        db.session.commit()
    assert main(["backup", str(tmp_path / "copy.sqlite3")]) == 0
    assert main(["restore", str(tmp_path / "copy.sqlite3")]) == 0
    assert "Two-step verification" not in capsys.readouterr().out
    monkeypatch.setenv("CLASSROOM_INSTANCE", str(tmp_path / "elsewhere" / "instance"))
    assert main(["restore", str(tmp_path / "copy.sqlite3")]) == 0
    assert "Two-step verification can't work for Alice Okafor" in capsys.readouterr().out


def test_the_previous_database_is_kept_aside(school: Path, tmp_path: Path) -> None:
    assert main(["backup", str(tmp_path / "copy.sqlite3")]) == 0
    change_something()
    changed = everything()
    assert main(["restore", str(tmp_path / "copy.sqlite3")]) == 0
    (aside,) = school.parent.glob("before-restore-*.sqlite3")
    assert main(["restore", str(aside)]) == 0
    assert everything() == changed


def test_a_backup_replaces_a_database_with_a_broken_name(
    school: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", str(tmp_path / "copy.sqlite3")]) == 0
    before = everything()
    with_a_broken_name(school)
    assert main(["migrate"]) == 1
    assert "Restore your last backup with the restore command" in capsys.readouterr().err
    assert main(["restore", str(tmp_path / "copy.sqlite3")]) == 0
    assert everything() == before
    assert len(list(school.parent.glob("before-restore-*.sqlite3"))) == 1


def test_a_disk_that_is_full_keeps_no_partial_copy_of_the_previous_database(
    school: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["backup", str(tmp_path / "copy.sqlite3")]) == 0
    before = everything()

    def fill(_source: Path, target: Path) -> None:
        target.write_bytes(b"SQLite")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(shutil, "copyfile", fill)
    assert main(["restore", str(tmp_path / "copy.sqlite3")]) == 1
    assert "(No space left on device). The database was not changed." in capsys.readouterr().err
    assert [file.name for file in school.parent.glob("*restor*")] == []
    assert everything() == before


def test_only_a_database_in_use_means_that_the_server_runs(
    school: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", str(tmp_path / "copy.sqlite3")]) == 0
    school.with_name("classroom.sqlite3-journal").mkdir()  # nothing can be written
    assert main(["restore", str(tmp_path / "copy.sqlite3")]) == 1
    assert capsys.readouterr().err.startswith(f"Can't change the database {school}: ")


def test_a_path_that_cannot_be_read_gets_a_message(school: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["restore", "a" * 300]) == 1
    assert "(File name too long). Nothing was changed." in capsys.readouterr().err


def test_restored_sign_ins_are_invalid(school: Path, tmp_path: Path) -> None:
    with hosted_app() as app, app.app_context():
        teacher_id = db.session.execute(select(Teacher.id)).scalars().first()
        token = logins.start_login(teacher_id=teacher_id)
    assert main(["backup", str(tmp_path / "copy.sqlite3")]) == 0
    assert main(["restore", str(tmp_path / "copy.sqlite3")]) == 0
    with hosted_app() as app, app.app_context():
        assert logins.find_login(token=token) is None


def test_the_copy_is_a_snapshot_and_does_not_block_writers(school: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(school, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE teachers SET name = 'Half Done'")
        assert main(["backup", str(tmp_path / "copy.sqlite3")]) == 0
        writer.execute("COMMIT")
    with closing(sqlite3.connect(tmp_path / "copy.sqlite3")) as copy:
        names = {row[0] for row in copy.execute("SELECT name FROM teachers")}
    assert names == {"Alice Okafor", "Dora Lind"}


def test_restoring_is_refused_while_the_server_runs(
    school: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", str(tmp_path / "copy.sqlite3")]) == 0
    change_something()
    with hosted_app() as app, app.app_context():
        db.session.execute(select(Teacher.id)).all()  # a connection is open, as in every server
        db.session.rollback()
        assert main(["restore", str(tmp_path / "copy.sqlite3")]) == 1
        assert capsys.readouterr().err.startswith("The server is running.")
        assert len(db.session.execute(select(Teacher.id)).all()) == 1
    assert [file.name for file in school.parent.glob("*restor*")] == []
    assert main(["restore", str(tmp_path / "copy.sqlite3")]) == 0


def damaged(copy: Path) -> None:
    content = bytearray(copy.read_bytes())
    content[9_000:30_000] = b"\xff" * 21_000
    copy.write_bytes(content)


def with_a_broken_name(file: Path) -> None:
    """Break the name of a table. SQLite quotes it in its message, which Python then can't decode."""
    file.write_bytes(file.read_bytes().replace(b"tableteachersteachers", b"table\xffeachersteachers"))


def of_a_newer_version(copy: Path) -> None:
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute(REVISION, ("9999",))


def of_a_newer_version_with_a_trigger(copy: Path) -> None:
    with_a_trigger(copy)
    of_a_newer_version(copy)


def of_something_else(copy: Path) -> None:
    copy.unlink()
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE holidays (place TEXT)")


def spoilt_by(*statements: str) -> Callable[[Path], None]:
    def spoil(copy: Path) -> None:
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            for statement in statements:
                connection.execute(statement)

    return spoil


with_a_trigger = spoilt_by(
    "CREATE TRIGGER spy AFTER INSERT ON login_sessions BEGIN UPDATE teachers SET is_administrator = 1; END"
)
with_a_view_for_its_version = spoilt_by(
    "ALTER TABLE alembic_version RENAME TO was", "CREATE VIEW alembic_version AS SELECT '0012' AS version_num"
)
without_a_column = spoilt_by("ALTER TABLE teachers RENAME COLUMN name_key TO gone")
older_than_it_says = spoilt_by("UPDATE alembic_version SET version_num = '0009'")


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (damaged, "copy.sqlite3 is"),
        (with_a_broken_name, "copy.sqlite3 is not a backup of this app ("),
        (of_a_newer_version, "A newer version of this app made"),
        (of_a_newer_version_with_a_trigger, "A newer version of this app made"),
        (of_something_else, "is not a backup of this app (no such table: alembic_version)."),
        (with_a_trigger, "is not a backup of this app (it contains a trigger)."),
        (with_a_view_for_its_version, "is not a backup of this app (it contains a view)."),
        (without_a_column, "copy.sqlite3 can't be restored. Its table teachers has no name_key. Nothing was changed."),
        (older_than_it_says, "can't be restored."),
        (lambda copy: copy.write_bytes(b"my holiday pictures" * 100), "is not a backup of this app (file is not a"),
        (Path.unlink, "doesn't exist."),
        (lambda copy: (copy.unlink(), copy.mkdir()), "is a folder."),
    ],
)
def test_an_invalid_backup_changes_nothing(
    school: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], spoil: object, sentence: str
) -> None:
    copy = tmp_path / "copy.sqlite3"
    assert main(["backup", str(copy)]) == 0
    before = everything()
    spoil(copy)  # type: ignore[operator]
    assert main(["restore", str(copy)]) == 1
    assert sentence in capsys.readouterr().err
    assert everything() == before
    assert [file.name for file in school.parent.glob("*restor*")] == []


@pytest.mark.nightly
def test_an_older_backup_is_upgraded(school: Path, tmp_path: Path) -> None:
    import flask_migrate

    with hosted_app() as app, app.app_context():
        db.session.execute(update(Student).values(pin_digits=None))  # in the former format of cards
        db.session.commit()
    before = everything()
    old = tmp_path / "old.sqlite3"
    shutil.copy(school, tmp_path / "kept.sqlite3")
    with hosted_app() as app, app.app_context():
        flask_migrate.downgrade(revision="0009")
    assert main(["backup", str(old)]) == 0
    assert main(["restore", str(old)]) == 0
    after = everything()
    made_again = [column.name in {"animal", "disc", "introduction"} for column in Student.__table__.columns]
    assert without(after["students"], made_again) == without(before["students"], made_again)
    assert sum(bool(row) for row in after["teachers"]) == 2


def test_an_interrupted_restore_leaves_no_copy_after_the_next_start(school: Path, tmp_path: Path) -> None:
    left = school.with_name("classroom.restoring.sqlite3")
    assert main(["backup", str(left)]) == 0
    left.with_name(f"{left.name}-journal").write_bytes(b"")
    assert main(["migrate"]) == 0
    assert [file.name for file in school.parent.glob("*restoring*")] == []


def test_files_are_never_overwritten(school: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "copy.sqlite3").write_text("precious")
    assert main(["backup", str(tmp_path / "copy.sqlite3")]) == 1
    assert "already exists" in capsys.readouterr().err
    assert (tmp_path / "copy.sqlite3").read_text() == "precious"


def test_a_missing_database_or_folder_gets_a_message(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", str(tmp_path / "copy.sqlite3")]) == 1
    assert "There is no database at" in capsys.readouterr().err
    assert main(["migrate"]) == 0
    assert main(["backup", str(tmp_path / "nowhere" / "copy.sqlite3")]) == 1
    assert "Can't write" in capsys.readouterr().err


@pytest.mark.parametrize(("command", "tool"), [("backup", "pg_dump"), ("restore", "pg_restore")])
def test_postgres_is_referred_to_its_own_tools(
    command: str, tool: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://school@127.0.0.1/classroom")
    assert main([command, "file"]) == 1
    assert tool in capsys.readouterr().err


def test_the_time_of_the_last_backup_is_recorded(school: Path, tmp_path: Path) -> None:
    assert backup.last_backup(folder=school.parent) is None
    assert main(["backup", str(tmp_path / "copy.sqlite3")]) == 0
    assert backup.last_backup(folder=school.parent) is not None
    (school.parent / "last_backup").write_text("yesterday")
    assert backup.last_backup(folder=school.parent) is None


def test_a_backup_counts_even_if_its_time_cannot_be_recorded(
    school: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (school.parent / "last_backup").mkdir()
    assert main(["backup", str(tmp_path / "copy.sqlite3")]) == 0
    assert "Backup saved" in capsys.readouterr().out
