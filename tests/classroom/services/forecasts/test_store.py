from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from classroom.services.forecasts import store as store_module
from classroom.services.forecasts.store import STALE_SECONDS, Store

TOLD = b'{"games": 2, "won_after": {"9": 2}, "stalled_after": {}}'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder for estimates, which does not exist at first."""
    return tmp_path / "forecasts"


def age(file: Path, seconds: float) -> None:
    """Make a file older."""
    at = time.time() - seconds
    os.utime(file, (at, at))


def test_one_process_works_at_a_time(folder: Path) -> None:
    one, other = Store(folder), Store(folder)
    assert one.begin("a")
    assert not other.begin("a")
    assert not other.begin("b")
    other.end()
    assert not other.begin("b"), "only who began can end"
    one.end()
    assert other.begin("b")


def test_every_process_sees_the_progress(folder: Path) -> None:
    one, other = Store(folder), Store(folder)
    assert other.played("a") == 0
    one.begin("a")
    assert one.note_progress("a", 7)
    assert (other.played("a"), other.played("b")) == (7, 0)


def test_a_silent_process_counts_as_crashed(folder: Path) -> None:
    crashed, other = Store(folder), Store(folder)
    crashed.begin("a")
    age(folder / "running", STALE_SECONDS - 5)
    assert not other.begin("a")
    age(folder / "running", STALE_SECONDS + 5)
    assert other.begin("a")
    assert not crashed.note_progress("a", 9), "it was taken over"
    crashed.end()
    assert other.note_progress("a", 1)
    age(folder / "running", -3600)  # the clock was set back
    assert crashed.begin("a")


def test_a_damaged_progress_file_is_ignored(folder: Path) -> None:
    store = Store(folder)
    folder.mkdir()
    for broken in (b"", b"\xff", b"a b", b"token a many"):
        (folder / "running").write_bytes(broken)
        assert store.played("a") == 0


@pytest.mark.parametrize("broken", [b"", b"{", b"\xff\xfe", b"[]", TOLD.replace(b"9", b"nine"), TOLD[:-4]])
def test_a_damaged_result_is_ignored(folder: Path, broken: bytes) -> None:
    store = Store(folder)
    folder.mkdir()
    store.write("a", TOLD)
    kept = store.read("a")
    assert kept is not None
    assert kept.won == ((9, 2),)
    (folder / "a.json").write_bytes(broken)
    assert store.read("a") is None


def test_the_oldest_results_are_deleted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "MOST_FILES", 3)
    store = Store(folder)
    folder.mkdir()
    for number, name in enumerate("abcde"):
        store.write(name, TOLD)
        age(folder / f"{name}.json", 100 - number)
    store.write("f", TOLD)
    assert sorted(file.name for file in folder.iterdir()) == ["d.json", "e.json", "f.json"]
