from __future__ import annotations

import re
import shutil
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from flask import current_app
from sqlalchemy import func, select

from classroom import clock, hosting
from classroom.database import db
from classroom.demo.building import Size
from classroom.demo.lessons import LIVE
from classroom.demo.main import begin_forecasts, build_file, main, new_credentials, open_live_lesson, settings_for
from classroom.models import Attempt, ClassSession, Game, SessionState, Student
from classroom.services import accounts
from classroom.services.forecasts import Forecasts, Lengths, TableKind, Underway

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
def test_a_lesson_is_going_on_at_every_table() -> None:
    open_live_lesson(clock.now())

    live = db.session.execute(select(ClassSession).where(ClassSession.state == SessionState.PLAYING)).scalar_one()
    games = db.session.execute(select(Game).where(Game.class_session_id == live.id)).scalars().all()
    assert {game.table_number for game in games} == {1, 2}
    assert all(game.version > 5 for game in games)
    assert db.session.execute(select(func.max(Attempt.at))).scalar_one() <= clock.now()
    lessons = select(func.count()).select_from(ClassSession)
    count = db.session.execute(lessons).scalar_one()
    open_live_lesson(clock.now())
    assert db.session.execute(lessons).scalar_one() == count, "opened once a day"


@pytest.mark.usefixtures("_demo")
def test_a_lesson_of_another_day_has_ended_when_the_demo_is_started_again() -> None:
    open_live_lesson(clock.now())
    open_live_lesson(clock.now() + timedelta(days=2))

    states = db.session.execute(select(ClassSession.state).order_by(ClassSession.opened_at)).scalars().all()
    assert states[-2:] == [SessionState.ENDED, SessionState.PLAYING]
    last = select(ClassSession).where(ClassSession.state == SessionState.ENDED).order_by(ClassSession.opened_at.desc())
    ended = db.session.execute(last.limit(1)).scalar_one()
    assert ended.ended_at == ended.opened_at + timedelta(minutes=22)


@pytest.mark.usefixtures("_demo")
def test_the_secrets_that_are_told_open_the_doors() -> None:
    told = "\n".join(new_credentials())

    password = re.search(r"Password: +(\S+)", told)
    assert password
    assert accounts.sign_in_teacher(name="Ms Rivera", password=password[1])
    pins = re.findall(r"    (.+), PIN (\d+)", told)
    assert pins
    for name, pin in pins:
        student_id = db.session.execute(select(Student.id).where(Student.name == name)).scalar_one()
        assert accounts.sign_in_student(student_id=student_id, pin=pin)


@pytest.mark.usefixtures("_demo")
def test_every_start_tells_other_secrets() -> None:
    assert new_credentials() != new_credentials()


@pytest.mark.usefixtures("_demo")
def test_how_long_games_last_is_known_soon(tmp_path: Path) -> None:
    current_app.extensions["forecasts"] = forecasts = Forecasts(tmp_path / "forecasts", games=20)
    begin_forecasts()
    kinds = [TableKind.of(LIVE, players) for players in (2, 3, 4, 6)]
    while any(isinstance(forecasts.ask(kind), Underway) for kind in kinds):
        time.sleep(0.05)
    assert all(isinstance(forecasts.ask(kind), Lengths) for kind in kinds)


def test_the_demo_is_built_once_served_and_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    served = []

    def run(app: object, *, host: str, port: int, notes: list[str]) -> None:
        served.append((host, port, "\n".join(notes)))

    monkeypatch.setenv("CLASSROOM_INSTANCE", str(tmp_path))
    monkeypatch.setenv("CLASSROOM_FORECAST_GAMES", "20")
    monkeypatch.setattr(sys.modules["classroom.demo.main"], "Size", lambda: Size(weeks=1, students=4))
    monkeypatch.setattr(hosting, "run", run)

    assert main("127.0.0.1", 8000) == 0
    assert main("127.0.0.1", 8000) == 0
    assert [(host, port) for host, port, _ in served] == [("127.0.0.1", 8000)] * 2
    assert all("Ms Rivera" in notes for _, _, notes in served)

    code = re.search(r"students: +(\S+)", served[0][2])
    assert code
    assert code[1] in served[1][2], "the second start found the same class"
    main("127.0.0.1", 8000, fresh=True)
    assert code[1] not in served[2][2], "built anew"
