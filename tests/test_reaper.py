"""A killed test run leaves no server behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals")

RUN = """
import subprocess, sys, time
from tests import reaper
kept, ended = (subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]) for _ in range(2))
reaper.watch(kept.pid, folder=sys.argv[1])
reaper.watch(ended.pid)
reaper.forget(ended.pid)
print(kept.pid, ended.pid, flush=True)
time.sleep(600)
"""


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_killed_run_leaves_no_server(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    with subprocess.Popen(
        [sys.executable, "-c", RUN, str(folder)], stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[1]
    ) as run:
        assert run.stdout
        kept, ended = map(int, run.stdout.readline().split())
        run.kill()
    try:
        deadline = time.monotonic() + 60
        while is_running(kept) or folder.exists():
            assert time.monotonic() < deadline, "the server is still running"
            time.sleep(0.02)
        assert is_running(ended), "a forgotten process is left to its fixture"
    finally:
        os.kill(ended, signal.SIGKILL)
