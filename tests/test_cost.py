"""What `--cost` counts."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cost import Meter

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def test_a_process_that_a_test_starts_counts() -> None:
    meter = Meter()
    work = "import time\nwhile time.process_time() < 0.3: pass"
    subprocess.run([sys.executable, "-I", "-S", "-c", work], check=True)
    assert meter.since_last() >= 0.25
