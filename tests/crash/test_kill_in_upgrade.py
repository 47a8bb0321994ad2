"""kill -9 during a database upgrade: the next start finds all data and finishes the upgrade.

UPGRADE_KILLS makes the test larger (`make upgrade-crash`); "all" kills at every step.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from classroom.services.maintenance.revisions import known_revisions
from tests.crash.old_school import OLD, contents, make_old_school, schema_of
from tests.over_http import forks

if TYPE_CHECKING:
    from collections.abc import Sequence

KILLS = os.environ.get("UPGRADE_KILLS", "1")
IS_LARGE = KILLS == "all"
STUDENTS = 3000 if IS_LARGE else 300
ROOT = Path(__file__).parents[2]
SLOW = "import tests.crash.killed_upgrade as k, time; k.event.listen(k.Engine, 'before_cursor_execute', lambda *_: time.sleep(0.02)); k.main(['migrate'])"  # noqa: E501


@pytest.fixture(scope="module")
def old_school(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The instance folder of a school with an older schema."""
    folder = tmp_path_factory.mktemp("old") / "instance"
    make_old_school(folder, students=STUDENTS)
    return folder


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return forks.run(arguments, environment=_environment(folder))


def _environment(folder: Path) -> dict[str, str]:
    usual = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "FLASK_DEBUG"}}
    return {**usual, "CLASSROOM_INSTANCE": str(folder), "PYTHONPATH": str(ROOT)}


def assert_next_start_recovers(folder: Path, before: dict[str, str]) -> bool:
    """Check that nothing is lost and the next start upgrades. Return whether it reported an interruption."""
    database = folder / "classroom.sqlite3"
    assert schema_of(database) in {OLD, known_revisions()[0]}
    assert contents(database) == before
    again = run(folder, "-m", "classroom", "migrate")
    assert again.returncode == 0, again.stderr
    assert "Traceback" not in again.stderr
    assert schema_of(database) == known_revisions()[0]
    assert contents(database) == before
    left = {file.name for file in folder.rglob("*") if file.is_file()}
    assert not [name for name in left if "upgrading" in name or "unfinished" in name], left
    copies = list((folder / "before-upgrade").iterdir())
    assert 1 <= len(copies) <= 2  # two if the kill came after the copy was named
    assert all(schema_of(copy) == OLD and contents(copy) == before for copy in copies)
    return "was interrupted" in again.stderr


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_at_any_step(old_school: Path, tmp_path: Path) -> None:
    before = contents(old_school / "classroom.sqlite3")
    steps = _steps(_copy(old_school, tmp_path / "all"))
    reported = 0
    for step in steps if IS_LARGE else sorted(random.sample(steps, int(KILLS))):
        folder = _copy(old_school, tmp_path / str(step))
        killed = run(folder, "-m", "tests.crash.killed_upgrade", str(step))
        assert killed.returncode == -signal.SIGKILL, (step, killed.stderr)
        reported += assert_next_start_recovers(folder, before)
        shutil.rmtree(folder)
    assert reported or not IS_LARGE
    print(f"R12 kill -9 at {KILLS} of {len(steps)} steps of an upgrade: 0 lost, all restarts good, {reported} said so")


@pytest.mark.slow
@pytest.mark.nightly
def test_at_any_moment_of_a_slow_upgrade(old_school: Path, tmp_path: Path) -> None:
    """The upgrade is killed several times: each start begins again, and the last one finishes."""
    before = contents(old_school / "classroom.sqlite3")
    folder = _copy(old_school, tmp_path / "slow")
    for _ in range(40 if IS_LARGE else 2):
        process = subprocess.Popen([sys.executable, "-c", SLOW], env=_environment(folder), cwd=ROOT)
        until = time.monotonic() + 60
        while not list(folder.glob("*upgrading*")) and time.monotonic() < until:
            time.sleep(0.01)
        time.sleep(random.uniform(0, 1))
        process.kill()
        process.wait()
        assert contents(folder / "classroom.sqlite3") == before
    assert_next_start_recovers(folder, before)


@pytest.mark.slow
@pytest.mark.nightly
def test_servers_that_start_at_once_upgrade_it_once(old_school: Path, tmp_path: Path) -> None:
    before = contents(old_school / "classroom.sqlite3")
    folder = _copy(old_school, tmp_path / "two")
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "classroom", "migrate"], env=_environment(folder), cwd=ROOT, stderr=subprocess.PIPE
        )
        for _ in range(4)
    ]
    printed = [process.communicate(timeout=300)[1].decode() for process in processes]
    assert [process.returncode for process in processes] == [0] * 4
    assert sum("Upgraded the database from" in text for text in printed) == 1
    assert contents(folder / "classroom.sqlite3") == before
    assert len(list((folder / "before-upgrade").iterdir())) == 1


def _copy(old_school: Path, folder: Path) -> Path:
    shutil.copytree(old_school, folder)
    return folder


def _steps(folder: Path) -> Sequence[int]:
    """Return all steps of an upgrade, from the first check of the database on."""
    whole = run(folder, "-m", "tests.crash.killed_upgrade", "1000000")
    found = re.search(r"steps: (\d+)", whole.stdout)
    assert found, whole.stderr
    return range(int(found[1]))
