from __future__ import annotations

import re
import shutil
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import current_app

from classroom import hosting
from classroom.demo.building import Size
from classroom.demo.main import main, settings_for, start_forecasts
from classroom.demo.today import LIVE
from classroom.services.forecasts import Forecasts, InProgress, Lengths, TableKind
from classroom.serving.server import ServerError

SMALL = Size(weeks=1, students=8)


class Starts:
    """Starts of a small demo in one folder: where each served, and what it printed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.served: list[tuple[str, int, str]] = []

    def start(self, *, port: int = 0, fresh: bool = False) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("CLASSROOM_INSTANCE", str(self.folder))
            patch.setenv("CLASSROOM_FORECAST_GAMES", "20")
            patch.setattr(sys.modules["classroom.demo.main"], "Size", lambda: SMALL)
            patch.setattr(hosting, "run", self._run)
            assert main("127.0.0.1", port, fresh=fresh) == 0

    def _run(self, app: object, *, host: str, port: int, notes: list[str]) -> None:
        self.served.append((host, port, "\n".join(notes)))


@pytest.fixture(scope="module")
def starts(cheap_hashes: None, tmp_path_factory: pytest.TempPathFactory) -> Starts:
    """A demo that was started once."""
    started = Starts(tmp_path_factory.mktemp("demo"))
    started.start()
    return started


@pytest.fixture
def _demo(starts: Starts, tmp_path: Path) -> Iterator[None]:
    """The app on a copy of that demo."""
    file = Path(shutil.copy(starts.folder / "demo.sqlite3", tmp_path))
    with hosting.hosted_app(settings_for(file), instance_path=tmp_path) as app, app.app_context():
        yield


def test_a_port_in_use_is_reported_before_building(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(ServerError, match="another program uses it"):
        Starts(tmp_path).start(port=taken.getsockname()[1])
    assert not list(tmp_path.glob("demo*"))


@pytest.mark.nightly
def test_building_creates_one_complete_file_and_no_other_database(starts: Starts) -> None:
    names = {file.name for file in starts.folder.iterdir()}
    assert names >= {"demo.sqlite3"}
    assert not [name for name in names if "unfinished" in name or "classroom" in name]


@pytest.mark.nightly
@pytest.mark.usefixtures("_demo")
def test_game_lengths_are_estimated_early(tmp_path: Path) -> None:
    current_app.extensions["forecasts"] = forecasts = Forecasts(tmp_path / "forecasts", games=4)
    start_forecasts()
    kinds = [TableKind.of(LIVE, players) for players in (2, 3, 4, 6)]
    while any(isinstance(forecasts.ask(kind), InProgress) for kind in kinds):
        time.sleep(0.05)
    assert all(isinstance(forecasts.ask(kind), Lengths) for kind in kinds)


@pytest.mark.nightly
def test_the_demo_is_built_once_and_served_and_stopped(starts: Starts) -> None:
    starts.start()
    assert [(host, port) for host, port, _ in starts.served] == [("127.0.0.1", 0)] * 2
    assert all("Ms Rivera" in notes for _, _, notes in starts.served)

    code = re.search(r"Class code (\w+)", starts.served[0][2])
    assert code
    assert code[1] in starts.served[1][2], "the second start found the same class"
    starts.start(fresh=True)
    assert code[1] not in starts.served[2][2], "built again"
