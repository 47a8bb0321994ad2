"""Estimates computed in separate processes, from few games."""

from __future__ import annotations

import logging
import os
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from classroom.services.forecasts import Forecasts, InProgress, Lengths, NoForecast, TableKind, runner
from classroom.services.forecasts.store import STALE_SECONDS, Store
from classroom.services.settings import TableSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

GAMES = 20
KIND = TableKind.of(TableSettings(), 2)
OTHER = TableKind.of(TableSettings(), 3)
IMPOSSIBLE = replace(KIND, players=5)


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[..., Forecasts]]:
    """Create the estimators of several processes that share a folder."""
    made = []

    def make_one(games: int = GAMES) -> Forecasts:
        made.append(Forecasts(tmp_path, games=games))
        return made[-1]

    yield make_one
    for one in made:
        one.close()


def settled(forecasts: Forecasts, kind: TableKind) -> Lengths | NoForecast:
    """Poll like a page until the estimate is there."""
    deadline = time.monotonic() + 60
    while isinstance(answer := forecasts.ask(kind), InProgress):
        assert answer.games == GAMES
        assert 0 <= answer.played <= GAMES
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return answer


def until(is_so: Callable[[], bool]) -> None:
    """Wait for a condition without requesting an estimate, which would speed it up."""
    deadline = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def file_of(folder: Path, kind: TableKind = KIND) -> Path:
    """Return the file of an estimate."""
    return folder / f"{kind.name(GAMES)}.json"


def test_results_are_kept(make: Callable[..., Forecasts], tmp_path: Path) -> None:
    forecasts = make()
    assert forecasts.ask(KIND) == InProgress(0, GAMES)
    found = settled(forecasts, KIND)
    assert isinstance(found, Lengths)
    assert found.games == GAMES
    written_at = file_of(tmp_path).stat().st_mtime_ns
    assert make().ask(KIND) == found, "another process reads it"
    assert forecasts.ask(KIND) == found
    assert file_of(tmp_path).stat().st_mtime_ns == written_at
    until(lambda: not (tmp_path / "running").exists())


def test_two_processes_do_not_repeat_the_same_work(make: Callable[..., Forecasts], tmp_path: Path) -> None:
    one, other = make(), make()
    for forecasts in (one, other):
        forecasts.ask(KIND)
    found = settled(one, KIND)
    inode = file_of(tmp_path).stat().st_ino
    assert settled(other, KIND) == found
    assert settled(other, OTHER) != found
    assert file_of(tmp_path).stat().st_ino == inode, "it was written once"


@pytest.mark.nightly
def test_the_latest_request_comes_first(
    make: Callable[..., Forecasts], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    another = tmp_path / "running"  # another process is busy until all have asked
    another.write_text(f"another {KIND.name(GAMES)} 13", encoding="ascii")
    forecasts, tried, begin = make(), list[str](), Store.begin

    def note_and_begin(store: Store, name: str) -> bool:
        tried.append(name)
        return begin(store, name)

    monkeypatch.setattr(Store, "begin", note_and_begin)
    kinds = [TableKind.of(TableSettings(sequences_to_win=number), 2) for number in (1, 2, 3)]
    for kind in kinds:
        forecasts.ask(kind)
    until(lambda: kinds[-1].name(GAMES) in tried)  # the thread may have chosen before all had asked
    another.unlink()
    until(file_of(tmp_path, kinds[0]).exists)
    first, second, third = (file_of(tmp_path, kind).stat().st_mtime_ns for kind in kinds)
    assert third < second < first


def test_a_crashed_process_does_not_block_others(make: Callable[..., Forecasts], tmp_path: Path) -> None:
    running = tmp_path / "running"
    running.write_text(f"crashed {KIND.name(GAMES)} 13", encoding="ascii")
    forecasts = make()
    assert forecasts.ask(KIND) == InProgress(13, GAMES)
    at = time.time() - STALE_SECONDS - 1
    os.utime(running, (at, at))
    assert isinstance(settled(forecasts, KIND), Lengths)


@pytest.mark.nightly
def test_a_broken_file_is_recomputed(make: Callable[..., Forecasts], tmp_path: Path) -> None:
    forecasts = make()
    found = settled(forecasts, KIND)
    file_of(tmp_path).write_bytes(b"{broken")
    assert isinstance(forecasts.ask(KIND), InProgress)
    assert settled(forecasts, KIND) == found


@pytest.mark.nightly
def test_an_impossible_table_has_no_forecast(
    make: Callable[..., Forecasts], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    forecasts = make()
    with caplog.at_level(logging.CRITICAL, logger=runner.__name__):
        assert settled(forecasts, IMPOSSIBLE) == NoForecast()
    assert forecasts.ask(IMPOSSIBLE) == NoForecast(), "not tried again at once"
    assert isinstance(settled(forecasts, KIND), Lengths), "the others go on"
    until(lambda: not (tmp_path / "running").exists())


def test_an_unwritable_folder_is_reported(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").touch()
    forecasts = Forecasts(tmp_path / "file" / "forecasts", games=GAMES)
    with caplog.at_level(logging.CRITICAL, logger=runner.__name__):
        assert settled(forecasts, KIND) == NoForecast()
    forecasts.close()


def test_closing_stops_simulations_in_progress(make: Callable[..., Forecasts], tmp_path: Path) -> None:
    forecasts = make(1_000_000)
    forecasts.ask(KIND)
    until(lambda: forecasts._child is not None)
    child = forecasts._child
    assert child is not None
    forecasts.close()
    assert child.poll() is not None
    assert list(tmp_path.iterdir()) == []
    forecasts.ask(KIND)
    assert forecasts._child is None, "nothing is begun anymore"


def test_forecasts_can_be_turned_off(make: Callable[..., Forecasts], tmp_path: Path) -> None:
    assert make(0).ask(KIND) == NoForecast()
    assert list(tmp_path.iterdir()) == []
