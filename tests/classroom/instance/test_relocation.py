"""Data of version 0.1.0, which kept them in the installed environment: moved once, completely, without overwriting."""

from __future__ import annotations

import errno
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from classroom import instance
from classroom.instance.relocation import settled_instance_path

KILLS = os.environ.get("UPGRADE_KILLS", "6")
DIES = """
import os, signal, sys
from pathlib import Path
from classroom import instance
from classroom.instance import relocation
last, done = int(sys.argv[1]), 0
instance._PACKAGE, sys.prefix = Path("site-packages", "classroom"), sys.argv[2]
def look(name, arguments):
    global done
    if name.startswith(("open", "os.", "shutil.", "sqlite3.")) and name != "os.listdir":
        done += 1
        if done == last:
            os.kill(os.getpid(), signal.SIGKILL)
def rename(self, target):
    if self.name == "classroom-instance":
        raise OSError(18, "Invalid cross-device link")
    os.rename(self, target)
Path.rename = rename
sys.addaudithook(look)
relocation.settled_instance_path(print)
print(done)
"""


@pytest.fixture(autouse=True)
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment in which the app is installed."""
    monkeypatch.delenv("CLASSROOM_INSTANCE", raising=False)
    monkeypatch.setattr(instance, "_PACKAGE", tmp_path / "site-packages" / "classroom")
    monkeypatch.setattr(instance, "user_path", lambda: tmp_path / "data" / "sequence-classroom")
    path = tmp_path / "archive-v0" / "one"
    path.mkdir(parents=True)
    monkeypatch.setattr(sys, "prefix", str(path))
    return path


@pytest.fixture
def new(tmp_path: Path) -> Path:
    return tmp_path / "data" / "sequence-classroom"


def fill(environment: Path, *, word: str = "Ana") -> Path:
    """Create data of 0.1.0 as after a crash: the newest row is only in the write-ahead log."""
    folder = environment / "var" / "classroom-instance"
    folder.mkdir(parents=True, mode=0o700)
    work = environment / "work.sqlite3"
    with closing(sqlite3.connect(work, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE students (name TEXT)")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("INSERT INTO students VALUES (?)", (word,))
        for part in ("", "-wal"):
            shutil.copy(f"{work}{part}", folder / f"classroom.sqlite3{part}")
    for part in ("", "-wal", "-shm"):
        Path(f"{work}{part}").unlink(missing_ok=True)
    (folder / "secret_key").write_text("k" * 64)
    (folder / "last_backup").write_text("2026-11-22T12:00:00+00:00")
    (folder / "forecasts").mkdir()
    (folder / "forecasts" / "a.json").write_text("{}")
    (folder / "before-restore-1.sqlite3").write_bytes(b"old")
    return folder


def assert_whole(new: Path, *, word: str = "Ana") -> None:
    with closing(sqlite3.connect(new / "classroom.sqlite3")) as connection:
        assert connection.execute("SELECT name FROM students").fetchall() == [(word,)]
    assert (new / "secret_key").read_text() == "k" * 64
    assert (new / "forecasts" / "a.json").read_text() == "{}"
    assert (new / "before-restore-1.sqlite3").read_bytes() == b"old"
    assert new.stat().st_mode & 0o777 == 0o700


def no_rename_to_another_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    rename = Path.rename

    def renamed(path: Path, target: Path) -> Path:
        if path.name == "classroom-instance":
            raise OSError(errno.EXDEV, "Invalid cross-device link")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", renamed)


@pytest.mark.parametrize("is_far", [False, True])
def test_everything_is_moved_and_reported_once(
    environment: Path, new: Path, monkeypatch: pytest.MonkeyPatch, is_far: bool
) -> None:
    old = fill(environment)
    if is_far:
        no_rename_to_another_disk(monkeypatch)
    messages: list[str] = []
    assert settled_instance_path(messages.append) == new
    assert messages == [f"Your data moved from {old} to {new}. It stays there when you upgrade or remove the program."]
    assert not old.exists()
    assert_whole(new)
    assert not (new / "moved-from").exists()
    assert settled_instance_path(messages.append) == new
    assert len(messages) == 1


def test_nothing_is_created_without_old_data(new: Path) -> None:
    messages: list[str] = []
    assert settled_instance_path(messages.append) == new
    assert messages == []
    assert not new.parent.exists()


def test_existing_data_is_never_overwritten(environment: Path, new: Path) -> None:
    old = fill(environment)
    new.mkdir(parents=True)
    (new / "classroom.sqlite3").write_text("of the new version")
    messages: list[str] = []
    settled_instance_path(messages.append)
    assert f"CLASSROOM_INSTANCE={old}" in messages[0]
    assert (new / "classroom.sqlite3").read_text() == "of the new version"
    assert (old / "classroom.sqlite3").exists()


def test_an_empty_new_folder_is_used(environment: Path, new: Path) -> None:
    fill(environment)
    new.mkdir(parents=True, mode=0o700)
    settled_instance_path(lambda _: None)
    assert_whole(new)


def test_a_chosen_folder_takes_precedence(environment: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = fill(environment)
    monkeypatch.setenv("CLASSROOM_INSTANCE", str(tmp_path / "chosen"))
    assert settled_instance_path(lambda _: None) == tmp_path / "chosen"
    assert old.exists()


def test_a_checkout_keeps_its_own_folder(environment: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = fill(environment)
    monkeypatch.setattr(instance, "_PACKAGE", Path(instance.__file__).resolve().parents[1])
    assert settled_instance_path(lambda _: None) == Path(__file__).parents[3] / "instance"
    assert old.exists()


def test_a_running_version_keeps_its_data(environment: Path, new: Path) -> None:
    old = fill(environment)
    with closing(sqlite3.connect(old / "classroom.sqlite3")) as running:
        running.execute("SELECT * FROM students").fetchall()
        with pytest.raises(instance.InstanceError, match=r"earlier version is using .*\. Stop it"):
            settled_instance_path(lambda _: None)
    assert not new.exists()
    settled_instance_path(lambda _: None)
    assert_whole(new)


def test_with_a_tool_that_makes_an_environment_for_each_version_the_last_used_is_taken(
    environment: Path, new: Path
) -> None:
    """`uvx` runs the new version in an environment next to the old one's."""
    for name, age in (("older", 300), ("newest", 100), ("oldest", 500)):
        folder = fill(environment.parent / name, word=name)
        for file in folder.iterdir():
            os.utime(file, (1_000_000 - age, 1_000_000 - age))
    messages: list[str] = []
    settled_instance_path(messages.append)
    assert_whole(new, word="newest")
    assert [name for name in ("older", "oldest") if any(name in line for line in messages[1:])] == ["older", "oldest"]


def test_other_environments_that_lie_side_by_side_are_not_touched(
    environment: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, new: Path
) -> None:
    other = fill(tmp_path / "venvs" / "school")
    (tmp_path / "venvs" / "mine").mkdir()
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "venvs" / "mine"))
    settled_instance_path(lambda _: None)
    assert other.exists()
    assert not new.exists()


def test_an_unwritable_folder_changes_nothing(environment: Path, new: Path) -> None:
    old = fill(environment)
    new.parent.touch()
    with pytest.raises(instance.InstanceError, match="Nothing was changed"):
        settled_instance_path(lambda _: None)
    assert (old / "classroom.sqlite3").exists()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="kill -9, and where Linux keeps users' data")
def test_the_next_start_finishes_after_being_killed_at_any_step(tmp_path: Path) -> None:
    """The slow path, a copy to another disk: killed before a file operation (`make upgrade-crash`: before each)."""
    fill(tmp_path / "whole" / "env")
    steps = range(1, int(_move(0, tmp_path / "whole").stdout.split()[-1]) + 1)
    assert len(steps) > 30
    for step in steps if KILLS == "all" else random.sample(steps, int(KILLS)):
        place = tmp_path / str(step)
        fill(place / "env")
        assert _move(step, place).returncode == -signal.SIGKILL
        again = _move(0, place)
        assert again.returncode == 0, (step, again.stderr)
        assert_whole(place / "data" / "sequence-classroom")
        assert not (place / "env" / "var" / "classroom-instance").exists()
        assert {path.name for path in (place / "data").iterdir()} == {"sequence-classroom", "sequence-classroom.lock"}
        assert not (place / "data" / "sequence-classroom" / "moved-from").exists()
    print(f"kill -9 at {KILLS} of {len(steps)} steps of a move: 0 lost, all next starts finished it")


def _move(step: int, place: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", DIES, str(step), str(place / "env")]
    environment = {**os.environ, "XDG_DATA_HOME": str(place / "data"), "PYTHONPATH": str(Path(__file__).parents[3])}
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=place, env=environment)
