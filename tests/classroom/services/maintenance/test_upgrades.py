"""Starting with a database that is old, too new, damaged, from another program, or in use."""

from __future__ import annotations

import shutil
import sqlite3
import stat
from collections import namedtuple
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import flask_migrate
import psycopg
import pytest
from sqlalchemy import make_url

from classroom import hosting
from classroom.cli import main
from classroom.services.doctor import Verdict
from classroom.services.doctor.storage import check_database, newest_entry
from classroom.services.maintenance import revisions, upgrades
from classroom.services.safety_copies import KEPT_COPIES
from classroom.version import app_version
from tests.crash.old_school import OLD, contents, make_old_school, schema_of
from tests.tiers import nightly_except

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.usefixtures("cheap_hashes")
HEAD = revisions.known_revisions()[0]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CLASSROOM_INSTANCE", str(tmp_path / "instance"))
    for name in ("DATABASE_URL", "FLASK_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "instance"


@pytest.fixture(scope="module")
def old_instance(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The instance folder of an earlier version, created once because downgrading takes half a second."""
    folder = tmp_path_factory.mktemp("old")
    make_old_school(folder, students=3)
    return folder


@pytest.fixture
def old(old_instance: Path, folder: Path) -> Path:
    """The database of an earlier version."""
    shutil.copytree(old_instance, folder)
    return folder / "classroom.sqlite3"


def change(database: Path, *statements: str) -> None:
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def modes(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


class TestCopies:
    def test_the_database_is_copied_before_it_is_upgraded(
        self, old: Path, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        before = contents(old)
        assert main(["migrate"]) == 0
        assert (schema_of(old), contents(old)) == (HEAD, before)
        (copy,) = (folder / "before-upgrade").iterdir()
        assert (
            f"Upgraded the database from schema {OLD} to {HEAD}. A copy from before is in {copy}."
            in capsys.readouterr().err
        )
        assert (schema_of(copy), contents(copy)) == (OLD, before)
        assert (modes(copy), modes(copy.parent), modes(old)) == (0o600, 0o700, 0o600)

    @pytest.mark.nightly
    def test_the_last_three_are_kept(self, old: Path, folder: Path) -> None:
        seen = []
        before = old.read_bytes()
        for _ in range(KEPT_COPIES + 2):
            old.write_bytes(before)
            assert main(["migrate"]) == 0
            assert schema_of(old) == HEAD
            seen.append(max((folder / "before-upgrade").iterdir()))
        assert sorted((folder / "before-upgrade").iterdir()) == seen[-KEPT_COPIES:]

    def test_the_latest_is_kept_after_the_clock_was_set_back(self, old: Path, folder: Path) -> None:
        copies = folder / "before-upgrade"
        copies.mkdir()
        later = [copies / f"classroom-2099010{day}-000000-000000-{OLD}.sqlite3" for day in (1, 2, 3)]
        for file in later:
            file.touch()
        assert main(["migrate"]) == 0
        (copy,) = set(copies.iterdir()) - set(later)
        assert schema_of(copy) == OLD
        assert set(copies.iterdir()) == {copy, *later[1:]}

    def test_no_copy_is_made_without_an_upgrade(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        for _ in range(2):
            assert main(["migrate"]) == 0
        assert not (folder / "before-upgrade").exists() or list((folder / "before-upgrade").iterdir()) == []
        assert capsys.readouterr().err == ""

    def test_a_symbolic_link_is_kept(self, old: Path, tmp_path: Path) -> None:
        real = tmp_path / "disk" / "school.sqlite3"
        real.parent.mkdir()
        old.rename(real)
        old.symlink_to(real)
        assert main(["migrate"]) == 0
        assert old.is_symlink()
        assert schema_of(real) == HEAD

    def test_data_in_the_write_ahead_log_is_upgraded(self, old: Path, folder: Path) -> None:
        """A server that crashed leaves its last answers in the write-ahead log."""
        with closing(sqlite3.connect(old, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("UPDATE teachers SET name = 'Renamed' WHERE name = 'Dora Lind'")
            for part in ("", "-wal", "-shm"):
                shutil.copy(folder / f"classroom.sqlite3{part}", folder / f"kept{part}")
        for part in ("", "-wal", "-shm"):
            shutil.move(folder / f"kept{part}", folder / f"classroom.sqlite3{part}")
        assert main(["migrate"]) == 0
        with closing(sqlite3.connect(old)) as connection:
            assert ("Renamed",) in connection.execute("SELECT name FROM teachers").fetchall()


def refused(capsys: pytest.CaptureFixture[str]) -> str:
    """Start, and read the refusal: a few sentences from the program itself."""
    assert main(["migrate"]) == 1
    printed = capsys.readouterr().err
    assert "Traceback" not in printed
    assert "alembic" not in printed.lower()
    assert printed.count("\n") == 1
    return printed


class TestRefusals:
    @pytest.mark.parametrize("newer", ["9999", "0099", "abcdef012345"])
    def test_a_database_of_a_newer_version(self, old: Path, capsys: pytest.CaptureFixture[str], newer: str) -> None:
        change(old, f"UPDATE alembic_version SET version_num = '{newer}'")  # noqa: S608
        before = old.read_bytes()
        printed = refused(capsys)
        assert f"it has schema {newer}" in printed
        assert f"version {app_version()} supports schemas up to {HEAD}" in printed
        assert "Install the newer version, or restore" in printed
        assert old.read_bytes() == before

    @pytest.mark.parametrize(
        "statements",
        [
            ["CREATE TABLE holidays (place TEXT)"],
            ["CREATE TABLE holidays (place TEXT)", "CREATE TABLE alembic_version (version_num TEXT)"],
            [
                "CREATE TABLE holidays (place TEXT)",
                "CREATE TABLE alembic_version (version_num TEXT)",
                "INSERT INTO alembic_version VALUES ('0001')",
            ],
        ],
    )
    def test_a_database_of_another_program(
        self, folder: Path, capsys: pytest.CaptureFixture[str], statements: list[str]
    ) -> None:
        folder.mkdir()
        change(folder / "classroom.sqlite3", *statements)
        before = (folder / "classroom.sqlite3").read_bytes()
        assert "belongs to another program" in refused(capsys)
        assert (folder / "classroom.sqlite3").read_bytes() == before

    def test_a_file_that_is_no_database(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        folder.mkdir()
        (folder / "classroom.sqlite3").write_bytes(b"my holiday pictures" * 100)
        assert "file is not a database. Nothing was changed. Restore your last backup" in refused(capsys)

    def test_a_folder_in_place_of_the_database_is_refused(
        self, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (folder / "classroom.sqlite3").mkdir(parents=True)
        assert ": unable to open database file." in refused(capsys)

    @pytest.mark.parametrize("is_old", nightly_except([True], [True, False]))
    def test_a_damaged_database(self, old: Path, capsys: pytest.CaptureFixture[str], is_old: bool) -> None:
        if not is_old:
            assert main(["migrate"]) == 0
            capsys.readouterr()
        content = bytearray(old.read_bytes())
        content[9_000:30_000] = b"\xff" * 21_000
        old.write_bytes(content)
        printed = refused(capsys)
        assert "Nothing was changed. Restore your last backup" in printed
        assert old.read_bytes() == bytes(content)

    def test_a_version_that_still_runs(
        self, old: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(revisions, "_WAIT_SECONDS", 0.1)
        with closing(sqlite3.connect(old, isolation_level=None)) as running:
            running.execute("PRAGMA journal_mode = WAL")
            running.execute("SELECT * FROM teachers").fetchall()
            assert "an earlier version is still using it." in refused(capsys)
        assert schema_of(old) == OLD
        assert main(["migrate"]) == 0

    def test_too_little_room(
        self, old: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        usage = namedtuple("usage", "free")  # noqa: PYI024 (as shutil's)
        monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(free=3_000_000))
        printed = refused(capsys)
        assert "3 MB are free. Nothing was changed. Free up space" in printed
        assert schema_of(old) == OLD

    @pytest.mark.parametrize(
        ("statement", "printed"),
        [
            ("ALTER TABLE students ADD COLUMN sort_key TEXT", "from schema 0009 to"),
            ("ALTER TABLE teachers RENAME COLUMN name_key TO gone", "its table teachers has no name_key)"),
        ],
    )
    def test_a_schema_that_differs_from_its_version_is_refused(
        self, old: Path, folder: Path, capsys: pytest.CaptureFixture[str], statement: str, printed: str
    ) -> None:
        change(old, statement)
        before = contents(old)
        assert printed in refused(capsys)
        assert (schema_of(old), contents(old)) == (OLD, before)
        assert list((folder / "before-upgrade").iterdir()) == []


class TestInterrupted:
    def left(self, folder: Path, old: Path) -> None:
        """Create the files that a crash during the upgrade leaves."""
        (folder / "before-upgrade").mkdir(mode=0o700)
        shutil.copy(old, folder / "before-upgrade" / "classroom.unfinished")
        shutil.copy(old, folder / "classroom.upgrading.sqlite3")
        change(folder / "classroom.upgrading.sqlite3", "DROP TABLE attempts")

    def test_an_interrupted_upgrade_starts_again_with_a_message(
        self, old: Path, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        before = contents(old)
        self.left(folder, old)
        assert main(["migrate"]) == 0
        assert "was interrupted. No data is lost" in capsys.readouterr().err
        assert (schema_of(old), contents(old)) == (HEAD, before)

    def test_data_written_by_the_earlier_version_is_kept(self, old: Path, folder: Path) -> None:
        """Interrupted, downgraded to the previous version, a lesson held, then upgraded again."""
        self.left(folder, old)
        change(old, "UPDATE students SET name = 'Of this lesson' WHERE name = 'Bob'")
        assert main(["migrate"]) == 0
        with closing(sqlite3.connect(old)) as connection:
            assert ("Of this lesson",) in connection.execute("SELECT name FROM students").fetchall()


def test_a_killed_restore_leaves_a_database(
    old: Path,
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The file always exists: without it, a server started then would create an empty one."""
    from classroom.services.maintenance import backup

    assert main(["migrate"]) == 0
    assert main(["backup", str(tmp_path / "copy.sqlite3")]) == 0
    seen: list[bool] = []

    def put_in_place(fresh: Path, place: Path) -> None:
        seen.append(place.exists())
        raise OSError("the power went")

    monkeypatch.setattr(backup, "put_in_place", put_in_place)
    assert main(["restore", str(tmp_path / "copy.sqlite3")]) == 1
    assert "(the power went). The database was not changed." in capsys.readouterr().err
    assert seen == [True]
    monkeypatch.undo()
    monkeypatch.setenv("CLASSROOM_INSTANCE", str(folder))
    assert main(["restore", str(tmp_path / "copy.sqlite3")]) == 0


class TestPostgres:
    pytestmark = pytest.mark.postgres

    @pytest.fixture
    def at_revision(self, postgres_database: str, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
        monkeypatch.setenv("DATABASE_URL", postgres_database)

        def note(revision: str) -> None:
            with psycopg.connect(postgres_database, autocommit=True) as connection:
                connection.execute("UPDATE alembic_version SET version_num = %s", [revision])

        return note

    @pytest.mark.nightly
    def test_the_command_for_a_copy_is_printed(
        self, at_revision: Callable[[str], None], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["migrate"]) == 0
        assert capsys.readouterr().err == ""
        with hosting.hosted_app() as app, app.app_context():
            flask_migrate.downgrade(revision=OLD)
        assert main(["migrate"]) == 0
        printed = capsys.readouterr().err
        assert f"from schema {OLD} to {HEAD}" in printed
        assert "pg_dump --format=custom --file=classroom.dump --host=" in printed

    def test_an_encoding_that_loses_names_is_refused(
        self, postgres_database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with psycopg.connect(postgres_database, autocommit=True) as connection:
            connection.execute("DROP DATABASE IF EXISTS plain_bytes")
            connection.execute("CREATE DATABASE plain_bytes ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0")
        url = make_url(postgres_database).set(drivername="postgresql+psycopg", database="plain_bytes")
        address = url.render_as_string(hide_password=False)
        monkeypatch.setenv("DATABASE_URL", address)
        assert "keeps text as SQL_ASCII" in refused(capsys)
        (found,) = check_database(url=address, folder=Path())
        assert found.verdict is Verdict.DATABASE_ENCODING
        assert newest_entry(url=address) is None

    def test_a_newer_database_is_refused(
        self, at_revision: Callable[[str], None], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["migrate"]) == 0
        at_revision("9999")
        assert "it has schema 9999" in refused(capsys)


@pytest.mark.parametrize(
    ("url", "command"),
    [
        (
            "postgresql+psycopg://ann:se%40cret@db:5433/class room",
            "pg_dump --format=custom --file=classroom.dump --host=db --port=5433 --username=ann '--dbname=class room'",
        ),
        (
            "postgresql+psycopg:///classroom?host=/run/pg&user=ann&password=secret",
            "pg_dump --format=custom --file=classroom.dump --host=/run/pg --username=ann --dbname=classroom",
        ),
    ],
)
def test_the_command_contains_no_password(url: str, command: str) -> None:
    assert upgrades.dump_command(make_url(url)) == command
