"""`--workers` reports failures, warnings, and output like a normal run, and continues if a worker dies."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.workers import CAN_FORK

ROOT = Path(__file__).parents[1]
FILES = {
    "test_dying.py": """
import os, time
def test_before(): time.sleep(0.2)
def test_that_dies(): os._exit(7)
def test_after(tmp_path): (tmp_path / "file").touch()
""",
    "test_failing.py": """
import warnings
import pytest
@pytest.fixture(scope="module")
def taken_down():
    yield
    raise OSError("when taken down")
def test_that_fails(taken_down):
    print("what it printed")
    assert 1 == 2
def test_that_warns(capsys):
    print("only for itself")
    warnings.warn("a warning from a worker", stacklevel=1)
    assert capsys.readouterr().out == "only for itself\\n"
""",
    "test_long.py": "import time\ndef test_that_takes_long(): time.sleep(0.3)",
}


def _run(folder: Path, *arguments: str) -> tuple[int, str]:
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    plugins = ("-p", "tests.workers", "-p", "no:randomly", "-p", "no:cacheprovider")
    command = [sys.executable, "-m", "pytest", "-ra", "--rootdir", str(folder), *plugins, *arguments, str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.returncode, done.stdout


@pytest.mark.skipif(not CAN_FORK, reason="tests run in one process here")
def test_workers_report_all_that_one_process_would(tmp_path: Path) -> None:
    status, output = _run(tmp_path, "--workers", "2")
    assert status == pytest.ExitCode.TESTS_FAILED
    assert "2 failed, 4 passed, 1 warning, 1 error" in output
    assert "what it printed" in output
    assert "when taken down" in output
    assert "UserWarning: a warning from a worker" in output
    assert "The worker died in this test: exit status 7." in output


@pytest.mark.nightly
@pytest.mark.skipif(not CAN_FORK, reason="tests run in one process here")
def test_x_stops_the_run_at_the_first_failure(tmp_path: Path) -> None:
    status, output = _run(tmp_path, "--workers", "1", "-x", "--deselect", "test_dying.py")
    assert status == pytest.ExitCode.TESTS_FAILED
    assert "stopping after 2 failures" in output  # as in one process: of the test, and of its fixture
    assert "passed" not in output
