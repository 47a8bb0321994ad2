"""`--cost` counts the CPU time of processes that a test starts."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from tests.benchmarks.processes import children_of
from tests.cost import _SAMPLE_INTERVAL, Meter

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

_PYTHON = (sys.executable, "-I", "-S", "-c")
_WORK = "import time\nwhile time.process_time() < 0.3: pass\n"
_BROWSER = ("sh", "-c", '"$@"; :', "sh", *_PYTHON, f"{_WORK}print(flush=True)\ntime.sleep(60)")
"""A process with one more."""
_DRIVER = """
import os, signal, subprocess, sys
process = subprocess.Popen(sys.argv[1:], start_new_session=True)
input()
os.killpg(process.pid, signal.SIGKILL)
process.wait()
print(flush=True)
input()
"""
_MANY_THREADS = """
import threading
print(flush=True)
while True:
    threads = [threading.Thread(target=int) for _ in range(20)]
    for one in threads: one.start()
    for one in threads: one.join()
"""


def test_the_meter_counts_ended_child_processes() -> None:
    meter = Meter()
    subprocess.run([*_PYTHON, _WORK], check=True)
    assert meter.since_last() >= 0.25


def test_the_meter_counts_killed_processes_of_a_driver() -> None:
    meter = Meter()
    command = [*_PYTHON, _DRIVER, *_BROWSER]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as driver:
        assert driver.stdin
        assert driver.stdout
        counted = []
        for _ in ("it works", "it is killed"):
            assert driver.stdout.readline() == "\n"
            time.sleep(_SAMPLE_INTERVAL)
            counted.append(meter.since_last())
            driver.stdin.write("\n")
            driver.stdin.flush()
    assert counted[0] >= 0.25
    assert counted[1] >= 0


def test_threads_may_end_while_their_children_are_listed() -> None:
    with subprocess.Popen([*_PYTHON, _MANY_THREADS], stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        try:
            found = [children_of(process.pid) for _ in range(1_000)]
        finally:
            process.kill()
    assert found == [[]] * 1_000
