"""The marks of the tiers are there when `-m` chooses."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent


@pytest.mark.parametrize(
    ("mark", "file"),
    [
        ("browser", "browser/test_bundles.py"),
        ("crash", "crash/test_kill.py"),
        ("lesson", "lesson/test_lesson.py"),
        ("load", "sign_in/test_burst.py"),
        ("postgres", "crash/test_two_servers.py"),
    ],
)
def test_a_tier_can_be_left_out(mark: str, file: str) -> None:
    chosen, left_out = (
        subprocess.run(
            [sys.executable, "-m", "pytest", "--collect-only", "-q", "-n0", "-m", marks, TESTS / file],
            cwd=TESTS.parent,
            capture_output=True,
            text=True,
            check=False,
        ).stdout
        for marks in (mark, f"not {mark}")
    )
    assert file in chosen
    assert file not in left_out, left_out
