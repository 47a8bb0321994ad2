"""`--cost` counts the CPU time of processes that a test starts."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cost import Meter

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def test_the_meter_counts_ended_child_processes() -> None:
    meter = Meter()
    work = "import time\nwhile time.process_time() < 0.3: pass"
    subprocess.run([sys.executable, "-I", "-S", "-c", work], check=True)
    assert meter.since_last() >= 0.25
