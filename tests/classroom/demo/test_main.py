from __future__ import annotations

import re
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import current_app

from classroom import hosting
from classroom.demo.building import Size
from classroom.demo.main import begin_forecasts, build_file, main, settings_for
from classroom.demo.today import LIVE
from classroom.services.forecasts import Forecasts, InProgress, Lengths, TableKind

SMALL = Size(weeks=1, students=8)


@pytest.fixture(scope="module")
def demo_folder(cheap_hashes: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An instance folder in which a small demo was built."""
    folder = tmp_path_factory.mktemp("demo")
    build_file(folder, SMALL)
    return folder


@pytest.fixture
def _demo(demo_folder: Path, tmp_path: Path) -> Iterator[None]:
    """The app on a copy of that demo."""
    file = Path(shutil.copy(demo_folder / "demo.sqlite3", tmp_path))
    with hosting.hosted_app(settings_for(file), instance_path=tmp_path) as app, app.app_context():
        yield


def test_building_leaves_one_complete_file_and_no_other_database(demo_folder: Path) -> None:
    assert {file.name for file in demo_folder.iterdir()} >= {"demo.sqlite3"}
    assert not [file.name for file in demo_folder.iterdir() if "unfinished" in file.name or "classroom" in file.name]


@pytest.mark.usefixtures("_demo")
def test_how_long_games_last_is_known_soon(tmp_path: Path) -> None:
    current_app.extensions["forecasts"] = forecasts = Forecasts(tmp_path / "forecasts", games=20)
    begin_forecasts()
    kinds = [TableKind.of(LIVE, players) for players in (2, 3, 4, 6)]
    while any(isinstance(forecasts.ask(kind), InProgress) for kind in kinds):
        time.sleep(0.05)
    assert all(isinstance(forecasts.ask(kind), Lengths) for kind in kinds)


def test_the_demo_is_built_once_served_and_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    served = []

    def run(app: object, *, host: str, port: int, notes: list[str]) -> None:
        served.append((host, port, "\n".join(notes)))

    monkeypatch.setenv("CLASSROOM_INSTANCE", str(tmp_path))
    monkeypatch.setenv("CLASSROOM_FORECAST_GAMES", "20")
    monkeypatch.setattr(sys.modules["classroom.demo.main"], "Size", lambda: Size(weeks=1, students=6))
    monkeypatch.setattr(hosting, "run", run)

    assert main("127.0.0.1", 8000) == 0
    assert main("127.0.0.1", 8000) == 0
    assert [(host, port) for host, port, _ in served] == [("127.0.0.1", 8000)] * 2
    assert all("Ms Rivera" in notes for _, _, notes in served)

    code = re.search(r"Class code (\w+)", served[0][2])
    assert code
    assert code[1] in served[1][2], "the second start found the same class"
    main("127.0.0.1", 8000, fresh=True)
    assert code[1] not in served[2][2], "built again"
